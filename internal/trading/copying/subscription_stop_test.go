package copying_test

import (
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
	"bourse/internal/trading/tradingtest"
)

// newLosingDesk has a user who copies with 10 000 and thereby holds 0.1 BTC and 1 ETH, and 0.1 BTC bought independently.
func newLosingDesk(t *testing.T, db *database.DB) (*tradingtest.CopyDesk, identity.Caller, *copying.Subscription) {
	t.Helper()
	d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
	user, subscription := d.Follow(copying.Auto, "10000")
	d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
	d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
	d.Copy()
	d.Analyst, d.Caller = tradingtest.NewAuthor(d.T, d.DB, identity.RoleSuperAdmin), user
	d.Enter(trading.EntryLong, "BTCUSD", "0.1")
	return d, user, subscription
}

func TestACopyStopClosesWhatTheSubscriptionHasOpenOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newLosingDesk(t, db)
		d.Prices.Price("BTCUSD", "40000")
		d.Prices.Price("ETHUSD", "1000") // −1000 each: 20 percent
		for _, err := range testkit.InParallel(8, func(int) error { return d.Copying.StopSubscription(t.Context(), subscription.ID) }) {
			if err != nil && !database.IsLocked(err) { // one process has it, the others come back later
				t.Error(err)
			}
		}
		stopped := d.Subscription(user)
		if stopped.Status != copying.SubscriptionStopped || stopped.EndedAt.IsZero() || stopped.OpenPositions != 0 {
			t.Errorf("the subscription is %+v", stopped)
		}
		tradingtest.WantNumber(t, "the realized loss", stopped.RealizedPnL, "-2000")
		if open := d.Positions(user, trading.Open); len(open) != 1 || open[0].SubscriptionID != uuid.Nil {
			t.Errorf("open are %+v, want what the user chose", open)
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'copy_stop'`); n != 2 {
			t.Errorf("%d closings by the copy-stop, want 2", n)
		}
		if n := d.Events.Count("trading.subscription.stopped"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		late := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Copy()
		d.WantOutcome(late, user, "")
		_, err := d.Copying.Unsubscribe(t.Context(), user, d.Bot, copying.LeaveOptions{})
		testkit.WantFault(t, err, fault.NotFound)
		d.WantBalanced()
	})
}

func TestASubscriptionThatHasNotLostTooMuchGoesOn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newLosingDesk(t, db)
		d.Prices.Price("BTCUSD", "40000")
		d.Prices.Price("ETHUSD", "1000.01")
		if err := d.Copying.StopSubscription(t.Context(), subscription.ID); err != nil {
			t.Fatal(err)
		}
		if now := d.Subscription(user); now.Status != copying.SubscriptionActive || now.OpenPositions != 2 {
			t.Errorf("the subscription is %+v", now)
		}
		testkit.WantFault(t, d.Copying.StopSubscription(t.Context(), uuid.New()), fault.NotFound)
	})
}

func TestACopyStopSellsWhatHasAPriceAndQueuesTheRest(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newLosingDesk(t, db)
		d.Prices.Price("ETHUSD", "10")
		d.Clock.Advance(31 * time.Second)
		d.Prices.Price("BTCUSD", "30000") // ETHUSD is stale
		if err := d.Copying.StopSubscription(t.Context(), subscription.ID); err != nil {
			t.Fatal(err)
		}
		now := d.Subscription(user)
		if now.Status != copying.SubscriptionStopped || now.OpenPositions != 1 {
			t.Errorf("the subscription is %+v", now)
		}
		tradingtest.WantNumber(t, "what BTCUSD lost", now.RealizedPnL, "-2000")
		if n := d.Count(`SELECT COUNT(*) FROM pending_closings WHERE symbol = 'ETHUSD' AND exit_reason = 'copy_stop'`); n != 1 {
			t.Errorf("%d closings wait, want 1", n)
		}
		d.WantBalanced()
	})
}

func TestFlatteningClosesEverythingOnTheAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newLosingDesk(t, db)
		d.Clock.Advance(31 * time.Second)
		d.Prices.Price("BTCUSD", "51000")
		d.Prices.Price("ETHUSD", "2000")
		if err := d.Flatten(subscription.AccountID, trading.ExitAccountClosed); err != nil {
			t.Fatal(err)
		}
		if n := len(d.Positions(user, trading.Open)); n != 0 {
			t.Errorf("%d positions are open, want none", n)
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'account_closed'`); n != 3 {
			t.Errorf("%d closings, want 3", n)
		}
		tradingtest.WantNumber(t, "what the subscription brought", d.Subscription(user).RealizedPnL, "100")
		d.WantBalanced()
	})
}
