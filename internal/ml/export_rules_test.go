package ml

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/market"
	"bourse/internal/ml/features"
	"bourse/internal/money"
)

// BarsOf numbers candles by their trading calendar.
func BarsOf(session market.Session, candles []market.Candle) []features.Bar {
	return barsOf(session, candles)
}

// Unbroken counts the last bars that are consecutive.
func Unbroken(bars []features.Bar) int { return unbroken(bars) }

// Due is when the outcome of a candle's prediction is known.
func (h Horizon) Due(session market.Session, candleAt time.Time) (time.Time, bool) {
	return h.due(session, candleAt)
}

// SettledBy is the opening time of the candle by whose close a prediction is settled.
func (h Horizon) SettledBy(due time.Time) time.Time { return h.settledBy(due) }

// Check fails for an unknown horizon.
func (h Horizon) Check() error { return h.check() }

// Shape is what a horizon's models use.
func (h Horizon) Shape() (interval market.Interval, bars int, set features.Set, candles int, word string) {
	return h.interval(), h.bars(), h.features(), h.candlesWanted(), h.candleWord()
}

// NewScorecard is an empty scorecard.
func NewScorecard(best Forecaster) *Scorecard { return newScorecard(uuid.UUID{1}, best) }

// Add counts a settled prediction.
func (c *Scorecard) Add(p *Prediction) { c.add(p) }

// HasLost reports whether the model has lost its edge.
func (c *Scorecard) HasLost() bool { return c.hasLost() }

// Serve sets what is served of a prediction.
func (p *Prediction) Serve(edge Edge) { p.serve(edge) }

// Settle settles a prediction with a close.
func (p *Prediction) Settle(closed money.Decimal, now time.Time) { p.settle(closed, now) }
