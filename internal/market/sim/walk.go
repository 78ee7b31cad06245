package sim

import "math"

const hoursPerDay = 24

// state is the state of a price at the start of an hour. Everything that follows depends on it and on chance.
type state struct {
	level  float64 // logarithm of the price over the reference price
	heat   float64 // variance relative to the regime's usual: it rises with large moves and decays
	regime regime
}

// hour is the movement of a price in one hour: it wanders from start to end in steps of the given deviation, and jumps
// within one of its minutes.
type hour struct {
	start, end float64
	deviation  float64 // of the whole hour
	jump       float64
	jumpMinute int
	activity   float64 // of trading, relative to the usual
}

// Limits of the heat and of how much one hour can raise it.
const (
	leastHeat, mostHeat = 0.25, 8
	mostShock           = 12
)

// walk is the price of one instrument from hour to hour.
type walk struct {
	character
	hourly float64 // deviation of an hour's move
}

// next draws what happens in an hour and moves the state to its end. The weight scales the moves for the hour of the day;
// with weight 0 nothing happens.
func (w *walk) next(r *random, s *state, weight float64) hour {
	h := hour{start: s.level, end: s.level, activity: 1}
	if w.isPure {
		h.deviation = w.hourly
		h.end += float64(w.hourly * r.bell())
		s.level = h.end
		return h
	}
	if weight == 0 {
		return h
	}
	if s.regime.hoursLeft == 0 {
		s.regime = w.nextRegime(r, s.regime, s.level)
	}
	s.regime.hoursLeft--
	if s.regime.isStorm && r.uniform() < turnChance {
		s.regime.drift = -s.regime.drift
	}
	unit := float64(w.hourly * w.scale)
	width := float64(s.regime.width * math.Sqrt(s.heat))
	step := float64(width*r.bell()) + s.regime.drift
	h.deviation = float64(float64(unit*width) * weight)
	if r.uniform() < w.jumpChance {
		h.jumpMinute = r.below(minutesPerHour)
		jump := w.jumpOf(r, &s.regime)
		h.jump = float64(unit * jump)
		step += jump / weight
	}
	h.end += float64(float64(unit*step) * weight)
	h.end -= float64(s.regime.pull * (s.level - s.regime.anchor))
	h.end -= float64(w.reversion * s.level)
	h.activity = float64(weight * (0.4 + float64(0.6*width)))
	s.level = h.end
	s.heat = w.nextHeat(s.heat, step/width)
	return h
}

// jumpOf draws how far the price jumps: in either direction, but in a storm in the storm's.
func (w *walk) jumpOf(r *random, now *regime) float64 {
	size := float64(w.jumpSize * (0.6 + float64(0.8*r.uniform())))
	isDown := r.next()&1 == 0
	if now.isStorm {
		isDown = now.drift < 0
	}
	if isDown {
		return -size
	}
	return size
}

// nextHeat is the heat after an hour with a move of so many deviations: reaction adds a part of what was unusual in it, and
// memory lets the rest decay.
func (w *walk) nextHeat(heat, move float64) float64 {
	shock := min(float64(move*move), mostShock)
	heat = 1 + float64(memory*(heat-1)) + float64(float64(w.reaction*heat)*(shock-1))
	return min(max(heat, leastHeat), mostHeat)
}
