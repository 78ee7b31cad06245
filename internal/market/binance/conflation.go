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

// conflation thins the quotes of one connection out to ticks. The pause between two ticks is a timer's,
// so it does not care when the clock on the wall is set.
type conflation struct {
	interval time.Duration
	now      func() time.Time
	sink     market.Sink

	mutex   sync.Mutex
	updates map[string]int64       // the newest update of each symbol
	pending map[string]market.Tick // by symbol, ours both
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

// offer takes a quote of the stream, unless a later one of the symbol has been here.
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
		// The exchange does not say when a quote was made. While the process stood still it may have waited here ever since
		// the one before it, of whatever symbol, was read.
		tick = market.Tick{Symbol: symbol, From: c.heardAt, Open: newest.mark, High: newest.mark, Low: newest.mark}
	}
	tick.At = c.now() // with the reading of the machine's own clock, which nobody sets
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
