// Package replay plays recorded prices from a CSV file.
//
// Every line is played as a tick with its own open, high, low and close, stamped with the moment at which it is played, and
// as a closed one-minute candle with the file's time. After the last line the file is followed: what is appended is played
// as it arrives. Between lines the last price of each symbol is repeated once a second, so that quotes do not go stale
// while the file has nothing new.
package replay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
)

const (
	pollInterval   = 50 * time.Millisecond
	repeatInterval = time.Second
)

// Options say what is played and how.
type Options struct {
	// Path names the file: lines of time,symbol,open,high,low,close,volume, with or without a header.
	Path string
	// Speed is how many times faster than recorded the file is played: 1 is the recorded speed. 0 plays every line as soon
	// as it is read.
	Speed float64
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// Feed plays one file.
type Feed struct {
	options Options

	running     sync.Mutex // held by Run
	next        position
	isFollowing bool // the end of the file was reached: new lines are played as they arrive
	symbols     []string
	prices      map[string]money.Decimal
	repeatAt    time.Time
	// The first line played at a pace, and when: all others keep their distance from it.
	paceFrom time.Time
	pacedAt  time.Time
}

var _ market.Feed = (*Feed)(nil)

// New makes a feed that plays a file. It does not check the file: Run reports whether it can be read.
func New(options Options) *Feed {
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Feed{options: options, prices: map[string]money.Decimal{}}
}

// Name is the feed's name.
func (f *Feed) Name() string { return "replay" }

// History returns nothing: the only candles are those that are played.
func (f *Feed) History(context.Context, market.Instrument, market.Interval, time.Time, time.Time) ([]market.Candle, error) {
	return nil, nil
}

// Run plays the file until the context ends. It fails when the file cannot be read, and at a line that is invalid or whose
// symbol is not one of the instruments, naming file and line. When run again, it continues at that line: nothing is played
// twice.
func (f *Feed) Run(ctx context.Context, instruments []market.Instrument, sink market.Sink) error {
	f.running.Lock()
	defer f.running.Unlock()
	if f.options.Speed < 0 || math.IsNaN(f.options.Speed) {
		return fmt.Errorf("replay %s: the speed must not be negative", f.options.Path)
	}
	known := make(map[string]bool, len(instruments))
	for _, instrument := range instruments {
		known[instrument.Symbol] = true
	}
	tail, err := openTail(f.options.Path, f.next)
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	defer tail.close()
	f.repeatAt = f.options.Now() // after a failure the quotes have waited long enough
	for ctx.Err() == nil {
		candle, err := tail.candle(func(symbol string) bool { return known[symbol] })
		switch {
		case errors.Is(err, io.EOF):
			f.isFollowing = true
			f.wait(ctx, f.options.Now().Add(pollInterval), sink)
			continue
		case err != nil:
			return fmt.Errorf("replay: %w", err)
		}
		if f.wait(ctx, f.due(candle.OpenedAt), sink); ctx.Err() != nil {
			return nil
		}
		f.play(candle, sink)
		tail.advance()
		f.next = tail.next
	}
	return nil
}

// due is when a line with the given time is to be played.
func (f *Feed) due(at time.Time) time.Time {
	now := f.options.Now()
	if f.isFollowing || f.options.Speed == 0 {
		return now
	}
	if f.paceFrom.IsZero() {
		f.paceFrom, f.pacedAt = at, now
	}
	distance := min(at.Sub(f.paceFrom).Seconds()/f.options.Speed, math.MaxInt32)
	return f.pacedAt.Add(time.Duration(distance * float64(time.Second)))
}

// wait waits until the given moment or until the context ends, and repeats the last prices meanwhile.
func (f *Feed) wait(ctx context.Context, until time.Time, sink market.Sink) {
	for {
		now := f.options.Now()
		if len(f.symbols) > 0 && !now.Before(f.repeatAt) {
			f.repeat(now, sink)
		}
		if !now.Before(until) {
			return
		}
		next := until
		if len(f.symbols) > 0 && f.repeatAt.Before(next) {
			next = f.repeatAt
		}
		timer := time.NewTimer(next.Sub(now))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
	}
}

// repeat delivers every last price once more.
func (f *Feed) repeat(now time.Time, sink market.Sink) {
	ticks := make([]market.Tick, 0, len(f.symbols))
	for _, symbol := range f.symbols {
		price := f.prices[symbol]
		ticks = append(ticks, market.Tick{Symbol: symbol, At: now, Open: price, High: price, Low: price, Close: price})
	}
	sink.Tick(ticks...)
	f.repeatAt = now.Add(repeatInterval)
}

// play delivers one line.
func (f *Feed) play(candle market.Candle, sink market.Sink) {
	now := f.options.Now()
	sink.Tick(market.Tick{
		Symbol: candle.Symbol, At: now,
		Open: candle.Open, High: candle.High, Low: candle.Low, Close: candle.Close,
	})
	candle.OpenedAt = market.Minute.Start(candle.OpenedAt)
	sink.Closed(candle)
	if _, ok := f.prices[candle.Symbol]; !ok {
		f.symbols = append(f.symbols, candle.Symbol)
		if len(f.symbols) == 1 {
			f.repeatAt = now.Add(repeatInterval)
		}
	}
	f.prices[candle.Symbol] = candle.Close
}
