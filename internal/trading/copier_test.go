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

func TestAnEntryIsCopiedInProportionToTheCapital(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, costlyTerms())
		small, follows := d.follow(trading.Auto, "1234.5")
		large, _ := d.follow(trading.Auto, "100000")
		byHand, _ := d.follow(trading.Manual, "10000")
		signal := d.publish(trading.EntryShort, "BTCUSD", "0.000015")
		d.copy()
		d.wantCopied(signal, true)
		for _, want := range []struct {
			user     identity.Caller
			quantity string
		}{{small, "0.0185"}, {large, "1.5"}} { // 0.0185175, floored to the lot step
			open := d.positions(want.user, trading.Open)
			if len(open) != 1 {
				t.Fatalf("%d positions, want 1", len(open))
			}
			wantNumber(t, "the quantity", open[0].Quantity, want.quantity)
			wantNumber(t, "the fill", open[0].EntryPrice, "49975") // sold, with the slippage
			d.wantOutcome(signal, want.user, "executed")
			d.wantCounts(want.user, 1, 0)
		}
		position := d.positions(small, trading.Open)[0]
		if position.SubscriptionID != follows.ID || position.SignalID != signal.ID || position.BotID != d.bot || position.Side != trading.Sell {
			t.Errorf("the position is %+v", position)
		}
		if n := len(d.positions(byHand, "")); n != 0 {
			t.Errorf("%d positions were copied for a manual subscription", n)
		}
		d.wantOutcome(signal, byHand, "")
		if n := d.events.count("trading.position.opened"); n != 2 {
			t.Errorf("%d events, want 2", n)
		}
		d.copy()
		d.wantCounts(small, 1, 0)
		d.wantBalanced()
	})
}

func TestACopyCarriesTheStopAndTheTarget(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		user, _ := d.follow(trading.Auto, "10000")
		signal := d.publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.exec(`UPDATE signals SET stop_loss = $2, target_price = $3 WHERE id = $1`, signal.ID, number("49000"), number("52000"))
		d.copy()
		position := d.positions(user, trading.Open)[0]
		wantNumber(t, "the stop", position.StopLoss, "49000")
		wantNumber(t, "the target", position.TargetPrice, "52000")
	})
}

func TestWhatCannotBeCopiedIsSkippedWithItsReason(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		reason  fault.Code
		kind    trading.SignalType
		prepare func(d *copyDesk, user identity.Caller, subscription *trading.Subscription, signal *trading.Signal)
	}{
		{fault.QuantityTooSmall, trading.EntryLong, func(d *copyDesk, _ identity.Caller, _ *trading.Subscription, signal *trading.Signal) {
			d.exec(`UPDATE signals SET proportion = $2 WHERE id = $1`, signal.ID, number("0.00000000"))
		}},
		{fault.InsufficientFunds, trading.EntryLong, func(d *copyDesk, user identity.Caller, _ *trading.Subscription, _ *trading.Signal) {
			d.caller, d.analyst = user, newAuthor(d.t, d.db, identity.RoleSuperAdmin)
			d.enter(trading.EntryLong, "BTCUSD", "1.999") // what is left does not pay for a copy
		}},
		{fault.InsufficientFunds, trading.EntryLong, func(d *copyDesk, _ identity.Caller, s *trading.Subscription, signal *trading.Signal) {
			d.exec(`UPDATE signals SET proportion = $2 WHERE id = $1`, signal.ID, number("90000000000"))
			d.exec(`UPDATE trading_accounts SET risk_level = 'high' WHERE id = $1`, s.AccountID) // twice that is no number
		}},
		{fault.AccountNotActive, trading.EntryLong, func(d *copyDesk, _ identity.Caller, s *trading.Subscription, _ *trading.Signal) {
			d.exec(`UPDATE trading_accounts SET status = 'suspended' WHERE id = $1`, s.AccountID)
		}},
		{fault.AccountNotActive, trading.ExitLong, func(d *copyDesk, _ identity.Caller, s *trading.Subscription, _ *trading.Signal) {
			d.exec(`UPDATE trading_accounts SET status = 'closed' WHERE id = $1`, s.AccountID)
		}},
		{fault.PriceMoved, trading.EntryLong, func(d *copyDesk, _ identity.Caller, _ *trading.Subscription, _ *trading.Signal) {
			d.prices.Price("BTCUSD", "50501")
		}},
		{fault.MarketDataStale, trading.EntryShort, func(d *copyDesk, _ identity.Caller, _ *trading.Subscription, _ *trading.Signal) {
			d.clock.advance(31 * time.Second)
		}},
		{fault.SignalExpired, trading.EntryLong, func(d *copyDesk, _ identity.Caller, _ *trading.Subscription, _ *trading.Signal) {
			d.clock.advance(time.Hour)
			d.prices.Price("BTCUSD", "50000")
		}},
		{fault.NoMatchingPosition, trading.ExitLong, func(*copyDesk, identity.Caller, *trading.Subscription, *trading.Signal) {}},
	} {
		t.Run(string(test.reason)+" "+string(test.kind), func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := newCopyDesk(t, db, freeTerms())
				user, subscription := d.follow(trading.Auto, "10000")
				signal := d.publish(test.kind, "BTCUSD", "0.00001")
				test.prepare(d, user, subscription, signal)
				d.copy()
				d.wantOutcome(signal, user, string(test.reason))
				d.wantCounts(user, 0, 1)
				d.wantCopied(signal, true)
				if n := d.count(`SELECT COUNT(*) FROM positions WHERE signal_id = $1`, signal.ID); n != 0 {
					t.Errorf("%d positions, want none", n)
				}
				d.wantBalanced()
			})
		})
	}
}

func TestAnExitClosesExactlyWhatTheSubscriptionHas(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		user, subscription := d.follow(trading.Auto, "10000")
		other, _ := d.follow(trading.Auto, "20000")
		d.publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.publish(trading.EntryLong, "BTCUSD", "0.00002")
		d.publish(trading.EntryShort, "BTCUSD", "0.00001")
		d.publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.copy()
		d.caller, d.analyst = user, newAuthor(t, d.db, identity.RoleSuperAdmin)
		own := d.enter(trading.EntryLong, "BTCUSD", "0.5")
		d.prices.Price("BTCUSD", "51000")
		exit := d.publish(trading.ExitLong, "BTCUSD", "")
		// An exit is for everybody who entered: late, with a suspended account, after the bot was paused.
		d.exec(`UPDATE trading_accounts SET status = 'suspended' WHERE id = $1`, subscription.AccountID)
		d.exec(`UPDATE bots SET status = 'paused' WHERE id = $1`, d.bot)
		d.clock.advance(2 * time.Hour)
		d.prices.Price("BTCUSD", "51000")
		d.copy()
		d.wantOutcome(exit, user, "executed")
		d.wantOutcome(exit, other, "executed")
		d.wantCounts(user, 5, 0)
		open := d.positions(user, trading.Open)
		if len(open) != 3 { // the short, the other symbol and the user's own
			t.Errorf("%d positions are open, want 3", len(open))
		}
		for _, position := range open {
			if position.Symbol == "BTCUSD" && position.Side == trading.Buy && position.ID != own.ID {
				t.Errorf("%+v is still open", position)
			}
		}
		wantNumber(t, "the user's result", d.subscription(user).RealizedPnL, "300")
		wantNumber(t, "the other's result", d.subscription(other).RealizedPnL, "600")
		if n := d.count(`SELECT COUNT(*) FROM trades WHERE exit_reason <> 'signal'`); n != 0 {
			t.Errorf("%d closings for another reason", n)
		}
		d.wantBalanced()
	})
}

func TestAnExitWithoutAPriceWaitsAndHoldsUpOnlyItsSymbol(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		user, _ := d.follow(trading.Auto, "10000")
		d.publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.copy()
		exit := d.publish(trading.ExitLong, "BTCUSD", "")
		again := d.publish(trading.EntryLong, "BTCUSD", "0.00002")
		d.clock.advance(31 * time.Second)
		d.prices.Price("ETHUSD", "2000")
		elsewhere := d.publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.copy()
		d.wantOutcome(exit, user, "")
		d.wantCopied(exit, false)
		d.wantOutcome(again, user, "")
		d.wantOutcome(elsewhere, user, "executed")
		d.prices.Price("BTCUSD", "50000")
		d.copy()
		d.wantOutcome(exit, user, "executed")
		d.wantOutcome(again, user, "executed")
		if n := len(d.positions(user, trading.Open)); n != 2 {
			t.Errorf("%d positions are open, want the new one and that of the other symbol", n)
		}
	})
}

func TestASignalThatWasExecutedByHandIsPassedOver(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		user, _ := d.follow(trading.Auto, "10000")
		signal := d.publish(trading.EntryLong, "BTCUSD", "0.00001")
		if _, err := d.service.Execute(t.Context(), user, signal.ID, trading.ExecuteOptions{Quantity: quantity("0.2")}); err != nil {
			t.Fatal(err)
		}
		d.copy()
		open := d.positions(user, trading.Open)
		if len(open) != 1 {
			t.Fatalf("%d positions, want 1", len(open))
		}
		wantNumber(t, "the quantity", open[0].Quantity, "0.2")
		d.wantCounts(user, 1, 0)
		d.wantCopied(signal, true)
		d.publish(trading.ExitLong, "BTCUSD", "") // what was opened by hand is the subscription's as well
		d.copy()
		if n := len(d.positions(user, trading.Open)); n != 0 {
			t.Errorf("%d positions are open, want none", n)
		}
	})
}

func TestASubscriptionGetsWhatIsPublishedWhileItIsActive(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		gone, _ := d.follow(trading.Auto, "10000")
		signal := d.publish(trading.EntryLong, "BTCUSD", "0.00001")
		hold := d.publish(trading.Hold, "ETHUSD", "")
		late, _ := d.follow(trading.Auto, "10000")
		if _, err := d.service.Unsubscribe(t.Context(), gone, d.bot); err != nil {
			t.Fatal(err)
		}
		bot := d.bot
		d.bot = d.newBot("Nova", "active")
		elsewhere, _ := d.follow(trading.Auto, "10000")
		d.bot = bot
		d.copy()
		for _, user := range []identity.Caller{gone, late, elsewhere} {
			d.wantOutcome(signal, user, "")
			if n := len(d.positions(user, "")); n != 0 {
				t.Errorf("%d positions, want none", n)
			}
		}
		d.wantCopied(signal, true)
		d.wantCopied(hold, true)
	})
}

func TestAnExecutionOnAnotherAccountIsNotTheSubscriptions(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newCopyDesk(t, db, freeTerms())
		user, _ := d.follow(trading.Auto, "10000")
		other := d.openInvestmentAccount(user, "50000")
		signal := d.publish(trading.EntryLong, "BTCUSD", "0.00001")
		done, err := d.service.Execute(t.Context(), user, signal.ID, trading.ExecuteOptions{Quantity: quantity("0.1"), AccountID: other})
		if err != nil {
			t.Fatal(err)
		}
		if done.Position.SubscriptionID != uuid.Nil {
			t.Errorf("the position is the subscription's")
		}
		d.copy()
		exit := d.publish(trading.ExitLong, "BTCUSD", "")
		d.copy()
		d.wantOutcome(exit, user, "NO_MATCHING_POSITION")
		if open := d.positions(user, trading.Open); len(open) != 1 || open[0].AccountID != other {
			t.Errorf("open are %+v, want the one on the other account", open)
		}
		d.wantCounts(user, 0, 1)
		d.wantBalanced()
	})
}
