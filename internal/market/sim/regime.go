package sim

// regime is a phase of the market: a trend, a range or a storm. Widths and drifts are in deviations of an hour.
type regime struct {
	hoursLeft int
	isStorm   bool
	drift     float64 // per hour
	width     float64 // of an hour's move
	pull      float64 // towards the anchor, per hour
	anchor    float64
}

// The regimes' parameters. A storm is a day or two of moves that are twice as large as usual and mostly in one direction:
// whoever spots it early can profit from it. A trend is slow, a range small: both pay less than trading them costs.
const (
	stormWidth, trendWidth, rangeWidth = 1.7, 0.9, 0.85

	leastStormHours, moreStormHours = 48, 72
	meanStormHours                  = leastStormHours + moreStormHours/2

	leastStormDrift, moreStormDrift = 0.4, 0.3
	meanStormDrift                  = leastStormDrift + moreStormDrift/2

	leastTrendDrift, moreTrendDrift = 0.03, 0.05
	meanTrendDrift                  = leastTrendDrift + moreTrendDrift/2

	leastPull, morePull = 0.015, 0.04
	// rangeHold is the share of a day's variance that the pull removes.
	rangeHold = 0.35

	// turnChance is the probability that a storm reverses within an hour.
	turnChance = 1.0 / 240
)

// nextRegime draws the phase that follows another. After a storm comes something calmer.
func (c *character) nextRegime(r *random, before regime, level float64) regime {
	direction := 1.0
	if r.next()&1 == 0 {
		direction = -1
	}
	strength, choice := r.uniform(), r.uniform()
	hours := int(c.patience) + r.below(uint64(3*c.patience))
	switch {
	case choice < c.stormChance && !before.isStorm:
		return regime{
			hoursLeft: leastStormHours + r.below(moreStormHours), isStorm: true, width: stormWidth,
			drift: direction * float64(c.momentum*(leastStormDrift+float64(moreStormDrift*strength))),
		}
	case choice < c.stormChance+c.trendChance:
		return regime{
			hoursLeft: hours, width: trendWidth,
			drift: direction * float64(c.momentum*(leastTrendDrift+float64(moreTrendDrift*strength))),
		}
	default: // it is pulled to where it began
		return regime{
			hoursLeft: hours, width: rangeWidth,
			pull: float64(c.hold * (leastPull + float64(morePull*strength))), anchor: level,
		}
	}
}
