package bots_test

import (
	"errors"
	"fmt"
	"net"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/tradingtest"
)

func TestABotOfForecastsHasAHorizonThatModelsHave(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		for name, c := range map[string]struct {
			timeframe market.Interval
			horizon   float64
			field     string // the one that is refused
		}{
			"an hour": {market.Hour, 1, ""}, "four hours": {market.Hour, 4, ""}, "a day": {market.Day, 1, ""},
			"a minute": {market.Minute, 1, "timeframe"}, "five minutes": {market.FiveMinutes, 1, "timeframe"}, "not said": {0, 1, "timeframe"},
			"two hours": {market.Hour, 2, "parameters"}, "four days": {market.Day, 4, "parameters"}, "no hour": {market.Hour, 0, "parameters"},
		} {
			given := mlBot(name, "BTCUSD")
			given.Timeframe, given.Parameters = c.timeframe, map[string]float64{"horizon": c.horizon}
			_, err := rig.Bots.CreateBot(t.Context(), rig.Admin, given)
			if c.field == "" {
				tradingtest.Must(t, err)
				continue
			}
			testkit.WantFault(t, err, fault.ValidationError, c.field)
		}
		_, err := rig.Bots.UpdateBot(t.Context(), rig.Admin, named(rig.BotRig, "a day").ID, bots.BotChange{Parameters: &map[string]float64{"horizon": 4}})
		testkit.WantFault(t, err, fault.ValidationError, "parameters")
	})
}

func TestAForecastThatIsNotThereYetIsWaitedFor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		bot := rig.Active(mlBot("First", "BTCUSD"))
		rig.models.say("BTCUSD", "4h", .7, true)
		rig.hours(9, "BTCUSD")
		for _, err := range []error{
			fault.New(fault.ServiceUnavailable, "later"), fault.New(fault.MarketDataStale, "later"), fault.New(fault.MarketClosed, "later"),
		} {
			rig.models.fail(err)
			rig.round()
			rig.wantSignals("without a forecast", bot)
		}
		rig.models.fail(nil)
		rig.round()
		rig.wantSignals("with one", bot, trading.EntryLong)
		rig.hours(1, "BTCUSD")
		rig.models.fail(fault.New(fault.ServiceUnavailable, "later"))
		rig.round()
		rig.wantSignals("holding without a forecast", bot, trading.EntryLong)
		rig.want("holding without a forecast", bot, bots.BotActive, "activated by an administrator")
	})
}

func TestARefusedForecastIsNoEdge(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		bot := rig.Active(mlBot("First", "BTCUSD"))
		rig.models.say("BTCUSD", "4h", .7, true)
		rig.hours(9, "BTCUSD")
		rig.round()
		rig.models.fail(fault.New(fault.Conflict, "no model serves"))
		rig.hours(1, "BTCUSD")
		rig.round()
		rig.wantSignals("without a model", bot, trading.EntryLong, trading.ExitLong)
		rig.want("without a model", bot, bots.BotActive, "activated by an administrator")
	})
}

func TestModelsThatAreAwayAreNoFailureOfABot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		bot, other := rig.Active(mlBot("First", "BTCUSD")), rig.Active(tradingtest.BreakoutBot("Other", "BTCUSD"))
		away := fmt.Errorf("read the model: %w", net.ErrClosed)
		rig.models.say("BTCUSD", "4h", .7, true)
		rig.hours(9, "BTCUSD")
		for range 6 {
			rig.models.fail(away)
			if err := rig.runner.Round(t.Context()); !errors.Is(err, net.ErrClosed) {
				t.Fatalf("a round without forecasts ends with %v", err)
			}
			rig.models.fail(nil)
			rig.models.blind = away
			if err := rig.runner.Round(t.Context()); !errors.Is(err, net.ErrClosed) {
				t.Fatalf("a round without edges ends with %v", err)
			}
			rig.models.blind = nil
		}
		rig.want("without the database", bot, bots.BotActive, "activated by an administrator")
		rig.models.blind = errors.New("a defect")
		rig.Quiet("BTCUSD", 12)
		rig.Minute("BTCUSD", 104)
		rig.round()
		if signals := rig.Signals(other); len(signals) != 1 {
			t.Errorf("a bot that needs no model has %d signals, want 1", len(signals))
		}
		rig.want("with a defect", bot, bots.BotActive, "activated by an administrator")
	})
}

func TestABotOfForecastsHasNoTrackRecord(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		rig.models.say("BTCUSD", "4h", .9, true)
		rig.Walk("BTCUSD", 1, tradingtest.RecordStart, tradingtest.RecordedMinutes)
		bot := rig.Create(mlBot("First", "BTCUSD"))
		trades, err := rig.Bots.RecordHistory(t.Context(), bot.ID, tradingtest.RecordStart, tradingtest.Noon)
		tradingtest.Must(t, err)
		if len(rig.models.asked) != 0 || trades != 0 || len(rig.Signals(bot)) != 0 {
			t.Errorf("there are %d trades and %d questions about the past", trades, len(rig.models.asked))
		}
	})
}

func TestABotOfForecastsHoldsWhereThereAreNone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		rig := newModelRig(t, db)
		rig.Bots.SetForecasts(nil)
		bot := rig.Active(mlBot("First", "BTCUSD"))
		rig.hours(10, "BTCUSD")
		rig.round()
		rig.wantSignals("without models", bot)
		rig.want("without models", bot, bots.BotActive, "activated by an administrator")
	})
}
