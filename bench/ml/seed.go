package ml

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/ml/features"
	"bourse/internal/ml/logistic"
	"bourse/internal/ml/trial"
)

const (
	listedSymbol = "BTCUSD"
	// listedPredictions are settled hourly predictions of a quarter of a year.
	listedPredictions = 2000
	// seededCandles is more than any feature's look-back.
	seededCandles = 200
	// ahead is how far the seeded candles reach into the future, so that none of them becomes stale during the
	// measurement.
	ahead = 3
)

// series is what a model is trained on.
type series struct {
	symbol, horizon string
	seconds         int64
	bars            int
}

// all are the series with a model: those of instruments that always trade.
var all = func() (all []series) {
	for _, symbol := range []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD", "ADAUSD"} {
		all = append(all, series{symbol, "1h", 3600, 1}, series{symbol, "4h", 3600, 4}, series{symbol, "1d", 86400, 1})
	}
	return all
}()

func (s series) body() []byte {
	return []byte(`{"symbol":"` + s.symbol + `","horizon":"` + s.horizon + `"}`)
}

func (s series) features() features.Set {
	if s.horizon == "1d" {
		return features.Daily()
	}
	return features.Hourly()
}

// result is a trial that found no edge, with a model that weighs every feature.
func (s series) result() *trial.Result {
	names := s.features().Names()
	means, ones, weights := make([]float64, len(names)), make([]float64, len(names)), make([]float64, len(names))
	for i := range names {
		ones[i], weights[i] = 1, 0.01*float64(i+1)
	}
	return &trial.Result{
		Recipe: trial.NewRecipe(s.features(), s.bars, 0.003, 1), PValue: 1, BestBaseline: "baseRate",
		Forecaster: trial.Forecaster{
			Set: s.features(), HorizonBars: s.bars, BaseRate: 0.5, Continuation: 0.5, MeanAbsoluteMove: 0.01, RoundTripCost: 0.003,
			Model: logistic.Model{Names: names, Means: means, Deviations: ones, Weights: weights, Penalty: 1},
		},
	}
}

// seed writes candles, a serving model for every series, and old predictions of one of them.
func seed(ctx context.Context, db *database.DB) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM candles`); err != nil {
			return err
		}
		for _, one := range all {
			id := uuid.New()
			if one.horizon != "4h" { // 4h uses the candles of 1h
				if err := one.writeCandles(ctx, tx); err != nil {
					return err
				}
			}
			if err := one.writeModel(ctx, tx, id); err != nil {
				return err
			}
			if one.symbol == listedSymbol && one.horizon == "1h" {
				if err := one.writePredictions(ctx, tx, id); err != nil {
					return err
				}
			}
		}
		return kit.Analyze(ctx, tx)
	})
}

func (s series) writeCandles(ctx context.Context, tx *database.Tx) error {
	length := time.Duration(s.seconds) * time.Second
	last := time.Now().UTC().Truncate(length).Add((ahead - 1) * length)
	numbers := make([]int, seededCandles)
	for i := range numbers {
		numbers[i] = i
	}
	return kit.Insert(ctx, tx, "candles", numbers, func(n int) kit.Row {
		price := int64(100+10*math.Sin(float64(n)/7)+3*math.Sin(float64(n*n))) * kit.Unit
		return kit.Row{
			"symbol": s.symbol, "seconds": s.seconds, "opened_at": database.Micros(last.Add(time.Duration(n-seededCandles+1) * length)),
			"open": price, "high": price + kit.Unit, "low": price - kit.Unit, "close": price, "volume": int64(kit.Unit),
		}
	})
}

func (s series) writeModel(ctx context.Context, tx *database.Tx, id uuid.UUID) error {
	result, err := json.Marshal(s.result())
	if err != nil {
		return err
	}
	now := database.Micros(time.Now())
	err = kit.InsertOne(ctx, tx, "ml_models", kit.Row{
		"id": id, "symbol": s.symbol, "horizon": s.horizon, "version": int64(1), "status": "serving", "stage": "done", "progress": int64(100),
		"result": string(result), "edge": "no_edge", "base_rate": 0.5, "created_at": now, "trained_at": now, "serving_since": now,
	})
	if err != nil {
		return err
	}
	return kit.InsertOne(ctx, tx, "ml_scorecards", kit.Row{"id": id, "best_baseline": "base_rate", "scores": "{}"})
}

func (s series) writePredictions(ctx context.Context, tx *database.Tx, model uuid.UUID) error {
	first := time.Now().UTC().Truncate(time.Hour).Add(-(listedPredictions + 10) * time.Hour)
	hours := make([]time.Time, listedPredictions)
	for i := range hours {
		hours[i] = first.Add(time.Duration(i) * time.Hour)
	}
	return kit.Insert(ctx, tx, "ml_predictions", hours, func(at time.Time) kit.Row {
		outcome := []string{"up", "down"}[at.Unix()/3600%2]
		return kit.Row{
			"id": kit.IDAt(at), "model_id": model, "symbol": s.symbol, "horizon": s.horizon, "candle_at": database.Micros(at),
			"close": int64(100 * kit.Unit), "probability": 0.5, "base_rate": 0.5, "edge": "no_edge", "outcome": outcome,
			"forecasts": `{"model":0.5,"baseRate":0.5,"alwaysUp":0.5,"momentum":0.5,"meanReversion":0.5}`,
			"features": `[{"name":"return_1","value":0.5,"contribution":0.25},{"name":"return_2","value":0.5,"contribution":0.25},` +
				`{"name":"return_4","value":0.5,"contribution":0.25},{"name":"return_8","value":0.5,"contribution":0.25},{"name":"return_24","value":0.5,"contribution":0.25}]`,
			"due_at": database.Micros(at.Add(2 * time.Hour)), "outcome_close": int64(101 * kit.Unit),
			"settled_at": database.Micros(at.Add(2 * time.Hour)), "created_at": database.Micros(at.Add(time.Hour)),
		}
	})
}
