package kit

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
)

// WriteInstruments adds the product's instruments to a database that was never served.
func WriteInstruments(ctx context.Context, db *database.DB) error {
	return market.New(market.Options{Database: db, Feed: StillFeed{}}).Start(ctx)
}

// StillFeed delivers the Mark of Symbol again and again, for a market in this process.
type StillFeed struct{}

// Name is the feed's name.
func (StillFeed) Name() string { return "still" }

// Run delivers until the context ends.
func (StillFeed) Run(ctx context.Context, _ []market.Instrument, sink market.Sink) error {
	mark := money.FromUnits(Mark)
	ticker := time.NewTicker(100 * time.Millisecond)
	defer ticker.Stop()
	for {
		sink.Tick(market.Tick{Symbol: Symbol, Open: mark, High: mark, Low: mark, Close: mark, At: time.Now()})
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// History is empty.
func (StillFeed) History(context.Context, market.Instrument, market.Interval, time.Time, time.Time) ([]market.Candle, error) {
	return nil, nil
}
