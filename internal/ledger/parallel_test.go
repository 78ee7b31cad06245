package ledger_test

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/ledger"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestPostsInOppositeOrderDoNotDeadlock(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		a, c := b.owner("100"), b.owner("100")
		var runs atomic.Int32
		must(t, errors.Join(testkit.InParallel(64, func(i int) error {
			from, to := a, c
			if i%2 == 1 {
				from, to = c, a
			}
			transfers := []ledger.Transaction{
				b.transaction("transfer", usd(from, ledger.Cash, "-1"), usd(to, ledger.Cash, "1")),
				b.transaction("fee", usd(from, ledger.Cash, "-1"), usd(from, ledger.Fees, "1")),
			}
			return b.inTx(func(tx *database.Tx) error {
				runs.Add(1)
				_, err := b.ledger.Post(t.Context(), tx, transfers...)
				return err
			})
		})...))
		// A deadlock would not fail, because InTx retries, but it would show here.
		if runs.Load() != 64 {
			t.Errorf("64 posts took %d tries", runs.Load())
		}
		b.wantBalance(a, ledger.Cash, "68")
		b.wantBalance(c, ledger.Cash, "68")
		b.wantInOrder()
	})
}

// transfer is one that a property draws.
type transfer struct {
	from, to int
	amount   int64
}

func TestNoMoneyIsMadeOrLostByParallelTransfers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		b := newBooks(t, db)
		rapid.Check(t, func(rt *rapid.T) {
			owners := make([]uuid.UUID, rapid.IntRange(2, 4).Draw(rt, "owners"))
			for i := range owners {
				owners[i] = b.owner("20")
			}
			transfers := rapid.Custom(func(rt *rapid.T) transfer {
				from := rapid.IntRange(0, len(owners)-1).Draw(rt, "from")
				to := (from + rapid.IntRange(1, len(owners)-1).Draw(rt, "to")) % len(owners)
				return transfer{from, to, rapid.Int64Range(1, 15_0000_0000).Draw(rt, "amount")}
			})
			posts := rapid.SliceOfN(rapid.SliceOfN(transfers, 1, 4), 2, 6).Draw(rt, "posts")
			results := testkit.InParallel(len(posts), func(i int) error {
				var transactions []ledger.Transaction
				for _, move := range posts[i] {
					amount := money.FromUnits(move.amount)
					transactions = append(transactions, b.transaction("transfer",
						ledger.Entry{Account: ledger.AccountID(owners[move.from], ledger.Cash, "USD"), Amount: amount.Neg()},
						ledger.Entry{Account: ledger.AccountID(owners[move.to], ledger.Cash, "USD"), Amount: amount}))
				}
				_, err := b.post(transactions...)
				return err
			})
			want := make([]int64, len(owners))
			for i := range want {
				want[i] = 20_0000_0000
			}
			for i, err := range results {
				if err != nil && !fault.Is(err, fault.InsufficientFunds) {
					rt.Fatal(err)
				}
				for _, move := range posts[i] {
					if err == nil {
						want[move.from] -= move.amount
						want[move.to] += move.amount
					}
				}
			}
			for i, owner := range owners {
				if err := agree(b, owner, want[i]); err != nil {
					rt.Errorf("owner %d: %v", i, err)
				}
			}
		})
		b.wantInOrder() // everything that the draws have booked
	})
}

// agree compares the stored balance, the sum of the postings and their running balances with the known balance of the
// owner's cash account.
func agree(b *books, owner uuid.UUID, want int64) error {
	account := ledger.AccountID(owner, ledger.Cash, "USD")
	kept, err := ledger.Balance(b.t.Context(), b.db, account)
	if err != nil {
		return err
	}
	lines, err := b.ledger.Statement(b.t.Context(), b.db, b.tenant, account, uuid.Nil, 1000)
	if err != nil {
		return err
	}
	var sum int64
	for i := len(lines) - 1; i >= 0; i-- { // oldest first
		sum += lines[i].Amount.Units()
		if lines[i].BalanceAfter.Units() != sum || sum < 0 {
			return fmt.Errorf("a posting leaves %s where the postings sum to %d units", lines[i].BalanceAfter, sum)
		}
	}
	if kept.Units() != want || sum != want {
		return fmt.Errorf("kept %d, added up %d, want %d units", kept.Units(), sum, want)
	}
	return nil
}
