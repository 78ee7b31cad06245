package strategy_test

import (
	"testing"

	"bourse/internal/trading/strategy"
)

func TestStrategiesTradeNowAndThen(t *testing.T) {
	t.Parallel()
	const bars = 4_000
	for _, strategyType := range strategy.Types() {
		for seed, volatility := range []float64{.0005, .02} {
			made := newStrategy(t, strategyType, nil)
			entries, longs, exits := trades(t, made, walk(uint64(seed), bars, volatility))
			if _, isForecasted := made.(strategy.Forecasted); isForecasted {
				if entries != 0 {
					t.Errorf("%s enters %d times without a forecast", strategyType, entries)
				}
				continue
			}
			if each := bars / max(entries, 1); each < 30 || each > 80 {
				t.Errorf("%s enters once in %d bars of %v volatility, want 30 to 80", strategyType, each, volatility)
			}
			if longs < entries/5 || longs > entries*4/5 || exits < entries/20 {
				t.Errorf("%s has %d longs and %d exits of its own in %d entries", strategyType, longs, exits, entries)
			}
		}
	}
}
