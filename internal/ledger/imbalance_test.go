package ledger_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/ledger"
)

func TestAnImbalanceIsTheSumOfAllBalances(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		insert := func(id string, balance int64) {
			t.Helper()
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `
					INSERT INTO ledger_accounts (id, tenant_id, owner_id, code, currency, balance, allow_negative, created_at)
					VALUES ($1, $1, $1, 'cash', 'USD', $2, TRUE, 0)`, id, balance)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		want := func(sum float64) {
			t.Helper()
			sums, err := ledger.New(nil).Imbalance(t.Context(), db)
			if err != nil || sums["USD"] != sum {
				t.Errorf("%v (%v), want %v", sums, err, sum)
			}
		}
		insert("a", 9_000_000_000_000_000_000)
		insert("b", 9_000_000_000_000_000_000) // together more than fits 64 bits
		insert("c", -9_000_000_000_000_000_000)
		insert("d", -9_000_000_000_000_000_000)
		want(0)
		insert("e", 7)
		want(7)
	})
}
