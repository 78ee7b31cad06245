package trial

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"bourse/internal/ml/logistic"
)

// Result is the outcome of a trial, with everything that is needed for predictions. It is plain JSON; [Parse] reads it
// back.
type Result struct {
	Recipe  Recipe    `json:"recipe"`
	From    time.Time `json:"from"` // opening of the first bar
	To      time.Time `json:"to"`   // opening of the last bar
	Bars    int       `json:"bars"`
	Samples int       `json:"samples"`
	Folds   []Fold    `json:"folds"`
	// TestSamples is the number of samples forecast out of sample; Scores and Calibration cover all of them.
	TestSamples  int            `json:"testSamples"`
	Scores       Scores         `json:"scores"`
	BestBaseline string         `json:"bestBaseline"` // the one with the lowest log loss: a JSON name of [Baselines]
	Calibration  []logistic.Bin `json:"calibration"`
	BlockBars    int            `json:"blockBars"` // length of the bootstrap's blocks
	LogLossTest  Test           `json:"logLossTest"`
	CostTest     CostTest       `json:"costTest"`
	// PValue is the larger of the two tests' p-values, before Holm's correction.
	PValue     float64    `json:"pValue"`
	Forecaster Forecaster `json:"forecaster"` // trained on all samples

	// OutOfSample are the scored forecasts, oldest first. There are too many to store with the result.
	OutOfSample []Forecast `json:"-"`
}

// Fold is one step of the walk.
type Fold struct {
	TrainedFrom     time.Time `json:"trainedFrom"` // bar of the first training sample
	TrainedTo       time.Time `json:"trainedTo"`   // bar of the last training sample
	TrainingSamples int       `json:"trainingSamples"`
	TestedFrom      time.Time `json:"testedFrom"`
	TestedTo        time.Time `json:"testedTo"`
	TestSamples     int       `json:"testSamples"`
	Penalty         float64   `json:"penalty"`
	Scores          Scores    `json:"scores"`

	// Forecaster is what was trained in this step.
	Forecaster Forecaster `json:"-"`
}

// Score is how good the probabilities of one forecaster were.
type Score struct {
	LogLoss float64 `json:"logLoss"`
	Brier   float64 `json:"brier"`
	HitRate float64 `json:"hitRate"`
}

// Scores are the scores of the model and of the baselines on the same samples.
type Scores struct {
	Model         Score `json:"model"`
	BaseRate      Score `json:"baseRate"`
	AlwaysUp      Score `json:"alwaysUp"`
	Momentum      Score `json:"momentum"`
	MeanReversion Score `json:"meanReversion"`
}

// Test is a mean and the probability of one at least as large if the true mean were 0.
type Test struct {
	Mean   float64 `json:"mean"`
	PValue float64 `json:"pValue"`
}

// CostTest tests the average return per test sample of trading on the forecasts, after costs.
type CostTest struct {
	Test
	Trades int `json:"trades"`
}

// Parse reads a result as written by encoding/json. It fails unless its forecaster is usable, as [Forecaster.Check]
// decides.
func Parse(data []byte) (*Result, error) {
	var result Result
	if err := json.Unmarshal(data, &result); err != nil {
		return nil, fmt.Errorf("read result: %w", err)
	}
	if err := result.Forecaster.Check(); err != nil {
		return nil, err
	}
	if !isProbability(result.PValue) {
		return nil, errors.New("a p-value is between 0 and 1")
	}
	return &result, nil
}
