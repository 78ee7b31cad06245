package engine_test

import (
	"math"
	"testing"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
	"bourse/internal/trading/strategy"
	"bourse/internal/trading/tradingtest"
)

// breakingOut are quiet bars and one that leaves their range upwards.
func breakingOut(price float64) []strategy.Bar {
	bars := make([]strategy.Bar, 12)
	for i := range bars {
		bars[i] = strategy.Bar{OpenedAt: tradingtest.Noon.Add(time.Duration(i) * time.Minute), Open: 100, High: 100.5, Low: 99.5, Close: 100}
	}
	bars[11].High, bars[11].Close = price, price
	return bars
}

// decide is the decision of a bot that acts when the price leaves the range of the last five minutes.
func decide(t *testing.T, isPaused bool, instrument market.Instrument, bars []strategy.Bar, holding strategy.Side) *trading.Signal {
	t.Helper()
	given := tradingtest.BreakoutBot("First", "BTCUSD")
	decides, err := engine.New(engine.Settings{
		StrategyType: given.StrategyType, Parameters: given.Parameters, RiskLevel: trading.RiskHigh, IsPaused: isPaused, Timeframe: market.Minute,
	})
	tradingtest.Must(t, err)
	return decides.Decide(engine.Snapshot{Instrument: instrument, Bars: bars}, holding)
}

func TestTheEngineMakesASignalInTheInstrumentsTicks(t *testing.T) {
	t.Parallel()
	instrument := market.Instrument{Symbol: "BTCUSD", TickSize: money.MustParse("0.25")}
	signal := decide(t, false, instrument, breakingOut(104.1), strategy.Flat)
	if signal == nil || signal.Type != trading.EntryLong || signal.Price != money.MustParse("104") || signal.RiskLevel != trading.RiskHigh ||
		!signal.CandleAt.Equal(tradingtest.Noon.Add(11*time.Minute)) || signal.Confidence == "" || signal.Reason == "" {
		t.Fatalf("the signal is %+v", signal)
	}
	for _, price := range []money.Decimal{signal.StopLoss, signal.TargetPrice} {
		if price.IsZero() || price.FloorTo(instrument.TickSize) != price {
			t.Errorf("%s is no multiple of the tick", price)
		}
	}
}

func TestTheEngineKeepsStillWhereItMust(t *testing.T) {
	t.Parallel()
	fine := market.Instrument{Symbol: "BTCUSD", TickSize: money.MustParse("0.01")}
	coarse := market.Instrument{Symbol: "BTCUSD", TickSize: money.FromInt(1000)}
	for name, c := range map[string]struct {
		isPaused   bool
		instrument market.Instrument
		bars       []strategy.Bar
		holding    strategy.Side
	}{
		"it is paused":            {true, fine, breakingOut(104), strategy.Flat},
		"ticks are too coarse":    {false, coarse, breakingOut(104), strategy.Flat},
		"nothing happens":         {false, fine, breakingOut(100), strategy.Flat},
		"it holds already":        {false, fine, breakingOut(104), strategy.Long},
		"there are too few bars":  {false, fine, breakingOut(104)[6:], strategy.Flat},
		"there are no bars":       {false, fine, nil, strategy.Flat},
		"prices are out of reach": {false, fine, breakingOut(1e12), strategy.Flat},
	} {
		if signal := decide(t, c.isPaused, c.instrument, c.bars, c.holding); signal != nil {
			t.Errorf("%s: %+v", name, signal)
		}
	}
}

func TestPricesAreRoundedToTheNearestTick(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ price, tick, want string }{
		{"1.124", "0.01", "1.12"}, {"1.126", "0.01", "1.13"}, {"1.125", "0.01", "1.13"}, {"7", "0.5", "7"}, {"0.2", "0.5", "0"},
	} {
		got, err := engine.ToTick(money.MustParse(c.price).Float64(), money.MustParse(c.tick))
		if err != nil || got != money.MustParse(c.want) {
			t.Errorf("%s by %s is %s (%v), want %s", c.price, c.tick, got, err, c.want)
		}
	}
	for _, price := range []float64{math.NaN(), math.Inf(1), 1e300} {
		if got, err := engine.ToTick(price, money.FromInt(1)); err == nil {
			t.Errorf("%g is %s", price, got)
		}
	}
}

func TestSignalsLiveByTheirTimeframe(t *testing.T) {
	t.Parallel()
	for interval, want := range map[market.Interval]time.Duration{
		market.Minute: 15 * time.Minute, market.FiveMinutes: 15 * time.Minute, market.Hour: 2 * time.Hour, market.Day: 24 * time.Hour,
	} {
		if got := engine.SignalLife(interval); got != want {
			t.Errorf("%s: %s, want %s", interval, got, want)
		}
	}
}

func TestTheNewestCandleIsTheLastThatTheSessionAllows(t *testing.T) {
	t.Parallel()
	friday := time.Date(2026, 3, 13, 0, 0, 0, 0, time.UTC)
	day := func(days int, hour int) time.Time {
		return friday.AddDate(0, 0, days).Add(time.Duration(hour) * time.Hour)
	}
	for name, c := range map[string]struct {
		session  market.Session
		interval market.Interval
		opened   time.Time
		now      time.Time
		want     bool
	}{
		"just closed":                    {market.Always, market.Minute, day(0, 0), day(0, 0).Add(61 * time.Second), true},
		"one later":                      {market.Always, market.Minute, day(0, 0), day(0, 0).Add(2 * time.Minute), false},
		"Friday on Monday's open":        {market.USEquity, market.Day, friday, day(3, 15), true},
		"Friday on Tuesday":              {market.USEquity, market.Day, friday, day(4, 0), false},
		"a coin's Friday on Saturday":    {market.Always, market.Day, friday, day(1, 5), true},
		"a coin's Friday on Sunday":      {market.Always, market.Day, friday, day(2, 0), false},
		"the last hour before a weekend": {market.Weekdays, market.Hour, day(0, 21), day(2, 22).Add(time.Minute), true},
	} {
		if got := engine.IsNewest(c.session, c.interval, c.opened, c.now); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
