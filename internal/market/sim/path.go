package sim

import (
	"math"
	"slices"
	"sync"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
)

const (
	minutesPerDay   = 24 * 60
	pointsPerMinute = 12
	secondsPerPoint = 60 / pointsPerMinute
	// reversion is the part of its distance from the reference price that a level loses in a day.
	reversion = 1.0 / 120
	// turnover is the value of what is traded in an average minute.
	turnover = 250_000
)

// epoch is where every path begins. There is nothing before it.
var epoch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// path is the price of one instrument at any moment. Levels are logarithms of the price over the reference
// price.
type path struct {
	instrument market.Instrument
	key        uint64
	daily      float64 // deviation of a day's move
	reference  float64
	tick       float64

	mu     sync.Mutex
	levels []float64 // at the start of each day since the epoch, as far as they were asked for
	regime regime
}

// regime is a phase of the market: a trend, a range or a breakout.
type regime struct {
	daysLeft int
	drift    float64 // a day, in deviations
	width    float64 // of a day's move, in deviations
	pull     float64 // towards the anchor, a day
	anchor   float64
}

func newPath(seed uint64, instrument market.Instrument) *path {
	tradingDays := 365.0
	if instrument.Session != market.Always {
		tradingDays = 260
	}
	return &path{
		instrument: instrument,
		key:        symbolKey(seed, instrument.Symbol),
		daily:      instrument.AnnualVolatility.Float64() / math.Sqrt(tradingDays),
		reference:  instrument.ReferencePrice.Float64(),
		tick:       instrument.TickSize.Float64(),
		levels:     []float64{0},
	}
}

// dayOf counts days since the epoch, for moments that are not before it.
func dayOf(at time.Time) int { return int(at.Sub(epoch) / (24 * time.Hour)) }

// ends returns the levels at the start and the end of a day.
func (p *path) ends(day int) (start, end float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.levels) <= day+1 {
		p.levels = append(p.levels, p.nextLevel(len(p.levels)-1))
	}
	return p.levels[day], p.levels[day+1]
}

// nextLevel is the level at the end of a day. A weekend's day without a session leaves it where it is. A
// holiday does not: the market opens after it with a gap, and a calendar that learns of another holiday
// changes no price of the other days.
func (p *path) nextLevel(day int) float64 {
	level := p.levels[day]
	date := epoch.AddDate(0, 0, day)
	isWeekend := date.Weekday() == time.Saturday || date.Weekday() == time.Sunday
	if opens, closes := p.instrument.Session.Hours(date); isWeekend && !opens.Before(closes) {
		return level
	}
	r := newRandom(p.key, dailyStream, int64(day))
	if p.regime.daysLeft == 0 {
		p.regime = newRegime(&r, level)
	}
	p.regime.daysLeft--
	move := p.regime.drift + float64(p.regime.width*r.bell())
	level += float64(p.daily * move)
	level -= float64(reversion * level)
	return level - float64(p.regime.pull*(level-p.regime.anchor))
}

// newRegime draws the next phase of the market.
func newRegime(r *random, level float64) regime {
	direction := 1.0
	if r.next()&1 == 0 {
		direction = -1
	}
	strength := r.uniform()
	switch kind := r.below(10); {
	case kind < 4: // A trend.
		return regime{daysLeft: 8 + r.below(22), drift: direction * (0.15 + float64(0.25*strength)), width: 0.9}
	case kind < 8: // A range, which holds on to where it began.
		return regime{daysLeft: 8 + r.below(30), width: 0.7, pull: 0.12 + float64(0.15*strength), anchor: level}
	default: // A breakout.
		return regime{daysLeft: 2 + r.below(5), drift: direction * (0.6 + float64(0.7*strength)), width: 1.5}
	}
}

// minuteLevels fills in the levels at the start of every minute of a day, and at its end.
func (p *path) minuteLevels(day int, levels *[minutesPerDay + 1]float64) {
	start, end := p.ends(day)
	r := newRandom(p.key, minuteStream, int64(day))
	bridge(&r, start, end, p.daily/math.Sqrt(minutesPerDay), levels[:])
}

// pointLevels fills in the levels at the points of a minute between its two ends.
func (p *path) pointLevels(minute int64, start, end float64, levels *[pointsPerMinute + 1]float64) {
	r := newRandom(p.key, pointStream, minute)
	bridge(&r, start, end, p.daily/math.Sqrt(minutesPerDay*pointsPerMinute), levels[:])
}

// bridge fills in a random walk from start to end with steps of the given deviation.
func bridge(r *random, start, end, deviation float64, levels []float64) {
	steps := len(levels) - 1
	walked := 0.0
	levels[0] = 0
	for i := 1; i <= steps; i++ {
		walked += float64(deviation * r.bell())
		levels[i] = walked
	}
	slope := (end - start - walked) / float64(steps)
	for i := range levels {
		levels[i] += start + float64(slope*float64(i))
	}
	levels[steps] = end // Not a rounding error beside it: the next stretch starts there.
}

// price is the price of a level, rounded to the tick size. It grows with the level, so the highest level
// has the highest price.
func (p *path) price(level float64) money.Decimal {
	ticks := math.RoundToEven(float64(p.reference*exp(level)) / p.tick)
	return money.FromUnits(int64(math.Max(ticks, 1)) * p.instrument.TickSize.Units())
}

// minuteIndex counts minutes since the epoch.
func minuteIndex(at time.Time) int64 { return int64(at.Sub(epoch) / time.Minute) }

// candles appends the minutes of a day that trade and lie in [from, to), oldest first.
func (p *path) candles(day int, from, to time.Time, list []market.Candle) []market.Candle {
	start := epoch.AddDate(0, 0, day)
	opens, closes := p.instrument.Session.Hours(start)
	if from.After(opens) {
		opens = from
	}
	if to.Before(closes) {
		closes = to
	}
	if !opens.Before(closes) {
		return list
	}
	var levels [minutesPerDay + 1]float64
	p.minuteLevels(day, &levels)
	at := ceilMinute(opens)
	for minute := int(at.Sub(start) / time.Minute); at.Before(closes); minute++ {
		list = append(list, p.candle(at, levels[minute], levels[minute+1]))
		at = at.Add(time.Minute)
	}
	return list
}

func ceilMinute(at time.Time) time.Time {
	start := market.Minute.Start(at)
	if start.Before(at) {
		start = start.Add(time.Minute)
	}
	return start
}

// candle is the minute that opens at the given moment, between the levels at its ends.
func (p *path) candle(at time.Time, start, end float64) market.Candle {
	var points [pointsPerMinute + 1]float64
	p.pointLevels(minuteIndex(at), start, end, &points)
	high, low := slices.Max(points[:]), slices.Min(points[:])
	opening, closing := p.price(start), p.price(end)
	highest, lowest := money.Max(opening, closing), money.Min(opening, closing)
	if high > max(start, end) {
		highest = p.price(high)
	}
	if low < min(start, end) {
		lowest = p.price(low)
	}
	r := newRandom(p.key, volumeStream, minuteIndex(at))
	lots := math.Floor(turnover / float64(p.reference*p.instrument.LotStep.Float64()) * (0.3 + float64(1.4*r.uniform())))
	return market.Candle{
		Symbol: p.instrument.Symbol, Interval: market.Minute, OpenedAt: at,
		Open: opening, High: highest, Low: lowest, Close: closing,
		Volume: money.FromUnits(int64(math.Max(lots, 1)) * p.instrument.LotStep.Units()),
	}
}

// at is the price at a moment, interpolated between two points: it never leaves the minute's candle.
func (p *path) at(moment time.Time) money.Decimal {
	var levels [minutesPerDay + 1]float64
	day := dayOf(moment)
	p.minuteLevels(day, &levels)
	opened := market.Minute.Start(moment)
	minute := int(opened.Sub(epoch.AddDate(0, 0, day)) / time.Minute)
	var points [pointsPerMinute + 1]float64
	p.pointLevels(minuteIndex(opened), levels[minute], levels[minute+1], &points)
	into := moment.Sub(opened).Seconds() / secondsPerPoint
	point := int(into)
	part := into - float64(point)
	before, after := points[point], points[point+1]
	level := before + float64(part*(after-before))
	return p.price(min(max(level, min(before, after)), max(before, after)))
}
