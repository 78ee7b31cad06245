package trading_test

import (
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/tradingtest"
)

// closeMinute stores a minute of a symbol with a constant price.
func closeMinute(d *tradingtest.OrderDesk, symbol, price string, opened time.Time) {
	d.T.Helper()
	stood := tradingtest.Number(price)
	d.Prices.Close(market.Candle{
		Symbol: symbol, Interval: market.Minute, OpenedAt: opened, Open: stood, High: stood, Low: stood, Close: stood, Volume: money.FromInt(1),
	})
}

func TestAWeekendIsNotTakenBeforeTheLastPricesOfFridayAreKnown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		symbol       string
		lastMinute   time.Time // of Friday
		day, started time.Time
	}{
		{"AAPL", time.Date(2026, 3, 6, 20, 59, 0, 0, time.UTC), time.Date(2026, 3, 7, 0, 0, 0, 0, time.UTC), time.Date(2026, 3, 8, 10, 0, 0, 0, time.UTC)},
		{"AAPL", time.Date(2026, 3, 6, 20, 59, 0, 0, time.UTC), time.Date(2026, 3, 8, 0, 0, 0, 0, time.UTC), time.Date(2026, 3, 9, 10, 0, 0, 0, time.UTC)},
		{"EURUSD", time.Date(2026, 3, 6, 21, 59, 0, 0, time.UTC), time.Date(2026, 3, 7, 0, 0, 0, 0, time.UTC), time.Date(2026, 3, 8, 10, 0, 0, 0, time.UTC)},
	} {
		t.Run(c.symbol+" on "+c.started.Weekday().String(), func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				d := tradingtest.NewOrderDesk(t, db, tradingtest.FreeTerms())
				want := func(what string, isEarly bool) {
					t.Helper()
					if got, err := d.Service.LacksCandles(t.Context(), c.day, c.started); err != nil || got != isEarly {
						t.Errorf("%s: it is early: %t, %v; want %t", what, got, err, isEarly)
					}
				}
				friday := time.Date(2026, 3, 6, 15, 0, 0, 0, time.UTC)
				d.Clock.Set(friday)
				d.Prices.Price(c.symbol, "100")
				d.Enter(trading.EntryLong, c.symbol, "1")
				closeMinute(d, c.symbol, "100", friday)
				d.Clock.Set(c.started)
				want("after a start, with Friday's prices of the afternoon", true)
				d.Clock.Advance(15 * time.Minute)
				want("when the feed had its time", false)
				d.Clock.Set(c.started)
				closeMinute(d, c.symbol, "101", c.lastMinute)
				want("when Friday's last minute is stored", false)
			})
		})
	}
}

// What is closed between midnight and the recording of the day was open at its end.
func TestWhatWasClosedAfterMidnightIsWaitedFor(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		v := newVault(t, db)
		day := v.today()
		midnight := day.AddDate(0, 0, 1)
		want := func(what string, isEarly bool) {
			t.Helper()
			v.at = midnight.Add(6 * time.Minute)
			if got, err := v.Service.LacksCandles(t.Context(), day, day); err != nil || got != isEarly {
				t.Errorf("%s: it is early: %t, %v; want %t", what, got, err, isEarly)
			}
		}
		trade := func(opened, closed time.Time) {
			t.Helper()
			v.at = opened
			position := v.Enter(trading.EntryLong, "SOLUSD", "1")
			v.at = closed
			if _, err := v.Service.Close(t.Context(), v.Caller, position.ID, nil); err != nil {
				t.Fatal(err)
			}
		}
		v.price("100")
		trade(v.at, midnight.Add(-time.Minute))
		want("what was closed on the day", false)
		trade(midnight.Add(time.Minute), midnight.Add(2*time.Minute))
		want("what was opened after midnight", false)
		trade(midnight.Add(-time.Hour), midnight.Add(2*time.Minute))
		want("what was open at midnight", true)
		if _, err := v.Service.EquityRecorder().CatchUp(t.Context(), day); err != nil {
			t.Fatal(err)
		}
		want("a day that is stored", false)
	})
}
