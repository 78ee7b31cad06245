package bots_test

import (
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/tradingtest"
)

const (
	noEdge  = "its models have no edge"
	hasEdge = "one of its models has an edge"
	byAdmin = "paused by an administrator"
)

func TestABotWithoutAModelIsHaltedAndSaysWhy(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		bot, other := rig.Active(mlBot("First", "BTCUSD", "ETHUSD")), rig.Active(tradingtest.BreakoutBot("Other", "BTCUSD"))
		told := rig.Events.Count("trading.bot.status_changed")
		for _, err := range testkit.InParallel(8, func(int) error {
			replica := rig.Replica().Bots
			replica.SetForecasts(rig.models)
			return replica.NewBotRunner().Round(t.Context())
		}) {
			tradingtest.Must(t, err)
		}
		rig.round() // whoever was held up by the others tries again
		rig.want("without a model", bot, bots.BotPaused, noEdge)
		rig.want("on candles alone", other, bots.BotActive, "activated by an administrator")
		if n := rig.Events.Count("trading.bot.status_changed") - told; n != 1 {
			t.Errorf("it was told %d times", n)
		}
		rig.models.say("ETHUSD", "1h", .9, true) // not its horizon
		rig.models.say("SOLUSD", "4h", .9, true) // not its symbol
		rig.models.say("BTCUSD", "4h", .9, false)
		rig.round()
		rig.want("with the edges of others", bot, bots.BotPaused, noEdge)
		rig.models.say("ETHUSD", "4h", .9, true)
		rig.round()
		rig.want("with one edge of two", bot, bots.BotActive, hasEdge)
	})
}

func TestABotTradesWhatItsModelHasProved(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		bot := rig.Active(mlBot("First", "BTCUSD"))
		rig.models.say("BTCUSD", "4h", .57, true)
		rig.hours(9, "BTCUSD")
		rig.round()
		rig.wantSignals("when nothing is worth its costs", bot)
		candle := market.Hour.Start(rig.Clock.Now())
		rig.models.say("BTCUSD", "4h", .7, true)
		rig.hours(1, "BTCUSD")
		rig.round()
		rig.wantSignals("when a rise is", bot, trading.EntryLong)
		signal := rig.Signals(bot)[0]
		if !signal.CandleAt.Equal(candle) || !signal.StopLoss.LessThan(signal.Price) || !signal.TargetPrice.GreaterThan(signal.Price) ||
			!strings.Contains(signal.Reason, "70 % (51 % in the past)") {
			t.Errorf("the signal is %+v", signal)
		}
		asked := rig.models.asked[len(rig.models.asked)-1]
		if want := (askedFor{bots.ForecastKey{Symbol: "BTCUSD", Horizon: "4h"}, candle}); asked != want {
			t.Errorf("the model was asked for %v, want %v", asked, want)
		}
		before := len(rig.models.asked)
		rig.round()
		if n := len(rig.models.asked) - before; n != 0 {
			t.Errorf("the model was asked %d times more of a candle that was decided on", n)
		}
		rig.models.say("BTCUSD", "4h", .3, true)
		rig.hours(1, "BTCUSD")
		rig.round()
		rig.wantSignals("when it is a fall", bot, trading.EntryLong, trading.ExitLong)
		rig.hours(1, "BTCUSD")
		rig.round()
		rig.wantSignals("on the next candle", bot, trading.EntryLong, trading.ExitLong, trading.EntryShort)
		rig.want("while it trades", bot, bots.BotActive, "activated by an administrator")
		rig.WantBooksInOrder()
	})
}

func TestABotStopsWhenItsModelLosesItsEdge(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		bot := rig.Active(mlBot("First", "BTCUSD", "ETHUSD"))
		rig.models.say("BTCUSD", "4h", .7, true)
		rig.models.say("ETHUSD", "4h", .5, true)
		rig.hours(9, "BTCUSD", "ETHUSD")
		rig.round()
		rig.models.say("ETHUSD", "4h", .3, true)
		rig.hours(1, "BTCUSD", "ETHUSD")
		rig.round()
		rig.wantSignals("with two edges", bot, trading.EntryLong, trading.EntryShort)
		rig.hours(1, "BTCUSD", "ETHUSD")
		rig.round()
		// One is lost after the bot has decided on the candle: its position is left at once, and the other stays.
		rig.models.say("BTCUSD", "4h", .7, false)
		rig.round()
		rig.wantSignals("with one edge lost", bot, trading.EntryLong, trading.EntryShort, trading.ExitLong)
		if left := rig.Signals(bot)[0]; left.Symbol != "BTCUSD" || !strings.Contains(left.Reason, "no edge") {
			t.Errorf("it left %s because %s", left.Symbol, left.Reason)
		}
		rig.want("with one edge lost", bot, bots.BotActive, "activated by an administrator")
		rig.models.say("ETHUSD", "4h", .3, false)
		rig.round()
		rig.want("with both lost", bot, bots.BotPaused, noEdge)
		rig.wantSignals("with both lost", bot, trading.EntryLong, trading.EntryShort, trading.ExitLong, trading.ExitShort)
		rig.hours(1, "BTCUSD", "ETHUSD")
		rig.round()
		rig.wantSignals("while it is halted", bot, trading.EntryLong, trading.EntryShort, trading.ExitLong, trading.ExitShort)
		rig.models.say("BTCUSD", "4h", .7, true)
		rig.round()
		rig.want("with an edge again", bot, bots.BotActive, hasEdge)
		rig.wantSignals("on a candle that is decided on", bot, trading.EntryLong, trading.EntryShort, trading.ExitLong, trading.ExitShort)
		rig.hours(1, "BTCUSD", "ETHUSD")
		rig.round()
		rig.wantSignals("on the next candle", bot, trading.EntryLong, trading.EntryShort, trading.ExitLong, trading.ExitShort, trading.EntryLong)
		rig.WantBooksInOrder()
	})
}

func TestWhatABotHeldWhenItWasHaltedIsLeftThoughItsCandleHadASignal(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		bot := rig.Active(mlBot("First", "BTCUSD"))
		rig.models.say("BTCUSD", "4h", .7, true)
		rig.hours(9, "BTCUSD")
		rig.round()
		rig.models.say("BTCUSD", "4h", .7, false)
		rig.round()
		rig.want("without an edge", bot, bots.BotPaused, noEdge)
		rig.wantSignals("on the candle of the entry", bot, trading.EntryLong) // a candle has one signal
		rig.hours(1, "BTCUSD")
		rig.round()
		rig.wantSignals("on the next candle", bot, trading.EntryLong, trading.ExitLong)
	})
}

func TestAnAdministratorsPauseIsNotUndone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		before, halted := rig.Active(mlBot("Before", "BTCUSD")), rig.Active(mlBot("Halted", "BTCUSD"))
		left, again := rig.Active(mlBot("Left", "BTCUSD")), rig.Active(mlBot("Again", "BTCUSD"))
		rig.Move(before, bots.BotPaused)
		rig.round()
		rig.want("without an edge", before, bots.BotPaused, byAdmin)
		for _, bot := range []*bots.Bot{halted, left, again} {
			rig.want("without an edge", bot, bots.BotPaused, noEdge)
		}
		told := rig.Events.Count("trading.bot.status_changed")
		rig.Move(halted, bots.BotPaused)
		rig.want("paused once more", halted, bots.BotPaused, byAdmin)
		if n := rig.Events.Count("trading.bot.status_changed") - told; n != 0 {
			t.Errorf("the same state was told %d times", n)
		}
		rig.Move(again, bots.BotActive)
		rig.round()
		rig.want("activated without an edge", again, bots.BotPaused, noEdge)
		rig.Move(again, bots.BotActive)
		rig.Move(again, bots.BotPaused)
		rig.models.say("BTCUSD", "4h", .5, true)
		rig.round()
		for _, bot := range []*bots.Bot{before, halted, again} {
			rig.want("with an edge", bot, bots.BotPaused, byAdmin)
		}
		rig.want("with an edge", left, bots.BotActive, hasEdge)
	})
}

func TestAHaltedBotComesBackFromMissingPricesToo(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		bot := rig.Active(mlBot("First", "BTCUSD"))
		rig.hours(9, "BTCUSD")
		rig.round()
		rig.want("without an edge", bot, bots.BotPaused, noEdge)
		rig.Clock.Set(rig.Clock.Now().Add(4 * time.Hour))
		rig.round()
		if now := rig.Bot(bot.ID); now.Status != bots.BotError {
			t.Fatalf("without prices it is %s (%s)", now.Status, now.StatusReason)
		}
		rig.hours(1, "BTCUSD")
		rig.round()
		rig.want("with prices and no edge", bot, bots.BotPaused, noEdge)
		rig.models.say("BTCUSD", "4h", .5, true)
		rig.round()
		rig.want("with an edge", bot, bots.BotActive, hasEdge)
	})
}
