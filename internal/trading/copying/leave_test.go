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

var closing = copying.LeaveOptions{ClosePositions: true}

func TestLeavingClosesWhatTheSubscriptionHasOpenWhenAskedTo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, subscription := newLosingDesk(t, db)
		d.Prices.Price("BTCUSD", "51000") // +100
		d.Prices.Price("ETHUSD", "1950")  // −50
		left, err := d.Copying.Unsubscribe(t.Context(), user, d.Bot, closing)
		tradingtest.Must(t, err)
		if left.ID != subscription.ID || left.State() != copying.SubscriptionEnded || left.OpenPositions != 0 || !left.UnrealizedPnL.IsZero() {
			t.Errorf("the subscription is %+v", left)
		}
		tradingtest.WantNumber(t, "what it brought", left.RealizedPnL, "50")
		if open := d.Positions(user, trading.Open); len(open) != 1 || open[0].SubscriptionID != uuid.Nil {
			t.Errorf("open are %+v, want what the user chose", open)
		}
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'manual'`); n != 2 {
			t.Errorf("%d closings, want 2", n)
		}
		_, err = d.Copying.Unsubscribe(t.Context(), user, d.Bot, closing)
		testkit.WantFault(t, err, fault.NotFound)
		d.WantBalanced()
	})
}

func TestWhatCannotBeSoldOnLeavingIsSoldWhenItHasAPrice(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, monitor := newStopDesk(t, db)
		d.Clock.Advance(31 * time.Second)
		d.Prices.Price("BTCUSD", "51000") // ETHUSD is stale
		left, err := d.Copying.Unsubscribe(t.Context(), user, d.Bot, closing)
		tradingtest.Must(t, err)
		if left.OpenPositions != 1 {
			t.Errorf("%d positions are open, want the one without a price", left.OpenPositions)
		}
		d.Prices.Price("ETHUSD", "2100")
		monitor.Step(t.Context())
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason = 'manual'`); n != 2 {
			t.Errorf("%d closings, want 2", n)
		}
		if n := d.Count(`SELECT COUNT(*) FROM pending_closings`); n != 0 {
			t.Errorf("%d closings wait, want none", n)
		}
		tradingtest.WantNumber(t, "what it brought", d.Subscription(user).RealizedPnL, "200")
		d.WantBalanced()
	})
}

// A stop is hit, the copy-stop is reached, the bot exits and its follower leaves, all at the same instant and on two
// replicas: each position is closed once, and its result is counted once.
func TestLeavingWithPositionsWhileTheirStopsAreHitClosesEachOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.CostlyTerms())
		users := make([]identity.Caller, 16)
		for i := range users {
			users[i], _ = d.Follow(copying.Auto, "10000")
		}
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Publish(trading.EntryLong, "ETHUSD", "0.001")
		d.Copy()
		d.Exec(`UPDATE positions SET stop_loss = entry_price - entry_price / 10 WHERE symbol = 'BTCUSD'`)
		first, second := d.Risk.NewMonitor(), d.Risk.NewMonitor()
		t.Cleanup(first.Listen())
		t.Cleanup(second.Listen())
		first.Step(t.Context())
		second.Step(t.Context())
		d.Publish(trading.ExitLong, "ETHUSD", "")
		d.Prices.Price("BTCUSD", "44000") // below the stops
		results := testkit.InParallel(len(users)+3, func(i int) error {
			switch i {
			case len(users):
				first.Step(t.Context())
				return nil
			case len(users) + 1:
				second.Step(t.Context())
				return nil
			case len(users) + 2:
				return d.Copying.CopySignals(t.Context())
			}
			_, err := d.Copying.Unsubscribe(t.Context(), users[i], d.Bot, closing)
			return unlessFault(err, fault.NotFound) // the copy-stop came first
		})
		for _, err := range results {
			if err != nil {
				t.Error(err)
			}
		}
		for query, want := range map[string]int{
			`SELECT COUNT(*) FROM positions WHERE status = 'open'`:                                                0,
			`SELECT COUNT(*) FROM trades`:                                                                         2 * len(users),
			`SELECT COUNT(DISTINCT position_id) FROM trades`:                                                      2 * len(users),
			`SELECT COUNT(*) FROM bot_subscriptions WHERE status = 'active'`:                                      0,
			`SELECT COUNT(*) FROM trades WHERE exit_reason NOT IN ('manual', 'signal', 'stop_loss', 'copy_stop')`: 0,
			`SELECT COUNT(*) FROM bot_subscriptions s WHERE s.realized_pnl <> (SELECT SUM(t.realized_pnl) FROM trades t WHERE t.user_id = s.user_id)`: 0,
		} {
			if n := d.Count(query); n != want {
				t.Errorf("%s is %d, want %d", query, n, want)
			}
		}
		d.WantBalanced()
	})
}
