package strategy_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"bourse/internal/trading/strategy"
)

func TestTypesAreTheFiveOfTheCatalogue(t *testing.T) {
	t.Parallel()
	want := []string{"breakout", "mean_reversion", "ml", "momentum", "trend"}
	if got := strategy.Types(); !slices.Equal(got, want) {
		t.Errorf("the types are %v, want %v", got, want)
	}
	for _, strategyType := range want {
		if got := newStrategy(t, strategyType, nil).Type(); got != strategyType {
			t.Errorf("%s calls itself %s", strategyType, got)
		}
	}
	if got := strategy.Defaults("astrology"); got != nil {
		t.Errorf("an unknown type has the parameters %v", got)
	}
}

func TestEveryParameterWorksAtBothEndsOfItsRangeAndNotBeyond(t *testing.T) {
	t.Parallel()
	for _, strategyType := range strategy.Types() {
		for _, parameter := range strategy.Defaults(strategyType) {
			if parameter.Meaning == "" || parameter.Default < parameter.Min || parameter.Default > parameter.Max {
				t.Errorf("%s: %+v does not make sense", strategyType, parameter)
			}
			for _, value := range []float64{parameter.Min, parameter.Default, parameter.Max} {
				_, err := strategy.New(strategyType, map[string]float64{parameter.Name: value})
				var refused *strategy.ParameterError
				if err != nil && !(errors.As(err, &refused) && isOrdered(refused.Parameter)) {
					t.Errorf("%s with %s of %v: %v", strategyType, parameter.Name, value, err)
				}
			}
			outside := []float64{parameter.Min - 1, parameter.Max + 1, math.NaN(), math.Inf(1), math.Inf(-1)}
			if parameter.Whole {
				outside = append(outside, parameter.Min+.5)
			}
			for _, value := range outside {
				wantRefused(t, strategyType, map[string]float64{parameter.Name: value}, parameter.Name)
			}
		}
	}
}

// isOrdered reports whether a parameter must stay below another one, whose default may be below the upper end of its range.
func isOrdered(name string) bool { return name == "fastPeriod" || name == "exitPeriod" }

func TestAParameterErrorNamesTheParameter(t *testing.T) {
	t.Parallel()
	wantRefused(t, "astrology", nil, "strategyType")
	wantRefused(t, "", nil, "strategyType")
	wantRefused(t, "trend", map[string]float64{"luck": 7}, "luck")
	wantRefused(t, "breakout", map[string]float64{"fastPeriod": 7}, "fastPeriod")
	wantRefused(t, "trend", map[string]float64{"fastPeriod": 50, "slowPeriod": 50}, "fastPeriod")
	wantRefused(t, "momentum", map[string]float64{"slowPeriod": 12}, "fastPeriod")
	wantRefused(t, "breakout", map[string]float64{"entryPeriod": 10, "exitPeriod": 20}, "exitPeriod")
	wantRefused(t, "ml", map[string]float64{"horizon": 2}, "horizon")
	wantRefused(t, "ml", map[string]float64{"horizon": 3}, "horizon")
}

func TestAParameterErrorReadsAsASentence(t *testing.T) {
	t.Parallel()
	_, err := strategy.New("ml", map[string]float64{"horizon": 2})
	if err == nil || err.Error() != "horizon must be 1 or 4" {
		t.Errorf("the error is %v", err)
	}
}

func wantRefused(t *testing.T, strategyType string, parameters map[string]float64, name string) {
	t.Helper()
	made, err := strategy.New(strategyType, parameters)
	var refused *strategy.ParameterError
	if !errors.As(err, &refused) || refused.Parameter != name || refused.Reason == "" || made != nil {
		t.Errorf("%s with %v gives %v and %v, want an error about %s", strategyType, parameters, made, err, name)
	}
}
