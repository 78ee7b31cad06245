package ledger_test

import (
	"errors"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestASourceIsBookedOnceByFiftyAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner, other := b.owner("10"), b.owner("0")
		// All the money is moved, so an actual repetition would lack funds.
		spend := b.transaction("spend", usd(owner, ledger.Cash, "-10"), usd(other, ledger.Cash, "10"))
		var booked atomic.Int32
		must(t, errors.Join(testkit.InParallel(50, func(int) error {
			after, err := b.post(spend)
			if err == nil && after.Posted[0] {
				booked.Add(1)
			}
			if got := after.After[spend.Entries[1].Account]; err == nil && got != money.FromInt(10) {
				t.Errorf("the receiver is told to have %s", got)
			}
			return err
		})...))
		if booked.Load() != 1 {
			t.Errorf("it was booked %d times", booked.Load())
		}
		b.wantBalance(owner, ledger.Cash, "0")
		b.wantBalance(other, ledger.Cash, "10")
		b.wantInOrder()
	})
}

func TestASourceIsBookedOnceByBatchesAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner, other := b.owner("10"), b.owner("0")
		var all []ledger.Transaction
		for range 10 {
			all = append(all, b.transaction("spend", usd(owner, ledger.Cash, "-1"), usd(other, ledger.Cash, "1")))
		}
		var booked atomic.Int32
		must(t, errors.Join(testkit.InParallel(20, func(i int) error {
			after, err := b.post(all[i%5 : i%5+6]...) // they overlap
			for _, posted := range after.Posted {
				if posted {
					booked.Add(1)
				}
			}
			return err
		})...))
		if booked.Load() != 10 {
			t.Errorf("%d of 10 transactions were booked", booked.Load())
		}
		b.wantBalance(owner, ledger.Cash, "0")
		b.wantInOrder()
	})
}

func TestASourceIsBookedOnceEvenOverOtherAccounts(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		const callers = 16
		owners := make([]uuid.UUID, callers)
		for i := range owners {
			owners[i] = b.owner("0")
		}
		source := uuid.NewString()
		var booked atomic.Int32
		// No two share an account, so only the source itself keeps them apart.
		must(t, errors.Join(testkit.InParallel(callers, func(i int) error {
			bonus := b.transaction("bonus", usd(owners[i], ledger.External, "-5"), usd(owners[i], ledger.Cash, "5"))
			bonus.SourceID = source
			own := b.transaction("deposit", usd(owners[i], ledger.External, "-1"), usd(owners[i], ledger.Cash, "1"))
			after, err := b.post(bonus, own)
			if err != nil {
				return err
			}
			want := money.FromInt(1)
			if after.Posted[0] {
				booked.Add(1)
				want = money.FromInt(6)
			}
			if got := after.After[own.Entries[1].Account]; got != want || !after.Posted[1] {
				t.Errorf("caller %d has %s, want %s", i, got, want)
			}
			return nil
		})...))
		if booked.Load() != 1 {
			t.Errorf("the bonus was booked %d times", booked.Load())
		}
		b.wantInOrder()
	})
}

func TestARepetitionIsPassedOverInABatch(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner, other := b.owner("0"), b.owner("0")
		deposit := b.transaction("deposit", usd(owner, ledger.External, "-5"), usd(owner, ledger.Cash, "5"))
		spend := b.transaction("spend", usd(owner, ledger.Cash, "-5"), usd(other, ledger.Cash, "5"))
		after, err := b.post(deposit, deposit, spend, spend)
		must(t, err)
		if got := after.Posted; !got[0] || got[1] || !got[2] || got[3] {
			t.Errorf("posted %v", got)
		}
		if _, ok := after.AfterTransaction(1, deposit.Entries[1].Account); ok {
			t.Error("a repetition has a balance after it")
		}

		// Repeating the deposit does not fund something new, and the attempt writes nothing.
		another := b.transaction("spend", usd(owner, ledger.Cash, "-5"), usd(other, ledger.Cash, "5"))
		must(t, b.inTx(func(tx *database.Tx) error {
			if _, err := b.ledger.Post(t.Context(), tx, deposit, another); !fault.Is(err, fault.InsufficientFunds) {
				t.Errorf("got %v, want INSUFFICIENT_FUNDS", err)
			}
			return nil
		}))
		if report := b.wantInOrder(); report.Transactions != 2 {
			t.Errorf("%d transactions are booked, want 2", report.Transactions)
		}
		// Another kind for the same source is a different transaction.
		fee := spend
		fee.Kind = "refund"
		fee.Entries = []ledger.Entry{usd(other, ledger.Cash, "-1"), usd(owner, ledger.Cash, "1")}
		if after, err = b.post(fee); err != nil || !after.Posted[0] {
			t.Errorf("another kind: %v (%v)", after.Posted, err)
		}
		b.wantBalance(other, ledger.Cash, "4")
	})
}

func TestAReversalIsTheOppositeOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		owner, other := b.owner("10"), b.owner("0")
		spend := b.transaction("spend", usd(owner, ledger.Cash, "-4"), usd(owner, ledger.Fees, "1"), usd(other, ledger.Cash, "3"))
		_, err := b.post(spend)
		must(t, err)
		reverse := func(int) error {
			return b.inTx(func(tx *database.Tx) error {
				return b.ledger.Reverse(t.Context(), tx, spend.SourceType, spend.SourceID, spend.Kind)
			})
		}
		must(t, errors.Join(testkit.InParallel(10, reverse)...))
		b.wantBalance(owner, ledger.Cash, "10")
		b.wantBalance(owner, ledger.Fees, "0")
		b.wantBalance(other, ledger.Cash, "0")
		lines, err := b.ledger.Statement(t.Context(), db, b.tenant, ledger.AccountID(other, ledger.Cash, "USD"), uuid.Nil, 10)
		if err != nil || len(lines) != 2 || lines[0].Kind != "spend.reversal" || lines[0].SourceID != spend.SourceID {
			t.Errorf("the statement is %+v (%v)", lines, err)
		}
		b.wantInOrder()

		_, err = b.post(b.transaction("spend", usd(owner, ledger.Cash, "-10"), usd(other, ledger.Cash, "10")))
		must(t, err)
		spent := b.transaction("deposit", usd(owner, ledger.External, "-1"), usd(owner, ledger.Cash, "1"))
		_, err = b.post(spent, b.transaction("spend", usd(owner, ledger.Cash, "-1"), usd(other, ledger.Cash, "1")))
		must(t, err)
		for name, test := range map[string]struct {
			source string
			short  bool
		}{"money that is gone": {spent.SourceID, true}, "what was never booked": {"nothing", false}} {
			err := b.inTx(func(tx *database.Tx) error {
				return b.ledger.Reverse(t.Context(), tx, spent.SourceType, test.source, spent.Kind)
			})
			if err == nil || fault.Is(err, fault.InsufficientFunds) != test.short {
				t.Errorf("reversing %s: %v", name, err)
			}
		}
	})
}
