package copying_test

import (
	"context"
	"testing"

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

// status is a change of the state only.
func status(to copying.SubscriptionStatus) copying.SubscriptionChange {
	return copying.SubscriptionChange{Status: &to}
}

// change changes a subscription.
func change(d *tradingtest.CopyDesk, user identity.Caller, subscription *copying.Subscription, wanted copying.SubscriptionChange) *copying.Subscription {
	d.T.Helper()
	changed, err := d.Copying.Change(d.T.Context(), user, subscription.ID, wanted)
	tradingtest.Must(d.T, err)
	return changed
}

func TestAPausedSubscriptionEntersNothingAndItsExitsRun(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, subscription := d.Follow(copying.Auto, "10000")
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		paused := change(d, user, subscription, status(copying.SubscriptionPaused))
		if paused.State() != copying.SubscriptionPaused || paused.OpenPositions != 1 || paused.SignalsExecuted != 1 {
			t.Errorf("the subscription is %s with %d positions: %+v", paused.State(), paused.OpenPositions, paused)
		}
		passed := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Copy()
		d.WantOutcome(passed, user, string(fault.SignalNotActionable))
		exit := d.Publish(trading.ExitLong, "BTCUSD", "")
		d.Copy()
		d.WantOutcome(exit, user, "executed")
		if n := len(d.Positions(user, trading.Open)); n != 0 {
			t.Errorf("%d positions are open, want none", n)
		}
		if again := change(d, user, subscription, status(copying.SubscriptionPaused)); !again.PausedAt.Equal(paused.PausedAt) {
			t.Errorf("paused again it is paused since %s, want %s", again.PausedAt, paused.PausedAt)
		}
		if resumed := change(d, user, subscription, status(copying.SubscriptionActive)); resumed.State() != copying.SubscriptionActive {
			t.Errorf("the subscription is %s", resumed.State())
		}
		next := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Copy()
		d.WantOutcome(next, user, "executed")
		d.WantCounts(user, 3, 1)
		if n := d.Events.Count("trading.subscription.changed"); n != 2 { // a change without effect is no event
			t.Errorf("%d events, want 2", n)
		}
		d.WantBalanced()
	})
}

// Once pausing has been answered nothing is entered, even by a concurrent copier.
func TestNothingIsEnteredOncePausingIsDone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		users, subscriptions, had := make([]identity.Caller, 20), make([]*copying.Subscription, 20), make([]int, 20)
		for i := range users {
			users[i], subscriptions[i] = d.Follow(copying.Auto, "10000")
		}
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		results := testkit.InParallel(len(users)+2, func(i int) error {
			if i >= len(users) {
				return d.Copying.CopySignals(t.Context())
			}
			paused, err := d.Copying.Change(t.Context(), users[i], subscriptions[i].ID, status(copying.SubscriptionPaused))
			if err == nil {
				had[i] = paused.OpenPositions
			}
			return err
		})
		for _, err := range results {
			if err != nil {
				t.Fatal(err)
			}
		}
		d.Copy()
		for i, user := range users {
			if n := len(d.Positions(user, "")); n != had[i] {
				t.Errorf("a user who had %d positions when pausing was done has %d", had[i], n)
			}
			d.WantCounts(user, had[i], 1-had[i])
		}
		d.WantBalanced()
	})
}

func TestASubscriptionIsChangedAsAskedFor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, subscription := d.Follow(copying.Auto, "10000")
		other := d.NewBot("Orion", "active")
		half := tradingtest.Number("50000")
		_, err := d.Copying.Subscribe(t.Context(), user, other, copying.SubscribeOptions{AllocatedCapital: &half})
		tradingtest.Must(t, err)

		most, more := tradingtest.Number("50000"), tradingtest.Number("50000.00000001")
		_, err = d.Copying.Change(t.Context(), user, subscription.ID, copying.SubscriptionChange{AllocatedCapital: &more})
		testkit.WantFault(t, err, fault.InsufficientFunds, "allocatedCapital")
		change(d, user, subscription, copying.SubscriptionChange{AllocatedCapital: &most})
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		wantSizes(d, subscription.AccountID, "0.5") // 0.1 for ten thousand

		manual, auto := copying.Manual, copying.Auto
		stop := 35
		if got := change(d, user, subscription, copying.SubscriptionChange{Mode: &manual, CopyStopPercent: &stop}); got.Mode != manual || got.CopyStopPercent != 0 {
			t.Errorf("a manual one is %s with a stop of %d", got.Mode, got.CopyStopPercent)
		}
		left := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Copy()
		d.WantOutcome(left, user, "")
		if got := change(d, user, subscription, copying.SubscriptionChange{Mode: &auto}); got.Mode != auto || got.CopyStopPercent != 20 {
			t.Errorf("an automatic one is %s with a stop of %d", got.Mode, got.CopyStopPercent)
		}
		if got := change(d, user, subscription, copying.SubscriptionChange{CopyStopPercent: &stop}); got.CopyStopPercent != 35 || got.AllocatedCapital != most {
			t.Errorf("the stop is %d on %s", got.CopyStopPercent, got.AllocatedCapital)
		}
		zero, none, odd, ended := tradingtest.Number("0"), 0, copying.SubscriptionMode("both"), copying.SubscriptionEnded
		for field, bad := range map[string]copying.SubscriptionChange{
			"allocatedCapital": {AllocatedCapital: &zero}, "copyStopPercent": {CopyStopPercent: &none}, "mode": {Mode: &odd}, "status": {Status: &ended},
		} {
			_, err := d.Copying.Change(t.Context(), user, subscription.ID, bad)
			testkit.WantFault(t, err, fault.ValidationError, field)
		}
	})
}

func TestOnlyOnesOwnSubscriptionsThatGoOnAreChanged(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, subscription := d.Follow(copying.Auto, "10000")
		investor, account := invest(d, "")
		var ofAgent uuid.UUID
		tradingtest.Must(t, db.QueryRow(t.Context(), `SELECT id FROM bot_subscriptions WHERE account_id = $1`, account).Scan(&ofAgent))
		for caller, id := range map[identity.Caller]uuid.UUID{
			tradingtest.NewCaller(identity.RoleAdmin): subscription.ID, user: uuid.New(), investor: ofAgent,
		} {
			_, err := d.Copying.Change(t.Context(), caller, id, status(copying.SubscriptionPaused))
			testkit.WantFault(t, err, fault.NotFound)
			_, err = d.Copying.Copies(t.Context(), caller, id, database.Cursor{Limit: 1})
			testkit.WantFault(t, err, fault.NotFound)
		}
		_, err := d.Copying.Unsubscribe(t.Context(), user, d.Bot, copying.LeaveOptions{})
		tradingtest.Must(t, err)
		_, err = d.Copying.Change(t.Context(), user, subscription.ID, status(copying.SubscriptionPaused))
		testkit.WantFault(t, err, fault.InvalidTransition)
	})
}

func TestTheMonitorHearsOfAnotherCopyStop(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d, user, monitor := newStopDesk(t, db)
		subscription := d.Subscription(user)
		change(d, user, subscription, status(copying.SubscriptionPaused)) // its open position is still watched
		d.Prices.Price("BTCUSD", "45000")                                 // −500: five percent
		monitor.Step(t.Context())
		if got := d.Subscription(user); got.State() != copying.SubscriptionPaused {
			t.Fatalf("the subscription is %s", got.State())
		}
		five := 5
		change(d, user, subscription, copying.SubscriptionChange{CopyStopPercent: &five})
		monitor.Step(t.Context())
		if got := d.Subscription(user); got.State() != copying.SubscriptionStopped {
			t.Errorf("the subscription is %s, want stopped", got.State())
		}
		d.WantBalanced()
	})
}

// The monitor does not watch a subscription without open positions: its losses are checked when it is changed, and before
// it buys.
func TestASubscriptionThatHasLostTooMuchBuysNothingMore(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		var told []copying.SubscriptionStatus
		d.Copying.OnStopped(func(_ context.Context, _ *database.Tx, s *copying.Subscription) error {
			told = append(told, s.Status)
			return nil
		})
		user, subscription := d.Follow(copying.Auto, "10000")
		d.Exec(`UPDATE bot_subscriptions SET realized_pnl = -150000000000`) // 1 500 of the 2 000 that it may lose
		entry := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		d.WantOutcome(entry, user, "executed")
		d.Exec(`UPDATE bot_subscriptions SET copy_stop_percent = 15`) // as changed by an older version
		carried := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		d.WantOutcome(carried, user, "executed") // open positions may have gained enough: the monitor decides
		d.Publish(trading.ExitLong, "BTCUSD", "")
		d.Copy()

		refused := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		d.WantOutcome(refused, user, string(fault.SignalNotActionable))
		if n := len(d.Positions(user, trading.Open)); n != 0 || len(told) != 0 {
			t.Errorf("%d positions are open, and %d were told of a stop", n, len(told))
		}
		half := tradingtest.Number("5000")
		stopped := change(d, user, subscription, copying.SubscriptionChange{AllocatedCapital: &half})
		if stopped.State() != copying.SubscriptionStopped || stopped.AllocatedCapital != half || stopped.EndedAt.IsZero() {
			t.Errorf("the subscription is %s with %s since %s", stopped.State(), stopped.AllocatedCapital, stopped.EndedAt)
		}
		if len(told) != 1 || d.Events.Count("trading.subscription.stopped") != 1 || d.Events.Count("trading.subscription.changed") != 1 {
			t.Errorf("%d were told of a stop", len(told))
		}
		_, err := d.Copying.Change(t.Context(), user, subscription.ID, status(copying.SubscriptionPaused))
		testkit.WantFault(t, err, fault.InvalidTransition)
	})
}
