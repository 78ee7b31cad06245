package backtest_test

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/backtest"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/tradingtest"
)

// rig is a platform with recorded minutes and an analyst.
type rig struct {
	*tradingtest.BotRig
	analyst identity.Caller
}

// newRig records three thousand minutes of two coins.
func newRig(t *testing.T, db *database.DB) *rig {
	t.Helper()
	r := &rig{tradingtest.NewBotRig(t, db), tradingtest.NewAuthor(t, db, identity.RoleAnalyst)}
	for i, symbol := range []string{"BTCUSD", "ETHUSD"} {
		r.Walk(symbol, uint64(i+1), tradingtest.RecordStart, tradingtest.RecordedMinutes)
	}
	return r
}

// breakout is a backtest over what the rig has recorded.
func breakout(symbols ...string) backtest.NewBacktest {
	bot := tradingtest.BreakoutBot("", symbols...)
	return backtest.NewBacktest{
		StrategyType: bot.StrategyType, Parameters: bot.Parameters, Symbols: symbols, Timeframe: market.Minute, RiskLevel: trading.RiskMedium,
		From: tradingtest.RecordStart,
	}
}

// queue queues a backtest.
func (r *rig) queue(wanted backtest.NewBacktest) *backtest.Backtest {
	r.T.Helper()
	queued, err := r.Backtests.Create(r.T.Context(), r.analyst, wanted)
	tradingtest.Must(r.T, err)
	return queued
}

// play runs all waiting backtests.
func (r *rig) play() {
	r.T.Helper()
	for worker := r.Backtests.NewBacktester(); ; {
		played, err := worker.Step(r.T.Context())
		tradingtest.Must(r.T, err)
		if !played {
			return
		}
	}
}

// read reads a backtest's current state.
func (r *rig) read(id uuid.UUID) *backtest.Backtest {
	r.T.Helper()
	found, _, err := r.Backtests.Backtest(r.T.Context(), r.analyst, id)
	tradingtest.Must(r.T, err)
	return found
}

// trades are all trades of a backtest, newest first.
func (r *rig) trades(id uuid.UUID) []backtest.Trade {
	r.T.Helper()
	trades, total, err := r.Backtests.Trades(r.T.Context(), r.analyst, id, database.Page{Number: 1, Limit: 100_000})
	tradingtest.Must(r.T, err)
	if total != len(trades) {
		r.T.Errorf("%d trades are told and %d are there", total, len(trades))
	}
	return trades
}

// gate blocks a process in the middle of a backtest.
type gate struct {
	reached chan struct{} // closed when the process is there
	open    chan struct{}
	once    sync.Once
	looks   atomic.Int64 // at levels
}

// replica is another process on the same database, with a gate before the first check of a level.
func (r *rig) replica() (*backtest.Service, *gate) {
	g := &gate{reached: make(chan struct{}), open: make(chan struct{})}
	rooms := r.Replica()
	return backtest.New(backtest.Options{
		Trading: rooms.Service, Database: r.DB, Market: r.Market, Bots: rooms.Bots, Settings: trading.DefaultSettings(), Now: r.Clock.Now,
		Logger: slog.New(slog.DiscardHandler),
		Exit: func(position *trading.Position, tick market.Tick, quote market.Quote) (money.Decimal, trading.ExitReason, bool) {
			g.once.Do(func() {
				close(g.reached)
				<-g.open
			})
			g.looks.Add(1)
			return risk.ExitOf(position, tick, quote)
		},
	}), g
}
