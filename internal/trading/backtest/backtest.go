package backtest

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

// Status is the state of a backtest.
type Status string

// The states of a backtest.
const (
	Queued    Status = "queued"
	Running   Status = "running"
	Done      Status = "done"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// Resolution says how finely the prices within candles were known.
type Resolution string

// The resolutions.
const (
	ByMinutes Resolution = "minutes" // the minutes of every candle were stored
	ByCandles Resolution = "candles" // none were: if a candle reaches both a stop and a target, the worse one counts
	Mixed     Resolution = "mixed"
)

// Backtest is a run of bot settings on past candles.
type Backtest struct {
	ID       uuid.UUID
	TenantID uuid.UUID
	UserID   uuid.UUID
	Settings engine.Settings
	From, To time.Time
	Capital  money.Decimal

	Status        Status
	Progress      int // in percent
	FailureCode   fault.Code
	Failure       string
	Trades        int // so far
	Candles       int // of the timeframe, played so far
	MinuteCandles int // those of them whose minutes were stored
	Figures       Figures
	CreatedAt     time.Time
	StartedAt     time.Time
	FinishedAt    time.Time

	slot       int // one of the places that a user has for waiting backtests
	attempts   int
	leaseUntil time.Time
	fence      int64
}

// Figures are the results of a backtest: the performance, computed like a bot's, and its components.
type Figures struct {
	engine.Performance
	Equity        money.Decimal // final value of the account: capital and profit
	RealizedPnL   money.Decimal // of all trades, net of fees
	UnrealizedPnL money.Decimal // of positions still open
	OpenFees      money.Decimal // of positions still open
	OpenPositions int
	Fees          money.Decimal // of all trades
	BestTrade     money.Decimal // net
	WorstTrade    money.Decimal
	MarketReturn  money.Decimal // return of the instruments meanwhile, in equal parts and without costs
}

// Point is the value of the account at a moment, and its distance below its peak, as a fraction.
type Point struct {
	Time     time.Time
	Value    money.Decimal
	Drawdown money.Decimal
}

// Trade is one closing fill of a backtest. Trades are numbered from 1 in order of time.
type Trade struct {
	BacktestID uuid.UUID
	Number     int
	trading.Trade
}

// Resolution says how finely the prices within candles were known; empty before any candle was played.
func (b *Backtest) Resolution() Resolution {
	switch {
	case b.Candles == 0:
		return ""
	case b.MinuteCandles == b.Candles:
		return ByMinutes
	case b.MinuteCandles == 0:
		return ByCandles
	}
	return Mixed
}

// isOver reports whether the backtest is in a final state.
func (b *Backtest) isOver() bool { return b.Status != Queued && b.Status != Running }

// cancel ends a queued or running backtest. It fails with INVALID_TRANSITION when it is over.
func (b *Backtest) cancel(now time.Time) error {
	if b.isOver() {
		return fault.New(fault.InvalidTransition, "the backtest is %s: only one that is queued or running can be cancelled", b.Status)
	}
	b.Status, b.FinishedAt = Cancelled, now
	return nil
}

// fail ends a backtest that cannot succeed.
func (b *Backtest) fail(reason *fault.Error, now time.Time) {
	b.Status, b.FailureCode, b.Failure, b.FinishedAt = Failed, reason.Code, reason.Message, now
}
