package trading_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

// Rows are locked on PostgreSQL only: SQLite has one writer, and nobody holds a row beside it.

const holdAccount = `SELECT id FROM trading_accounts WHERE id = $1 FOR UPDATE`

// soon is far longer than anything takes here that does not wait for a lock, and shorter than waiting for one.
const soon = 15 * time.Second

// wantSoon fails the test when something waits for a lock.
func wantSoon(t *testing.T, what string, do func()) {
	t.Helper()
	began := time.Now()
	do()
	if took := time.Since(began); took > soon {
		t.Errorf("%s took %v beside a lock, want that it waits for nobody", what, took)
	}
}

// lockedDesk is a desk with one user whose account somebody holds and three others, all with a stop at 95.
type lockedDesk struct {
	*monitorDesk
	locked  *trading.Position
	others  []*trading.Position
	release func()
}

func newLockedDesk(t *testing.T, hold string) *lockedDesk {
	t.Helper()
	d := &lockedDesk{monitorDesk: newMonitorDesk(t, databasetest.Open(t, database.Postgres))}
	d.locked = d.hold(newCaller(identity.RoleUser), trading.EntryLong, "95", "")
	for range 3 {
		d.others = append(d.others, d.hold(newCaller(identity.RoleUser), trading.EntryLong, "95", ""))
	}
	d.monitor.Step(t.Context())
	d.release = databasetest.Hold(t, d.db, hold, d.locked.AccountID)
	return d
}

// closings counts those of a position at its stop.
func (d *lockedDesk) closings(position *trading.Position) int {
	d.t.Helper()
	return d.count(`SELECT COUNT(*) FROM trades WHERE position_id = $1 AND exit_reason = 'stop_loss' AND exit_price = 9500000000`, position.ID)
}

func TestALockedAccountDoesNotHoldUpTheStopsOfOthers(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]string{
		"its row":            holdAccount,
		"its ledger account": `SELECT id FROM ledger_accounts WHERE owner_id = $1 AND code = 'cash' FOR UPDATE`,
		"its position":       `SELECT id FROM positions WHERE account_id = $1 FOR UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newLockedDesk(t, hold)
			d.prices.Bar("SOLUSD", "100", "100", "94", "99")
			wantSoon(t, "a step", func() { d.monitor.Step(t.Context()) })
			for _, position := range d.others {
				if n := d.closings(position); n != 1 {
					t.Errorf("the position of another user was closed %d times meanwhile, want once", n)
				}
			}
			if n := d.closings(d.locked); n != 0 {
				t.Fatalf("the locked one was closed %d times", n)
			}
			d.release()
			for d.closings(d.locked) == 0 && t.Context().Err() == nil {
				d.monitor.Step(t.Context()) // as its timer does
			}
			d.monitor.Step(t.Context())
			if n := d.count(`SELECT COUNT(*) FROM trades`); n != 4 || d.closings(d.locked) != 1 {
				t.Errorf("%d closings in all, want 4, each at its stop", n)
			}
			if _, _, waiting := d.monitor.Watched(); waiting != 0 {
				t.Errorf("%d closings still wait", waiting)
			}
			d.wantBalanced()
		})
	}
}

func TestTheMonitorComesBackByItselfForWhatWasLocked(t *testing.T) {
	t.Parallel()
	d := newLockedDesk(t, holdAccount)
	closed := make(chan struct{}, 100)
	t.Cleanup(d.db.Subscribe("trading.positions", func(string) { closed <- struct{}{} }))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.service.RiskMonitor().Run(ctx) }()
	for d.count(`SELECT COUNT(*) FROM trades`) < 3 { // it may begin to listen after the first prices
		d.prices.Bar("SOLUSD", "100", "100", "94", "94")
		select {
		case <-closed:
		case <-time.After(10 * time.Millisecond):
		}
	}
	d.release()
	for d.closings(d.locked) == 0 { // no price wakes it
		<-closed
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	d.wantBalanced()
}

func TestALockedAccountDoesNotHoldUpTheCopyStopsOfOthers(t *testing.T) {
	t.Parallel()
	d := newCopyDesk(t, databasetest.Open(t, database.Postgres), freeTerms())
	locked, lockedSubscription := d.follow(trading.Auto, "10000")
	other, _ := d.follow(trading.Auto, "10000")
	d.publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.copy()
	monitor := d.service.NewMonitor()
	t.Cleanup(monitor.Listen())
	monitor.Step(t.Context())
	release := databasetest.Hold(t, d.db, holdAccount, lockedSubscription.AccountID)
	d.prices.Price("BTCUSD", "10000")
	wantSoon(t, "a step", func() { monitor.Step(t.Context()) })
	if got := d.subscription(other).Status; got != trading.SubscriptionStopped {
		t.Errorf("the subscription of another user is %s meanwhile, want stopped", got)
	}
	if got := d.subscription(locked).Status; got != trading.SubscriptionActive {
		t.Errorf("the locked one is %s", got)
	}
	release()
	d.clock.advance(time.Second)
	monitor.Step(t.Context())
	if got := d.subscription(locked).Status; got != trading.SubscriptionStopped {
		t.Errorf("the locked one is %s once it is free, want stopped", got)
	}
	if n := d.count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'copy_stop'`); n != 2 {
		t.Errorf("%d closings by copy-stops, want 2", n)
	}
	d.wantBalanced()
}

func TestALockedAccountDoesNotHoldUpWhatOthersSellAtTheOpening(t *testing.T) {
	t.Parallel()
	d, _, subscription := newHalfClosedDesk(t, databasetest.Open(t, database.Postgres))
	queue := func(id uuid.UUID) {
		t.Helper()
		if err := d.service.StopSubscription(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	queue(subscription.ID)
	// Another user's waits as well.
	d.clock.advance(17 * time.Hour)
	d.prices.Price("SPY", "500")
	d.prices.Price("BTCUSD", "50000")
	_, other := d.follow(trading.Auto, "10000")
	d.publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.publish(trading.EntryLong, "SPY", "0.001")
	d.copy()
	d.clock.advance(7 * time.Hour)
	d.prices.Price("BTCUSD", "25000")
	queue(other.ID)
	release := databasetest.Hold(t, d.db, holdAccount, subscription.AccountID)
	monitor := d.service.NewMonitor()
	t.Cleanup(monitor.Listen())
	d.openNewYork("490")
	wantSoon(t, "a step", func() { monitor.Step(t.Context()) })
	sold := func(account uuid.UUID) int {
		return d.count(`SELECT COUNT(*) FROM trades WHERE symbol = 'SPY' AND exit_reason = 'copy_stop' AND account_id = $1`, account)
	}
	if n := sold(other.AccountID); n != 1 {
		t.Errorf("%d sales of another user meanwhile, want 1", n)
	}
	release()
	d.clock.advance(time.Second)
	monitor.Step(t.Context())
	if n := sold(subscription.AccountID); n != 1 {
		t.Errorf("%d sales of the locked one once it is free, want 1", n)
	}
	if n := d.count(`SELECT COUNT(*) FROM pending_closings`); n != 0 {
		t.Errorf("%d closings still wait", n)
	}
	d.wantBalanced()
}
