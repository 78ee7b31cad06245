package risk_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

// Rows are locked on PostgreSQL only: SQLite has one writer, so no other transaction can hold a row.

// lockedDesk is a desk with one user whose account is locked and three others, all with a stop at 95.
type lockedDesk struct {
	*tradingtest.MonitorDesk
	locked  *trading.Position
	others  []*trading.Position
	release func()
}

func newLockedDesk(t *testing.T, hold string) *lockedDesk {
	t.Helper()
	d := &lockedDesk{MonitorDesk: tradingtest.NewMonitorDesk(t, databasetest.Open(t, database.Postgres))}
	d.locked = d.Hold(tradingtest.NewCaller(identity.RoleUser), trading.EntryLong, "95", "")
	for range 3 {
		d.others = append(d.others, d.Hold(tradingtest.NewCaller(identity.RoleUser), trading.EntryLong, "95", ""))
	}
	d.Monitor.Step(t.Context())
	d.release = databasetest.Hold(t, d.DB, hold, d.locked.AccountID)
	return d
}

// closings counts the closings of a position at its stop.
func (d *lockedDesk) closings(position *trading.Position) int {
	d.T.Helper()
	return d.Count(`SELECT COUNT(*) FROM trades WHERE position_id = $1 AND exit_reason = 'stop_loss' AND exit_price = 9500000000`, position.ID)
}

func TestALockedAccountDoesNotHoldUpTheStopsOfOthers(t *testing.T) {
	t.Parallel()
	for name, hold := range map[string]string{
		"its row":            tradingtest.HoldAccount,
		"its ledger account": `SELECT id FROM ledger_accounts WHERE owner_id = $1 AND code = 'cash' FOR UPDATE`,
		"its position":       `SELECT id FROM positions WHERE account_id = $1 FOR UPDATE`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newLockedDesk(t, hold)
			d.Prices.Bar("SOLUSD", "100", "100", "94", "99")
			databasetest.WantNoLongWait(t, d.DB, "a step", func() { d.Monitor.Step(t.Context()) })
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
				d.Monitor.Step(t.Context()) // like its timer does
			}
			d.Monitor.Step(t.Context())
			if n := d.Count(`SELECT COUNT(*) FROM trades`); n != 4 || d.closings(d.locked) != 1 {
				t.Errorf("%d closings in all, want 4, each at its stop", n)
			}
			if _, waiting := d.Monitor.Watched(); waiting != 0 {
				t.Errorf("%d closings still wait", waiting)
			}
			d.WantBalanced()
		})
	}
}

func TestTheMonitorComesBackByItselfForWhatWasLocked(t *testing.T) {
	t.Parallel()
	d := newLockedDesk(t, tradingtest.HoldAccount)
	closed := make(chan struct{}, 100)
	t.Cleanup(d.DB.Subscribe("trading.positions", func(string) { closed <- struct{}{} }))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Risk.RiskMonitor().Run(ctx) }()
	for d.Count(`SELECT COUNT(*) FROM trades`) < 3 { // it may start listening after the first prices
		d.Prices.Bar("SOLUSD", "100", "100", "94", "94")
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
	d.WantBalanced()
}

func TestALockedAccountDoesNotHoldUpWhatOthersSellAtTheOpening(t *testing.T) {
	t.Parallel()
	d, _, subscription := newHalfClosedDesk(t, databasetest.Open(t, database.Postgres))
	queue := func(id uuid.UUID) {
		t.Helper()
		if err := d.Copying.StopSubscription(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	queue(subscription.ID)
	// Another user's waits too.
	d.Clock.Advance(17 * time.Hour)
	d.Prices.Price("SPY", "500")
	d.Prices.Price("BTCUSD", "50000")
	_, other := d.Follow(copying.Auto, "10000")
	d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.Publish(trading.EntryLong, "SPY", "0.001")
	d.Copy()
	d.Clock.Advance(7 * time.Hour)
	d.Prices.Price("BTCUSD", "25000")
	queue(other.ID)
	release := databasetest.Hold(t, d.DB, tradingtest.HoldAccount, subscription.AccountID)
	monitor := d.Risk.NewMonitor()
	t.Cleanup(monitor.Listen())
	openNewYork(d, "490")
	databasetest.WantNoLongWait(t, d.DB, "a step", func() { monitor.Step(t.Context()) })
	sold := func(account uuid.UUID) int {
		return d.Count(`SELECT COUNT(*) FROM trades WHERE symbol = 'SPY' AND exit_reason = 'copy_stop' AND account_id = $1`, account)
	}
	if n := sold(other.AccountID); n != 1 {
		t.Errorf("%d sales of another user meanwhile, want 1", n)
	}
	release()
	d.Clock.Advance(time.Second)
	monitor.Step(t.Context())
	if n := sold(subscription.AccountID); n != 1 {
		t.Errorf("%d sales of the locked one once it is free, want 1", n)
	}
	if n := d.Count(`SELECT COUNT(*) FROM pending_closings`); n != 0 {
		t.Errorf("%d closings still wait", n)
	}
	d.WantBalanced()
}
