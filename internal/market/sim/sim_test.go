package sim_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"bourse/internal/market"
	"bourse/internal/market/sim"
	"bourse/internal/money"
)

var (
	bitcoin  = instrument("BTCUSD", market.Crypto, market.Always, "0.01", "0.0001", "65000", "0.55")
	fairCoin = instrument(market.FairSymbol, market.Crypto, market.Always, "0.001", "0.01", "100", "0.6")
	euro     = instrument("EURUSD", market.FX, market.Weekdays, "0.00001", "1", "1.085", "0.075")
	apple    = instrument("AAPL", market.Equity, market.USEquity, "0.01", "0.01", "190", "0.28")
	// today is a Tuesday.
	today = time.Date(2026, 3, 10, 0, 0, 0, 0, time.UTC)
)

func instrument(symbol string, kind market.Kind, session market.Session, tick, lot, price, volatility string) market.Instrument {
	return market.Instrument{
		Symbol: symbol, Kind: kind, Session: session, TickSize: money.MustParse(tick), LotStep: money.MustParse(lot),
		ReferencePrice: money.MustParse(price), AnnualVolatility: money.MustParse(volatility), IsActive: true,
	}
}

func newFeed(seed uint64) *sim.Feed {
	return sim.New(sim.Options{Seed: seed, Now: func() time.Time { return today.AddDate(1, 0, 0) }})
}

func history(t interface {
	Helper()
	Fatal(...any)
}, feed *sim.Feed, instrument market.Instrument, interval market.Interval, from, to time.Time) []market.Candle {
	t.Helper()
	candles, err := feed.History(context.Background(), instrument, interval, from, to)
	if err != nil {
		t.Fatal(err)
	}
	return candles
}

func TestThePricesOfASeedNeverChange(t *testing.T) {
	t.Parallel()
	// Stored candles and every demonstration depend on these numbers: a change to the walk that alters them needs a reason.
	for _, test := range []struct {
		instrument market.Instrument
		interval   market.Interval
		at         time.Time
		want       string
	}{
		{bitcoin, market.Minute, today, "62717.23 62743.91 62711.4 62729.47 1.7235"},
		{bitcoin, market.Day, today, "62717.23 62800.28 61504.95 61813.62 4638.1055"},
		{bitcoin, market.Day, time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), "65000 65190.64 63894.37 64700.12 4871.4503"},
		{euro, market.Hour, today, "1.12028 1.12134 1.12001 1.12122 8643909"},
		{fairCoin, market.Minute, today, "311.738 312.21 311.645 312.21 2865.55"},
		{fairCoin, market.Day, today, "311.738 323.416 304.196 319.148 3638757.57"},
		{apple, market.Minute, today.Add(19*time.Hour + 59*time.Minute), "190.03 190.09 190 190.08 2667.96"},
	} {
		candles := history(t, newFeed(1), test.instrument, test.interval, test.at, test.at.Add(time.Minute))
		if len(candles) != 1 {
			t.Fatalf("%d candles, want 1", len(candles))
		}
		c := candles[0]
		if got := fmt.Sprint(c.Open, c.High, c.Low, c.Close, c.Volume); got != test.want {
			t.Errorf("%s %s of %s: %s, want %s", c.Symbol, c.Interval, c.OpenedAt, got, test.want)
		}
	}
}

func TestAnotherSeedOrSymbolIsAnotherMarket(t *testing.T) {
	t.Parallel()
	one := history(t, newFeed(1), bitcoin, market.Minute, today, today.Add(time.Hour))
	other := history(t, newFeed(2), bitcoin, market.Minute, today, today.Add(time.Hour))
	if one[0].Open == other[0].Open && one[59].Close == other[59].Close {
		t.Error("two seeds have the same prices")
	}
	twin := bitcoin
	twin.Symbol = "TWIN"
	other = history(t, newFeed(1), twin, market.Minute, today, today.Add(time.Hour))
	if one[0].Open == other[0].Open && one[59].Close == other[59].Close {
		t.Error("two symbols have the same prices")
	}
}

func TestAnyRangeIsAPartOfTheWhole(t *testing.T) {
	t.Parallel()
	from, to := today.AddDate(0, 0, -3), today.AddDate(0, 0, 3)
	for _, instrument := range []market.Instrument{bitcoin, fairCoin, euro, apple} {
		whole := history(t, newFeed(3), instrument, market.Minute, from, to)
		rapid.Check(t, func(t *rapid.T) {
			a := from.Add(time.Duration(rapid.Int64Range(0, int64(to.Sub(from))).Draw(t, "from")))
			b := a.Add(time.Duration(rapid.Int64Range(0, int64(30*time.Hour)).Draw(t, "length")))
			if b.After(to) {
				b = to
			}
			want := slices.DeleteFunc(slices.Clone(whole), func(c market.Candle) bool {
				return c.OpenedAt.Before(a) || !c.OpenedAt.Before(b)
			})
			if got := history(t, newFeed(3), instrument, market.Minute, a, b); !slices.Equal(got, want) {
				t.Fatalf("%d candles from %s to %s, want %d of the whole", len(got), a, b, len(want))
			}
		})
	}
}

func TestLongerCandlesAreRollUpsOfTheMinutes(t *testing.T) {
	t.Parallel()
	feed := newFeed(4)
	rapid.Check(t, func(t *rapid.T) {
		instrument := rapid.SampledFrom([]market.Instrument{bitcoin, fairCoin, euro, apple}).Draw(t, "instrument")
		interval := rapid.SampledFrom([]market.Interval{market.FiveMinutes, market.Hour, market.Day}).Draw(t, "interval")
		day := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 2500).Draw(t, "day"))
		end := day.AddDate(0, 0, rapid.IntRange(1, 4).Draw(t, "days"))
		got := history(t, feed, instrument, interval, day, end)
		want := market.RollUp(history(t, feed, instrument, market.Minute, day, end), interval)
		if !slices.Equal(got, want) {
			t.Fatalf("%s %s from %s: not the roll-up of its minutes", instrument.Symbol, interval, day)
		}
	})
}

func TestCandlesAreSoundAndJoined(t *testing.T) {
	t.Parallel()
	for _, instrument := range []market.Instrument{bitcoin, fairCoin, euro, apple} {
		candles := history(t, newFeed(5), instrument, market.Minute, today.AddDate(0, 0, -7), today)
		for i, c := range candles {
			switch {
			case !instrument.Session.Open(c.OpenedAt):
				t.Fatalf("%s at %s: the market is closed", c.Symbol, c.OpenedAt)
			case c.Low.GreaterThan(money.Min(c.Open, c.Close)) || c.High.LessThan(money.Max(c.Open, c.Close)) || !c.Low.IsPositive():
				t.Fatalf("unsound candle %v", c)
			case c.Close.FloorTo(instrument.TickSize) != c.Close || c.Volume.FloorTo(instrument.LotStep) != c.Volume || !c.Volume.IsPositive():
				t.Fatalf("%v is not in whole steps", c)
			}
			if i > 0 && candles[i-1].OpenedAt.Add(time.Minute).Equal(c.OpenedAt) && candles[i-1].Close != c.Open {
				t.Fatalf("%v opens where the one before did not close, at %v", c, candles[i-1].Close)
			}
		}
		week := map[string]int{"BTCUSD": 7 * 1440, market.FairSymbol: 7 * 1440, "EURUSD": 5 * 1440, "AAPL": 5 * 390}[instrument.Symbol]
		if len(candles) != week {
			t.Errorf("%s: %d minutes in a week, want %d", instrument.Symbol, len(candles), week)
		}
	}
}

func TestPricesMoveAsMuchAsTheVolatilitySays(t *testing.T) {
	t.Parallel()
	for _, instrument := range []market.Instrument{bitcoin, euro, apple} {
		for seed := range uint64(2) {
			days := history(t, newFeed(seed), instrument, market.Day, today.AddDate(-2, 0, 0), today)
			sum, lowest, highest := 0.0, math.Inf(1), 0.0
			for i := 1; i < len(days); i++ {
				move := math.Log(days[i].Close.Float64() / days[i-1].Close.Float64())
				sum += move * move
				part := days[i].Close.Float64() / instrument.ReferencePrice.Float64()
				lowest, highest = min(lowest, part), max(highest, part)
			}
			annual := math.Sqrt(sum / 2)
			if part := annual / instrument.AnnualVolatility.Float64(); part < 0.7 || part > 1.5 {
				t.Errorf("%s, seed %d: volatility %.3f, want about %s", instrument.Symbol, seed, annual, instrument.AnnualVolatility)
			}
			if lowest < 0.2 || highest > 5 {
				t.Errorf("%s, seed %d: prices from %.2f to %.2f of the reference", instrument.Symbol, seed, lowest, highest)
			}
		}
	}
}

func TestThereIsNothingBeforeTheEpochNorBeforeItIsOver(t *testing.T) {
	t.Parallel()
	epoch := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	if got := history(t, newFeed(1), bitcoin, market.Day, epoch.AddDate(-1, 0, 0), epoch.AddDate(0, 0, 1)); len(got) != 1 {
		t.Errorf("%d days up to the end of the first, want 1", len(got))
	}
	now := today.Add(90*time.Minute + 30*time.Second)
	feed := sim.New(sim.Options{Now: func() time.Time { return now }})
	for interval, want := range map[market.Interval]int{market.Minute: 90, market.FiveMinutes: 18, market.Hour: 1, market.Day: 0} {
		if got := len(history(t, feed, bitcoin, interval, today, today.AddDate(0, 0, 2))); got != want {
			t.Errorf("%d candles %s are over, want %d", got, interval, want)
		}
	}
	if _, err := feed.History(t.Context(), bitcoin, 7, today, today); err == nil {
		t.Error("an interval that does not exist has a history")
	}
}

func TestAMarketThatStandsStillStaysAtItsReferencePrices(t *testing.T) {
	t.Parallel()
	feed := sim.New(sim.Options{Seed: 3, Still: true, Now: func() time.Time { return today.AddDate(1, 0, 0) }})
	for _, instrument := range []market.Instrument{bitcoin, fairCoin} {
		candles := history(t, feed, instrument, market.Minute, today, today.Add(3*time.Hour))
		if len(candles) != 180 {
			t.Fatalf("%d minutes, want 180", len(candles))
		}
		for _, candle := range candles {
			if candle.High != instrument.ReferencePrice || candle.Low != instrument.ReferencePrice {
				t.Fatalf("a minute went from %s to %s, want %s", candle.Low, candle.High, instrument.ReferencePrice)
			}
		}
	}
}

// tape keeps what a feed delivers.
type tape struct {
	mu      sync.Mutex
	ticks   []market.Tick
	candles []market.Candle
}

func (s *tape) Tick(ticks ...market.Tick) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ticks = append(s.ticks, ticks...)
}

func (*tape) Lost(...string) {}

func (s *tape) Closed(candles ...market.Candle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.candles = append(s.candles, candles...)
}

func TestTicksComeOnceASecondWithinTheirCandle(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		// Three minutes that end two minutes after the close of the equity session.
		offset := time.Until(today.Add(19*time.Hour + 59*time.Minute))
		feed := sim.New(sim.Options{Seed: 6, Now: func() time.Time { return time.Now().Add(offset) }})
		ctx, stop := context.WithCancel(t.Context())
		got := &tape{}
		var running sync.WaitGroup
		running.Go(func() {
			if err := feed.Run(ctx, []market.Instrument{bitcoin, apple}, got); err != nil {
				t.Error(err)
			}
		})
		time.Sleep(3*time.Minute + time.Millisecond)
		stop()
		running.Wait()

		candles := map[string][]market.Candle{}
		for _, instrument := range []market.Instrument{bitcoin, apple} {
			candles[instrument.Symbol] = history(t, feed, instrument, market.Minute, today.Add(19*time.Hour+59*time.Minute), today.Add(20*time.Hour+2*time.Minute))
		}
		want := append(slices.Clone(candles["BTCUSD"][:1]), candles["AAPL"]...)
		if want = append(want, candles["BTCUSD"][1:]...); !slices.Equal(got.candles, want) {
			t.Errorf("closed %v, want %v", got.candles, want)
		}
		counts := map[string]int{}
		for _, tick := range got.ticks {
			counts[tick.Symbol]++
			for _, c := range candles[tick.Symbol] {
				if c.OpenedAt.Equal(market.Minute.Start(tick.At)) && (tick.Close.LessThan(c.Low) || tick.Close.GreaterThan(c.High)) {
					t.Errorf("tick %v is outside of its candle %v", tick, c)
				}
			}
		}
		if counts["BTCUSD"] != 181 || counts["AAPL"] != 60 {
			t.Errorf("ticks %v, want 181 and 60", counts)
		}
	})
}

func TestPricesMoveEverySecond(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		offset := time.Until(today.Add(16 * time.Hour))
		feed := sim.New(sim.Options{Seed: 1, Now: func() time.Time { return time.Now().Add(offset) }})
		ctx, stop := context.WithCancel(t.Context())
		got := &tape{}
		var running sync.WaitGroup
		running.Go(func() { _ = feed.Run(ctx, []market.Instrument{bitcoin, fairCoin, euro, apple}, got) })
		time.Sleep(5*time.Minute + time.Millisecond)
		stop()
		running.Wait()
		last, still := map[string]money.Decimal{}, map[string]int{}
		for _, tick := range got.ticks {
			if tick.Close == last[tick.Symbol] {
				still[tick.Symbol]++
			}
			last[tick.Symbol] = tick.Close
		}
		// A price step is about what a currency or a share moves in a second: some moves do not reach it.
		for symbol, most := range map[string]int{"BTCUSD": 3, market.FairSymbol: 15, "EURUSD": 120, "AAPL": 120} {
			if len(last) != 4 || still[symbol] > most {
				t.Errorf("%s stood still in %d of 300 seconds, want %d at most", symbol, still[symbol], most)
			}
		}
	})
}

// BenchmarkAYearOfHours is the history that training a model needs.
func BenchmarkAYearOfHours(b *testing.B) {
	for b.Loop() {
		hours, err := newFeed(1).History(b.Context(), bitcoin, market.Hour, today.AddDate(-1, 0, 0), today)
		if err != nil || len(hours) != 8760 {
			b.Fatalf("%d hours (%v)", len(hours), err)
		}
	}
}

// BenchmarkAYearOfDays would reveal a walk over all minutes since the epoch for every candle.
func BenchmarkAYearOfDays(b *testing.B) {
	for b.Loop() {
		feed := newFeed(1)
		days, err := feed.History(b.Context(), bitcoin, market.Day, today.AddDate(-1, 0, 0), today)
		if err != nil || len(days) != 365 {
			b.Fatalf("%d days (%v)", len(days), err)
		}
	}
}
