package copying_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

func TestTheCopyStopIsReachedAtItsShareOfTheCapital(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		allocated            string
		percent              int
		realized, unrealized string
		want                 bool
	}{
		{"10000", 20, "0", "0", false},
		{"10000", 20, "-1999.99999999", "0", false},
		{"10000", 20, "-2000", "0", true},
		{"10000", 20, "0", "-2000", true},
		{"10000", 20, "-1500", "-500", true},
		{"10000", 20, "-3000", "1000.00000001", false},
		{"10000", 20, "1000", "-2999.99", false},
		{"10000", 20, "1000", "-3000", true},
		{"10000", 100, "-9999.99", "0", false},
		{"10000", 100, "-10000", "0", true},
		{"0.00000010", 20, "-0.00000002", "0", true},
		{"10000", 0, "-10000", "-10000", false},
		{"0.00000001", 30, "0", "0", false}, // nothing is lost
		{"0.00000001", 30, "-0.00000001", "0", true},
	} {
		got := copying.CopyStopReached(tradingtest.Number(test.allocated), test.percent, tradingtest.Number(test.realized), tradingtest.Number(test.unrealized))
		if got != test.want {
			t.Errorf("%d%% of %s with %s realized and %s open: %v, want %v",
				test.percent, test.allocated, test.realized, test.unrealized, got, test.want)
		}
	}
}

func TestAUserFollowsABotByHandWithATenthOfTheAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		stopped := d.NewBot("Orion", "stopped")
		made, err := d.Copying.Subscribe(t.Context(), d.Caller, stopped, copying.SubscribeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if made.Mode != copying.Manual || made.Status != copying.SubscriptionActive || made.CopyStopPercent != 0 || made.BotName != "Orion" {
			t.Errorf("the subscription is %+v", made)
		}
		tradingtest.WantNumber(t, "the allocated capital", made.AllocatedCapital, "10000")
		listed := d.Subscription(d.Caller)
		if listed.ID != made.ID || listed.BotName != "Orion" || listed.BotID != stopped || !listed.CreatedAt.Equal(made.CreatedAt) || !listed.EndedAt.IsZero() {
			t.Errorf("listed as %+v", listed)
		}
		if n := d.Events.Count("trading.bot.subscribed"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		d.WantBalanced()
	})
}

func TestASubscriptionThatCannotBeIsRefusedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		capital := func(text string) *money.Decimal { n := money.MustParse(text); return &n }
		for name, test := range map[string]struct {
			bot     uuid.UUID
			options copying.SubscribeOptions
			code    fault.Code
			field   string
		}{
			"unknown bot":      {uuid.New(), copying.SubscribeOptions{}, fault.NotFound, ""},
			"no capital":       {d.Bot, copying.SubscribeOptions{AllocatedCapital: capital("0")}, fault.ValidationError, "allocatedCapital"},
			"negative capital": {d.Bot, copying.SubscribeOptions{AllocatedCapital: capital("-1")}, fault.ValidationError, "allocatedCapital"},
			"too much capital": {d.Bot, copying.SubscribeOptions{AllocatedCapital: capital("100000.01")}, fault.InsufficientFunds, "allocatedCapital"},
			"unknown mode":     {d.Bot, copying.SubscribeOptions{Mode: "half"}, fault.ValidationError, "mode"},
			"copy-stop of 101": {d.Bot, copying.SubscribeOptions{CopyStopPercent: 101}, fault.ValidationError, "copyStopPercent"},
			"copy-stop of -1":  {d.Bot, copying.SubscribeOptions{CopyStopPercent: -1}, fault.ValidationError, "copyStopPercent"},
		} {
			made, err := d.Copying.Subscribe(t.Context(), d.Caller, test.bot, test.options)
			if refusal, is := err.(*fault.Error); !is || refusal.Code != test.code || refusal.Field != test.field || made != nil {
				t.Errorf("%s: got %v and %+v, want %s about %q", name, err, made, test.code, test.field)
			}
		}
		if n := d.Count(`SELECT COUNT(*) FROM bot_subscriptions`); n != 0 {
			t.Errorf("%d subscriptions, want none", n)
		}
		d.FollowAs(d.Caller, copying.Auto, "100000") // everything may be allocated
	})
}

func TestFiftySubscriptionsAtOnceMakeOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		results := testkit.InParallel(50, func(int) error {
			_, err := d.Copying.Subscribe(t.Context(), d.Caller, d.Bot, copying.SubscribeOptions{})
			return err
		})
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.AlreadySubscribed)
			}
		}
		if n := testkit.Succeeded(results); n != 1 {
			t.Errorf("%d calls succeeded, want 1", n)
		}
		if n := d.Count(`SELECT COUNT(*) FROM bot_subscriptions`); n != 1 {
			t.Errorf("%d subscriptions, want 1", n)
		}
		if n := d.Events.Count("trading.bot.subscribed"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		d.WantBalanced()
	})
}

func TestUnsubscribingEndsCopyingAndLeavesPositionsToTheUser(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, _ := d.Follow(copying.Auto, "10000")
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		d.Prices.Price("BTCUSD", "51000")
		pending := d.Publish(trading.ExitLong, "BTCUSD", "")
		results := testkit.InParallel(8, func(int) error {
			ended, err := d.Copying.Unsubscribe(t.Context(), user, d.Bot, copying.LeaveOptions{})
			if err == nil {
				if ended.Status != copying.SubscriptionEnded || ended.EndedAt.IsZero() || ended.OpenPositions != 1 || ended.BotName != "Atlas" {
					t.Errorf("ended as %+v", ended)
				}
				tradingtest.WantNumber(t, "the unrealized profit", ended.UnrealizedPnL, "100")
			}
			return err
		})
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.NotFound)
			}
		}
		if n := testkit.Succeeded(results); n != 1 {
			t.Errorf("%d calls ended it, want 1", n)
		}
		if n := d.Events.Count("trading.bot.unsubscribed"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		d.Copy()
		d.WantOutcome(pending, user, "")
		d.WantCopied(pending, true)
		open := d.Positions(user, trading.Open)
		if len(open) != 1 {
			t.Fatalf("%d positions are open, want 1", len(open))
		}
		if _, err := d.Service.Close(t.Context(), user, open[0].ID, nil); err != nil {
			t.Fatal(err)
		}
		tradingtest.WantNumber(t, "what the ended subscription brought", d.Subscription(user).RealizedPnL, "100")
		d.FollowAs(user, copying.Auto, "5000") // again
		_, err := d.Copying.Unsubscribe(t.Context(), tradingtest.NewCaller(identity.RoleUser), d.Bot, copying.LeaveOptions{})
		testkit.WantFault(t, err, fault.NotFound)
		d.WantBalanced()
	})
}

func TestSubscriptionsShowTheirResultsTheNewestFirst(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user := tradingtest.NewCaller(identity.RoleUser)
		first := d.FollowAs(user, copying.Auto, "10000")
		d.Publish(trading.EntryLong, "BTCUSD", "0.00002")
		d.Publish(trading.EntryShort, "ETHUSD", "0.0001")
		d.Copy()
		other := d.NewBot("Nova", "active")
		d.Clock.Advance(time.Second)
		if _, err := d.Copying.Subscribe(t.Context(), user, other, copying.SubscribeOptions{}); err != nil {
			t.Fatal(err)
		}
		d.Prices.Price("BTCUSD", "51000")
		d.Prices.Price("ETHUSD", "1990")
		for _, position := range d.Positions(user, trading.Open) {
			if position.Symbol == "BTCUSD" {
				half := money.MustParse("0.1")
				if _, err := d.Service.Close(t.Context(), user, position.ID, &half); err != nil {
					t.Fatal(err)
				}
			}
		}
		listed, err := d.Copying.Subscriptions(t.Context(), user)
		if err != nil || len(listed) != 2 || listed[0].BotName != "Nova" || listed[1].ID != first.ID {
			t.Fatalf("listed %+v: %v", listed, err)
		}
		if listed[0].OpenPositions != 0 || listed[1].OpenPositions != 2 {
			t.Errorf("%d and %d positions are open, want 0 and 2", listed[0].OpenPositions, listed[1].OpenPositions)
		}
		tradingtest.WantNumber(t, "the realized profit", listed[1].RealizedPnL, "100")
		tradingtest.WantNumber(t, "the unrealized profit", listed[1].UnrealizedPnL, "110") // 0.1 × 1000 and 1 × 10
		tradingtest.WantNumber(t, "the other's profit", listed[0].RealizedPnL.Add(listed[0].UnrealizedPnL), "0")
		if none, err := d.Copying.Subscriptions(t.Context(), tradingtest.NewCaller(identity.RoleUser)); err != nil || none == nil || len(none) != 0 {
			t.Errorf("a new user has %v: %v", none, err)
		}
	})
}

func TestOfSubscriptionsThatHaveEndedTheLastAreListed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, running := d.Follow(copying.Auto, "1000")
		ids := make([]uuid.UUID, 101)
		for i := range ids {
			ids[i] = database.NewIDAt(d.Clock.Now().Add(time.Duration(i+1) * time.Millisecond))
			d.InTx(func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), `
					INSERT INTO bot_subscriptions (id, tenant_id, user_id, bot_id, account_id, mode, status, allocated_capital, copy_stop_percent,
						realized_pnl, created_at, ended_at)
					SELECT $1, tenant_id, user_id, bot_id, account_id, mode, 'ended', allocated_capital, copy_stop_percent, 0, created_at, created_at
					FROM bot_subscriptions WHERE id = $2`, ids[i], running.ID)
				return err
			})
		}
		listed, err := d.Copying.Subscriptions(t.Context(), user)
		if err != nil || len(listed) != 101 {
			t.Fatalf("%d are listed, %v; want the one that runs and a hundred", len(listed), err)
		}
		if listed[0].ID != ids[100] || listed[99].ID != ids[1] || listed[100].ID != running.ID {
			t.Errorf("listed are %s, …, %s, %s: want the newest first, and the one that runs", listed[0].ID, listed[99].ID, listed[100].ID)
		}
	})
}
