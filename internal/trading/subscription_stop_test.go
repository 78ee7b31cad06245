package trading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/trading"
)

// newLosingDesk has a user who copies with 10 000 and holds 0.1 BTC and 1 ETH by it, and 0.1 BTC of an own
// choice.
func newLosingDesk(t *testing.T, db *database.DB) (*copyDesk, identity.Caller, *trading.Subscription) {
	t.Helper()
	d := newCopyDesk(t, db, freeTerms())
	user, subscription := d.follow(trading.Auto, "10000")
	d.publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.publish(trading.EntryLong, "ETHUSD", "0.0001")
	d.copy()
	d.analyst, d.caller = newAuthor(d.t, d.db, identity.RoleSuperAdmin), user
	d.enter(trading.EntryLong, "BTCUSD", "0.1")
	return d, user, subscription
}

func TestACopyStopClosesWhatTheSubscriptionHasOpenOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newLosingDesk(t, db)
		d.prices.Price("BTCUSD", "40000")
		d.prices.Price("ETHUSD", "1000") // −1000 each: 20 percent
		for _, err := range inParallel(8, func(int) error { return d.service.StopSubscription(t.Context(), subscription.ID) }) {
			if err != nil && !database.IsLocked(err) { // one has it, the others come back later
				t.Error(err)
			}
		}
		stopped := d.subscription(user)
		if stopped.Status != trading.SubscriptionStopped || stopped.EndedAt.IsZero() || stopped.OpenPositions != 0 {
			t.Errorf("the subscription is %+v", stopped)
		}
		wantNumber(t, "the realized loss", stopped.RealizedPnL, "-2000")
		if open := d.positions(user, trading.Open); len(open) != 1 || open[0].SubscriptionID != uuid.Nil {
			t.Errorf("open are %+v, want what the user chose", open)
		}
		if n := d.count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'copy_stop'`); n != 2 {
			t.Errorf("%d closings by the copy-stop, want 2", n)
		}
		if n := d.events.count("trading.subscription.stopped"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		late := d.publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.copy()
		d.wantOutcome(late, user, "")
		_, err := d.service.Unsubscribe(t.Context(), user, d.bot)
		wantFault(t, err, fault.NotFound)
		d.wantBalanced()
	})
}

func TestASubscriptionThatHasNotLostTooMuchGoesOn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newLosingDesk(t, db)
		d.prices.Price("BTCUSD", "40000")
		d.prices.Price("ETHUSD", "1000.01")
		if err := d.service.StopSubscription(t.Context(), subscription.ID); err != nil {
			t.Fatal(err)
		}
		if now := d.subscription(user); now.Status != trading.SubscriptionActive || now.OpenPositions != 2 {
			t.Errorf("the subscription is %+v", now)
		}
		wantFault(t, d.service.StopSubscription(t.Context(), uuid.New()), fault.NotFound)
	})
}

func TestACopyStopSellsWhatHasAPriceAndQueuesTheRest(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newLosingDesk(t, db)
		d.prices.Price("ETHUSD", "10")
		d.clock.advance(31 * time.Second)
		d.prices.Price("BTCUSD", "30000") // ETHUSD is stale
		if err := d.service.StopSubscription(t.Context(), subscription.ID); err != nil {
			t.Fatal(err)
		}
		now := d.subscription(user)
		if now.Status != trading.SubscriptionStopped || now.OpenPositions != 1 {
			t.Errorf("the subscription is %+v", now)
		}
		wantNumber(t, "what BTCUSD lost", now.RealizedPnL, "-2000")
		if n := d.count(`SELECT COUNT(*) FROM pending_closings WHERE symbol = 'ETHUSD' AND exit_reason = 'copy_stop'`); n != 1 {
			t.Errorf("%d closings wait, want 1", n)
		}
		d.wantBalanced()
	})
}

func TestFlatteningClosesEverythingOnTheAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newLosingDesk(t, db)
		d.clock.advance(31 * time.Second)
		d.prices.Price("BTCUSD", "51000")
		d.prices.Price("ETHUSD", "2000")
		if err := d.service.Flatten(t.Context(), subscription.AccountID, trading.ExitAccountClosed); err != nil {
			t.Fatal(err)
		}
		if n := len(d.positions(user, trading.Open)); n != 0 {
			t.Errorf("%d positions are open, want none", n)
		}
		if n := d.count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'account_closed'`); n != 3 {
			t.Errorf("%d closings, want 3", n)
		}
		wantNumber(t, "what the subscription brought", d.subscription(user).RealizedPnL, "100")
		d.wantBalanced()
	})
}
