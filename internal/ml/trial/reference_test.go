package trial_test

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"
	"time"

	"bourse/internal/ml/features"
	"bourse/internal/ml/logistic"
	"bourse/internal/ml/trial"
)

// candles reads hourly bars of the simulated market.
func candles(t testing.TB) []features.Bar {
	t.Helper()
	file, err := os.Open("testdata/candles.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	bars := make([]features.Bar, 0, len(lines)-1)
	for i, line := range lines[1:] {
		bar := features.Bar{Sequence: int64(i)}
		if bar.OpenedAt, err = time.Parse(time.RFC3339, line[0]); err != nil {
			t.Fatal(err)
		}
		for column, price := range []*float64{&bar.Open, &bar.High, &bar.Low, &bar.Close, &bar.Volume} {
			if *price, err = strconv.ParseFloat(line[column+1], 64); err != nil {
				t.Fatal(err)
			}
		}
		bars = append(bars, bar)
	}
	return bars
}

type learned struct {
	logistic.Model
	Samples  int
	BaseRate float64
	Scores   trial.Score
}

type reference struct {
	Rows   map[string][]float64
	Trials []struct {
		Horizon             int
		Folds               []learned
		Final               learned
		Scores              trial.Score
		Predicted, Observed []float64
	}
}

// agreement tracks how much two programs differ.
type agreement struct {
	*testing.T
	worst float64
}

func (a *agreement) near(what string, got, want float64) {
	a.Helper()
	a.worst = max(a.worst, math.Abs(got-want))
	if !(math.Abs(got-want) <= 1e-6) {
		a.Errorf("%s is %v, want %v", what, got, want)
	}
}

func (a *agreement) learned(got trial.Forecaster, want learned) {
	a.Helper()
	a.near("penalty", got.Model.Penalty, want.Penalty)
	a.near("base rate", got.BaseRate, want.BaseRate)
	a.near("intercept", got.Model.Intercept, want.Intercept)
	for i, name := range got.Model.Names {
		a.near("mean of "+name, got.Model.Means[i], want.Means[i])
		a.near("deviation of "+name, got.Model.Deviations[i], want.Deviations[i])
		a.near("weight of "+name, got.Model.Weights[i], want.Weights[i])
	}
}

func (a *agreement) score(got, want trial.Score) {
	a.Helper()
	a.near("log loss", got.LogLoss, want.LogLoss)
	a.near("Brier score", got.Brier, want.Brier)
	a.near("hit rate", got.HitRate, want.HitRate)
}

func TestATrialIsScikitLearns(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var want reference
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	bars, a := candles(t), &agreement{T: t}
	for at, row := range want.Rows {
		bar, err := strconv.Atoi(at)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := features.Hourly().At(bars[:bar+1])
		for i, name := range features.Hourly().Names() {
			a.near(name+" of bar "+at, got[i], row[i])
		}
	}
	for _, want := range want.Trials {
		result, err := trial.Run(t.Context(), bars, hourlyRecipe(want.Horizon, 0.001), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, fold := range result.Folds {
			a.near("training samples", float64(fold.TrainingSamples), float64(want.Folds[i].Samples))
			a.learned(fold.Forecaster, want.Folds[i])
			a.score(fold.Scores.Model, want.Folds[i].Scores)
		}
		a.learned(result.Forecaster, want.Final)
		a.score(result.Scores.Model, want.Scores)
		for i, bin := range result.Calibration {
			a.near("predicted in a bin", bin.Predicted, want.Predicted[i])
			a.near("observed in a bin", bin.Observed, want.Observed[i])
		}
	}
	t.Logf("the largest difference from scikit-learn is %.1e", a.worst)
}
