package app

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/ml/features"
	"bourse/internal/ml/logistic"
	"bourse/internal/ml/trial"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/strategy"
	"bourse/internal/trading/tradingtest"
)

// modelDesk is a bot that trades on models whose trials find what the test says.
type modelDesk struct {
	*tradingtest.BotRig
	models *ml.Service
	bots   *bots.Service
	trial  atomic.Pointer[trial.Result]
	told   chan struct{} // after the runner was given a candle's forecast, or none
}

// toldForecasts are the models as the runner sees them.
type toldForecasts struct {
	modelForecasts
	told chan struct{}
}

func (f toldForecasts) Forecast(ctx context.Context, key bots.ForecastKey, candle time.Time) (strategy.Forecast, error) {
	forecast, err := f.modelForecasts.Forecast(ctx, key, candle)
	select {
	case f.told <- struct{}{}:
	default: // not requested since the last time
	}
	return forecast, err
}

// mayPromote lets whoever requested a model put it into service.
type mayPromote struct{ admin identity.Caller }

// HoldCaller returns the caller as is.
func (m mayPromote) HoldCaller(context.Context, *database.Tx, uuid.UUID) (identity.Caller, error) {
	return m.admin, nil
}

func newModelDesk(t *testing.T, db *database.DB) *modelDesk {
	t.Helper()
	d := &modelDesk{BotRig: tradingtest.NewBotRig(t, db), told: make(chan struct{}, 1)}
	d.Clock.Set(market.Day.Start(tradingtest.Noon)) // later hours of a day are made of its minutes
	d.models = ml.New(ml.Options{
		Database: db, Market: d.Market, Events: d.Events, People: mayPromote{d.Admin}, RoundTripCost: func(market.Instrument) float64 { return .003 },
		Now: d.Clock.Now, Logger: slog.New(slog.DiscardHandler),
		Trial: func(_ context.Context, _ []features.Bar, recipe trial.Recipe, _ func(int, int)) (*trial.Result, error) {
			result := *d.trial.Load()
			names := recipe.Set.Names()
			nothing := make([]float64, len(names))
			result.Recipe, result.Forecaster.Set, result.Forecaster.HorizonBars = recipe, recipe.Set, recipe.HorizonBars
			result.Forecaster.RoundTripCost = recipe.RoundTripCost
			result.Forecaster.Model.Names, result.Forecaster.Model.Weights = names, nothing
			result.Forecaster.Model.Means, result.Forecaster.Model.Deviations = nothing, nothing
			return &result, nil
		},
	})
	d.bots = bots.New(bots.Options{
		Trading: d.Service, Database: db, Market: d.Market, Settings: trading.DefaultSettings(), Forecasts: toldForecasts{modelForecasts{d.models}, d.told},
		Exit: risk.ExitOf, Now: d.Clock.Now, Logger: slog.New(slog.DiscardHandler),
	})
	var past []market.Candle
	for hours := 200; hours > 0; hours-- {
		past = append(past, candleOf("BTCUSD", market.Hour, d.Clock.Now().Add(-time.Duration(hours)*time.Hour)))
	}
	d.Feed.SetPast(past...)
	d.Feed.Price("BTCUSD", "100")
	for _, job := range append(d.models.SharedWorkers()[:1], d.bots.SharedWorkers()[:1]...) { // the trainer and the runner
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- job.Run(ctx) }()
		t.Cleanup(func() {
			stop()
			if err := <-ended; err != nil {
				t.Errorf("%s: %v", job.Name(), err)
			}
		})
	}
	return d
}

func candleOf(symbol string, interval market.Interval, at time.Time) market.Candle {
	return market.Candle{
		Symbol: symbol, Interval: interval, OpenedAt: at, Open: tradingtest.Price(100), High: tradingtest.Price(100.5),
		Low: tradingtest.Price(99.5), Close: tradingtest.Price(100), Volume: money.FromInt(1),
	}
}

// train has a model trained whose forecast is always the same, and waits until it serves.
func (d *modelDesk) train(pValue, logOdds float64) {
	d.T.Helper()
	serves := make(chan string, 8)
	defer d.DB.Subscribe("ml.serving", func(id string) { serves <- id })()
	d.trial.Store(&trial.Result{
		PValue: pValue, BestBaseline: "baseRate",
		Forecaster: trial.Forecaster{BaseRate: .5, Continuation: .5, MeanAbsoluteMove: .01, Model: logistic.Model{Intercept: logOdds, Penalty: 1}},
	})
	model, err := d.models.Train(d.T.Context(), d.Admin, ml.NewTraining{Symbol: "BTCUSD", Horizon: ml.OneHour, Promote: true})
	tradingtest.Must(d.T, err)
	for id := ""; id != model.ID.String(); {
		id = testkit.Receive(d.T, "the model to serve", serves)
	}
}

// hour closes the next hour.
func (d *modelDesk) hour() {
	d.T.Helper()
	opened := market.Hour.Start(d.Clock.Now())
	var minutes []market.Candle
	for i := range 60 {
		minutes = append(minutes, candleOf("BTCUSD", market.Minute, opened.Add(time.Duration(i)*time.Minute)))
	}
	d.Clock.Set(opened.Add(time.Hour + time.Second))
	d.Feed.Price("BTCUSD", "100")
	d.Feed.Close(minutes...)
}

// wake makes the runner look at the bot once more.
func (d *modelDesk) wake(bot *bots.Bot) {
	d.T.Helper()
	name := bot.Name + " again"
	_, err := d.bots.UpdateBot(d.T.Context(), d.Admin, bot.ID, bots.BotChange{Name: &name})
	tradingtest.Must(d.T, err)
}

func (d *modelDesk) awaits(what string, bot *bots.Bot, status bots.BotStatus, signals ...trading.SignalType) {
	d.T.Helper()
	testkit.Until(d.T, what, func() bool {
		published := d.Signals(bot)
		if len(published) != len(signals) || d.Bot(bot.ID).Status != status {
			return false
		}
		for i, signal := range published {
			if signal.Type != signals[len(signals)-1-i] {
				d.T.Fatalf("%s: signal %d is %s", what, len(signals)-i, signal.Type)
			}
		}
		return true
	})
}

func TestABotTradesItsModelsWhileTheyHaveAnEdge(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newModelDesk(t, db)
		bot, err := d.bots.CreateBot(t.Context(), d.Admin, bots.NewBot{
			Name: "Proof", StrategyType: "ml", Symbols: []string{"BTCUSD"}, Timeframe: market.Hour, RiskLevel: trading.RiskLow,
		})
		tradingtest.Must(t, err)
		active := bots.BotActive
		_, err = d.bots.UpdateBot(t.Context(), d.Admin, bot.ID, bots.BotChange{Status: &active})
		tradingtest.Must(t, err)
		d.awaits("a halt without a model", bot, bots.BotPaused)
		d.train(.9, 2)
		d.wake(bot)
		testkit.Receive(t, "the bot to decide on the newest candle", d.told) // otherwise it would do so with the following edge
		forecast, err := modelForecasts{d.models}.Forecast(t.Context(), bots.ForecastKey{Symbol: "BTCUSD", Horizon: "1h"}, d.Clock.Now().Add(-time.Hour))
		if err != nil || forecast.HasEdge || forecast.Up != forecast.BaseRate {
			t.Errorf("without an edge the forecast is %+v (%v)", forecast, err)
		}
		d.awaits("a halt without an edge", bot, bots.BotPaused)
		d.train(.0001, 2) // a rise with probability 88 %
		d.wake(bot)
		d.awaits("the bot with an edge", bot, bots.BotActive)
		d.hour()
		d.awaits("an entry after the next candle", bot, bots.BotActive, trading.EntryLong)
		d.train(.9, 2)
		d.wake(bot)
		d.awaits("a halt without the edge", bot, bots.BotPaused, trading.EntryLong)
		d.hour()
		d.awaits("an exit after the next candle", bot, bots.BotPaused, trading.EntryLong, trading.ExitLong)
		d.WantBooksInOrder()
	})
}

func TestAForecastOfAnotherCandleIsWaitedFor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := newModelDesk(t, db)
		d.train(.0001, 2)
		forecasts, key := modelForecasts{d.models}, bots.ForecastKey{Symbol: "BTCUSD", Horizon: "1h"}
		if _, err := forecasts.Forecast(t.Context(), key, d.Clock.Now()); !market.NoPriceNow(err) {
			t.Errorf("of a candle that has not closed: %v", err)
		}
		if forecast, err := forecasts.Forecast(t.Context(), key, d.Clock.Now().Add(-time.Hour)); err != nil || !forecast.HasEdge ||
			forecast.Up < .85 || forecast.Up > .9 || forecast.Move != .01 || forecast.Cost != .003 {
			t.Errorf("of the newest candle: %+v (%v)", forecast, err)
		}
		edges, err := forecasts.Edges(t.Context())
		if err != nil || len(edges) != 1 || !edges[key] {
			t.Errorf("the edges are %v (%v)", edges, err)
		}
	})
}
