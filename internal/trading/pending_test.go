package trading_test

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
	"bourse/internal/trading"
)

// newHalfClosedDesk has a user who copies with 10 000 and holds 0.1 BTC and 10 SPY by it. New York has closed since,
// and BTCUSD has lost half.
func newHalfClosedDesk(t *testing.T, db *database.DB) (*copyDesk, identity.Caller, *trading.Subscription) {
	t.Helper()
	d := newCopyDesk(t, db, freeTerms())
	d.clock.advance(3 * time.Hour) // 15:00 UTC: New York is open
	d.prices.Price("BTCUSD", "50000")
	d.prices.Price("SPY", "500")
	user, subscription := d.follow(trading.Auto, "10000")
	d.publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.publish(trading.EntryLong, "SPY", "0.001")
	d.copy()
	d.clock.advance(7 * time.Hour) // 22:00 UTC: it has closed
	d.prices.Price("BTCUSD", "25000")
	return d, user, subscription
}

// openNewYork turns the clock to the next session.
func (d *copyDesk) openNewYork(price string) {
	d.clock.advance(17 * time.Hour) // 15:00 UTC of the next day
	d.prices.Price("SPY", price)
}

func TestACopyStopIsEnforcedWhileOneOfItsMarketsIsClosed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newHalfClosedDesk(t, db)
		if err := d.service.StopSubscription(t.Context(), subscription.ID); err != nil {
			t.Fatal(err)
		}
		if got := d.subscription(user); got.Status != trading.SubscriptionStopped || got.OpenPositions != 1 {
			t.Errorf("the subscription is %s with %d positions, want stopped with the one that cannot be sold", got.Status, got.OpenPositions)
		}
		d.publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.copy()
		if n := d.count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`); n != 1 {
			t.Errorf("%d positions are open, want only SPY", n)
		}
		monitor := d.service.NewMonitor() // as after a restart
		t.Cleanup(monitor.Listen())
		monitor.Step(t.Context())
		if n := d.count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`); n != 1 {
			t.Errorf("%d positions are open while New York is closed, want SPY", n)
		}
		d.openNewYork("490")
		monitor.Step(t.Context())
		if n := d.count(`SELECT COUNT(*) FROM trades WHERE symbol = 'SPY' AND exit_reason = 'copy_stop'`); n != 1 {
			t.Errorf("%d closings of SPY at the opening, want 1", n)
		}
		wantNumber(t, "the whole loss", d.subscription(user).RealizedPnL, "-2600")
		if n := d.count(`SELECT COUNT(*) FROM pending_closings`); n != 0 {
			t.Errorf("%d closings still wait", n)
		}
		d.wantBalanced()
	})
}

func TestAnAccountIsClosedWithItsLastPositionOnceByManyReplicas(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newHalfClosedDesk(t, db)
		account := subscription.AccountID
		var closed atomic.Int32
		d.service.WhenClosed(func(_ context.Context, tx *database.Tx, id uuid.UUID) error {
			if id == account {
				tx.AfterCommit(func() { closed.Add(1) })
			}
			return nil
		})
		var reached trading.AccountStatus
		err := db.InTx(t.Context(), func(tx *database.Tx) (err error) {
			reached, err = d.service.SetAccountStatus(t.Context(), tx, account, trading.AccountClosed)
			return err
		})
		if err != nil || reached != trading.AccountSuspended {
			t.Fatalf("the account is %q, want suspended until New York opens: %v", reached, err)
		}
		d.analyst, d.caller = newAuthor(t, db, identity.RoleSuperAdmin), user
		_, err = d.service.Execute(t.Context(), user, d.signal(trading.EntryLong, "BTCUSD", "", "").ID, trading.ExecuteOptions{})
		wantFault(t, err, fault.AccountNotActive)
		monitors := make([]*trading.Monitor, 3)
		for i := range monitors {
			monitors[i] = d.service.NewMonitor()
			t.Cleanup(monitors[i].Listen())
		}
		d.openNewYork("510")
		inParallel(len(monitors), func(i int) error { monitors[i].Step(t.Context()); return nil })
		if n := d.count(`SELECT COUNT(*) FROM trades`); n != 2 {
			t.Errorf("%d closings, want 2", n)
		}
		if n := d.count(`SELECT COUNT(*) FROM trading_accounts WHERE id = $1 AND status = 'closed'`, account); n != 1 {
			t.Error("the account is not closed")
		}
		if n := closed.Load(); n != 1 {
			t.Errorf("its closing was told %d times", n)
		}
		d.wantBalanced()
	})
}

func TestAnAccountThatItsOwnerEmptiesMeanwhileIsClosedToo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newHalfClosedDesk(t, db)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := d.service.SetAccountStatus(t.Context(), tx, subscription.AccountID, trading.AccountClosed)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		monitor := d.service.NewMonitor()
		t.Cleanup(monitor.Listen())
		d.openNewYork("510")
		var last uuid.UUID
		if err := db.QueryRow(t.Context(), `SELECT id FROM positions WHERE status = 'open'`).Scan(&last); err != nil {
			t.Fatal(err)
		}
		if _, err := d.service.Close(t.Context(), user, last, nil); err != nil {
			t.Fatal(err)
		}
		monitor.Step(t.Context())
		if n := d.count(`SELECT COUNT(*) FROM trading_accounts WHERE id = $1 AND status = 'closed'`, subscription.AccountID); n != 1 {
			t.Error("the account is not closed")
		}
		if n := d.count(`SELECT COUNT(*) FROM pending_closings`); n != 0 {
			t.Errorf("%d closings still wait", n)
		}
	})
}
