package market_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestALongerCandleComesWithItsLastMinuteAndNotBefore(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		clock := testkit.NewClock(noon.Add(24 * time.Hour))
		symbols := []string{"BTCUSD"}
		s := newStation(t, db, clock, symbols...)
		all := s.past("BTCUSD", market.Minute, noon, noon.Add(time.Hour))
		must(t, s.Record(t.Context(), all[:32]...))

		// A new process finds half an hour: it must not take it for a whole one, however late it is.
		s = newStation(t, db, clock, symbols...)
		must(t, s.Record(t.Context(), all[:59]...))
		if got := s.count("BTCUSD", market.FiveMinutes); got != 11 {
			t.Errorf("%d candles of five minutes, want 11", got)
		}
		if got := s.count("BTCUSD", market.Hour); got != 0 {
			t.Errorf("%d hours before the last minute, want 0", got)
		}
		must(t, s.Record(t.Context(), all[59]))
		s.wantStored("BTCUSD", market.Hour, noon, noon.Add(time.Hour))
	})
}

func TestALongerCandleWithoutItsLastMinuteComesWithTheNextOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStation(t, db, testkit.NewClock(noon.Add(24*time.Hour)), "BTCUSD")
		must(t, s.Record(t.Context(), s.minutes([]string{"BTCUSD"}, noon, noon.Add(time.Minute))...))
		if got := s.count("BTCUSD", market.FiveMinutes); got != 0 {
			t.Errorf("%d candles of five minutes, want 0", got)
		}
		must(t, s.Record(t.Context(), s.minutes([]string{"BTCUSD"}, noon.Add(7*time.Minute))...))
		stored, err := s.Candles(t.Context(), "BTCUSD", market.FiveMinutes, noon, noon.Add(time.Hour), 10)
		must(t, err)
		want := market.RollUp(s.minutes([]string{"BTCUSD"}, noon, noon.Add(time.Minute)), market.FiveMinutes)
		if !slices.Equal(stored, want) {
			t.Errorf("stored %v, want %v", stored, want)
		}
	})
}

func TestTheDayOfAnEquityEndsWithItsSession(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStation(t, db, testkit.NewClock(noon.Add(24*time.Hour)), "AAPL")
		minutes := s.past("AAPL", market.Minute, noon, noon.Add(12*time.Hour))
		if len(minutes) != 390 {
			t.Fatalf("a session of %d minutes", len(minutes))
		}
		must(t, s.Record(t.Context(), minutes[:389]...))
		if got := s.count("AAPL", market.Day); got != 0 {
			t.Errorf("%d days before the close", got)
		}
		must(t, s.Record(t.Context(), minutes[389]))
		s.wantStored("AAPL", market.Day, market.Day.Start(noon), noon.Add(12*time.Hour))
	})
}

func TestStoredCandlesNeverChange(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newStation(t, db, testkit.NewClock(noon.Add(24*time.Hour)), "BTCUSD")
		first := s.minutes([]string{"BTCUSD"}, noon)[0]
		other := first
		other.Close = first.Close.Add(number("1"))
		must(t, s.Record(t.Context(), first, other))
		must(t, s.Record(t.Context(), other))
		s.wantStored("BTCUSD", market.Minute, noon, noon.Add(time.Minute))
		if len(s.stored) != 1 {
			t.Errorf("a candle was told %d times", len(s.stored))
		}
		other.Symbol = "NOPE"
		if err := s.Record(t.Context(), other); !fault.Is(err, fault.NotFound) {
			t.Errorf("an unknown symbol: %v, want NOT_FOUND", err)
		}
	})
}

func TestRollingUpKeepsTheExtremesTheEndsAndTheSum(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var minutes []market.Candle
		at := noon
		for range rapid.IntRange(1, 200).Draw(t, "minutes") {
			prices := rapid.SliceOfN(rapid.Int64Range(1, 1_000_000), 4, 4).Draw(t, "prices")
			slices.Sort(prices)
			c := market.Candle{
				Symbol: "X", Interval: market.Minute, OpenedAt: at,
				Low: money.FromUnits(prices[0]), Open: money.FromUnits(prices[1]), Close: money.FromUnits(prices[2]),
				High: money.FromUnits(prices[3]), Volume: money.FromUnits(rapid.Int64Range(0, 1000).Draw(t, "volume")),
			}
			minutes = append(minutes, c)
			at = at.Add(time.Duration(rapid.IntRange(1, 90).Draw(t, "gap")) * time.Minute)
		}
		interval := rapid.SampledFrom(allIntervals).Draw(t, "interval")
		longer := market.RollUp(minutes, interval)
		for _, c := range longer {
			inside := slices.DeleteFunc(slices.Clone(minutes), func(m market.Candle) bool {
				return !interval.Start(m.OpenedAt).Equal(c.OpenedAt)
			})
			high, low, volume := inside[0].High, inside[0].Low, money.Zero
			for _, m := range inside {
				high, low, volume = money.Max(high, m.High), money.Min(low, m.Low), volume.Add(m.Volume)
			}
			want := market.Candle{
				Symbol: "X", Interval: interval, OpenedAt: c.OpenedAt, Open: inside[0].Open, High: high, Low: low,
				Close: inside[len(inside)-1].Close, Volume: volume,
			}
			if c != want {
				t.Fatalf("got %v, want %v", c, want)
			}
		}
		if interval != market.Minute && interval != market.FiveMinutes {
			if viaFive := market.RollUp(market.RollUp(minutes, market.FiveMinutes), interval); !slices.Equal(viaFive, longer) {
				t.Fatalf("by way of five minutes it is %v, straight it is %v", viaFive, longer)
			}
		}
	})
}

func TestAVolumeThatIsTooLargeIsTheLargest(t *testing.T) {
	t.Parallel()
	one := market.Candle{OpenedAt: noon, Volume: number("92233720368.54775807")}
	if got := market.RollUp([]market.Candle{one, one}, market.Hour)[0].Volume; got != one.Volume {
		t.Errorf("volume %v, want %v", got, one.Volume)
	}
}
