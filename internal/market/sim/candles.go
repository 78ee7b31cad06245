package sim

import (
	"math"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
)

// bar is a candle in the making, with levels instead of prices: the highest level has the highest price, and there are far
// fewer candles than levels to convert.
type bar struct {
	opened                time.Time
	start, end, low, high float64
	lots                  int64
}

// add extends the bar by the next one.
func (b *bar) add(next bar) {
	if b.lots == 0 {
		*b = next
		return
	}
	b.end, b.low, b.high, b.lots = next.end, min(b.low, next.low), max(b.high, next.high), b.lots+next.lots
}

// candles appends those candles of a day whose minutes trade and lie in [from, to), oldest first: what market.RollUp makes
// of its minutes.
func (p *path) candles(day int, interval market.Interval, from, to time.Time, list []market.Candle) []market.Candle {
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
	first, end := minuteWithin(opens.Sub(start)), minuteWithin(closes.Sub(start))
	length := int(interval.Duration() / time.Minute)
	hours := p.hours(day)
	var levels [minutesPerHour + 1]float64
	var made bar
	for minute := first; minute < end; minute++ {
		h := &hours[minute/minutesPerHour]
		within := minute % minutesPerHour
		if minute == first || within == 0 {
			p.minuteLevels(int64(day*hoursPerDay+minute/minutesPerHour), h, &levels)
		}
		next := p.minute(int64(day*hoursPerDay*minutesPerHour+minute), h, levels[within], levels[within+1])
		next.opened = start.Add(time.Duration(minute/length*length) * time.Minute)
		made.add(next)
		if minute+1 == end || (minute+1)%length == 0 {
			list = append(list, p.candle(interval, &made))
			made = bar{}
		}
	}
	return list
}

// minuteWithin is the first minute that starts at a time of the day or after it.
func minuteWithin(sinceMidnight time.Duration) int {
	return int((sinceMidnight + time.Minute - 1) / time.Minute)
}

// minute is what happens in one minute, between the levels at its ends. The index counts minutes since the epoch.
func (p *path) minute(index int64, h *hour, start, end float64) bar {
	var points [pointsPerMinute + 1]float64
	p.pointLevels(index, h, start, end, &points)
	low, high := extremes(points[:])
	r := newRandom(p.key, volumeStream, index)
	part := r.uniform()
	// Most minutes are thin and a few are thick.
	lots := math.Floor(float64(p.lots*h.activity) * (0.25 + float64(2.25*float64(part*part))))
	return bar{start: start, end: end, low: low, high: high, lots: int64(math.Max(lots, 1))}
}

func (p *path) candle(interval market.Interval, b *bar) market.Candle {
	return market.Candle{
		Symbol: p.instrument.Symbol, Interval: interval, OpenedAt: b.opened,
		Open: p.price(b.start), High: p.price(b.high), Low: p.price(b.low), Close: p.price(b.end),
		Volume: money.FromUnits(b.lots * p.instrument.LotStep.Units()),
	}
}
