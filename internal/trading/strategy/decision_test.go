package strategy_test

import (
	"testing"

	"bourse/internal/trading/strategy"

	"pgregory.net/rapid"
)

func TestAnEntryNeedsPricesOnBothSides(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		stop, target float64
		isLongRoom   bool
		isShortRoom  bool
	}{
		"room on both sides":           {10, 20, true, true},
		"a stop at zero":               {100, 20, false, true},
		"a target at zero":             {10, 100, true, false},
		"a stop below zero":            {101, 20, false, true},
		"a stop at the price":          {0, 20, false, false},
		"a target at the price":        {10, 0, false, false},
		"a stop on the wrong side":     {-10, 20, false, false},
		"a target on the wrong side":   {10, -20, false, false},
		"the least room above nothing": {99.5, 99.5, true, true},
	} {
		for side, isRoom := range map[strategy.Side]bool{strategy.Long: c.isLongRoom, strategy.Short: c.isShortRoom} {
			got := strategy.Enter(side, 100, c.stop, c.target)
			if isEntry := got.Action != strategy.Hold; isEntry != isRoom {
				t.Errorf("%s on side %d: %+v", name, side, got)
			}
			if problem := broken(got, 100, strategy.Flat); problem != "" {
				t.Errorf("%s on side %d: %s: %+v", name, side, problem, got)
			}
		}
	}
}

func TestAGradeBeginsAtItsMeasure(t *testing.T) {
	t.Parallel()
	for measure, want := range map[float64]strategy.Confidence{
		0: strategy.Low, .99: strategy.Low, 1: strategy.Medium, 1.99: strategy.Medium, 2: strategy.High,
		2.99: strategy.High, 3: strategy.VeryHigh, 100: strategy.VeryHigh, -5: strategy.Low,
	} {
		if got := strategy.ConfidenceOf(measure, 1, 2, 3); got != want {
			t.Errorf("%v is %s, want %s", measure, got, want)
		}
	}
}

func TestNumbersHaveTheDecimalsThatTheirSizeCallsFor(t *testing.T) {
	t.Parallel()
	for value, want := range map[float64]string{
		0: "0", 43210.98765: "43210.99", -43210.98765: "-43210.99", 1234: "1234", 12.3456789: "12.3457", -12.3456789: "-12.3457",
		.123456789: "0.123457", -.123456789: "-0.123457", .00123456789: "0.00123457", .5: "0.5", 100: "100",
	} {
		if got := strategy.Number(value); got != want {
			t.Errorf("%v is written %s, want %s", value, got, want)
		}
	}
}

func TestTheWindowOfAStrategyIsLongEnoughForItsAverages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		strategyType string
		parameters   map[string]float64
		want         int
	}{
		"four times the slow average":       {"trend", map[string]float64{"slowPeriod": 50, "atrPeriod": 2}, 201},
		"four times the range":              {"trend", map[string]float64{"fastPeriod": 2, "slowPeriod": 4, "atrPeriod": 10}, 41},
		"the range of entries and a bar":    {"breakout", map[string]float64{"atrPeriod": 2}, 57},
		"four times the range of breakouts": {"breakout", map[string]float64{"entryPeriod": 30, "atrPeriod": 10}, 41},
		"the slow average and the signal":   {"momentum", map[string]float64{"atrPeriod": 2}, 4*26 + 9 + 1},
		"four times the range of momentum":  {"momentum", map[string]float64{"fastPeriod": 2, "slowPeriod": 3, "signalPeriod": 2, "atrPeriod": 10}, 41},
		"the rate of change":                {"momentum", map[string]float64{"fastPeriod": 2, "slowPeriod": 3, "signalPeriod": 2, "rocPeriod": 100, "atrPeriod": 2}, 101},
		"the band":                          {"mean_reversion", map[string]float64{"bandPeriod": 100, "rsiPeriod": 2, "atrPeriod": 2}, 102},
		"four times the strength":           {"mean_reversion", map[string]float64{"rsiPeriod": 30, "atrPeriod": 2}, 122},
		"four times the range of a band":    {"mean_reversion", map[string]float64{"rsiPeriod": 2, "atrPeriod": 30}, 122},
		"the range of a forecast":           {"ml", map[string]float64{"atrPeriod": 10}, 41},
	} {
		if got := newStrategy(t, c.strategyType, c.parameters).Warmup(); got != c.want {
			t.Errorf("%s: %s looks at %d bars, want %d", name, c.strategyType, got, c.want)
		}
	}
}

func TestTheLargestPriceIsOne(t *testing.T) {
	t.Parallel()
	made := newStrategy(t, "breakout", shortBreakout)
	bars := make([]strategy.Bar, made.Warmup())
	for i := range bars {
		bars[i] = strategy.Bar{Open: 1e100, High: 1e100, Low: 1e100, Close: 1e100}
	}
	if got := made.Decide(bars, strategy.Flat); got.Reason != "Within the range." {
		t.Errorf("at a price of 1e100: %+v", got)
	}
}

// Series of one decision never share memory, and start empty.
func TestScratchHandsNothingOutTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		scratch := strategy.NewScratch(rapid.IntRange(0, 40).Draw(t, "room"))
		var handed [][]float64
		for range rapid.IntRange(1, 12).Draw(t, "series") {
			count := rapid.IntRange(0, 30).Draw(t, "count")
			series := scratch.Series(count)
			if len(series) != count || cap(series) != count {
				t.Fatalf("a series of %d has length %d and room for %d", count, len(series), cap(series))
			}
			handed = append(handed, series)
			for i := range series {
				if series[i] != 0 {
					t.Fatalf("a series that is not empty: %v", series)
				}
				series[i] = float64(len(handed))
			}
		}
		for i, series := range handed {
			for _, value := range series {
				if value != float64(i+1) {
					t.Fatalf("series %d holds %v", i+1, series)
				}
			}
		}
	})
}

func TestScratchGrowsWhenItMustAndThenByALot(t *testing.T) {
	t.Parallel()
	scratch := strategy.NewScratch(10)
	scratch.Series(4)
	scratch.Series(6)
	if got := scratch.Room(); got != 10 {
		t.Errorf("room for %d where 10 were enough", got)
	}
	scratch.Series(1)
	if got := scratch.Room(); got < 20 {
		t.Errorf("room for %d after it had run out at 10", got)
	}
}
