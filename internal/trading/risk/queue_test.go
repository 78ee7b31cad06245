package risk_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/tradingtest"
)

// newHalfClosedDesk has a user who copies with 10 000 and thereby holds 0.1 BTC and 10 SPY. New York has closed since, and
// BTCUSD has lost half.
func newHalfClosedDesk(t *testing.T, db *database.DB) (*tradingtest.CopyDesk, identity.Caller, *copying.Subscription) {
	t.Helper()
	d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
	d.Clock.Advance(3 * time.Hour) // 15:00 UTC: New York is open
	d.Prices.Price("BTCUSD", "50000")
	d.Prices.Price("SPY", "500")
	user, subscription := d.Follow(copying.Auto, "10000")
	d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.Publish(trading.EntryLong, "SPY", "0.001")
	d.Copy()
	d.Clock.Advance(7 * time.Hour) // 22:00 UTC: it has closed
	d.Prices.Price("BTCUSD", "25000")
	return d, user, subscription
}

// openNewYork advances the clock to the next session.
func openNewYork(d *tradingtest.CopyDesk, price string) {
	d.Clock.Advance(17 * time.Hour) // 15:00 UTC of the next day
	d.Prices.Price("SPY", price)
}

func TestACopyStopIsEnforcedWhileOneOfItsMarketsIsClosed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newHalfClosedDesk(t, db)
		if err := d.Copying.StopSubscription(t.Context(), subscription.ID); err != nil {
			t.Fatal(err)
		}
		if got := d.Subscription(user); got.Status != copying.SubscriptionStopped || got.OpenPositions != 1 {
			t.Errorf("the subscription is %s with %d positions, want stopped with the one that cannot be sold", got.Status, got.OpenPositions)
		}
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`); n != 1 {
			t.Errorf("%d positions are open, want only SPY", n)
		}
		monitor := d.Risk.NewMonitor() // like after a restart
		t.Cleanup(monitor.Listen())
		monitor.Step(t.Context())
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`); n != 1 {
			t.Errorf("%d positions are open while New York is closed, want SPY", n)
		}
		wantToClose := func(isLate bool) {
			t.Helper()
			if waiting, err := d.Risk.ToClose(t.Context()); err != nil || waiting.Count != 1 || waiting.Oldest.IsZero() == isLate {
				t.Errorf("%d wait to be sold, since %s (%v)", waiting.Count, waiting.Oldest, err)
			}
		}
		wantToClose(false)
		openNewYork(d, "490")
		wantToClose(true)
		monitor.Step(t.Context())
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE symbol = 'SPY' AND exit_reason = 'copy_stop'`); n != 1 {
			t.Errorf("%d closings of SPY at the opening, want 1", n)
		}
		tradingtest.WantNumber(t, "the whole loss", d.Subscription(user).RealizedPnL, "-2600")
		if n := d.Count(`SELECT COUNT(*) FROM pending_closings`); n != 0 {
			t.Errorf("%d closings still wait", n)
		}
		d.WantBalanced()
	})
}

func TestAnAccountIsClosedWithItsLastPositionOnceByManyReplicas(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newHalfClosedDesk(t, db)
		account := subscription.AccountID
		var closed atomic.Int32
		d.Service.WhenClosed(func(_ context.Context, tx *database.Tx, id uuid.UUID) error {
			if id == account {
				tx.AfterCommit(func() { closed.Add(1) })
			}
			return nil
		})
		var reached trading.AccountStatus
		err := db.InTx(t.Context(), func(tx *database.Tx) (err error) {
			reached, err = d.Service.SetAccountStatus(t.Context(), tx, account, trading.AccountClosed)
			return err
		})
		if err != nil || reached != trading.AccountSuspended {
			t.Fatalf("the account is %q, want suspended until New York opens: %v", reached, err)
		}
		d.Analyst, d.Caller = tradingtest.NewAuthor(t, db, identity.RoleSuperAdmin), user
		_, err = d.Service.Execute(t.Context(), user, d.Signal(trading.EntryLong, "BTCUSD", "", "").ID, trading.ExecuteOptions{})
		testkit.WantFault(t, err, fault.AccountNotActive)
		monitors := make([]*risk.Monitor, 3)
		for i := range monitors {
			monitors[i] = d.Risk.NewMonitor()
			t.Cleanup(monitors[i].Listen())
		}
		openNewYork(d, "510")
		testkit.InParallel(len(monitors), func(i int) error { monitors[i].Step(t.Context()); return nil })
		if n := d.Count(`SELECT COUNT(*) FROM trades`); n != 2 {
			t.Errorf("%d closings, want 2", n)
		}
		if n := d.Count(`SELECT COUNT(*) FROM trading_accounts WHERE id = $1 AND status = 'closed'`, account); n != 1 {
			t.Error("the account is not closed")
		}
		if n := closed.Load(); n != 1 {
			t.Errorf("its closing was told %d times", n)
		}
		d.WantBalanced()
	})
}

func TestAnAccountThatItsOwnerEmptiesMeanwhileIsClosedToo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newHalfClosedDesk(t, db)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := d.Service.SetAccountStatus(t.Context(), tx, subscription.AccountID, trading.AccountClosed)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		monitor := d.Risk.NewMonitor()
		t.Cleanup(monitor.Listen())
		openNewYork(d, "510")
		var last uuid.UUID
		if err := db.QueryRow(t.Context(), `SELECT id FROM positions WHERE status = 'open'`).Scan(&last); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Service.Close(t.Context(), user, last, nil); err != nil {
			t.Fatal(err)
		}
		monitor.Step(t.Context())
		if n := d.Count(`SELECT COUNT(*) FROM trading_accounts WHERE id = $1 AND status = 'closed'`, subscription.AccountID); n != 1 {
			t.Error("the account is not closed")
		}
		if n := d.Count(`SELECT COUNT(*) FROM pending_closings`); n != 0 {
			t.Errorf("%d closings still wait", n)
		}
	})
}
