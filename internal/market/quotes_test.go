package market_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestTheCatalogueIsWrittenOnceHoweverManyStart(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		var starting sync.WaitGroup
		for range 8 {
			starting.Go(func() {
				m := market.New(market.Options{Database: db})
				if err := m.Start(t.Context()); err != nil {
					t.Error(err)
				}
				if got := len(m.Instruments()); got != 14 {
					t.Errorf("%d instruments, want 14", got)
				}
			})
		}
		starting.Wait()
		must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `DELETE FROM instruments WHERE symbol <> 'ETHUSD'`)
			return err
		}))
		m := market.New(market.Options{Database: db, SpreadBP: new(number("8"))})
		must(t, m.Start(t.Context()))
		if got := m.Instruments(); len(got) != 1 || got[0].VenueSymbol != "ETHUSDT" || got[0].SpreadBP != number("8") {
			t.Errorf("instruments %v, want ETHUSD alone, with the spread of the options", got)
		}
		if _, err := m.Instrument("BTCUSD"); !fault.Is(err, fault.NotFound) {
			t.Errorf("a removed instrument: %v, want NOT_FOUND", err)
		}
	})
}

func TestAQuoteStandsHalfASpreadAroundTheMark(t *testing.T) {
	t.Parallel()
	m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: testkit.NewClock(noon).Now})
	feed.Price("BTCUSD", "60000")
	got, err := m.Quote("BTCUSD")
	must(t, err)
	want := market.Quote{Symbol: "BTCUSD", Bid: number("59994"), Ask: number("60006"), Mark: number("60000"), At: noon, TickSize: number("0.01")}
	if got != want {
		t.Errorf("quote %v, want %v", got, want)
	}
	feed.Tick(market.Tick{Symbol: "BTCUSD", Close: number("60000"), Bid: number("59999"), Ask: number("60002")})
	if got, err = m.Quote("BTCUSD"); err != nil || got.Bid != number("59999") || got.Ask != number("60002") {
		t.Errorf("quote %v, %v, want the feed's own bid and ask", got, err)
	}
}

func TestTicksThatMakeNoSenseAreLeftOut(t *testing.T) {
	t.Parallel()
	m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: testkit.NewClock(noon).Now})
	var told []market.Tick
	cancel := m.Subscribe(func(update market.Update) { told = append(told, update.Ticks...) })
	feed.Price("BTCUSD", "60000")
	feed.Price("NOPE", "1")
	feed.Price("BTCUSD", "0")
	feed.Price("BTCUSD", "-1")
	feed.Price("BTCUSD", "92233720368")
	feed.Tick(market.Tick{Symbol: "BTCUSD", Close: number("1"), At: noon.Add(-time.Second)})
	feed.Bar("BTCUSD", "60000", "60100", "59000", "59500")
	if len(told) != 2 || told[0].Low != number("60000") || told[1].Low != number("59000") {
		t.Errorf("told %v, want the first and the last", told)
	}
	if got, _ := m.LastQuote("BTCUSD"); got.Mark != number("59500") {
		t.Errorf("mark %v, want 59500", got.Mark)
	}
	cancel()
	feed.Price("BTCUSD", "60000")
	if len(told) != 2 {
		t.Error("an ended subscription was told")
	}
}

func TestPricesGoOnWhenTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	for _, back := range []time.Duration{time.Second, 10 * time.Minute} {
		clock := testkit.NewClock(noon.Add(-time.Minute))
		m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: clock.Now})
		told := 0
		m.Subscribe(func(update market.Update) { told += len(update.Ticks) })
		clock.Set(noon.Add(back))
		feed.Price("BTCUSD", "60000")
		clock.Set(noon)
		feed.Price("BTCUSD", "50000")
		if got, _ := m.LastQuote("BTCUSD"); got.Mark != number("50000") || told != 2 {
			t.Errorf("set back by %s the mark is %v, and %d ticks were told", back, got.Mark, told)
		}
		if _, err := m.Quote("BTCUSD"); err != nil {
			t.Errorf("set back by %s: %v", back, err)
		}
		feed.Tick(market.Tick{Symbol: "BTCUSD", Close: number("1"), At: noon.Add(-time.Second)}) // late, and ignored as always
		if got, _ := m.LastQuote("BTCUSD"); got.Mark != number("50000") {
			t.Errorf("set back by %s a late tick makes the mark %v", back, got.Mark)
		}
	}
}

func TestAPriceOfBeforeTheClockWasSetBackIsStale(t *testing.T) {
	t.Parallel()
	clock := testkit.NewClock(noon.Add(-time.Minute))
	m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: clock.Now})
	clock.Set(noon.Add(10 * time.Minute))
	feed.Price("BTCUSD", "60000")
	clock.Set(noon.Add(10*time.Minute - 5*time.Second)) // as happens when clocks are corrected
	if _, err := m.Quote("BTCUSD"); err != nil || m.FeedTrouble() != "" {
		t.Errorf("corrected by five seconds: %v, %q", err, m.FeedTrouble())
	}
	clock.Set(noon)
	for range 2 {
		_, err := m.Quote("BTCUSD")
		testkit.WantFault(t, err, fault.MarketDataStale)
		if last, _ := m.LastQuote("BTCUSD"); !m.Summarize(last).IsStale {
			t.Error("what cannot be traded on is shown as fresh")
		}
		if got := m.FeedTrouble(); !strings.Contains(got, "the clock was set back") {
			t.Errorf("the trouble is %q", got)
		}
		clock.Advance(31 * time.Second)
	}
	feed.Price("BTCUSD", "50000")
	if _, err := m.Quote("BTCUSD"); err != nil || m.FeedTrouble() != "" {
		t.Errorf("with another price: %v, %q", err, m.FeedTrouble())
	}
}

func TestAPriceThatTheFeedHasLostIsNotTradedOn(t *testing.T) {
	t.Parallel()
	clock := testkit.NewClock(noon)
	m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: clock.Now})
	feed.Price("BTCUSD", "60000")
	feed.Price("ETHUSD", "3000")
	clock.Advance(time.Minute)
	feed.Price("BTCUSD", "60001")
	feed.Price("ETHUSD", "3001")
	feed.Lose("BTCUSD", "NOPE")
	_, err := m.Quote("BTCUSD")
	testkit.WantFault(t, err, fault.MarketDataStale)
	last, known := m.LastQuote("BTCUSD")
	if !known || last.Mark != number("60001") || !m.Summarize(last).IsStale {
		t.Errorf("the last price is %v, %t, and stale: %t", last, known, m.Summarize(last).IsStale)
	}
	if _, err := m.Quote("ETHUSD"); err != nil {
		t.Errorf("what was not lost: %v", err)
	}
	feed.Lose("ETHUSD")
	if trouble := m.FeedTrouble(); trouble != "" {
		t.Errorf("a feed that connects again is dead: %s", trouble)
	}
	feed.Price("BTCUSD", "60002")
	if got, err := m.Quote("BTCUSD"); err != nil || got.Mark != number("60002") || m.Summarize(got).IsStale {
		t.Errorf("with the next price: %v, %v", got, err)
	}
}

func TestAClosedMarketTellsItsOpeningAndKeepsItsLastPrice(t *testing.T) {
	t.Parallel()
	friday := time.Date(2026, 11, 13, 20, 59, 59, 0, time.UTC)
	clock := testkit.NewClock(friday)
	m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: clock.Now})
	feed.Price("AAPL", "200")
	if _, err := m.Quote("AAPL"); err != nil {
		t.Errorf("a second before the close: %v", err)
	}
	for _, at := range []time.Time{friday.Add(time.Second), friday.AddDate(0, 0, 2)} { // at the close, and on Sunday
		clock.Advance(at.Sub(clock.Now()))
		_, err := m.Quote("AAPL")
		if !fault.Is(err, fault.MarketClosed) || !strings.Contains(err.Error(), "it opens Monday 2026-11-16 14:30 UTC") {
			t.Errorf("at %s: %v, want MARKET_CLOSED with the opening", at, err)
		}
		if opens, found := m.NextOpening("AAPL", at); m.Open("AAPL", at) || !found || m.Open("AAPL", opens.Add(-1)) || !m.Open("AAPL", opens) {
			t.Errorf("at %s: next opening %s, %t", at, opens, found)
		}
	}
	if _, found := m.NextOpening("NOPE", friday); found || m.Open("NOPE", friday) {
		t.Error("an unknown instrument trades")
	}
	if got, ok := m.LastQuote("AAPL"); !ok || got.Mark != number("200") {
		t.Errorf("last quote %v, %t", got, ok)
	}
}

// countingFeed ticks once a second until it is told to be silent.
type countingFeed struct{ silent <-chan struct{} }

func (countingFeed) Name() string { return "counting" }

func (countingFeed) History(context.Context, market.Instrument, market.Interval, time.Time, time.Time) ([]market.Candle, error) {
	return nil, nil
}

func (f countingFeed) Run(ctx context.Context, _ []market.Instrument, sink market.Sink) error {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-f.silent:
			<-ctx.Done()
			return nil
		case at := <-ticker.C:
			sink.Tick(market.Tick{Symbol: "BTCUSD", At: at, Close: money.FromInt(60000)})
		}
	}
}

func TestAQuoteGoesStaleWhenTheFeedIsSilent(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	must(t, market.New(market.Options{Database: db}).Start(t.Context()))
	feed := &countingFeed{}
	m := market.New(market.Options{Database: db, Feed: feed, StaleAfter: 10 * time.Second})
	must(t, m.Start(t.Context()))
	synctest.Test(t, func(t *testing.T) {
		silent := make(chan struct{})
		feed.silent = silent
		ctx, stop := context.WithCancel(context.Background())
		var running sync.WaitGroup
		running.Go(func() { must(t, m.Workers()[0].Run(ctx)) })
		if _, err := m.Quote("BTCUSD"); !fault.Is(err, fault.MarketDataStale) {
			t.Errorf("before the first tick: %v, want MARKET_DATA_STALE", err)
		}
		time.Sleep(time.Minute + time.Millisecond)
		if _, err := m.Quote("BTCUSD"); err != nil {
			t.Errorf("while the feed ticks: %v", err)
		}
		close(silent)
		time.Sleep(9 * time.Second)
		if _, err := m.Quote("BTCUSD"); err != nil {
			t.Errorf("after nine seconds: %v", err)
		}
		time.Sleep(time.Second)
		if _, err := m.Quote("BTCUSD"); !fault.Is(err, fault.MarketDataStale) {
			t.Errorf("after ten seconds: %v, want MARKET_DATA_STALE", err)
		} else if stale := (*fault.Error)(nil); !errors.As(err, &stale) || stale.RetryAfter == 0 {
			t.Errorf("%v does not say when to come back", err)
		}
		stop()
		running.Wait()
	})
}

func TestTheLastStoredCloseIsKnownAfterAStart(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStation(t, db, testkit.NewClock(noon.Add(time.Minute)), "BTCUSD")
		must(t, s.Record(t.Context(), s.minutes([]string{"BTCUSD"}, noon.Add(-time.Minute), noon)...))
		m := market.New(market.Options{Database: db, Now: s.clock.Now})
		must(t, m.Start(t.Context()))
		want := s.minutes([]string{"BTCUSD"}, noon)[0].Close
		if got, ok := m.LastQuote("BTCUSD"); !ok || got.Mark != want || !got.At.Equal(noon.Add(time.Minute)) || !got.Bid.LessThan(want) {
			t.Errorf("last quote %v, %t, want mark %v", got, ok, want)
		}
		if _, err := m.Quote("BTCUSD"); !fault.Is(err, fault.MarketDataStale) {
			t.Errorf("a stored price was traded on: %v", err)
		}
		if _, ok := m.LastQuote("ETHUSD"); ok {
			t.Error("a price that nobody knows")
		}
	})
}

func TestReadingAQuoteAllocatesNothing(t *testing.T) {
	m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: testkit.NewClock(noon).Now})
	feed.Price("BTCUSD", "60000")
	if got := testing.AllocsPerRun(1000, func() {
		if _, err := m.Quote("BTCUSD"); err != nil {
			t.Fatal(err)
		}
	}); got != 0 {
		t.Errorf("%v allocations, want 0", got)
	}
}

func TestCandlesAreTheNewestOfTheRangeOldestFirst(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStation(t, db, testkit.NewClock(noon.Add(time.Hour)), "BTCUSD")
		all := s.past("BTCUSD", market.Minute, noon, noon.Add(10*time.Minute))
		must(t, s.Record(t.Context(), all...))
		got, err := s.Candles(t.Context(), "BTCUSD", market.Minute, noon, noon.Add(8*time.Minute), 3)
		must(t, err)
		if len(got) != 3 || got[0] != all[5] || got[2] != all[7] {
			t.Errorf("got %v, want minutes 5 to 7", got)
		}
		for field, call := range map[string]func() ([]market.Candle, error){
			"from": func() ([]market.Candle, error) {
				return s.Candles(t.Context(), "BTCUSD", market.Minute, noon, noon.Add(-1), 3)
			},
			"limit":    func() ([]market.Candle, error) { return s.Candles(t.Context(), "BTCUSD", market.Minute, noon, noon, 0) },
			"interval": func() ([]market.Candle, error) { return s.Candles(t.Context(), "BTCUSD", 7, noon, noon, 1) },
		} {
			if _, err := call(); !isInvalid(err, field) {
				t.Errorf("%v, want VALIDATION_ERROR of %s", err, field)
			}
		}
		if _, err := s.Candles(t.Context(), "NOPE", market.Minute, noon, noon, 1); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown symbol: %v, want NOT_FOUND", err)
		}
	})
}
