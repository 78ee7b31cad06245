package sim

import (
	"math"
	"sync"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
)

const (
	minutesPerHour  = 60
	pointsPerMinute = 12
	secondsPerPoint = 60 / pointsPerMinute
	// turnover is the value traded in an average minute.
	turnover = 250_000
)

// epoch is where every path begins. There is nothing before it.
var epoch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// path is the price of one instrument at any moment. Levels are logarithms of the price over the reference
// price.
type path struct {
	walk
	instrument market.Instrument
	key        uint64
	reference  float64
	tick       float64
	lots       float64 // traded in an average minute

	mu   sync.Mutex
	days []state // at the start of each day since the epoch, as far as computed
}

func newPath(seed uint64, instrument market.Instrument) *path {
	tradingDays := 365.0
	if instrument.Session != market.Always {
		tradingDays = 260
	}
	key := symbolKey(seed, instrument.Symbol)
	reference := instrument.ReferencePrice.Float64()
	return &path{
		walk: walk{
			character: characterOf(instrument, key),
			hourly:    instrument.AnnualVolatility.Float64() / math.Sqrt(tradingDays*hoursPerDay),
		},
		instrument: instrument,
		key:        key,
		reference:  reference,
		tick:       instrument.TickSize.Float64(),
		lots:       turnover / float64(reference*instrument.LotStep.Float64()),
		days:       []state{{heat: 1}},
	}
}

// dayOf counts days since the epoch, for moments that are not before it.
func dayOf(at time.Time) int { return int(at.Sub(epoch) / (24 * time.Hour)) }

// minuteOf counts minutes since the epoch.
func minuteOf(at time.Time) int64 { return int64(at.Sub(epoch) / time.Minute) }

// hours are the hours of a day.
func (p *path) hours(day int) (hours [hoursPerDay]hour) {
	s := p.start(day)
	p.through(day, &s, &hours)
	return hours
}

// start is the state at the start of a day. The walk is extended to it if it has not got there yet.
func (p *path) start(day int) state {
	p.mu.Lock()
	defer p.mu.Unlock()
	var hours [hoursPerDay]hour
	for last := len(p.days) - 1; last < day; last++ {
		s := p.days[last]
		p.through(last, &s, &hours)
		p.days = append(p.days, s)
	}
	return p.days[day]
}

// through walks through a day.
func (p *path) through(day int, s *state, hours *[hoursPerDay]hour) {
	weights := weights(&p.instrument, epoch.AddDate(0, 0, day))
	r := newRandom(p.key, dayStream, int64(day))
	for i := range hours {
		hours[i] = p.next(&r, s, weights[i])
	}
}

// minuteLevels fills in the levels at the start of every minute of an hour, and at its end. The index counts hours
// since the epoch.
func (p *path) minuteLevels(index int64, h *hour, levels *[minutesPerHour + 1]float64) {
	r := newRandom(p.key, minuteStream, index)
	bridge(&r, h.start, h.end-h.jump, h.deviation, levels[:])
	if h.jump != 0 {
		for i := h.jumpMinute + 1; i < minutesPerHour; i++ {
			levels[i] += h.jump
		}
		levels[minutesPerHour] = h.end
	}
}

// pointLevels fills in the levels at the points of a minute between its two ends.
func (p *path) pointLevels(minute int64, h *hour, start, end float64, levels *[pointsPerMinute + 1]float64) {
	r := newRandom(p.key, pointStream, minute)
	bridge(&r, start, end, float64(h.deviation*minutePart), levels[:])
}

// Deviations of a minute and of the time between two points, as parts of an hour's.
var (
	minutePart = math.Sqrt(1.0 / minutesPerHour)
	pointPart  = math.Sqrt(1.0 / (minutesPerHour * pointsPerMinute))
)

// bridge fills in a random walk from start to end whose steps together have the given deviation. If the end was drawn with
// that deviation too, the steps are as independent of each other as if drawn freely.
func bridge(r *random, start, end, deviation float64, levels []float64) {
	steps := len(levels) - 1
	step := deviation / math.Sqrt(float64(steps))
	walked := 0.0
	levels[0] = start
	for i := 1; i <= steps; i++ {
		walked += float64(step * r.bell())
		levels[i] = walked
	}
	slope := (end - start - walked) / float64(steps)
	for i := 1; i < steps; i++ {
		levels[i] += start + float64(slope*float64(i))
	}
	levels[steps] = end // without rounding error: the next stretch starts there
}

// grid is the smallest difference between two levels with different prices. It is far larger than the error of exp, so that
// the higher level never has the lower price.
const grid = 1.0 / (1 << 40)

// price is the price of a level, rounded to the tick size. It is monotonic, so the highest level has the highest price.
func (p *path) price(level float64) money.Decimal {
	level = float64(math.RoundToEven(level/grid) * grid)
	ticks := math.RoundToEven(float64(p.reference*exp(level)) / p.tick)
	return money.FromUnits(int64(math.Max(ticks, 1)) * p.instrument.TickSize.Units())
}

// at is the price at a moment. It never leaves the minute's candle, and reaches its high and low on the way.
func (p *path) at(moment time.Time) money.Decimal {
	hours := p.hours(dayOf(moment))
	h := &hours[moment.UTC().Hour()]
	opened := market.Minute.Start(moment)
	minute := minuteOf(opened)
	var levels [minutesPerHour + 1]float64
	p.minuteLevels(minute/minutesPerHour, h, &levels)
	var points [pointsPerMinute + 1]float64
	p.pointLevels(minute, h, levels[opened.Minute()], levels[opened.Minute()+1], &points)

	into := moment.Sub(opened)
	point := int(into / (secondsPerPoint * time.Second))
	var seconds [secondsPerPoint + 1]float64
	r := newRandom(p.key, secondStream, minute*pointsPerMinute+int64(point))
	bridge(&r, points[point], points[point+1], float64(h.deviation*pointPart), seconds[:])
	into -= time.Duration(point) * secondsPerPoint * time.Second
	second := int(into / time.Second)
	part := (into - time.Duration(second)*time.Second).Seconds()
	level := seconds[second] + float64(part*(seconds[second+1]-seconds[second]))
	low, high := extremes(points[:])
	// Reflect at the high and the low instead of resting there.
	if level > high {
		level = high - (level - high)
	} else if level < low {
		level = low + (low - level)
	}
	return p.price(min(max(level, low), high))
}

func extremes(levels []float64) (low, high float64) {
	low, high = levels[0], levels[0]
	for _, level := range levels[1:] {
		if level < low {
			low = level
		}
		if level > high {
			high = level
		}
	}
	return low, high
}
