// Package markettest gives tests a market whose prices they set themselves.
//
// Everything that the test pushes is applied before the call returns: Tick updates quotes and notifies subscribers; Close
// stores candles, rolls them up and notifies subscribers. Nothing moves by itself.
package markettest

import (
	"context"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
)

// Feed is a feed whose ticks and candles a test pushes.
type Feed struct {
	t      testing.TB
	market *market.Market
	now    func() time.Time
	ready  chan struct{}

	mu   sync.Mutex
	past []market.Candle
	sink market.Sink
}

var _ market.Feed = (*Feed)(nil)

// New starts a market with the built-in instruments on the database. Of the options, Database and Feed are
// set here. The market's feed worker runs until the test ends; its recorder does not, because Close stores
// candles itself.
func New(t testing.TB, db *database.DB, options market.Options) (*market.Market, *Feed) {
	t.Helper()
	feed := &Feed{t: t, now: options.Now, ready: make(chan struct{})}
	if feed.now == nil {
		feed.now = time.Now
	}
	options.Database, options.Feed = db, feed
	feed.market = market.New(options)
	ctx, stop := context.WithCancel(context.Background())
	if err := feed.market.Start(ctx); err != nil {
		stop()
		t.Fatalf("start the market: %v", err)
	}
	var running sync.WaitGroup
	for _, worker := range feed.market.Workers() {
		running.Go(func() {
			if err := worker.Run(ctx); err != nil {
				t.Errorf("%s: %v", worker.Name(), err)
			}
		})
	}
	t.Cleanup(func() {
		stop()
		running.Wait()
	})
	<-feed.ready
	return feed.market, feed
}

// Name is the feed's name.
func (f *Feed) Name() string { return "test" }

// Run gives the sink to the test. It never fails.
func (f *Feed) Run(ctx context.Context, _ []market.Instrument, sink market.Sink) error {
	f.mu.Lock()
	isFirst := f.sink == nil
	f.sink = sink
	f.mu.Unlock()
	if isFirst {
		close(f.ready)
	}
	<-ctx.Done()
	return nil
}

// SetPast sets the candles that History returns.
func (f *Feed) SetPast(candles ...market.Candle) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.past = candles
}

// History returns those candles of SetPast that match.
func (f *Feed) History(_ context.Context, instrument market.Instrument, interval market.Interval, from, to time.Time) ([]market.Candle, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var fitting []market.Candle
	for _, c := range f.past {
		if c.Symbol == instrument.Symbol && c.Interval == interval && !c.OpenedAt.Before(from) && c.OpenedAt.Before(to) {
			fitting = append(fitting, c)
		}
	}
	return fitting, nil
}

// Tick delivers ticks as they are. One without a time happens now, one without Open, High or Low is a plain
// tick at its Close.
func (f *Feed) Tick(ticks ...market.Tick) {
	f.mu.Lock()
	sink := f.sink
	f.mu.Unlock()
	complete := make([]market.Tick, len(ticks))
	for i, tick := range ticks {
		if tick.At.IsZero() {
			tick.At = f.now()
		}
		for _, price := range []*money.Decimal{&tick.Open, &tick.High, &tick.Low} {
			if price.IsZero() {
				*price = tick.Close
			}
		}
		complete[i] = tick
	}
	sink.Tick(complete...)
}

// Price delivers a plain tick of one price, now. The text must be a number.
func (f *Feed) Price(symbol, price string) {
	f.Tick(market.Tick{Symbol: symbol, Close: money.MustParse(price)})
}

// Bar delivers a tick with an open, high, low and close, now. The texts must be numbers.
func (f *Feed) Bar(symbol, open, high, low, closing string) {
	f.Tick(market.Tick{
		Symbol: symbol, Open: money.MustParse(open), High: money.MustParse(high),
		Low: money.MustParse(low), Close: money.MustParse(closing),
	})
}

// Lose reports that the prices of symbols no longer arrive.
func (f *Feed) Lose(symbols ...string) {
	f.mu.Lock()
	sink := f.sink
	f.mu.Unlock()
	sink.Lost(symbols...)
}

// Close delivers closed one-minute candles, oldest first per symbol, and fails the test when they cannot be
// stored.
func (f *Feed) Close(candles ...market.Candle) {
	f.t.Helper()
	if err := f.market.Record(context.Background(), candles...); err != nil {
		f.t.Fatalf("record candles: %v", err)
	}
}
