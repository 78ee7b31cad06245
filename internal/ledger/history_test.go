package ledger_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
	"bourse/internal/money"
)

// History can be found by its own days, and is in the order of booking: many things happen at the same time, such as
// the close of a day.
func TestHistoryHasIdentifiersOfItsOwnTime(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		b.ledger = ledger.New(func() time.Time { return time.Now().AddDate(-1, 0, 0) })
		owner := b.owner("1")
		begun := time.Now().AddDate(0, -6, 0)
		var history []ledger.Transaction
		for i := range 40 {
			deposit := b.transaction("deposit", usd(owner, ledger.External, "-1"), usd(owner, ledger.Cash, "1"))
			deposit.At = begun.AddDate(0, 0, i/10)
			history = append(history, deposit)
		}
		_, err := b.post(history...)
		must(t, err)
		now := b.transaction("deposit", usd(owner, ledger.External, "-1"), usd(owner, ledger.Cash, "1"))
		now.At = time.Now()
		_, err = b.post(now)
		must(t, err)
		lines, err := b.ledger.Statement(t.Context(), db, b.tenant, ledger.AccountID(owner, ledger.Cash, "USD"), uuid.Nil, 100)
		must(t, err)
		if len(lines) != 42 {
			t.Fatalf("%d lines, want 42", len(lines))
		}
		for i, line := range lines {
			if want := money.FromInt(int64(42 - i)); line.BalanceAfter != want {
				t.Errorf("line %d leaves %s, want %s", i, line.BalanceAfter, want)
			}
			early, late := database.FirstIDAt(line.CreatedAt.Add(-ledger.BookedWithin)), database.FirstIDAt(line.CreatedAt.Add(ledger.BookedWithin))
			if line.TransactionID.String() < early.String() || line.TransactionID.String() >= late.String() {
				t.Errorf("line %d of %s is %s", i, line.CreatedAt, line.TransactionID)
			}
		}
		b.wantInOrder()
	})
}
