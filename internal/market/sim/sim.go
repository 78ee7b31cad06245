// Package sim makes prices up, the same ones on every run and every machine.
//
// The price of an instrument is a function of the seed, the symbol and the moment. Its level walks from hour to hour since
// a fixed epoch, through regimes (trend, range, storm), with volatility that rises with large moves and decays slowly, and
// with jumps; the hours of the day differ, and so do the instruments (see character). One of them, market.FairSymbol, is a
// pure random walk. The state is kept at the start of every day. Within an hour, sixty random steps are bent so that they
// end where the next hour begins; within a minute, twelve points likewise, and the seconds between those. So any minute can
// be computed without those before it, the history that one replica stores is what another would have stored, and longer
// candles are exact roll-ups of the minutes.
//
// Products are rounded separately, float64(a*b)+c: a processor that fuses them with the sum would get other prices.
package sim

import (
	"context"
	"fmt"
	"sync"
	"time"

	"bourse/internal/market"
)

// defaultPeriod is the default time between ticks.
const defaultPeriod = time.Second

// Options control the simulated prices.
type Options struct {
	// Seed selects the prices: another seed is another market.
	Seed uint64
	// Still keeps every price at its instrument's reference price.
	Still bool
	// Period is the time between ticks; zero is one second.
	Period time.Duration
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// Feed is the simulated feed. It is safe for concurrent use.
type Feed struct {
	options Options

	mu    sync.Mutex
	paths map[market.Instrument]*path
}

var _ market.Feed = (*Feed)(nil)

// New makes a simulated feed.
func New(options Options) *Feed {
	if options.Period <= 0 {
		options.Period = defaultPeriod
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Feed{options: options, paths: map[market.Instrument]*path{}}
}

// Name is the feed's name.
func (f *Feed) Name() string { return "sim" }

// path returns the instrument's path. It is made anew when the instrument has changed, because the prices depend on its
// reference price, volatility, session and steps.
func (f *Feed) path(instrument market.Instrument) *path {
	f.mu.Lock()
	defer f.mu.Unlock()
	known, ok := f.paths[instrument]
	if !ok {
		known = newPath(f.options.Seed, instrument)
		if f.options.Still {
			known.hourly = 0
		}
		f.paths[instrument] = known
	}
	return known
}

// Run ticks once a period, at its whole multiples, and delivers a minute's candles right after the minute. It never fails.
func (f *Feed) Run(ctx context.Context, instruments []market.Instrument, sink market.Sink) error {
	minute := market.Minute.Start(f.options.Now()) // the one that is still open
	for {
		now := f.options.Now()
		if opened := market.Minute.Start(now); opened.After(minute) {
			// If more than one minute has passed, the recorder requests the missing ones.
			f.close(instruments, opened.Add(-time.Minute), sink)
			minute = opened
		}
		f.tick(instruments, now, sink)
		next := now.Truncate(f.options.Period).Add(f.options.Period)
		timer := time.NewTimer(next.Sub(now))
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case <-timer.C:
		}
	}
}

func (f *Feed) tick(instruments []market.Instrument, now time.Time, sink market.Sink) {
	if now.Before(epoch) {
		return
	}
	ticks := make([]market.Tick, 0, len(instruments))
	for _, instrument := range instruments {
		if instrument.Session.Open(now) {
			price := f.path(instrument).at(now)
			ticks = append(ticks, market.Tick{
				Symbol: instrument.Symbol, At: now, Open: price, High: price, Low: price, Close: price,
			})
		}
	}
	if len(ticks) > 0 {
		sink.Tick(ticks...)
	}
}

func (f *Feed) close(instruments []market.Instrument, opened time.Time, sink market.Sink) {
	var candles []market.Candle
	for _, instrument := range instruments {
		if !opened.Before(epoch) {
			candles = f.path(instrument).candles(dayOf(opened), market.Minute, opened, opened.Add(time.Minute), candles)
		}
	}
	if len(candles) > 0 {
		sink.Closed(candles...)
	}
}

// History makes the closed candles that open in [from, to), oldest first. It fails when the context ends.
func (f *Feed) History(ctx context.Context, instrument market.Instrument, interval market.Interval, from, to time.Time) ([]market.Candle, error) {
	if _, err := market.ParseInterval(interval.String()); err != nil {
		return nil, fmt.Errorf("simulated history: %w", err)
	}
	// A candle is included if it opens in the range and is over: whole ones, from the first such opening.
	first := interval.Start(from)
	if first.Before(from) {
		first = first.Add(interval.Duration())
	}
	if first.Before(epoch) {
		first = epoch
	}
	end := interval.Start(to)
	if end.Before(to) {
		end = end.Add(interval.Duration())
	}
	if over := interval.Start(f.options.Now()); over.Before(end) {
		end = over
	}
	path := f.path(instrument)
	var candles []market.Candle
	for day := market.Day.Start(first); day.Before(end); day = day.AddDate(0, 0, 1) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		candles = path.candles(dayOf(day), interval, first, end, candles)
	}
	return candles, nil
}
