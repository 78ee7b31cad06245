package market

import (
	"context"
	"time"
)

// Sink receives what a feed delivers. It is safe for concurrent use.
type Sink interface {
	// Tick delivers price movements that have just happened.
	Tick(ticks ...Tick)
	// Closed delivers closed one-minute candles, oldest first per symbol.
	Closed(candles ...Candle)
	// Lost reports that the prices of symbols no longer arrive. Until a symbol's next tick nobody trades on its last price:
	// elsewhere a newer one may be known.
	Lost(symbols ...string)
}

// Feed is a source of prices.
type Feed interface {
	// Name is the feed's name, for logs.
	Name() string
	// Run delivers to the sink until the context ends. An error makes the worker call it again with
	// back-off.
	Run(ctx context.Context, instruments []Instrument, sink Sink) error
	// History returns the closed candles with from <= OpenedAt < to, oldest first. A feed that keeps no
	// history returns none.
	History(ctx context.Context, instrument Instrument, interval Interval, from, to time.Time) ([]Candle, error)
}
