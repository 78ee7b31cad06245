package market_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/market/sim"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

// noon is a Tuesday on which all markets trade in the afternoon.
var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

// scriptedFeed has the simulation's history and delivers what the test tells it to.
type scriptedFeed struct {
	*sim.Feed
	deliver chan []market.Candle

	mu      sync.Mutex
	failing map[string]bool
	asked   int
	stuck   *stuck // blocks requests for hours; nil answers them at once
}

// stuck is one request for hours that is answered when the test says so.
type stuck struct {
	asked, answered chan struct{}
	once            sync.Once // closes asked
}

var errNoHistory = errors.New("the venue does not answer")

func (f *scriptedFeed) Run(ctx context.Context, _ []market.Instrument, sink market.Sink) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case candles := <-f.deliver:
			sink.Closed(candles...)
		}
	}
}

func (f *scriptedFeed) History(ctx context.Context, instrument market.Instrument, interval market.Interval, from, to time.Time) ([]market.Candle, error) {
	f.mu.Lock()
	isFailing := f.failing[instrument.Symbol]
	f.asked++
	stuck := f.stuck
	f.mu.Unlock()
	if stuck != nil && interval == market.Hour {
		stuck.once.Do(func() { close(stuck.asked) })
		<-stuck.answered
	}
	if isFailing {
		return nil, errNoHistory
	}
	return f.Feed.History(ctx, instrument, interval, from, to)
}

// station is one process that records.
type station struct {
	*market.Market
	t      *testing.T
	db     *database.DB
	clock  *testkit.Clock
	feed   *scriptedFeed
	stored chan []market.Candle
	stop   func()
}

// newStation makes a market of the given symbols that does not record yet.
func newStation(t *testing.T, db *database.DB, clock *testkit.Clock, symbols ...string) *station {
	t.Helper()
	feed := &scriptedFeed{
		Feed:    sim.New(sim.Options{Seed: 7, Now: clock.Now}),
		deliver: make(chan []market.Candle), failing: map[string]bool{},
	}
	make := func() *market.Market {
		return market.New(market.Options{
			Database: db, Feed: feed, Now: clock.Now,
			MinuteHistory: 24 * time.Hour, DailyHistory: 20 * 24 * time.Hour,
		})
	}
	must(t, make().Start(t.Context()))
	must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
		if _, err := tx.Exec(t.Context(), `UPDATE instruments SET is_active = FALSE`); err != nil {
			return err
		}
		_, err := tx.Exec(t.Context(), `UPDATE instruments SET is_active = TRUE WHERE symbol IN (`+
			strings.TrimPrefix(database.Placeholders(1, len(symbols)), "("), anys(symbols)...)
		return err
	}))
	s := &station{Market: make(), t: t, db: db, clock: clock, feed: feed, stored: newStored()}
	must(t, s.Start(t.Context()))
	s.SubscribeClosed(func(candles []market.Candle) { s.stored <- slices.Clone(candles) })
	return s
}

func newStored() chan []market.Candle { return make(chan []market.Candle, 1000) }

func anys(texts []string) []any {
	var list []any
	for _, text := range texts {
		list = append(list, text)
	}
	return list
}

// record runs the workers until the test ends or halt is called.
func (s *station) record() {
	ctx, cancel := context.WithCancel(s.t.Context())
	var running sync.WaitGroup
	for _, worker := range append(s.Workers(), s.SharedWorkers()...) {
		running.Go(func() {
			if err := worker.Run(ctx); err != nil {
				s.t.Errorf("%s: %v", worker.Name(), err)
			}
		})
	}
	s.stop = func() {
		cancel()
		running.Wait()
	}
	s.t.Cleanup(s.stop)
}

// deliver lets the feed close the minutes that open at the given moments, all symbols in one delivery, and
// returns what the recorder stored because of it.
func (s *station) deliver(symbols []string, openings ...time.Time) []market.Candle {
	s.t.Helper()
	s.feed.deliver <- s.minutes(symbols, openings...)
	select {
	case candles := <-s.stored:
		return candles
	case <-time.After(time.Minute):
		s.t.Fatal("the recorder stored nothing")
		return nil
	}
}

func (s *station) minutes(symbols []string, openings ...time.Time) []market.Candle {
	s.t.Helper()
	var candles []market.Candle
	for _, opened := range openings {
		for _, symbol := range symbols {
			candles = append(candles, s.past(symbol, market.Minute, opened, opened.Add(time.Minute))...)
		}
	}
	return candles
}

// past is the simulation's candles of a range.
func (s *station) past(symbol string, interval market.Interval, from, to time.Time) []market.Candle {
	s.t.Helper()
	instrument, err := s.Instrument(symbol)
	must(s.t, err)
	candles, err := s.feed.Feed.History(s.t.Context(), instrument, interval, from, to)
	must(s.t, err)
	return candles
}

// wantStored compares the stored candles of a range with the simulation's.
func (s *station) wantStored(symbol string, interval market.Interval, from, to time.Time) {
	s.t.Helper()
	got, err := s.Candles(s.t.Context(), symbol, interval, from, to, 1_000_000)
	must(s.t, err)
	want := s.past(symbol, interval, from, to)
	if len(want) == 0 {
		s.t.Fatalf("the simulation has no %s candles of %s to compare with", interval, symbol)
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("stored %d candles %s of %s, want %d; first difference: %s",
			len(got), interval, symbol, len(want), firstDifference(got, want))
	}
}

// wantNothingFalse checks that all stored candles of an interval are the simulation's.
func (s *station) wantNothingFalse(symbol string, interval market.Interval) {
	s.t.Helper()
	stored, err := s.Candles(s.t.Context(), symbol, interval, time.Time{}, time.Time{}, 1_000_000)
	must(s.t, err)
	for _, c := range stored {
		if want := s.past(symbol, interval, c.OpenedAt, c.OpenedAt.Add(interval.Duration())); !slices.Equal(want, []market.Candle{c}) {
			s.t.Errorf("stored %v, want %v", c, want)
		}
	}
}

func firstDifference(got, want []market.Candle) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return "at " + got[i].OpenedAt.String() + ", want " + want[i].OpenedAt.String()
		}
	}
	return "one list is the start of the other"
}

func (s *station) count(symbol string, interval market.Interval) int {
	s.t.Helper()
	candles, err := s.Candles(s.t.Context(), symbol, interval, time.Time{}, time.Time{}, 1_000_000)
	must(s.t, err)
	return len(candles)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func number(text string) money.Decimal { return money.MustParse(text) }
