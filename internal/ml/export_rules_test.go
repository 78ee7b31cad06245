package ml

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/market"
	"bourse/internal/ml/features"
	"bourse/internal/money"
)

// BarsOf numbers candles in their trading calendar.
func BarsOf(session market.Session, candles []market.Candle) []features.Bar {
	return barsOf(session, candles)
}

// Unbroken counts the last bars that follow each other.
func Unbroken(bars []features.Bar) int { return unbroken(bars) }

// Due is when the prediction of a candle has come true.
func (h Horizon) Due(session market.Session, candleAt time.Time) (time.Time, bool) {
	return h.due(session, candleAt)
}

// SettledBy is when the candle opened by whose close a prediction is settled.
func (h Horizon) SettledBy(due time.Time) time.Time { return h.settledBy(due) }

// Check fails for a horizon that there is not.
func (h Horizon) Check() error { return h.check() }

// Shape is what a horizon looks at.
func (h Horizon) Shape() (interval market.Interval, bars int, set features.Set, candles int, word string) {
	return h.interval(), h.bars(), h.features(), h.candlesWanted(), h.candleWord()
}

// NewScorecard has nothing on it.
func NewScorecard(best Forecaster) *Scorecard { return newScorecard(uuid.UUID{1}, best) }

// Add counts a settled prediction.
func (c *Scorecard) Add(p *Prediction) { c.add(p) }

// HasLost tells whether the model has lost its edge.
func (c *Scorecard) HasLost() bool { return c.hasLost() }

// Serve and Settle are what becomes of a prediction.
func (p *Prediction) Serve(edge Edge) { p.serve(edge) }

// Settle settles it with a close.
func (p *Prediction) Settle(closed money.Decimal, now time.Time) { p.settle(closed, now) }
