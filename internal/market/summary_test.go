package market_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/market/markettest"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

// minute is a one-minute candle with the given prices.
func minute(symbol string, opened time.Time, low, high, closing string) market.Candle {
	return market.Candle{
		Symbol: symbol, Interval: market.Minute, OpenedAt: opened, Open: number(closing), High: number(high), Low: number(low),
		Close: number(closing), Volume: number("1"),
	}
}

// wantSummary compares all but the quote itself.
func wantSummary(t *testing.T, m *market.Market, want market.Summary) {
	t.Helper()
	quote, known := m.LastQuote(want.Symbol)
	if !known {
		t.Fatalf("there is no quote of %s", want.Symbol)
	}
	got := m.Summarize(quote)
	if _, err := m.Quote(want.Symbol); got.IsStale != (err != nil) {
		t.Errorf("stale is %t, and trading on it %v", got.IsStale, err)
	}
	got.Quote, got.IsStale = market.Quote{Symbol: want.Symbol, Mark: got.Mark}, false
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the summary (-want +got):\n%s", diff)
	}
}

func TestAQuoteTellsWhatThePriceDidInADay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		now := noon.Add(24 * time.Hour) // Wednesday
		clock := testkit.NewClock(now)
		m, feed := markettest.New(t, db, market.Options{Now: clock.Now})
		feed.Close(
			minute("BTCUSD", noon.Add(-6*time.Minute), "48000", "52000", "49000"),
			minute("BTCUSD", noon.Add(-1*time.Minute), "50000", "50000", "50000"), // 24 hours before now
			minute("BTCUSD", noon.Add(5*time.Minute), "51000", "70000", "51000"),
			minute("BTCUSD", noon.Add(13*time.Hour), "54000", "56000", "55000"), // today
			minute("BTCUSD", noon.Add(14*time.Hour), "54500", "55000", "55000"),
		)
		must(t, m.Fill(t.Context()))
		feed.Bar("BTCUSD", "55000", "55100", "53000", "55000")
		wantSummary(t, m, market.Summary{
			Quote:  market.Quote{Symbol: "BTCUSD", Mark: number("55000")},
			Change: number("5000"), ChangePercent: number("10"), DayHigh: number("56000"), DayLow: number("53000"), State: market.StateOpen,
		})
		clock.Advance(12*time.Hour + time.Second) // the next day begins, and the price 24 hours before is the previous day's
		feed.Price("BTCUSD", "60000")
		wantSummary(t, m, market.Summary{
			Quote:  market.Quote{Symbol: "BTCUSD", Mark: number("60000")},
			Change: number("9000"), ChangePercent: number("17.6471"), DayHigh: number("60000"), DayLow: number("60000"), State: market.StateOpen,
		})
		feed.Price("ETHUSD", "2000") // its past is unknown
		wantSummary(t, m, market.Summary{
			Quote: market.Quote{Symbol: "ETHUSD", Mark: number("2000")}, DayHigh: number("2000"), DayLow: number("2000"), State: market.StateOpen,
		})
	})
}

// TestAClosedMarketKeepsItsQuoteAndTellsWhenItOpens also shows that a Monday is compared with the Friday before it, and so
// is a Tuesday's opening: a day before it the market was closed.
func TestAClosedMarketKeepsItsQuoteAndTellsWhenItOpens(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		thursday := time.Date(2026, 11, 12, 20, 59, 0, 0, time.UTC)
		friday, monday := thursday.AddDate(0, 0, 1), thursday.AddDate(0, 0, 4)
		clock := testkit.NewClock(thursday.AddDate(0, 0, 3)) // Sunday
		m, feed := markettest.New(t, db, market.Options{Now: clock.Now})
		feed.Close(minute("AAPL", thursday, "199", "201", "200"), minute("AAPL", friday, "209", "212", "210"))
		must(t, m.Fill(t.Context()))
		opening := time.Date(2026, 11, 16, 14, 30, 0, 0, time.UTC)
		wantSummary(t, m, market.Summary{
			Quote:  market.Quote{Symbol: "AAPL", Mark: number("210")},
			Change: number("10"), ChangePercent: number("5"), DayHigh: number("212"), DayLow: number("209"), State: market.StateClosed, OpensAt: opening,
		})
		clock.Set(opening.Add(time.Second))
		feed.Price("AAPL", "231")
		open := market.Summary{
			Quote:  market.Quote{Symbol: "AAPL", Mark: number("231")},
			Change: number("21"), ChangePercent: number("10"), DayHigh: number("231"), DayLow: number("231"), State: market.StateOpen,
			ClosesAt: opening.Add(6*time.Hour + 30*time.Minute),
		}
		wantSummary(t, m, open)
		feed.Close(minute("AAPL", monday, "220", "240", "220"))
		must(t, m.Fill(t.Context()))
		clock.Set(opening.Add(24*time.Hour + time.Second))
		feed.Price("AAPL", "231")
		open.ClosesAt = open.ClosesAt.AddDate(0, 0, 1)
		wantSummary(t, m, open)
	})
}

func TestSummarizingAQuoteAllocatesNothing(t *testing.T) {
	m, feed := markettest.New(t, databasetest.Open(t, database.SQLite), market.Options{Now: testkit.NewClock(noon).Now})
	feed.Close(minute("BTCUSD", noon.Add(-25*time.Hour), "48000", "52000", "49000"))
	must(t, m.Fill(t.Context()))
	feed.Price("BTCUSD", "60000")
	if got := testing.AllocsPerRun(1000, func() {
		quote, _ := m.LastQuote("BTCUSD")
		m.Summarize(quote)
	}); got != 0 {
		t.Errorf("%v allocations, want 0", got)
	}
}

func TestWhatAFeedDeliversIsBroughtToTheTick(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		m, feed := markettest.New(t, db, market.Options{Now: testkit.NewClock(noon).Now})
		var told []market.Tick
		t.Cleanup(m.Subscribe(func(update market.Update) { told = append(told, update.Ticks...) }))
		feed.Tick(market.Tick{
			Symbol: "BTCUSD", Open: number("59999.994"), High: number("60010.005"), Low: number("59990.0049"), Close: number("60000.00500001"),
			Bid: number("59999.99999"), Ask: number("60000.01001"),
		})
		want := market.Tick{
			Symbol: "BTCUSD", At: noon, Open: number("59999.99"), High: number("60010.01"), Low: number("59990"), Close: number("60000.01"),
			Bid: number("59999.99"), Ask: number("60000.02"),
		}
		if diff := cmp.Diff([]market.Tick{want}, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
		feed.Price("EURUSD", "1.0850049") // half its spread is 0.000027125
		got, _ := m.LastQuote("EURUSD")
		if want := (market.Quote{Symbol: "EURUSD", Bid: number("1.08497"), Ask: number("1.08503"), Mark: number("1.085"), At: noon, TickSize: number("0.00001")}); got != want {
			t.Errorf("quote %v, want %v", got, want)
		}
		feed.Close(minute("BTCUSD", noon, "1.004", "3.996", "2.005"))
		candles, err := m.Candles(t.Context(), "BTCUSD", market.Minute, noon, noon.Add(time.Minute), 1)
		must(t, err)
		if diff := cmp.Diff([]market.Candle{minute("BTCUSD", noon, "1", "4", "2.01")}, candles); diff != "" {
			t.Errorf("stored (-want +got):\n%s", diff)
		}
	})
}

func TestPricesAreRoundedToTheTickOnTheRightSide(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tick := money.FromUnits(rapid.Int64Range(1, 1_000_000_000).Draw(t, "tick"))
		price := money.FromUnits(rapid.Int64Range(1, 1_000_000_000_000_000).Draw(t, "price"))
		down, up, nearest := market.TickDown(price, tick), market.TickUp(price, tick), market.TickNearest(price, tick)
		for _, rounded := range []money.Decimal{down, up, nearest} {
			if rounded.FloorTo(tick) != rounded || !rounded.IsPositive() || rounded.Sub(price).Abs().GreaterThan(tick) {
				t.Fatalf("%s by %s is brought to %s", price, tick, rounded)
			}
		}
		if !price.LessThan(tick) && (down.GreaterThan(price) || price.Sub(down).GreaterThan(tick)) {
			t.Fatalf("%s by %s goes down to %s", price, tick, down)
		}
		if up.LessThan(price) || nearest != down && nearest != up {
			t.Fatalf("%s by %s goes up to %s and is nearest to %s", price, tick, up, nearest)
		}
		higher := market.TickNearest(price.Add(money.FromUnits(rapid.Int64Range(0, 1_000_000).Draw(t, "more"))), tick)
		if higher.LessThan(nearest) {
			t.Fatalf("a higher price than %s has the lower tick %s", price, higher)
		}
		if free := market.TickDown(price, money.Zero); free != price || market.TickUp(price, money.Zero) != price {
			t.Fatalf("without a tick %s becomes %s", price, free)
		}
	})
}
