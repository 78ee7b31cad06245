package market_test

import (
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/testkit"
)

func TestHistoryIsFilledForAsLongAsSomebodyLooksBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		monday := time.Date(2026, 3, 9, 15, 0, 30, 0, time.UTC)
		s := newStation(t, db, testkit.NewClock(monday), "BTCUSD", "AAPL")
		for _, wanted := range []struct {
			symbol   string
			interval market.Interval
			count    int
		}{
			{"BTCUSD", market.Hour, 201}, {"BTCUSD", market.Day, 201}, {"BTCUSD", market.FiveMinutes, 900},
			{"AAPL", market.Minute, 600}, {"AAPL", market.FiveMinutes, 300}, {"AAPL", market.Hour, 201}, {"AAPL", market.Day, 100},
		} {
			s.KeepHistory(market.Series{Symbol: wanted.symbol, Interval: wanted.interval}, wanted.count)
			must(t, s.Fill(t.Context()))
			stored, err := s.Candles(t.Context(), wanted.symbol, wanted.interval, time.Time{}, wanted.interval.Start(monday), wanted.count)
			must(t, err)
			if len(stored) != wanted.count {
				t.Fatalf("%s %s: %d candles, want %d", wanted.symbol, wanted.interval, len(stored), wanted.count)
			}
			s.wantStored(wanted.symbol, wanted.interval, stored[0].OpenedAt, wanted.interval.Start(monday))
		}
		asked := s.feed.asked
		s.KeepHistory(market.Series{Symbol: "BTCUSD", Interval: market.Hour}, 100)
		must(t, s.Fill(t.Context()))
		if more := s.feed.asked - asked; more > 4 { // only the minutes up to now, and days that do not exist
			t.Errorf("the feed was asked %d times for what is there", more)
		}
	})
}

func TestHistoryThatTheFeedDoesNotHaveNowHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	s := newStation(t, db, testkit.NewClock(noon.Add(30*time.Second)), "BTCUSD", "ETHUSD")
	must(t, s.Fill(t.Context()))
	s.feed.failing["BTCUSD"] = true
	for _, symbol := range []string{"BTCUSD", "ETHUSD"} {
		s.KeepHistory(market.Series{Symbol: symbol, Interval: market.Hour}, 201)
	}
	must(t, s.Fill(t.Context()))
	if btc, eth := s.count("BTCUSD", market.Hour), s.count("ETHUSD", market.Hour); btc >= 201 || eth < 201 {
		t.Errorf("%d hours of what fails and %d of what does not", btc, eth)
	}
	s.feed.failing["BTCUSD"] = false
	must(t, s.Fill(t.Context()))
	if btc := s.count("BTCUSD", market.Hour); btc < 201 {
		t.Errorf("%d hours after the feed has come back", btc)
	}
}

func TestWhoLooksBackRightAfterMidnightHasAPast(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		midnight := time.Date(2026, 3, 10, 0, 0, 20, 0, time.UTC)
		s := newStation(t, db, testkit.NewClock(midnight), "BTCUSD")
		s.Market = market.New(market.Options{Database: db, Feed: s.feed, Now: s.clock.Now}) // which keeps no history by itself
		must(t, s.Start(t.Context()))
		must(t, s.Fill(t.Context()))
		if count := s.count("BTCUSD", market.Minute); count != 0 {
			t.Fatalf("%d minutes before anybody looks back, want none", count)
		}
		s.KeepHistory(market.Series{Symbol: "BTCUSD", Interval: market.Minute}, 400)
		must(t, s.LookBack(t.Context()))
		if minutes, fives := s.count("BTCUSD", market.Minute), s.count("BTCUSD", market.FiveMinutes); minutes < 400 || fives < 80 {
			t.Errorf("there are %d minutes and %d of five, want 400 and 80 at least", minutes, fives)
		}
	})
}

func TestAClosedMarketHasALastPriceOnceItsPastIsFilled(t *testing.T) {
	t.Parallel()
	sunday := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	s := newStation(t, databasetest.Open(t, database.SQLite), testkit.NewClock(sunday), "AAPL")
	if _, known := s.LastQuote("AAPL"); known {
		t.Fatal("a price before there is a past")
	}
	must(t, s.Fill(t.Context()))
	friday := s.past("AAPL", market.Day, sunday.AddDate(0, 0, -2).Truncate(24*time.Hour), sunday)
	if got, known := s.LastQuote("AAPL"); !known || got.Mark != friday[0].Close {
		t.Errorf("last quote %v, %t, want Friday's close %v", got, known, friday)
	}
}

func TestMinutesAreRecordedWhileSomebodyWaitsForThePast(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStation(t, db, testkit.NewClock(noon.Add(2*time.Minute)), "BTCUSD")
		btc := []string{"BTCUSD"}
		first, second := s.minutes(btc, noon), s.minutes(btc, noon.Add(time.Minute))
		s.clock.Set(noon.Add(30 * time.Second))
		s.record()
		s.feed.deliver <- first
		testkit.Receive(t, "the first minute", s.stored)
		waiting := &stuck{asked: make(chan struct{}), answered: make(chan struct{})}
		answer := sync.OnceFunc(func() { close(waiting.answered) })
		t.Cleanup(answer) // before the recorder is stopped, which may wait for it
		s.feed.mu.Lock()
		s.feed.stuck = waiting
		s.feed.mu.Unlock()
		filled := make(chan error, 1)
		go func() {
			filled <- s.FillHistory(t.Context(), market.Series{Symbol: "BTCUSD", Interval: market.Hour}, 201)
		}()
		testkit.Receive(t, "a request for hours", waiting.asked)
		s.feed.deliver <- second
		testkit.Receive(t, "the second minute", s.stored)
		s.feed.mu.Lock()
		s.feed.stuck = nil
		s.feed.mu.Unlock()
		answer()
		must(t, testkit.Receive(t, "the past", filled))
		s.wantStored("BTCUSD", market.Hour, noon.Add(-200*time.Hour), noon)
	})
}
