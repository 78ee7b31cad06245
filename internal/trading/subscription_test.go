package trading_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/trading"
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
	} {
		got := trading.CopyStopReached(number(test.allocated), test.percent, number(test.realized), number(test.unrealized))
		if got != test.want {
			t.Errorf("%d%% of %s with %s realized and %s open: %v, want %v",
				test.percent, test.allocated, test.realized, test.unrealized, got, test.want)
		}
	}
}

func TestAUserFollowsABotByHandWithATenthOfTheAccount(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		stopped := d.newBot("Orion", "stopped")
		made, err := d.service.Subscribe(t.Context(), d.caller, stopped, trading.SubscribeOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if made.Mode != trading.Manual || made.Status != trading.SubscriptionActive || made.CopyStopPercent != 0 || made.BotName != "Orion" {
			t.Errorf("the subscription is %+v", made)
		}
		wantNumber(t, "the allocated capital", made.AllocatedCapital, "10000")
		listed := d.subscription(d.caller)
		if listed.ID != made.ID || listed.BotName != "Orion" || listed.BotID != stopped || !listed.CreatedAt.Equal(made.CreatedAt) || !listed.EndedAt.IsZero() {
			t.Errorf("listed as %+v", listed)
		}
		if n := d.events.count("trading.bot.subscribed"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		d.wantBalanced()
	})
}

func TestASubscriptionThatCannotBeIsRefusedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		capital := func(text string) *money.Decimal { n := money.MustParse(text); return &n }
		for name, test := range map[string]struct {
			bot     uuid.UUID
			options trading.SubscribeOptions
			code    fault.Code
			field   string
		}{
			"unknown bot":      {uuid.New(), trading.SubscribeOptions{}, fault.NotFound, ""},
			"no capital":       {d.bot, trading.SubscribeOptions{AllocatedCapital: capital("0")}, fault.ValidationError, "allocatedCapital"},
			"negative capital": {d.bot, trading.SubscribeOptions{AllocatedCapital: capital("-1")}, fault.ValidationError, "allocatedCapital"},
			"too much capital": {d.bot, trading.SubscribeOptions{AllocatedCapital: capital("100000.01")}, fault.InsufficientFunds, "allocatedCapital"},
			"unknown mode":     {d.bot, trading.SubscribeOptions{Mode: "half"}, fault.ValidationError, "mode"},
			"copy-stop of 101": {d.bot, trading.SubscribeOptions{CopyStopPercent: 101}, fault.ValidationError, "copyStopPercent"},
			"copy-stop of -1":  {d.bot, trading.SubscribeOptions{CopyStopPercent: -1}, fault.ValidationError, "copyStopPercent"},
		} {
			made, err := d.service.Subscribe(t.Context(), d.caller, test.bot, test.options)
			if refusal, is := err.(*fault.Error); !is || refusal.Code != test.code || refusal.Field != test.field || made != nil {
				t.Errorf("%s: got %v and %+v, want %s about %q", name, err, made, test.code, test.field)
			}
		}
		if n := d.count(`SELECT COUNT(*) FROM bot_subscriptions`); n != 0 {
			t.Errorf("%d subscriptions, want none", n)
		}
		d.followAs(d.caller, trading.Auto, "100000") // all there is may be allocated
	})
}

func TestFiftySubscriptionsAtOnceMakeOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		results := inParallel(50, func(int) error {
			_, err := d.service.Subscribe(t.Context(), d.caller, d.bot, trading.SubscribeOptions{})
			return err
		})
		for _, err := range results {
			if err != nil {
				wantFault(t, err, fault.AlreadySubscribed)
			}
		}
		if n := succeeded(results); n != 1 {
			t.Errorf("%d calls succeeded, want 1", n)
		}
		if n := d.count(`SELECT COUNT(*) FROM bot_subscriptions`); n != 1 {
			t.Errorf("%d subscriptions, want 1", n)
		}
		if n := d.events.count("trading.bot.subscribed"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		d.wantBalanced()
	})
}

func TestUnsubscribingEndsCopyingAndLeavesPositionsToTheUser(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		user, _ := d.follow(trading.Auto, "10000")
		d.publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.copy()
		d.prices.Price("BTCUSD", "51000")
		pending := d.publish(trading.ExitLong, "BTCUSD", "")
		results := inParallel(8, func(int) error {
			ended, err := d.service.Unsubscribe(t.Context(), user, d.bot)
			if err == nil {
				if ended.Status != trading.SubscriptionEnded || ended.EndedAt.IsZero() || ended.OpenPositions != 1 || ended.BotName != "Atlas" {
					t.Errorf("ended as %+v", ended)
				}
				wantNumber(t, "the unrealized profit", ended.UnrealizedPnL, "100")
			}
			return err
		})
		for _, err := range results {
			if err != nil {
				wantFault(t, err, fault.NotFound)
			}
		}
		if n := succeeded(results); n != 1 {
			t.Errorf("%d calls ended it, want 1", n)
		}
		if n := d.events.count("trading.bot.unsubscribed"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		d.copy()
		d.wantOutcome(pending, user, "")
		d.wantCopied(pending, true)
		open := d.positions(user, trading.Open)
		if len(open) != 1 {
			t.Fatalf("%d positions are open, want 1", len(open))
		}
		if _, err := d.service.Close(t.Context(), user, open[0].ID, nil); err != nil {
			t.Fatal(err)
		}
		wantNumber(t, "what the ended subscription brought", d.subscription(user).RealizedPnL, "100")
		d.followAs(user, trading.Auto, "5000") // again
		_, err := d.service.Unsubscribe(t.Context(), newCaller(identity.RoleUser), d.bot)
		wantFault(t, err, fault.NotFound)
		d.wantBalanced()
	})
}

func TestSubscriptionsShowTheirResultsTheNewestFirst(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		user := newCaller(identity.RoleUser)
		first := d.followAs(user, trading.Auto, "10000")
		d.publish(trading.EntryLong, "BTCUSD", "0.00002")
		d.publish(trading.EntryShort, "ETHUSD", "0.0001")
		d.copy()
		other := d.newBot("Nova", "active")
		d.clock.advance(time.Second)
		if _, err := d.service.Subscribe(t.Context(), user, other, trading.SubscribeOptions{}); err != nil {
			t.Fatal(err)
		}
		d.prices.Price("BTCUSD", "51000")
		d.prices.Price("ETHUSD", "1990")
		for _, position := range d.positions(user, trading.Open) {
			if position.Symbol == "BTCUSD" {
				half := money.MustParse("0.1")
				if _, err := d.service.Close(t.Context(), user, position.ID, &half); err != nil {
					t.Fatal(err)
				}
			}
		}
		listed, err := d.service.Subscriptions(t.Context(), user)
		if err != nil || len(listed) != 2 || listed[0].BotName != "Nova" || listed[1].ID != first.ID {
			t.Fatalf("listed %+v: %v", listed, err)
		}
		if listed[0].OpenPositions != 0 || listed[1].OpenPositions != 2 {
			t.Errorf("%d and %d positions are open, want 0 and 2", listed[0].OpenPositions, listed[1].OpenPositions)
		}
		wantNumber(t, "the realized profit", listed[1].RealizedPnL, "100")
		wantNumber(t, "the unrealized profit", listed[1].UnrealizedPnL, "110") // 0.1 × 1000 and 1 × 10
		wantNumber(t, "the other's profit", listed[0].RealizedPnL.Add(listed[0].UnrealizedPnL), "0")
		if none, err := d.service.Subscriptions(t.Context(), newCaller(identity.RoleUser)); err != nil || none == nil || len(none) != 0 {
			t.Errorf("a new user has %v: %v", none, err)
		}
	})
}
