package market

import (
	"context"
	"time"
)

// Sink takes what a feed delivers. It is safe for concurrent use.
type Sink interface {
	// Tick hands over what happened to prices just now.
	Tick(ticks ...Tick)
	// Closed hands over closed one-minute candles, oldest first per symbol.
	Closed(candles ...Candle)
	// Lost tells that the prices of symbols no longer come. Until the next tick of one nobody trades on its last price: where
	// they still come, others know a newer one.
	Lost(symbols ...string)
}

// Feed is a source of prices.
type Feed interface {
	// Name says which feed it is, for logs.
	Name() string
	// Run delivers to the sink until the context ends. An error makes the worker call it again with
	// back-off.
	Run(ctx context.Context, instruments []Instrument, sink Sink) error
	// History returns the closed candles with from <= OpenedAt < to, oldest first. A feed that keeps no
	// history returns none.
	History(ctx context.Context, instrument Instrument, interval Interval, from, to time.Time) ([]Candle, error)
}
