package strategy_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"bourse/internal/trading/strategy"
)

var (
	shortTrend    = map[string]float64{"fastPeriod": 2, "slowPeriod": 4, "atrPeriod": 2}
	shortBand     = map[string]float64{"bandPeriod": 5, "bandWidth": 1, "rsiPeriod": 2, "atrPeriod": 2, "stopAtr": .5}
	shortBreakout = map[string]float64{"entryPeriod": 5, "exitPeriod": 2, "atrPeriod": 2}
	shortMomentum = map[string]float64{
		"fastPeriod": 2, "slowPeriod": 4, "signalPeriod": 2, "rocPeriod": 2, "atrPeriod": 2, "leastMove": .5,
	}
)

// then returns prices with more after them.
func then(prices []float64, more ...float64) []float64 { return slices.Concat(prices, more) }

// mirrored turns rises into falls.
func mirrored(prices []float64) []float64 {
	other := make([]float64, len(prices))
	for i, price := range prices {
		other[i] = 200 - price
	}
	return other
}

// plunge falls faster and faster.
func plunge() []float64 {
	prices := make([]float64, 24)
	for i := range prices {
		prices[i] = 120 - .05*float64(i*i)
	}
	return prices
}

func TestStrategiesDecideAsTheirRulesSay(t *testing.T) {
	t.Parallel()
	falling, zigzag, calm := line(120, 103, 18), []float64{100, 101, 100, 101, 100, 101, 100, 101, 100, 101}, line(100, 100, 12)
	for name, c := range map[string]struct {
		strategyType string
		parameters   map[string]float64
		prices       []float64
		holding      strategy.Side
		want         strategy.Action
	}{
		"the averages cross upwards":               {"trend", shortTrend, then(falling, 115), strategy.Flat, strategy.EnterLong},
		"they crossed on the bar before":           {"trend", shortTrend, then(falling, 115, 116), strategy.Flat, strategy.EnterLong},
		"they crossed two bars ago":                {"trend", shortTrend, then(falling, 115, 116, 117), strategy.Flat, strategy.Hold},
		"they crossed and the price is back below": {"trend", shortTrend, then(falling, 140, 112), strategy.Flat, strategy.Hold},
		"no crossing":                              {"trend", shortTrend, falling, strategy.Flat, strategy.Hold},
		"a long against the trend":                 {"trend", shortTrend, falling, strategy.Long, strategy.ExitLong},
		"a short with the trend":                   {"trend", shortTrend, falling, strategy.Short, strategy.Hold},

		"back from below the band":      {"mean_reversion", shortBand, then(zigzag, 92, 94), strategy.Flat, strategy.EnterLong},
		"still below the band":          {"mean_reversion", shortBand, then(zigzag, 92, 90), strategy.Flat, strategy.Hold},
		"within the band all the time":  {"mean_reversion", shortBand, zigzag, strategy.Flat, strategy.Hold},
		"back beyond the average":       {"mean_reversion", shortBand, then(zigzag, 92, 101), strategy.Flat, strategy.Hold},
		"a long at the average":         {"mean_reversion", shortBand, then(zigzag, 92, 101), strategy.Long, strategy.ExitLong},
		"a long still below the middle": {"mean_reversion", shortBand, then(zigzag, 92, 94), strategy.Long, strategy.Hold},

		"out of the range":              {"breakout", shortBreakout, then(calm, 103), strategy.Flat, strategy.EnterLong},
		"further out of the range":      {"breakout", shortBreakout, then(calm, 103, 106), strategy.Flat, strategy.Hold},
		"within the range":              {"breakout", shortBreakout, calm, strategy.Flat, strategy.Hold},
		"a long below the short range":  {"breakout", shortBreakout, then(calm, 103, 106, 107, 101), strategy.Long, strategy.ExitLong},
		"a long within the short range": {"breakout", shortBreakout, then(calm, 103, 106, 105), strategy.Long, strategy.Hold},

		"the histogram turns":               {"momentum", shortMomentum, then(plunge(), 115), strategy.Flat, strategy.EnterLong},
		"it turns and the price is not far": {"momentum", shortMomentum, then(plunge(), 95.5), strategy.Flat, strategy.Hold},
		"it does not turn":                  {"momentum", shortMomentum, plunge(), strategy.Flat, strategy.Hold},
		"a long against the momentum":       {"momentum", shortMomentum, plunge(), strategy.Long, strategy.ExitLong},
		"a short with the momentum":         {"momentum", shortMomentum, plunge(), strategy.Short, strategy.Hold},
	} {
		made := newStrategy(t, c.strategyType, c.parameters)
		wantDecision(t, made, name, path(c.prices...), c.holding, c.want)
		wantDecision(t, made, name+", upside down", path(mirrored(c.prices)...), opposite[c.holding], opposed[c.want])
	}
}

var (
	opposite = map[strategy.Side]strategy.Side{
		strategy.Flat: strategy.Flat, strategy.Long: strategy.Short, strategy.Short: strategy.Long,
	}
	opposed = map[strategy.Action]strategy.Action{
		strategy.Hold: strategy.Hold, strategy.EnterLong: strategy.EnterShort, strategy.ExitLong: strategy.ExitShort,
	}
)

func wantDecision(t *testing.T, made strategy.Strategy, name string, bars []strategy.Bar, holding strategy.Side, want strategy.Action) {
	t.Helper()
	if len(bars) < made.Warmup() {
		t.Fatalf("%s: %d bars, and %d are needed", name, len(bars), made.Warmup())
	}
	got := made.Decide(bars, holding)
	if got.Action != want {
		t.Errorf("%s: %s is %s, want %s: %s", name, made.Type(), got.Action, want, got.Reason)
	}
	if problem := broken(got, bars[len(bars)-1].Close, holding); problem != "" {
		t.Errorf("%s: %s: %+v", name, problem, got)
	}
}

func TestAnEntrySaysWhereItEndsAndWhy(t *testing.T) {
	t.Parallel()
	made := newStrategy(t, "breakout", shortBreakout)
	got := made.Decide(path(then(line(100, 100, 12), 103)...), strategy.Flat)
	// The last true range is 3.2 and those before are 0.2, so the average of two is 1.7.
	if math.Abs(got.Stop-(103-2*1.7)) > 1e-9 || math.Abs(got.Target-(103+6*1.7)) > 1e-9 {
		t.Errorf("the stop is %v and the target %v", got.Stop, got.Target)
	}
	if got.Confidence != strategy.VeryHigh {
		t.Errorf("a break by more than an ATR has %s confidence", got.Confidence)
	}
	want := "A break out of the range: the close is 103 and the last 5 bars went from 99.9 to 100.1, with an ATR of 1.7."
	if got.Reason != want {
		t.Errorf("the reason is %q", got.Reason)
	}
}

func TestTheTargetOfAReturnIsTheAverage(t *testing.T) {
	t.Parallel()
	prices := []float64{100, 101, 100, 101, 100, 101, 100, 101, 100, 101, 92, 94}
	got := newStrategy(t, "mean_reversion", shortBand).Decide(path(prices...), strategy.Flat)
	if want := (101 + 100 + 101 + 92 + 94) / 5.0; math.Abs(got.Target-want) > 1e-9 {
		t.Errorf("the target is %v, want %v", got.Target, want)
	}
}

func TestTooFewBarsAreAReasonToHold(t *testing.T) {
	t.Parallel()
	for _, strategyType := range strategy.Types() {
		made := newStrategy(t, strategyType, nil)
		for _, count := range []int{0, 1, made.Warmup() - 1} {
			got := made.Decide(walk(1, count, .01), strategy.Long)
			if got.Action != strategy.Hold || !strings.Contains(got.Reason, "are needed") {
				t.Errorf("%s with %d bars: %+v", strategyType, count, got)
			}
		}
	}
}

func TestBarsThatNoMarketMakesAreAReasonToHold(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*strategy.Bar){
		"not a number":        func(b *strategy.Bar) { b.Close = math.NaN() },
		"no high":             func(b *strategy.Bar) { b.High = math.NaN() },
		"infinite":            func(b *strategy.Bar) { b.High = math.Inf(1) },
		"zero":                func(b *strategy.Bar) { b.Low = 0 },
		"negative":            func(b *strategy.Bar) { b.Low = -1 },
		"close above high":    func(b *strategy.Bar) { b.Close = b.High * 2 },
		"open below low":      func(b *strategy.Bar) { b.Open = b.Low / 2 },
		"too large to square": func(b *strategy.Bar) { b.High = 1e200 },
	} {
		for _, strategyType := range strategy.Types() {
			made := newStrategy(t, strategyType, nil)
			bars := walk(3, made.Warmup()+1, .01)
			spoil(&bars[len(bars)/2])
			got := made.Decide(bars, strategy.Long)
			if got.Action != strategy.Hold || !strings.Contains(got.Reason, "no market") {
				t.Errorf("%s with a bar that is %s: %+v", strategyType, name, got)
			}
		}
	}
}

func TestAMarketThatStandsStillIsNotEntered(t *testing.T) {
	t.Parallel()
	for _, strategyType := range strategy.Types() {
		made := newStrategy(t, strategyType, nil)
		bars := make([]strategy.Bar, 2*made.Warmup())
		for i := range bars {
			bars[i] = strategy.Bar{Open: .1, High: .1, Low: .1, Close: .1}
		}
		if got := made.Decide(bars, strategy.Flat); got.Action != strategy.Hold {
			t.Errorf("%s: %+v", strategyType, got)
		}
	}
}

func TestAMarketThatMovesByMoreThanItIsWorthIsNotEntered(t *testing.T) {
	t.Parallel()
	made := newStrategy(t, "breakout", map[string]float64{"entryPeriod": 5, "exitPeriod": 2, "atrPeriod": 2, "stopAtr": 3})
	bars := path(then(line(100, 100, 12), 1000)...)
	if got := made.Decide(bars, strategy.Flat); got.Action != strategy.Hold || !strings.Contains(got.Reason, "no room") {
		t.Errorf("with no room for a stop above zero: %+v", got)
	}
}
