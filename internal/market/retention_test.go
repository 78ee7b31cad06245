package market_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/testkit"
)

func TestLongerCandlesAreKeptLonger(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStation(t, db, testkit.NewClock(noon.Add(time.Minute)), "BTCUSD")
		ages := map[market.Interval]time.Duration{market.Minute: 60 * day, market.FiveMinutes: 180 * day, market.Hour: 730 * day}
		counted := func(interval market.Interval, from, to time.Time) (count int) {
			t.Helper()
			must(t, db.QueryRow(t.Context(), `
				SELECT COUNT(*) FROM candles WHERE symbol = 'BTCUSD' AND seconds = $1 AND opened_at >= $2 AND opened_at < $3`,
				int64(interval.Duration()/time.Second), database.Micros(from), database.Micros(to)).Scan(&count))
			return count
		}
		const old = 2500 // more than one transaction deletes
		for interval, age := range ages {
			kept := market.Day.Start(noon.Add(-age))
			var opened []time.Time
			for i := range old {
				opened = append(opened, kept.Add(-time.Duration(i+1)*interval.Duration()))
			}
			opened = append(opened, kept, kept.Add(interval.Duration()))
			insertFlat(t, db, "BTCUSD", interval, opened)
		}
		insertFlat(t, db, "BTCUSD", market.Day, []time.Time{market.Day.Start(noon.Add(-5000 * day))})
		must(t, s.Record(t.Context(), s.minutes([]string{"BTCUSD"}, noon)...))
		<-s.stored
		s.record()
		s.clock.Set(noon.Add(2 * time.Minute))
		s.deliver([]string{"BTCUSD"}, noon.Add(time.Minute)) // by then it has deleted what is old
		for interval, age := range ages {
			kept := market.Day.Start(noon.Add(-age))
			if left := counted(interval, time.Time{}, kept); left != 0 {
				t.Errorf("%d old candles of %s are left", left, interval)
			}
			if left := counted(interval, kept, kept.Add(2*interval.Duration())); left != 2 {
				t.Errorf("%d candles of %s are left of the two at the edge", left, interval)
			}
		}
		if left := counted(market.Day, time.Time{}, noon.Add(-4000*day)); left != 1 {
			t.Error("a day is gone")
		}
	})
}

func TestWhatAStrategyLooksBackAtIsKept(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStation(t, db, testkit.NewClock(noon.Add(time.Minute)), "BTCUSD")
		const hours = 12 * 24
		s.Market = market.New(market.Options{
			Database: db, Feed: s.feed, Now: s.clock.Now, MinuteHistory: 24 * time.Hour,
			Kept: market.Retention{Minutes: 7 * 24 * time.Hour, FiveMinutes: 8 * 24 * time.Hour, Hours: 9 * 24 * time.Hour},
		})
		must(t, s.Start(t.Context()))
		s.SubscribeClosed(func(candles []market.Candle) { s.stored <- candles })
		opened := noon.Add(-hours * time.Hour)
		insertFlat(t, db, "BTCUSD", market.Hour, []time.Time{opened, opened.Add(-48 * time.Hour)})
		s.KeepHistory(market.Series{Symbol: "BTCUSD", Interval: market.Hour}, hours)
		must(t, s.Record(t.Context(), s.minutes([]string{"BTCUSD"}, noon)...))
		<-s.stored
		s.record()
		s.clock.Set(noon.Add(2 * time.Minute))
		s.deliver([]string{"BTCUSD"}, noon.Add(time.Minute))
		candles, err := s.Candles(t.Context(), "BTCUSD", market.Hour, time.Time{}, opened.Add(time.Hour), 10000)
		must(t, err)
		if len(candles) == 0 || !candles[len(candles)-1].OpenedAt.Equal(opened) || candles[0].OpenedAt.Before(opened.Add(-24*time.Hour)) {
			t.Errorf("what is left of the oldest hours: %v", candles)
		}
	})
}

// insertFlat stores candles of a constant price, as an earlier version left them.
func insertFlat(t *testing.T, db *database.DB, symbol string, interval market.Interval, opened []time.Time) {
	t.Helper()
	must(t, db.InTx(t.Context(), func(tx *database.Tx) error {
		return database.InsertRows(t.Context(), tx, `INSERT INTO candles (symbol, seconds, opened_at, open, high, low, close, volume)`, 8,
			opened, func(at time.Time) []any {
				return []any{symbol, int64(interval.Duration() / time.Second), database.Micros(at), 100, 100, 100, 100, 1}
			})
	}))
}
