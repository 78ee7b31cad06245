package bots_test

import (
	"context"
	"maps"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/bots"
	"bourse/internal/trading/strategy"
	"bourse/internal/trading/tradingtest"
)

// models are forecasts that the test makes up.
type models struct {
	mu    sync.Mutex
	says  map[bots.ForecastKey]strategy.Forecast
	fails error // error of requests for a forecast, if any
	blind error // error of requests for the edges, if any
	asked []askedFor
}

type askedFor struct {
	Key    bots.ForecastKey
	Candle time.Time
}

func (m *models) Edges(context.Context) (map[bots.ForecastKey]bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	edges := map[bots.ForecastKey]bool{}
	for key, forecast := range m.says {
		edges[key] = forecast.HasEdge
	}
	return edges, m.blind
}

func (m *models) Forecast(_ context.Context, key bots.ForecastKey, candle time.Time) (strategy.Forecast, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, askedFor{key, candle})
	return m.says[key], m.fails
}

// say sets a model's forecast: the price rises with a probability; the forecast is worth its costs from 58 % on.
func (m *models) say(symbol, horizon string, up float64, hasEdge bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	says := maps.Clone(m.says)
	if says == nil {
		says = map[bots.ForecastKey]strategy.Forecast{}
	}
	says[bots.ForecastKey{Symbol: symbol, Horizon: horizon}] = strategy.Forecast{HasEdge: hasEdge, Up: up, BaseRate: .51, Move: .02, Cost: .0032}
	m.says = says
}

func (m *models) fail(with error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fails = with
}

// modelRig is a rig whose bots use made-up models, at the beginning of an hour.
type modelRig struct {
	*tradingtest.BotRig
	models *models
	runner *bots.BotRunner
}

func newModelRig(t *testing.T, db *database.DB) *modelRig {
	t.Helper()
	rig := &modelRig{BotRig: tradingtest.NewBotRig(t, db), models: &models{}}
	rig.Bots.SetForecasts(rig.models)
	rig.runner = rig.Bots.NewBotRunner()
	return rig
}

// mlBot is a bot that uses hourly forecasts and needs a look-back of nine hours.
func mlBot(name string, symbols ...string) bots.NewBot {
	return bots.NewBot{
		Name: name, Description: "a test", StrategyType: "ml", Symbols: symbols, Timeframe: market.Hour, RiskLevel: trading.RiskMedium,
		Parameters: map[string]float64{"horizon": 4, "atrPeriod": 2},
	}
}

// hours closes hours of symbols in which the price moves half a dollar up and down around 100.
func (r *modelRig) hours(count int, symbols ...string) {
	r.T.Helper()
	for range count {
		opened := market.Hour.Start(r.Clock.Now())
		r.Clock.Set(opened.Add(time.Hour + time.Second))
		var minutes []market.Candle
		for _, symbol := range symbols {
			for i := range 60 {
				minutes = append(minutes, market.Candle{
					Symbol: symbol, Interval: market.Minute, OpenedAt: opened.Add(time.Duration(i) * time.Minute), Open: tradingtest.Price(100),
					High: tradingtest.Price(100.5), Low: tradingtest.Price(99.5), Close: tradingtest.Price(100), Volume: money.FromInt(1),
				})
			}
			r.Feed.Price(symbol, "100")
		}
		r.Feed.Close(minutes...)
	}
}

// round is a round of the runner, a second after the previous one: signals are listed by their time.
func (r *modelRig) round() {
	r.T.Helper()
	r.Clock.Set(r.Clock.Now().Add(time.Second))
	tradingtest.Must(r.T, r.runner.Round(r.T.Context()))
}

// want fails the test unless a bot is in a state for a reason and has not failed.
func (r *modelRig) want(when string, bot *bots.Bot, status bots.BotStatus, reason string) {
	r.T.Helper()
	if now := r.Bot(bot.ID); now.Status != status || now.StatusReason != reason || now.Failures != 0 {
		r.T.Errorf("%s: %s is %s (%s) with %d failures, want %s (%s)", when, now.Name, now.Status, now.StatusReason, now.Failures, status, reason)
	}
}

// wantSignals fails the test unless a bot has published these, oldest first.
func (r *modelRig) wantSignals(when string, bot *bots.Bot, want ...trading.SignalType) {
	r.T.Helper()
	signals := r.Signals(bot)
	var got []trading.SignalType
	for i := range signals {
		got = append(got, signals[len(signals)-1-i].Type)
	}
	if len(got) != len(want) {
		r.T.Fatalf("%s: %s has the signals %v, want %v", when, bot.Name, got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			r.T.Fatalf("%s: %s has the signals %v, want %v", when, bot.Name, got, want)
		}
	}
}
