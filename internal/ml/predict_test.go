package ml_test

import (
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/ml"
	"bourse/internal/testkit"
)

func TestACandleHasOnePrediction(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		r.train("BTCUSD", ml.FourHours)
		ids := make([]uuid.UUID, 16)
		for _, err := range testkit.InParallel(len(ids), func(i int) error {
			prediction, err := r.Predict(t.Context(), "BTCUSD", ml.FourHours)
			if err == nil {
				ids[i] = prediction.ID
			}
			return err
		}) {
			if err != nil {
				t.Error(err)
			}
		}
		for _, id := range ids {
			if id != ids[0] {
				t.Fatalf("two predictions after one candle: %s and %s", id, ids[0])
			}
		}
		made, err := r.Prediction(t.Context(), ids[0])
		if err != nil {
			t.Fatal(err)
		}
		candle := wednesday.Truncate(time.Hour).Add(-time.Hour)
		if !made.CandleAt.Equal(candle) || !made.DueAt.Equal(candle.Add(5*time.Hour)) || made.Outcome != ml.Open || len(made.Features) != 5 {
			t.Errorf("predicted %+v", made)
		}
		if err := r.ForecastAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := r.count(`SELECT COUNT(*) FROM ml_predictions`); got != 1 {
			t.Errorf("%d predictions, want 1", got)
		}
	})
}

// Without an edge only the base rate is served; the model's own probability is kept for scoring.
func TestOnlyAnEdgeIsServed(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		r.history("ETHUSD", 300)
		model := 1 / (1 + math.Exp(-1))
		r.tries(finding(0.5, 1))
		r.train("BTCUSD", ml.OneHour)
		if got := r.predict("BTCUSD", ml.OneHour); got.Edge != ml.NoEdge || got.Probability != 0.5 || math.Abs(got.Forecasts.Model-model) > 1e-12 {
			t.Errorf("without an edge: %+v", got)
		}
		r.tries(finding(0.001, 1))
		proven := r.train("ETHUSD", ml.OneHour)
		if got := r.predict("ETHUSD", ml.OneHour); got.Edge != ml.HasEdge || math.Abs(got.Probability-model) > 1e-12 {
			t.Errorf("with an edge: %+v", got)
		}
		forecast, err := r.Forecast(t.Context(), "ETHUSD", ml.OneHour)
		if err != nil || math.Abs(forecast.ExpectedMove-(2*model-1)*0.01) > 1e-12 || forecast.RoundTripCost != 0.0032 || forecast.ModelID != proven.ID {
			t.Errorf("forecast %+v, %v", forecast, err)
		}
		r.exec(`UPDATE ml_models SET edge = 'edge_lost' WHERE id = $1`, proven.ID)
		if got := r.predict("ETHUSD", ml.OneHour); got.Edge != ml.EdgeLost || got.Probability != 0.5 {
			t.Errorf("with a lost edge: %+v", got)
		}
		forecast, err = r.Forecast(t.Context(), "ETHUSD", ml.OneHour)
		if err != nil || forecast.ExpectedMove != 0 || forecast.Edge != ml.EdgeLost || forecast.Probability != 0.5 {
			t.Errorf("forecast %+v, %v", forecast, err)
		}
		stored, _, err := r.Predictions(t.Context(), ml.PredictionFilter{Symbol: "ETHUSD"}, database.Page{Number: 1, Limit: 10})
		if err != nil || len(stored) != 1 || stored[0].Edge != ml.EdgeLost {
			t.Errorf("stored %+v, %v", stored, err)
		}
	})
}

func TestWhatCannotBePredictedIsSaid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		refused := func(symbol string, horizon ml.Horizon, code fault.Code, says ...string) {
			t.Helper()
			_, err := r.Predict(t.Context(), symbol, horizon)
			told := testkit.WantFault(t, err, code)
			for _, text := range says {
				if !strings.Contains(told.Message, text) {
					t.Errorf("%q does not say %q", told.Message, text)
				}
			}
		}
		refused("NOPE", ml.OneHour, fault.NotFound, "NOPE")
		refused("BTCUSD", "2h", fault.ValidationError, "1h, 4h and 1d")
		refused("BTCUSD", ml.OneHour, fault.ModelNotTrained, "POST /ml/models")
		r.queue("BTCUSD", ml.OneHour)
		refused("BTCUSD", ml.OneHour, fault.ModelNotTrained, "in training", "0 %")
		r.history("BTCUSD", 300)
		if _, err := r.TrainNext(t.Context()); err != nil {
			t.Fatal(err)
		}
		hole := wednesday.Truncate(time.Hour).Add(-10 * time.Hour)
		r.exec(`DELETE FROM candles WHERE opened_at = $1`, database.Micros(hole))
		refused("BTCUSD", ml.OneHour, fault.InsufficientHistory, "169 hourly candles", "9 are there")
		r.store(candleAt("BTCUSD", market.Hour, hole, 100))
		r.predict("BTCUSD", ml.OneHour)
		// While the next candle is pending the last prediction stands; after that the feed counts as dead.
		r.clock.Set(wednesday.Truncate(time.Hour).Add(time.Hour + time.Minute))
		r.predict("BTCUSD", ml.OneHour)
		r.clock.Advance(5 * time.Minute)
		refused("BTCUSD", ml.OneHour, fault.MarketDataStale, "2026-03-11 15:00")
		// A known outcome, even if its candle has not arrived, is not predicted.
		r.clock.Set(wednesday.Truncate(time.Hour).Add(time.Hour + time.Second))
		r.exec(`DELETE FROM ml_predictions`)
		refused("BTCUSD", ml.OneHour, fault.MarketDataStale)
		r.exec(`DELETE FROM candles`)
		refused("BTCUSD", ml.OneHour, fault.InsufficientHistory, "0 are there")
	})
}

// The exchange closes on Friday evening: over the weekend the prediction is made from Friday's last candle, and
// settled by Monday's first.
func TestAClosedMarketIsPredictedFromItsLastCandle(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		saturday := time.Date(2026, 3, 14, 11, 0, 0, 0, time.UTC)
		r.clock.Set(saturday)
		r.history("AAPL", 300)
		r.train("AAPL", ml.OneHour)
		friday := time.Date(2026, 3, 13, 19, 0, 0, 0, time.UTC)
		monday := time.Date(2026, 3, 16, 13, 0, 0, 0, time.UTC) // opens 13:30
		made := r.predict("AAPL", ml.OneHour)
		if !made.CandleAt.Equal(friday) || !made.DueAt.Equal(monday.Add(time.Hour)) {
			t.Fatalf("predicted from %s, due %s", made.CandleAt, made.DueAt)
		}
		outcome := func() ml.Outcome {
			t.Helper()
			if err := r.Settle(t.Context()); err != nil {
				t.Fatal(err)
			}
			found, err := r.Prediction(t.Context(), made.ID)
			if err != nil {
				t.Fatal(err)
			}
			return found.Outcome
		}
		r.store(candleAt("AAPL", market.Hour, monday, 1000))
		r.clock.Set(monday.Add(time.Hour - time.Microsecond))
		if got := outcome(); got != ml.Open {
			t.Errorf("before it is due it is %s", got)
		}
		r.clock.Set(monday.Add(time.Hour))
		if got := outcome(); got != ml.Up {
			t.Errorf("when it is due it is %s", got)
		}
	})
}

// The forecaster predicts after every candle, whether or not anyone asks, and never goes back: missed predictions stay
// missed.
func TestEveryCandleIsPredictedFromOnceItIsThere(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		r.train("BTCUSD", ml.OneHour)
		hour := wednesday.Truncate(time.Hour)
		for n := range 5 {
			at := hour.Add(time.Duration(n) * time.Hour)
			r.clock.Set(at.Add(time.Hour + 2*time.Second))
			r.store(candleAt("BTCUSD", market.Hour, at, wave(n)))
			if n == 2 {
				continue // no worker runs
			}
			if err := r.ForecastAll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := r.count(`SELECT COUNT(*) FROM ml_predictions`); got != 4 {
			t.Errorf("%d predictions of five candles, one of them missed", got)
		}
		if got := r.count(`SELECT COUNT(*) FROM ml_predictions WHERE candle_at = $1`, database.Micros(hour.Add(2*time.Hour))); got != 0 {
			t.Error("a candle was predicted from afterwards")
		}
	})
}

func TestAPageOfPredictionsKeepsItsOrder(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		for _, symbol := range []string{"BTCUSD", "ETHUSD", "SOLUSD"} {
			r.history(symbol, 300)
			r.train(symbol, ml.OneHour)
		}
		if err := r.ForecastAll(t.Context()); err != nil { // all concurrently
			t.Fatal(err)
		}
		all, total, err := r.Predictions(t.Context(), ml.PredictionFilter{}, database.Page{Number: 1, Limit: 10})
		if err != nil || total != 3 || len(all) != 3 {
			t.Fatalf("%d of %d, %v", len(all), total, err)
		}
		for i := range all {
			page, _, err := r.Predictions(t.Context(), ml.PredictionFilter{Outcome: ml.Open}, database.Page{Number: i + 1, Limit: 1})
			if err != nil || len(page) != 1 || page[0].ID != all[i].ID {
				t.Errorf("page %d differs: %v", i+1, err)
			}
		}
		_, _, err = r.Predictions(t.Context(), ml.PredictionFilter{}, database.Page{Number: 102, Limit: 100})
		testkit.WantFault(t, err, fault.ValidationError, "page")
		if behind, total, err := r.Predictions(t.Context(), ml.PredictionFilter{}, database.Page{Number: 101, Limit: 100}); err != nil || total != 3 || len(behind) != 0 {
			t.Errorf("the page behind ten thousand of a short list: %d of %d, %v", len(behind), total, err)
		}
		models, total, err := r.Models(t.Context(), ml.ModelFilter{Status: ml.Serving}, database.Page{Number: 2, Limit: 2})
		if err != nil || total != 3 || len(models) != 1 || models[0].Symbol != "BTCUSD" {
			t.Errorf("the second page of models: %d of %d, %v", len(models), total, err)
		}
	})
}

func TestOldPredictionsAreRemovedAndScorecardsStay(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		r.history("BTCUSD", 300)
		model := r.train("BTCUSD", ml.OneHour)
		r.predict("BTCUSD", ml.OneHour)
		r.store(candleAt("BTCUSD", market.Hour, wednesday.Truncate(time.Hour), 500))
		r.clock.Advance(731 * 24 * time.Hour)
		clean := func() {
			t.Helper()
			if _, err := r.CleanUp(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		clean()
		if got := r.count(`SELECT COUNT(*) FROM ml_predictions`); got != 1 {
			t.Fatal("an open prediction was removed")
		}
		if err := r.Settle(context.Background()); err != nil {
			t.Fatal(err)
		}
		clean()
		if got := r.count(`SELECT COUNT(*) FROM ml_predictions`); got != 0 {
			t.Error("an old prediction is still there")
		}
		if card, err := r.Scorecard(t.Context(), model.ID); err != nil || card.Settled != 1 {
			t.Errorf("scorecard %+v, %v", card, err)
		}
	})
}

// With nothing to do every worker waits for seconds, so that a server without models stays idle.
func TestIdleWorkersAreQuiet(t *testing.T) {
	t.Parallel()
	for _, poll := range ml.Polls {
		if poll < 10*time.Second {
			t.Errorf("a worker looks every %s", poll)
		}
	}
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		if wait, err := r.TrainNext(t.Context()); err != nil || wait < 10*time.Second {
			t.Errorf("the trainer looks again after %s, %v", wait, err)
		}
		if wait, err := r.CleanUp(t.Context()); err != nil || wait < time.Hour {
			t.Errorf("the cleaner looks again after %s, %v", wait, err)
		}
	})
}
