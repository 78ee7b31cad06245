package market_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/testkit"
)

var allIntervals = []market.Interval{market.Minute, market.FiveMinutes, market.Hour, market.Day}

func TestANewRecorderFillsThePastExactly(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		symbols := []string{"BTCUSD", "AAPL"}
		s := newStation(t, db, testkit.NewClock(noon.Add(30*time.Minute+20*time.Second)), symbols...)
		s.record()
		s.clock.Set(noon.Add(31*time.Minute + time.Second))
		s.deliver([]string{"BTCUSD"}, noon.Add(30*time.Minute))

		yesterday, now := noon.Add(-36*time.Hour), s.clock.Now()
		for _, interval := range []market.Interval{market.Minute, market.FiveMinutes, market.Hour} {
			s.wantStored("BTCUSD", interval, yesterday, now)
			s.wantStored("AAPL", interval, yesterday, now)
		}
		s.wantStored("BTCUSD", market.Day, now.Add(-19*24*time.Hour), now)
		s.wantStored("AAPL", market.Day, now.Add(-19*24*time.Hour), now)
		if got := s.count("EURUSD", market.Minute); got != 0 {
			t.Errorf("%d minutes of an inactive instrument were stored", got)
		}
	})
}

func TestARestartedRecorderFillsWhatItMissed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		symbols := []string{"BTCUSD"}
		first := newStation(t, db, testkit.NewClock(noon.Add(20*time.Second)), symbols...)
		first.record()
		first.clock.Set(noon.Add(time.Minute + time.Second))
		first.deliver(symbols, noon)
		first.stop()

		// Longer than minutes are filled: the day of the interruption must come from the feed's days.
		for _, pause := range []time.Duration{3 * time.Hour, 5 * 24 * time.Hour} {
			start := first.clock.Now().Add(pause)
			next := newStation(t, db, testkit.NewClock(start), symbols...)
			next.record()
			opened := market.Minute.Start(start)
			next.clock.Set(opened.Add(time.Minute))
			next.deliver(symbols, opened)
			next.stop()
			for _, interval := range allIntervals[:3] {
				next.wantStored("BTCUSD", interval, market.Day.Start(start.Add(-24*time.Hour)), next.clock.Now())
			}
			next.wantStored("BTCUSD", market.Day, start.Add(-19*24*time.Hour), next.clock.Now())
			next.wantNothingFalse("BTCUSD", market.FiveMinutes)
			next.wantNothingFalse("BTCUSD", market.Hour)
			first = next
		}
	})
}

func TestMinutesThatTheFeedSkippedAreFilledInOrder(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		symbols := []string{"BTCUSD"}
		s := newStation(t, db, testkit.NewClock(noon.Add(time.Minute)), symbols...)
		s.record()
		s.deliver(symbols, noon)
		s.clock.Set(noon.Add(61 * time.Minute))
		told := s.deliver(symbols, noon.Add(60*time.Minute))

		for _, interval := range allIntervals[:3] {
			s.wantStored("BTCUSD", interval, market.Day.Start(noon), s.clock.Now())
		}
		counts := map[market.Interval]int{}
		for _, c := range told {
			counts[c.Interval]++
		}
		if counts[market.Minute] != 60 || counts[market.FiveMinutes] != 12 || counts[market.Hour] != 1 {
			t.Errorf("told %v, want 60 minutes, 12 of five and an hour", counts)
		}
		if !slices.IsSortedFunc(told, func(a, b market.Candle) int {
			return a.OpenedAt.Add(a.Interval.Duration()).Compare(b.OpenedAt.Add(b.Interval.Duration()))
		}) {
			t.Error("candles were not told in the order in which they ended")
		}
	})
}

func TestTwoRecordersStoreAndTellEveryCandleOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		symbols := []string{"BTCUSD", "ETHUSD"}
		clock := testkit.NewClock(noon.Add(20 * time.Second))
		stations := []*station{newStation(t, db, clock, symbols...), newStation(t, db, clock, symbols...)}
		openings := make([]time.Time, 60)
		for i := range openings {
			openings[i] = noon.Add(time.Duration(i) * time.Minute)
		}
		for _, s := range stations {
			s.record()
		}
		for i, s := range stations { // a candle of a symbol that is not being filled shows that the others have been
			s.deliver([]string{[]string{"SOLUSD", "ADAUSD"}[i]}, noon.Add(-10*time.Minute))
		}
		clock.Set(noon.Add(time.Hour))
		var pushing sync.WaitGroup
		for _, s := range stations {
			pushing.Go(func() {
				for _, opened := range openings {
					s.feed.deliver <- s.minutes(symbols, opened)
				}
			})
		}
		pushing.Wait()
		told := map[string]map[market.Interval]int{"BTCUSD": {}, "ETHUSD": {}}
		for missing := 2 * (60 + 12 + 1); missing > 0; {
			var candles []market.Candle
			select {
			case candles = <-stations[0].stored:
			case candles = <-stations[1].stored:
			case <-time.After(time.Minute):
				t.Fatalf("told %v, and nothing more", told)
			}
			for _, c := range candles {
				told[c.Symbol][c.Interval]++
			}
			missing -= len(candles)
		}
		for _, s := range stations {
			s.stop()
			if len(s.stored) > 0 {
				t.Errorf("candles were told twice: %v", <-s.stored)
			}
		}
		for _, symbol := range symbols {
			if told[symbol][market.Minute] != 60 || told[symbol][market.FiveMinutes] != 12 || told[symbol][market.Hour] != 1 {
				t.Errorf("%s: told %v", symbol, told[symbol])
			}
			for _, interval := range allIntervals[:3] {
				stations[0].wantStored(symbol, interval, market.Day.Start(noon), clock.Now())
			}
		}
	})
}

func TestASymbolWithoutHistoryWaitsAndHoldsUpNobody(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		symbols := []string{"BTCUSD", "ETHUSD"}
		s := newStation(t, db, testkit.NewClock(noon.Add(20*time.Second)), symbols...)
		s.feed.failing["BTCUSD"] = true
		s.record()
		s.clock.Set(noon.Add(time.Minute))
		s.deliver(symbols, noon)
		s.wantStored("ETHUSD", market.Minute, market.Day.Start(noon), s.clock.Now())
		if got := s.count("BTCUSD", market.Minute); got != 0 {
			t.Errorf("%d minutes were stored with nothing before them", got)
		}
		s.stop()

		s.feed.failing["BTCUSD"] = false
		s.record()
		s.clock.Set(noon.Add(2 * time.Minute))
		s.deliver(symbols, noon.Add(time.Minute))
		for _, interval := range allIntervals[:3] {
			s.wantStored("BTCUSD", interval, market.Day.Start(noon), s.clock.Now())
		}
	})
}

func TestMinutesAreForgottenAfterSixtyDaysAndDaysAreNot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		symbols := []string{"BTCUSD"}
		s := newStation(t, db, testkit.NewClock(noon.Add(time.Minute)), symbols...)
		old := noon.Add(-61 * 24 * time.Hour)
		kept := noon.Add(-59 * 24 * time.Hour)
		must(t, s.Record(t.Context(), s.minutes(symbols, old, kept, noon)...))
		<-s.stored
		s.record()
		s.clock.Set(noon.Add(2 * time.Minute))
		s.deliver(symbols, noon.Add(time.Minute))
		minutes, err := s.Candles(t.Context(), "BTCUSD", market.Minute, time.Time{}, kept.Add(time.Hour), 10)
		must(t, err)
		if len(minutes) != 1 || !minutes[0].OpenedAt.Equal(kept) {
			t.Errorf("minutes left: %v, want that of %v alone", minutes, kept)
		}
		days, err := s.Candles(t.Context(), "BTCUSD", market.Day, time.Time{}, old.Add(time.Hour), 10)
		must(t, err)
		if len(days) != 1 {
			t.Errorf("%d days left, want 1", len(days))
		}
	})
}

func TestFillingBringsEverythingUpToDateBeforeItReturns(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStation(t, db, testkit.NewClock(noon.Add(20*time.Second)), "BTCUSD")
		// Minutes that begin in the middle of yesterday are completed backwards.
		must(t, s.Record(t.Context(), s.past("BTCUSD", market.Minute, noon.Add(-24*time.Hour), noon.Add(-23*time.Hour))...))
		must(t, s.Fill(t.Context()))
		for _, interval := range allIntervals[:3] {
			s.wantStored("BTCUSD", interval, market.Day.Start(noon.Add(-24*time.Hour)), s.clock.Now())
		}
		s.wantStored("BTCUSD", market.Day, noon.Add(-19*24*time.Hour), s.clock.Now())
		asked := s.feed.asked
		must(t, s.Fill(t.Context()))
		if s.feed.asked != asked {
			t.Errorf("filling again asked the feed %d times for what is stored", s.feed.asked-asked)
		}
	})
}
