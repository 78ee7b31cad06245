package sim

import (
	"math"

	"bourse/internal/market"
)

// character is how the price of an instrument behaves. Instruments of a kind are similar but no two are the same: each
// draws its own numbers from its key.
type character struct {
	// isPure means that the price is a pure random walk: every step is drawn alike, whatever came before it.
	isPure bool
	// stormChance and trendChance are the probabilities that the next regime is one; the rest are ranges.
	stormChance, trendChance float64
	// patience is how long trends and ranges last, in hours: from one to four times this.
	patience float64
	// momentum is how strongly trends and storms drive the price, and hold how strongly ranges keep it: 1 is the regime's
	// own value.
	momentum, hold float64
	// jumpChance is the probability of a jump in an hour, and jumpSize its size, in deviations of an hour.
	jumpChance, jumpSize float64
	// reaction is how much of an hour's move goes into the volatility of the next ones.
	reaction float64
	// reversion is the part of its distance from the reference price that a level loses in an hour.
	reversion float64
	// scale scales the variance of all regimes together to the one that the instrument's volatility requires.
	scale float64
}

// memory is the fraction of its deviation from normal that volatility keeps from one hour to the next: half of it is gone
// after two days.
const memory = 0.985

// characterOf derives an instrument's character from its kind, its volatility and its key.
func characterOf(instrument market.Instrument, key uint64) character {
	if instrument.Symbol == market.FairSymbol {
		return character{isPure: true, scale: 1}
	}
	r := newRandom(key, characterStream, 0)
	// between draws a number from a range.
	between := func(least, most float64) float64 { return least + float64((most-least)*r.uniform()) }
	c := character{reaction: between(0.06, 0.1), reversion: 1.0 / (120 * 24)}
	// The wilder an instrument is, the more time it spends in storms.
	wildness := min(instrument.AnnualVolatility.Float64(), 1)
	switch instrument.Kind {
	case market.FX:
		c.stormChance, c.trendChance, c.patience = between(0.1, 0.18), between(0.3, 0.4), between(70, 100)
		c.momentum, c.hold = between(0.5, 0.7), between(0.9, 1.3)
		c.jumpChance, c.jumpSize = 1/between(200, 400), between(3, 4.5)
	case market.Equity:
		c.stormChance, c.trendChance, c.patience = between(0.12, 0.2)+float64(0.2*wildness), between(0.35, 0.5), between(50, 80)
		c.momentum, c.hold = between(0.6, 0.9), between(0.7, 1.1)
		c.jumpChance, c.jumpSize = 1/between(200, 350), between(3.5, 5)
	default:
		c.stormChance, c.trendChance, c.patience = between(0.25, 0.32)+float64(0.15*wildness), between(0.3, 0.4), between(35, 50)
		c.momentum, c.hold = between(0.35, 0.55)+float64(wildness*wildness), between(1.2, 1.6)
		c.jumpChance, c.jumpSize = 1/between(120, 220), between(3.5, 5.5)
	}
	c.scale = 1 / math.Sqrt(c.variance())
	return c
}

// variance is approximately the variance of a day's moves across all regimes, before scaling, where 1 is that of a walk
// with steps of deviation 1.
func (c character) variance() float64 {
	const day = 24
	rangeChance := 1 - c.stormChance - c.trendChance
	// A day's drift counts in full, an hour's only in part.
	stormDrift, trendDrift := float64(c.momentum*meanStormDrift), float64(c.momentum*meanTrendDrift)
	storm := float64(stormWidth*stormWidth) + float64(day*float64(stormDrift*stormDrift))
	trend := float64(trendWidth*trendWidth) + float64(day*float64(trendDrift*trendDrift))
	calm := float64(rangeWidth*rangeWidth) * (1 - float64(rangeHold*c.hold))
	stormHours, otherHours := float64(c.stormChance*meanStormHours), float64(2.5*c.patience)
	hours := stormHours + float64(float64(1-c.stormChance)*otherHours)
	total := float64(stormHours*storm) + float64(float64(c.trendChance*otherHours)*trend) + float64(float64(rangeChance*otherHours)*calm)
	return total/hours + float64(c.jumpChance*float64(c.jumpSize*c.jumpSize))
}
