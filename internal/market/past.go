package market

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"bourse/internal/money"
	"bourse/internal/worker"
)

const (
	// pastInterval is how often the stored candles are read again: from then on, prices that this process's feed has missed
	// count in the range of the day.
	pastInterval = 5 * time.Minute
	// pastDays is how many days back daily candles are read. Even after the longest break there is still one to compare
	// with.
	pastDays = longestBreak
)

// past is what stored candles say about the prices of an instrument: five-minute candles of the last day and, before them,
// days. It is immutable.
type past struct {
	closes []pastClose // oldest first
	ranges []priceRange
}

// pastClose is the price at a moment.
type pastClose struct {
	at    time.Time
	price money.Decimal
}

// priceRange is the price range of a UTC day.
type priceRange struct {
	day       time.Time
	high, low money.Decimal
}

// rangeDay is the UTC day to whose range a price belongs. A price of midnight belongs to the day that ends, as it does in
// candles.
func rangeDay(at time.Time) time.Time { return Day.Start(at.Add(-1)) }

// newPast makes the past from candles of one symbol, in any order.
func newPast(candles []Candle) *past {
	made := &past{}
	for _, c := range candles {
		made.closes = append(made.closes, pastClose{c.OpenedAt.Add(c.Interval.Duration()), c.Close})
		day := Day.Start(c.OpenedAt)
		at := slices.IndexFunc(made.ranges, func(r priceRange) bool { return r.day.Equal(day) })
		if at < 0 {
			made.ranges = append(made.ranges, priceRange{day, c.High, c.Low})
			continue
		}
		known := &made.ranges[at]
		known.high, known.low = money.Max(known.high, c.High), money.Min(known.low, c.Low)
	}
	slices.SortStableFunc(made.closes, func(a, b pastClose) int { return a.at.Compare(b.at) })
	return made
}

// closeBefore is the price at a moment or the last one before it; 0 if unknown.
func (p *past) closeBefore(moment time.Time) money.Decimal {
	if p == nil {
		return money.Zero
	}
	behind, _ := slices.BinarySearchFunc(p.closes, moment, func(c pastClose, at time.Time) int {
		if c.at.After(at) {
			return 1
		}
		return -1
	})
	if behind == 0 {
		return money.Zero
	}
	return p.closes[behind-1].price
}

// rangeOf is the stored range of a day; nil if there is none.
func (p *past) rangeOf(day time.Time) *priceRange {
	if p == nil {
		return nil
	}
	for i := range p.ranges {
		if p.ranges[i].day.Equal(day) {
			return &p.ranges[i]
		}
	}
	return nil
}

// tickedRange is the range of the ticks of their day. One goroutine at a time extends it; reading takes no lock.
type tickedRange struct{ known atomic.Pointer[priceRange] }

func (r *tickedRange) load() *priceRange { return r.known.Load() }

// extend adds a tick. Most ticks stay within the range and cost two comparisons.
func (r *tickedRange) extend(tick Tick) {
	next := priceRange{day: rangeDay(tick.At), high: money.Max(tick.High, tick.Open, tick.Close), low: tick.Close}
	for _, price := range [...]money.Decimal{tick.Open, tick.Low} {
		if price.IsPositive() { // a feed may leave it out
			next.low = money.Min(next.low, price)
		}
	}
	if before := r.known.Load(); before != nil && before.day.Equal(next.day) {
		next.high, next.low = money.Max(next.high, before.high), money.Min(next.low, before.low)
		if next == *before {
			return
		}
	}
	r.known.Store(&next)
}

// loadPast reads what candles say about the prices of the last day. It fails when the database does.
func (m *Market) loadPast(ctx context.Context) error {
	began := time.Now()
	bySymbol := map[string][]Candle{}
	for _, wanted := range [...]struct {
		interval Interval
		span     time.Duration
	}{{FiveMinutes, changeSpan + time.Hour}, {Day, pastDays}} {
		candles, err := newestSpan(ctx, m.db, wanted.interval, wanted.span)
		if err != nil {
			return fmt.Errorf("load the past day: %w", err)
		}
		for _, c := range candles {
			bySymbol[c.Symbol] = append(bySymbol[c.Symbol], c)
		}
	}
	for symbol, entry := range m.listings.Load().bySymbol {
		entry.past.Store(newPast(bySymbol[symbol]))
	}
	m.pastLoadedAt.Store(began.UnixNano())
	return nil
}

// pastWorker keeps the prices of the last day up to date.
type pastWorker struct{ market *Market }

// Name is the worker's name.
func (pastWorker) Name() string { return "market-past" }

// Run reads until the context ends. It fails when the database does.
func (w pastWorker) Run(ctx context.Context) error { return worker.Loop(ctx, nil, w.step) }

// step reads the stored candles when that is due.
func (w pastWorker) step(ctx context.Context) (wait time.Duration, err error) {
	due := time.Unix(0, w.market.pastLoadedAt.Load()).Add(pastInterval)
	if wait := time.Until(due); wait > 0 {
		return wait, nil
	}
	return pastInterval, w.market.loadPast(ctx)
}
