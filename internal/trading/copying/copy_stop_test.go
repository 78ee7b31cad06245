package copying_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/tradingtest"
)

// newStopDesk is a desk with a user who copies with 10 000 and thereby holds 0.1 BTC and 1 ETH, worth 5 000 and 2 000, and
// a monitor.
func newStopDesk(t *testing.T, db *database.DB) (*tradingtest.CopyDesk, identity.Caller, *risk.Monitor) {
	t.Helper()
	d, user, _ := newLosingDesk(t, db)
	monitor := d.Risk.NewMonitor()
	t.Cleanup(monitor.Listen())
	monitor.Step(t.Context())
	return d, user, monitor
}

func TestTheMonitorStopsASubscriptionThatHasLostWhatItMayLose(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, monitor := newStopDesk(t, db)
		if n := d.Stops.Subscriptions(); n != 1 {
			t.Fatalf("%d subscriptions are watched, want 1", n)
		}
		d.Prices.Price("BTCUSD", "40000") // −1000
		monitor.Step(t.Context())
		d.Prices.Price("ETHUSD", "1001") // −999
		monitor.Step(t.Context())
		if got := d.Subscription(user); got.Status != copying.SubscriptionActive {
			t.Fatalf("the subscription is %s one unit before its stop", got.Status)
		}
		d.Prices.Price("ETHUSD", "1000")
		monitor.Step(t.Context())
		if got := d.Subscription(user); got.Status != copying.SubscriptionStopped {
			t.Errorf("the subscription is %s, want stopped", got.Status)
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'copy_stop'`); n != 2 {
			t.Errorf("%d closings by the copy-stop, want 2", n)
		}
		if n := d.Events.Count("trading.subscription.stopped"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		d.Clock.Advance(2 * time.Second)
		d.Prices.Price("ETHUSD", "900")
		monitor.Step(t.Context())
		if n := d.Stops.Subscriptions(); n != 0 {
			t.Errorf("%d subscriptions are watched, want none", n)
		}
		d.WantBalanced()
	})
}

func TestRealizedLossesCountForTheCopyStop(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, monitor := newStopDesk(t, db)
		d.Prices.Price("BTCUSD", "35000") // −1500
		d.Publish(trading.ExitLong, "BTCUSD", "")
		d.Copy()
		monitor.Step(t.Context())
		if got := d.Subscription(user); got.Status != copying.SubscriptionActive {
			t.Fatalf("the subscription is %s", got.Status)
		}
		d.Prices.Price("ETHUSD", "1500") // −500
		monitor.Step(t.Context())
		if got := d.Subscription(user); got.Status != copying.SubscriptionStopped {
			t.Errorf("the subscription is %s, want stopped", got.Status)
		}
	})
}

func TestASubscriptionThatTheUserEndedIsNoLongerWatched(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, monitor := newStopDesk(t, db)
		if _, err := d.Copying.Unsubscribe(t.Context(), user, d.Bot, copying.LeaveOptions{}); err != nil {
			t.Fatal(err)
		}
		d.Prices.Price("BTCUSD", "10000")
		monitor.Step(t.Context())
		if n := d.Count(`SELECT COUNT(*) FROM positions WHERE status = 'open'`); n != 3 {
			t.Errorf("%d positions are open, want all 3", n)
		}
		d.Clock.Advance(2 * time.Second)
		d.Prices.Price("BTCUSD", "9000")
		monitor.Step(t.Context())
		if n := d.Stops.Subscriptions(); n != 0 {
			t.Errorf("%d subscriptions are watched, want none", n)
		}
	})
}

func TestALockedAccountDoesNotHoldUpTheCopyStopsOfOthers(t *testing.T) {
	t.Parallel()
	d := tradingtest.NewCopyDesk(t, databasetest.Open(t, database.Postgres), tradingtest.FreeTerms())
	locked, lockedSubscription := d.Follow(copying.Auto, "10000")
	other, _ := d.Follow(copying.Auto, "10000")
	d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.Copy()
	monitor := d.Risk.NewMonitor()
	t.Cleanup(monitor.Listen())
	monitor.Step(t.Context())
	release := databasetest.Hold(t, d.DB, tradingtest.HoldAccount, lockedSubscription.AccountID)
	d.Prices.Price("BTCUSD", "10000")
	databasetest.WantNoLongWait(t, d.DB, "a step", func() { monitor.Step(t.Context()) })
	if got := d.Subscription(other).Status; got != copying.SubscriptionStopped {
		t.Errorf("the subscription of another user is %s meanwhile, want stopped", got)
	}
	if got := d.Subscription(locked).Status; got != copying.SubscriptionActive {
		t.Errorf("the locked one is %s", got)
	}
	release()
	d.Clock.Advance(time.Second)
	monitor.Step(t.Context())
	if got := d.Subscription(locked).Status; got != copying.SubscriptionStopped {
		t.Errorf("the locked one is %s once it is free, want stopped", got)
	}
	if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'copy_stop'`); n != 2 {
		t.Errorf("%d closings by copy-stops, want 2", n)
	}
	d.WantBalanced()
}

func BenchmarkMarkOverTenThousandCopies(b *testing.B) {
	check := copying.NewMarkCheck(10_000)
	check()
	b.ReportAllocs()
	for b.Loop() {
		check()
	}
}
