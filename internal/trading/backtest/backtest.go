package backtest

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

// Status is how far a backtest has come.
type Status string

// The states of a backtest.
const (
	Queued    Status = "queued"
	Running   Status = "running"
	Done      Status = "done"
	Failed    Status = "failed"
	Cancelled Status = "cancelled"
)

// Resolution tells how finely the prices within candles were known.
type Resolution string

// The resolutions.
const (
	ByMinutes Resolution = "minutes" // the minutes of every candle were stored
	ByCandles Resolution = "candles" // none were: of a stop and a target in one candle the worse counts
	Mixed     Resolution = "mixed"
)

// Backtest is settings of a bot that are, or were, played on candles of the past.
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
	Candles       int // of the timeframe that were played
	MinuteCandles int // those of them whose minutes were stored
	Figures       Figures
	CreatedAt     time.Time
	StartedAt     time.Time
	FinishedAt    time.Time

	slot       int // of those that a user may have waiting
	attempts   int
	leaseUntil time.Time
	fence      int64
}

// Figures are what came of a backtest: the performance as a bot's is computed, and what it is made of.
type Figures struct {
	engine.Performance
	Equity        money.Decimal // what the account was worth at the end: capital and what follows
	RealizedPnL   money.Decimal // of all trades, net of fees
	UnrealizedPnL money.Decimal // of what was still open
	OpenFees      money.Decimal // of what was still open
	OpenPositions int
	Fees          money.Decimal // of all trades
	BestTrade     money.Decimal // net
	WorstTrade    money.Decimal
	MarketReturn  money.Decimal // what the instruments brought meanwhile, in equal parts and without costs
}

// Point is what the account was worth at a moment, and how far below its peak that was, as a fraction.
type Point struct {
	Time     time.Time
	Value    money.Decimal
	Drawdown money.Decimal
}

// Trade is one closing fill of a backtest. Its numbers begin with 1, in the order of time.
type Trade struct {
	BacktestID uuid.UUID
	Number     int
	trading.Trade
}

// Resolution tells how finely the prices within candles were known; empty before any was played.
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

// isOver reports whether nothing is to come any more.
func (b *Backtest) isOver() bool { return b.Status != Queued && b.Status != Running }

// cancel ends a backtest that waits or runs. It fails with INVALID_TRANSITION when it is over.
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
