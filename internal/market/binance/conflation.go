package binance

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
)

// conflation reduces the quotes of one connection to ticks. A timer measures the pause between two ticks, so setting the
// wall clock does not affect it.
type conflation struct {
	interval time.Duration
	now      func() time.Time
	sink     market.Sink

	mutex   sync.Mutex
	updates map[string]int64       // the newest update of each symbol
	pending map[string]market.Tick // by symbol, both ours
	heardAt time.Time              // when the last quote of any symbol came
	arrived chan struct{}          // holds a token when something is pending
}

func newConflation(settings Settings, sink market.Sink) *conflation {
	return &conflation{
		interval: settings.TickInterval, now: settings.Now, sink: sink, heardAt: settings.Now(),
		updates: map[string]int64{}, pending: map[string]market.Tick{},
		arrived: make(chan struct{}, 1),
	}
}

// offer takes a quote of the stream, unless a later one of the symbol has already arrived.
func (c *conflation) offer(symbol string, newest quote) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if last, known := c.updates[symbol]; known && newest.update < last {
		return
	}
	c.updates[symbol] = newest.update
	c.add(symbol, newest)
}

// offerFirst takes a quote that has no update number, unless the stream has brought one already.
func (c *conflation) offerFirst(symbol string, standing quote) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if _, known := c.updates[symbol]; !known {
		c.add(symbol, standing)
	}
}

func (c *conflation) add(symbol string, newest quote) {
	tick, waiting := c.pending[symbol]
	if !waiting {
		// The exchange does not say when a quote was made. While the process was suspended it may have waited here ever
		// since the previous one, of whatever symbol, was read.
		tick = market.Tick{Symbol: symbol, From: c.heardAt, Open: newest.mark, High: newest.mark, Low: newest.mark}
	}
	tick.At = c.now() // includes the monotonic clock, which nobody sets
	c.heardAt = tick.At
	tick.High = money.Max(tick.High, newest.mark)
	tick.Low = money.Min(tick.Low, newest.mark)
	tick.Close, tick.Bid, tick.Ask = newest.mark, newest.bid, newest.ask
	c.pending[symbol] = tick
	select {
	case c.arrived <- struct{}{}:
	default:
	}
}

func (c *conflation) take() []market.Tick {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	ticks := slices.SortedFunc(maps.Values(c.pending), func(a, b market.Tick) int { return strings.Compare(a.Symbol, b.Symbol) })
	clear(c.pending)
	return ticks
}

// run delivers until the context ends.
func (c *conflation) run(ctx context.Context) {
	for {
		select {
		case <-c.arrived:
		case <-ctx.Done():
			return
		}
		if ticks := c.take(); len(ticks) > 0 {
			c.sink.Tick(ticks...)
		}
		if pause(ctx, c.interval) != nil {
			return
		}
	}
}
