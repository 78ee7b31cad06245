package ledger_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

func TestAStatementIsReadPageByPageNewestFirst(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner := b.owner("0")
		cash := ledger.AccountID(owner, ledger.Cash, "USD")
		var transactions []ledger.Transaction
		for i := range 7 {
			deposit := b.transaction("deposit", usd(owner, ledger.External, "-1"), usd(owner, ledger.Cash, "1"))
			if i < 6 { // imported history, and one line of today
				deposit.At = noon.AddDate(0, 0, i-6)
			}
			transactions = append(transactions, deposit)
		}
		_, err := b.post(transactions...)
		must(t, err)

		var lines []ledger.Posting
		for before := uuid.Nil; ; before = lines[len(lines)-1].TransactionID {
			page, err := b.ledger.Statement(t.Context(), db, b.tenant, cash, before, 3)
			must(t, err)
			lines = append(lines, page...)
			if len(page) < 3 {
				break
			}
		}
		if len(lines) != 7 {
			t.Fatalf("the pages have %d lines, want 7", len(lines))
		}
		for i, line := range lines {
			booked := transactions[6-i]
			wanted := ledger.Posting{
				TransactionID: line.TransactionID, Amount: money.FromInt(1), BalanceAfter: money.FromInt(int64(7 - i)),
				SourceType: booked.SourceType, SourceID: booked.SourceID, Kind: "deposit", CreatedAt: noon.AddDate(0, 0, -i),
			}
			if line != wanted {
				t.Errorf("line %d is %+v, want %+v", i, line, wanted)
			}
		}
		if others, err := b.ledger.Statement(t.Context(), db, uuid.New(), cash, uuid.Nil, 3); err != nil || len(others) != 0 {
			t.Errorf("another tenant reads %v (%v)", others, err)
		}
		if _, err := b.ledger.Statement(t.Context(), db, b.tenant, cash, uuid.Nil, 0); err == nil {
			t.Error("a statement of no lines was read")
		}
	})
}

func TestBalancesAreReadTogether(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		unknown := uuid.New()
		accounts := []uuid.UUID{unknown}
		for range 20 {
			accounts = append(accounts, ledger.AccountID(b.owner("2.5"), ledger.Cash, "USD"))
		}
		got, err := ledger.BalancesOf(t.Context(), db, accounts...)
		must(t, err)
		if _, known := got[unknown]; known || len(got) != 20 {
			t.Errorf("%d balances were read (unknown: %t), want 20", len(got), known)
		}
		for _, account := range accounts[1:] {
			if got[account] != money.MustParse("2.5") {
				t.Errorf("a balance is %s", got[account])
			}
		}
		if _, err := ledger.Balance(t.Context(), db, unknown); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown account: %v", err)
		}
	})
}

func TestTheClockIsTheLedgers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		later := noon.Add(time.Hour)
		b.ledger = ledger.New(func() time.Time { return later })
		owner := b.owner("1")
		lines, err := b.ledger.Statement(t.Context(), db, b.tenant, ledger.AccountID(owner, ledger.Cash, "USD"), uuid.Nil, 1)
		if err != nil || len(lines) != 1 || !lines[0].CreatedAt.Equal(later) {
			t.Errorf("the statement is %+v (%v)", lines, err)
		}
	})
}
