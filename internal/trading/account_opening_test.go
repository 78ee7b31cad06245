package trading_test

import (
	"context"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// The first request opens the paper account, and a concurrent one must lock it like any later one: their decisions about
// its money are made one after the other.
func TestAnAccountThatIsOpenedBetweenHoldingAndReadingIsHeld(t *testing.T) {
	t.Parallel()
	url := databasetest.MigratedURL(t, database.Postgres)
	d := tradingtest.NewDesk(t, databasetest.OpenURL(t, url), tradingtest.FreeTerms())
	second := databasetest.OpenOne(t, url)
	lock := func(ctx context.Context, tx *database.Tx, user uuid.UUID) (*trading.Account, error) {
		return d.Service.LockTradersAccount(ctx, tx, trading.Trader{UserID: user, TenantID: d.Caller.TenantID}, uuid.Nil)
	}
	within := func(db *database.DB, work func(tx *database.Tx) error) error { return db.InTx(t.Context(), work) }
	tradingtest.Must(t, within(second, func(tx *database.Tx) error { // prepares its statements
		_, err := lock(t.Context(), tx, uuid.New())
		return err
	}))

	opened, commit, first, other := make(chan struct{}), make(chan struct{}), make(chan error, 1), make(chan error, 1)
	go func() {
		first <- within(d.DB, func(tx *database.Tx) error {
			if _, err := lock(t.Context(), tx, d.Caller.UserID); err != nil {
				return err
			}
			// Accounts can be found but not read with their money: that is where the second one stops.
			if _, err := tx.Exec(t.Context(), `LOCK TABLE ledger_accounts IN ACCESS EXCLUSIVE MODE`); err != nil {
				return err
			}
			close(opened)
			select {
			case <-commit:
				return nil
			case <-t.Context().Done(): // the test was aborted
				return t.Context().Err()
			}
		})
	}()
	select {
	case <-opened:
	case err := <-first:
		t.Fatalf("the first one could not open the account: %v", err)
	}
	var isFree bool
	go func() {
		other <- within(second, func(tx *database.Tx) error {
			account, err := lock(t.Context(), tx, d.Caller.UserID)
			if err != nil {
				return err
			}
			return within(d.DB, func(tx *database.Tx) error {
				free, err := tx.LockFree(t.Context(), "trading_accounts", []uuid.UUID{account.ID})
				isFree = free[account.ID]
				return err
			})
		})
	}()
	testkit.Until(t, "the second one waits for the money", func() bool {
		return d.Count(`SELECT COUNT(*) FROM pg_locks WHERE NOT granted AND relation = 'ledger_accounts'::regclass
			AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`) > 0
	})
	close(commit)
	tradingtest.Must(t, <-first)
	tradingtest.Must(t, <-other)
	if isFree {
		t.Error("an account was locked and is free for others")
	}
	if n := d.Count(`SELECT COUNT(*) FROM trading_accounts WHERE user_id = $1`, d.Caller.UserID); n != 1 {
		t.Errorf("%d accounts, want 1", n)
	}
}
