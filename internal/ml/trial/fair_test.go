package trial_test

import (
	"testing"
	"time"

	"bourse/internal/market"
	"bourse/internal/market/sim"
	"bourse/internal/ml/features"
	"bourse/internal/ml/trial"
	"bourse/internal/money"
)

// The simulated market has one unpredictable price. Whatever the seed and the horizon, its models show no edge.
func TestNoModelOfTheFairCoinHasAnEdge(t *testing.T) {
	t.Parallel()
	horizons := map[string]struct {
		interval market.Interval
		set      features.Set
		bars     int
		past     time.Duration
	}{
		"1h": {market.Hour, features.Hourly(), 1, 365 * 24 * time.Hour},
		"4h": {market.Hour, features.Hourly(), 4, 365 * 24 * time.Hour},
		"1d": {market.Day, features.Daily(), 1, 1000 * 24 * time.Hour},
	}
	const roundTripCost = .0032
	for name, horizon := range horizons {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := uint64(10); seed < 13; seed++ {
				bars := fairBars(t, seed, horizon.interval, horizon.past)
				result, err := trial.Run(t.Context(), bars, trial.NewRecipe(horizon.set, horizon.bars, roundTripCost, seed), nil)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("seed %d: %d bars, p = %.3f", seed, len(bars), result.PValue)
				if trial.HasEdge(trial.Holm([]float64{result.PValue})[0]) {
					t.Errorf("seed %d: a fair coin is predicted with p = %v", seed, result.PValue)
				}
			}
		})
	}
}

// fairBars are the closed candles of the fair coin in the market of a given seed.
func fairBars(t *testing.T, seed uint64, interval market.Interval, past time.Duration) []features.Bar {
	t.Helper()
	end := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	feed := sim.New(sim.Options{Seed: seed, Now: func() time.Time { return end }})
	coin := market.Instrument{
		Symbol: market.FairSymbol, Kind: market.Crypto, Session: market.Always, IsActive: true, TickSize: money.MustParse("0.01"),
		LotStep: money.MustParse("0.01"), ReferencePrice: money.FromInt(100), AnnualVolatility: money.MustParse("0.6"),
	}
	candles, err := feed.History(t.Context(), coin, interval, end.Add(-past), end)
	if err != nil {
		t.Fatal(err)
	}
	bars := make([]features.Bar, len(candles))
	for i, c := range candles {
		bars[i] = features.Bar{
			OpenedAt: c.OpenedAt, Sequence: int64(i), Open: c.Open.Float64(), High: c.High.Float64(), Low: c.Low.Float64(),
			Close: c.Close.Float64(), Volume: c.Volume.Float64(),
		}
	}
	return bars
}
