package copying_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
	"bourse/internal/trading/tradingtest"
)

func TestAnEntryIsCopiedInProportionToTheCapital(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.CostlyTerms())
		small, follows := d.Follow(copying.Auto, "1234.5")
		large, _ := d.Follow(copying.Auto, "100000")
		byHand, _ := d.Follow(copying.Manual, "10000")
		signal := d.Publish(trading.EntryShort, "BTCUSD", "0.000015")
		d.Copy()
		d.WantCopied(signal, true)
		for _, want := range []struct {
			user     identity.Caller
			quantity string
		}{{small, "0.0185"}, {large, "1.5"}} { // 0.0185175, floored to the lot step
			open := d.Positions(want.user, trading.Open)
			if len(open) != 1 {
				t.Fatalf("%d positions, want 1", len(open))
			}
			tradingtest.WantNumber(t, "the quantity", open[0].Quantity, want.quantity)
			tradingtest.WantNumber(t, "the fill", open[0].EntryPrice, "49975") // sold, with the slippage
			d.WantOutcome(signal, want.user, "executed")
			d.WantCounts(want.user, 1, 0)
		}
		position := d.Positions(small, trading.Open)[0]
		if position.SubscriptionID != follows.ID || position.SignalID != signal.ID || position.BotID != d.Bot || position.Side != trading.Sell {
			t.Errorf("the position is %+v", position)
		}
		if n := len(d.Positions(byHand, "")); n != 0 {
			t.Errorf("%d positions were copied for a manual subscription", n)
		}
		d.WantOutcome(signal, byHand, "")
		if n := d.Events.Count("trading.position.opened"); n != 2 {
			t.Errorf("%d events, want 2", n)
		}
		d.Copy()
		d.WantCounts(small, 1, 0)
		d.WantBalanced()
	})
}

func TestACopyCarriesTheStopAndTheTarget(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, _ := d.Follow(copying.Auto, "10000")
		signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Exec(`UPDATE signals SET stop_loss = $2, target_price = $3 WHERE id = $1`, signal.ID, tradingtest.Number("49000"), tradingtest.Number("52000"))
		d.Copy()
		position := d.Positions(user, trading.Open)[0]
		tradingtest.WantNumber(t, "the stop", position.StopLoss, "49000")
		tradingtest.WantNumber(t, "the target", position.TargetPrice, "52000")
	})
}

func TestWhatCannotBeCopiedIsSkippedWithItsReason(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		reason  fault.Code
		kind    trading.SignalType
		prepare func(d *tradingtest.CopyDesk, user identity.Caller, subscription *copying.Subscription, signal *trading.Signal)
	}{
		// Stopping does not wait for a signal that is being copied, and leaves ending it to the copier.
		{fault.SignalExpired, trading.EntryLong, func(d *tradingtest.CopyDesk, _ identity.Caller, _ *copying.Subscription, _ *trading.Signal) {
			d.Exec(`UPDATE bots SET status = 'stopped' WHERE id = $1`, d.Bot)
		}},
		{fault.QuantityTooSmall, trading.EntryLong, func(d *tradingtest.CopyDesk, _ identity.Caller, _ *copying.Subscription, signal *trading.Signal) {
			d.Exec(`UPDATE signals SET proportion = $2 WHERE id = $1`, signal.ID, tradingtest.Number("0.00000000"))
		}},
		{fault.InsufficientFunds, trading.EntryLong, func(d *tradingtest.CopyDesk, user identity.Caller, _ *copying.Subscription, _ *trading.Signal) {
			d.Caller, d.Analyst = user, tradingtest.NewAuthor(d.T, d.DB, identity.RoleSuperAdmin)
			d.Enter(trading.EntryLong, "BTCUSD", "1.999") // what is left does not cover a copy
		}},
		{fault.InsufficientFunds, trading.EntryLong, func(d *tradingtest.CopyDesk, _ identity.Caller, s *copying.Subscription, signal *trading.Signal) {
			d.Exec(`UPDATE signals SET proportion = $2 WHERE id = $1`, signal.ID, tradingtest.Number("90000000000"))
			d.Exec(`UPDATE trading_accounts SET risk_level = 'high' WHERE id = $1`, s.AccountID) // twice that overflows
		}},
		{fault.AccountNotActive, trading.EntryLong, func(d *tradingtest.CopyDesk, _ identity.Caller, s *copying.Subscription, _ *trading.Signal) {
			d.Exec(`UPDATE trading_accounts SET status = 'suspended' WHERE id = $1`, s.AccountID)
		}},
		{fault.AccountNotActive, trading.ExitLong, func(d *tradingtest.CopyDesk, _ identity.Caller, s *copying.Subscription, _ *trading.Signal) {
			d.Exec(`UPDATE trading_accounts SET status = 'closed' WHERE id = $1`, s.AccountID)
		}},
		{fault.Conflict, trading.EntryLong, func(d *tradingtest.CopyDesk, user identity.Caller, _ *copying.Subscription, _ *trading.Signal) {
			d.Caller, d.Analyst = user, tradingtest.NewAuthor(d.T, d.DB, identity.RoleSuperAdmin)
			d.FillUp(d.Enter(trading.EntryLong, "ETHUSD", "1"), 999) // the maximum number of open positions
		}},
		{fault.PriceMoved, trading.EntryLong, func(d *tradingtest.CopyDesk, _ identity.Caller, _ *copying.Subscription, _ *trading.Signal) {
			d.Prices.Price("BTCUSD", "50501")
		}},
		{fault.MarketDataStale, trading.EntryShort, func(d *tradingtest.CopyDesk, _ identity.Caller, _ *copying.Subscription, _ *trading.Signal) {
			d.Clock.Advance(31 * time.Second)
		}},
		{fault.SignalExpired, trading.EntryLong, func(d *tradingtest.CopyDesk, _ identity.Caller, _ *copying.Subscription, _ *trading.Signal) {
			d.Clock.Advance(time.Hour)
			d.Prices.Price("BTCUSD", "50000")
		}},
		{fault.NoMatchingPosition, trading.ExitLong, func(*tradingtest.CopyDesk, identity.Caller, *copying.Subscription, *trading.Signal) {}},
	} {
		t.Run(string(test.reason)+" "+string(test.kind), func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
				user, subscription := d.Follow(copying.Auto, "10000")
				signal := d.Publish(test.kind, "BTCUSD", "0.00001")
				test.prepare(d, user, subscription, signal)
				d.Copy()
				d.WantOutcome(signal, user, string(test.reason))
				d.WantCounts(user, 0, 1)
				d.WantCopied(signal, true)
				if n := d.Count(`SELECT COUNT(*) FROM positions WHERE signal_id = $1`, signal.ID); n != 0 {
					t.Errorf("%d positions, want none", n)
				}
				d.WantBalanced()
			})
		})
	}
}

func TestAnExitClosesExactlyWhatTheSubscriptionHas(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, subscription := d.Follow(copying.Auto, "10000")
		other, _ := d.Follow(copying.Auto, "20000")
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Publish(trading.EntryLong, "BTCUSD", "0.00002")
		d.Publish(trading.EntryShort, "BTCUSD", "0.00001")
		d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Copy()
		d.Caller, d.Analyst = user, tradingtest.NewAuthor(t, d.DB, identity.RoleSuperAdmin)
		own := d.Enter(trading.EntryLong, "BTCUSD", "0.5")
		d.Prices.Price("BTCUSD", "51000")
		exit := d.Publish(trading.ExitLong, "BTCUSD", "")
		// An exit reaches everybody who entered: late, with a suspended account, after the bot was paused.
		d.Exec(`UPDATE trading_accounts SET status = 'suspended' WHERE id = $1`, subscription.AccountID)
		d.Exec(`UPDATE bots SET status = 'paused' WHERE id = $1`, d.Bot)
		d.Clock.Advance(2 * time.Hour)
		d.Prices.Price("BTCUSD", "51000")
		d.Copy()
		d.WantOutcome(exit, user, "executed")
		d.WantOutcome(exit, other, "executed")
		d.WantCounts(user, 5, 0)
		open := d.Positions(user, trading.Open)
		if len(open) != 3 { // the short, the other symbol and the user's own
			t.Errorf("%d positions are open, want 3", len(open))
		}
		for _, position := range open {
			if position.Symbol == "BTCUSD" && position.Side == trading.Buy && position.ID != own.ID {
				t.Errorf("%+v is still open", position)
			}
		}
		tradingtest.WantNumber(t, "the user's result", d.Subscription(user).RealizedPnL, "300")
		tradingtest.WantNumber(t, "the other's result", d.Subscription(other).RealizedPnL, "600")
		if n := d.Count(`SELECT COUNT(*) FROM trades WHERE exit_reason <> 'signal'`); n != 0 {
			t.Errorf("%d closings for another reason", n)
		}
		d.WantBalanced()
	})
}

func TestAnExitWithoutAPriceWaitsAndHoldsUpOnlyItsSymbol(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, _ := d.Follow(copying.Auto, "10000")
		d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		d.Copy()
		exit := d.Publish(trading.ExitLong, "BTCUSD", "")
		again := d.Publish(trading.EntryLong, "BTCUSD", "0.00002")
		d.Clock.Advance(31 * time.Second)
		d.Prices.Price("ETHUSD", "2000")
		elsewhere := d.Publish(trading.EntryLong, "ETHUSD", "0.0001")
		d.Copy()
		d.WantOutcome(exit, user, "")
		d.WantCopied(exit, false)
		d.WantOutcome(again, user, "")
		d.WantOutcome(elsewhere, user, "executed")
		if waiting, err := d.Copying.ToCopy(t.Context()); err != nil || waiting.Count != 2 || !waiting.Oldest.IsZero() {
			t.Errorf("%d wait since %s (%v), want two, and none that could be copied", waiting.Count, waiting.Oldest, err)
		}
		d.Prices.Price("BTCUSD", "50000")
		if waiting, err := d.Copying.ToCopy(t.Context()); err != nil || waiting.Count != 2 || waiting.Oldest.IsZero() {
			t.Errorf("%d wait since %s (%v), want the two, which can be copied now", waiting.Count, waiting.Oldest, err)
		}
		d.Copy()
		d.WantOutcome(exit, user, "executed")
		d.WantOutcome(again, user, "executed")
		if n := len(d.Positions(user, trading.Open)); n != 2 {
			t.Errorf("%d positions are open, want the new one and that of the other symbol", n)
		}
	})
}

func TestASignalThatWasExecutedByHandIsPassedOver(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, _ := d.Follow(copying.Auto, "10000")
		signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		if _, err := d.Service.Execute(t.Context(), user, signal.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.2")}); err != nil {
			t.Fatal(err)
		}
		d.Copy()
		open := d.Positions(user, trading.Open)
		if len(open) != 1 {
			t.Fatalf("%d positions, want 1", len(open))
		}
		tradingtest.WantNumber(t, "the quantity", open[0].Quantity, "0.2")
		d.WantCounts(user, 1, 0)
		d.WantCopied(signal, true)
		d.Publish(trading.ExitLong, "BTCUSD", "") // what was opened by hand belongs to the subscription too
		d.Copy()
		if n := len(d.Positions(user, trading.Open)); n != 0 {
			t.Errorf("%d positions are open, want none", n)
		}
	})
}

func TestASubscriptionGetsWhatIsPublishedWhileItIsActive(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		gone, _ := d.Follow(copying.Auto, "10000")
		signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		hold := d.Publish(trading.Hold, "ETHUSD", "")
		late, _ := d.Follow(copying.Auto, "10000")
		if _, err := d.Copying.Unsubscribe(t.Context(), gone, d.Bot, copying.LeaveOptions{}); err != nil {
			t.Fatal(err)
		}
		bot := d.Bot
		d.Bot = d.NewBot("Nova", "active")
		elsewhere, _ := d.Follow(copying.Auto, "10000")
		d.Bot = bot
		d.Copy()
		for _, user := range []identity.Caller{gone, late, elsewhere} {
			d.WantOutcome(signal, user, "")
			if n := len(d.Positions(user, "")); n != 0 {
				t.Errorf("%d positions, want none", n)
			}
		}
		d.WantCopied(signal, true)
		d.WantCopied(hold, true)
	})
}

func TestAnExecutionOnAnotherAccountIsNotTheSubscriptions(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewCopyDesk(t, db, tradingtest.FreeTerms())
		user, _ := d.Follow(copying.Auto, "10000")
		other := d.OpenInvestmentAccount(user, "50000")
		signal := d.Publish(trading.EntryLong, "BTCUSD", "0.00001")
		done, err := d.Service.Execute(t.Context(), user, signal.ID, trading.ExecuteOptions{Quantity: tradingtest.Quantity("0.1"), AccountID: other})
		if err != nil {
			t.Fatal(err)
		}
		if done.Position.SubscriptionID != uuid.Nil {
			t.Errorf("the position is the subscription's")
		}
		d.Copy()
		exit := d.Publish(trading.ExitLong, "BTCUSD", "")
		d.Copy()
		d.WantOutcome(exit, user, "NO_MATCHING_POSITION")
		if open := d.Positions(user, trading.Open); len(open) != 1 || open[0].AccountID != other {
			t.Errorf("open are %+v, want the one on the other account", open)
		}
		d.WantCounts(user, 0, 1)
		d.WantBalanced()
	})
}
