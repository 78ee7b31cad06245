package stats_test

import (
	"math"
	"testing"

	"bourse/internal/stats"
)

func TestASharpeRatioWantsFiveDaysThatMoved(t *testing.T) {
	t.Parallel()
	four := []float64{.01, 0, .02, 0, -.01, 0, .03, 0, 0, 0}
	if got := stats.Sharpe(four, 365, 0); got != 0 {
		t.Errorf("four days that moved have a Sharpe ratio of %v", got)
	}
	if got := stats.Sortino(four, 365, 0); got != 0 {
		t.Errorf("four days that moved have a Sortino ratio of %v", got)
	}
	if got := stats.Sharpe(append(four, .01), 365, 0); got <= 0 {
		t.Errorf("five days that moved have a Sharpe ratio of %v", got)
	}
	if got := stats.Sortino(append(four, .01), 365, 0); got <= 0 {
		t.Errorf("five days that moved have a Sortino ratio of %v", got)
	}
}

func TestLessThanThirtyDaysAreNotAnnualised(t *testing.T) {
	t.Parallel()
	returns := make([]float64, 29)
	for i := range returns {
		returns[i] = .01
	}
	summary := stats.Summarize(returns, 365, 0)
	wantNear(t, "29 days", summary.AnnualReturn, math.Pow(1.01, 29)-1, 1e-12)
	summary = stats.Summarize(append(returns, .01), 365, 0)
	wantNear(t, "30 days", summary.AnnualReturn, math.Pow(1.01, 365)-1, 1e-9)
	// A month has 21 trading days: 20 are less than that.
	summary = stats.Summarize(returns[:20], 252, 0)
	wantNear(t, "20 trading days", summary.AnnualReturn, math.Pow(1.01, 20)-1, 1e-12)
	summary = stats.Summarize(returns[:21], 252, 0)
	wantNear(t, "21 trading days", summary.AnnualReturn, math.Pow(1.01, 252)-1, 1e-9)
}

func TestATotalLossHasARate(t *testing.T) {
	t.Parallel()
	for name, flows := range map[string][]stats.Flow{
		"in a year":     {on(2025, 1, 1, -100), on(2026, 1, 1, 0)},
		"paid in twice": {on(2025, 1, 1, -100), on(2025, 3, 1, -50), on(2026, 1, 1, 0)},
		"in a day":      {on(2025, 1, 1, -100), on(2025, 1, 2, 0)},
	} {
		for what, rate := range map[string]func([]stats.Flow) (float64, error){"XIRR": stats.XIRR, "money-weighted": stats.MoneyWeighted} {
			if got, err := rate(flows); got != -1 || err != nil {
				t.Errorf("%s: %s of a total loss is %v, %v", name, what, got, err)
			}
		}
	}
}

func TestMoneyOfAFewDaysEarnsWhatItEarned(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		flows []stats.Flow
		want  float64
	}{
		"a tenth in one day":      {[]stats.Flow{on(2025, 1, 1, -100), on(2025, 1, 2, 110)}, .1},
		"a thousandfold in a day": {[]stats.Flow{on(2025, 1, 1, -1), on(2025, 1, 2, 1000)}, 999},
		"all of it in a day":      {[]stats.Flow{on(2025, 1, 1, -100), on(2025, 1, 2, 0)}, -1},
		"a loss in 29 days":       {[]stats.Flow{on(2025, 1, 1, -100), on(2025, 1, 30, 90)}, -.1},
		"30 days are annualised":  {[]stats.Flow{on(2025, 1, 1, -100), on(2025, 1, 31, 101)}, math.Pow(1.01, 365.0/30) - 1},
	} {
		got, err := stats.MoneyWeighted(c.flows)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		wantNear(t, name, got, c.want, 1e-9*max(1, math.Abs(c.want)))
	}
}
