package trading_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

// newStopDesk is a desk with a user who copies with 10 000 and holds 0.1 BTC and 1 ETH by it, worth 5 000
// and 2 000, and a monitor.
func newStopDesk(t *testing.T, db *database.DB) (*copyDesk, identity.Caller, *trading.Monitor) {
	t.Helper()
	d, user, _ := newLosingDesk(t, db)
	monitor := d.service.NewMonitor()
	t.Cleanup(monitor.Listen())
	monitor.Step(t.Context())
	return d, user, monitor
}

func TestTheMonitorStopsASubscriptionThatHasLostWhatItMayLose(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, monitor := newStopDesk(t, db)
		if positions, subscriptions, _ := monitor.Watched(); positions != 3 || subscriptions != 1 {
			t.Fatalf("%d positions and %d subscriptions are watched, want 3 and 1", positions, subscriptions)
		}
		d.prices.Price("BTCUSD", "40000") // −1000
		monitor.Step(t.Context())
		d.prices.Price("ETHUSD", "1001") // −999
		monitor.Step(t.Context())
		if got := d.subscription(user); got.Status != trading.SubscriptionActive {
			t.Fatalf("the subscription is %s one unit before its stop", got.Status)
		}
		d.prices.Price("ETHUSD", "1000")
		monitor.Step(t.Context())
		if got := d.subscription(user); got.Status != trading.SubscriptionStopped {
			t.Errorf("the subscription is %s, want stopped", got.Status)
		}
		if n := d.count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'copy_stop'`); n != 2 {
			t.Errorf("%d closings by the copy-stop, want 2", n)
		}
		if n := d.events.count("trading.subscription.stopped"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		d.clock.advance(2 * time.Second)
		d.prices.Price("ETHUSD", "900")
		monitor.Step(t.Context())
		if positions, subscriptions, _ := monitor.Watched(); positions != 1 || subscriptions != 0 {
			t.Errorf("%d positions and %d subscriptions are watched, want the user's own and none", positions, subscriptions)
		}
		d.wantBalanced()
	})
}

func TestRealizedLossesCountForTheCopyStop(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, monitor := newStopDesk(t, db)
		d.prices.Price("BTCUSD", "35000") // −1500
		d.publish(trading.ExitLong, "BTCUSD", "")
		d.copy()
		monitor.Step(t.Context())
		if got := d.subscription(user); got.Status != trading.SubscriptionActive {
			t.Fatalf("the subscription is %s", got.Status)
		}
		d.prices.Price("ETHUSD", "1500") // −500
		monitor.Step(t.Context())
		if got := d.subscription(user); got.Status != trading.SubscriptionStopped {
			t.Errorf("the subscription is %s, want stopped", got.Status)
		}
	})
}

func TestASubscriptionThatTheUserEndedIsNoLongerWatched(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, monitor := newStopDesk(t, db)
		if _, err := d.service.Unsubscribe(t.Context(), user, d.bot); err != nil {
			t.Fatal(err)
		}
		d.prices.Price("BTCUSD", "10000")
		monitor.Step(t.Context())
		if positions, _, _ := monitor.Watched(); positions != 3 {
			t.Errorf("%d positions are watched, want all 3", positions)
		}
		d.clock.advance(2 * time.Second)
		d.prices.Price("BTCUSD", "9000")
		monitor.Step(t.Context())
		if _, subscriptions, _ := monitor.Watched(); subscriptions != 0 {
			t.Errorf("%d subscriptions are watched, want none", subscriptions)
		}
	})
}

func TestAPositionThatCannotBeClosedDoesNotHoldUpOthers(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		d.analyst = newAuthor(t, d.db, identity.RoleSuperAdmin)
		monitor := d.service.NewMonitor()
		t.Cleanup(monitor.Listen())
		hold := func() (identity.Caller, *trading.Position) {
			d.clock.advance(time.Millisecond)
			user := newCaller(identity.RoleUser)
			done, err := d.service.Execute(t.Context(), user, d.signal(trading.EntryLong, "ETHUSD", "1900", "").ID,
				trading.ExecuteOptions{Quantity: quantity("1")})
			if err != nil {
				t.Fatal(err)
			}
			return user, done.Position
		}
		_, broken := hold()
		for range 4 {
			hold()
		}
		monitor.Step(t.Context())
		if err := monitor.Failure(); err != nil {
			t.Fatal(err)
		}
		// More margin than was ever set aside: the ledger does not pay it out.
		d.exec(`UPDATE positions SET margin = margin * 10 WHERE id = $1`, broken.ID)
		d.clock.advance(time.Millisecond)
		d.prices.Price("ETHUSD", "1900")
		monitor.Step(t.Context())
		if n := d.count(`SELECT COUNT(*) FROM trades`); n != 4 {
			t.Fatalf("%d trades, want those of the 4 sound positions", n)
		}
		if monitor.Failure() == nil {
			t.Error("nobody can see that a position cannot be closed")
		}
		d.exec(`UPDATE positions SET margin = margin / 10 WHERE id = $1`, broken.ID)
		d.prices.Price("ETHUSD", "2000") // The stop was reached, whatever the price does now.
		monitor.Step(t.Context())
		if n := d.count(`SELECT COUNT(*) FROM trades`); n != 4 {
			t.Errorf("%d trades, want no retry before its time", n)
		}
		d.clock.advance(time.Second)
		d.prices.Price("ETHUSD", "2000")
		monitor.Step(t.Context())
		if n := d.count(`SELECT COUNT(*) FROM trades WHERE position_id = $1 AND exit_reason = 'stop_loss' AND exit_price = 190000000000`, broken.ID); n != 1 {
			t.Errorf("%d closings of the position at its stop, want 1", n)
		}
		d.wantBalanced()
	})
}
