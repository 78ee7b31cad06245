package trial

import (
	"context"

	"bourse/internal/ml/features"
	"bourse/internal/ml/logistic"
)

// bins is the number of rows of the calibration table.
const bins = 10

// Run runs the recipe's trial on bars, oldest first. It calls progress, unless that is nil, after each fold and after
// the final model. It fails with *[TooFewError] or [ErrNeverMoved] when the bars are not fit for training, and with
// the context's error when that ends first.
func Run(ctx context.Context, bars []features.Bar, recipe Recipe, progress func(done, total int)) (*Result, error) {
	if err := recipe.check(); err != nil {
		return nil, err
	}
	samples := recipe.Set.Samples(bars, recipe.HorizonBars)
	if err := recipe.enough(bars, samples); err != nil {
		return nil, err
	}
	result := &Result{
		Recipe: recipe, From: bars[0].OpenedAt, To: bars[len(bars)-1].OpenedAt, Bars: len(bars), Samples: len(samples),
	}
	parts := walk(len(samples), recipe.Folds)
	for i, test := range parts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fold, forecasts, err := recipe.step(bars, samples, test)
		if err != nil {
			return nil, err
		}
		result.Folds = append(result.Folds, fold)
		result.OutOfSample = append(result.OutOfSample, forecasts...)
		tell(progress, i+1, len(parts)+1)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	forecaster, err := recipe.learn(samples)
	if err != nil {
		return nil, err
	}
	result.Forecaster = forecaster
	result.judge()
	tell(progress, len(parts)+1, len(parts)+1)
	return result, nil
}

func tell(progress func(done, total int), done, total int) {
	if progress != nil {
		progress(done, total)
	}
}

// step trains on what lies before a test part and forecasts that part.
func (r Recipe) step(bars []features.Bar, samples []features.Sample, test part) (Fold, []Forecast, error) {
	training := learnable(samples, test.first, r.HorizonBars)
	forecaster, err := r.learn(training)
	if err != nil {
		return Fold{}, nil, err
	}
	forecasts := make([]Forecast, 0, test.end-test.first)
	for _, sample := range samples[test.first:test.end] {
		forecast := forecaster.forecast(sample.Row, sample.Last)
		forecast.At, forecast.Bar = bars[sample.Bar].OpenedAt, sample.Bar
		forecast.Up, forecast.Move = sample.Up, sample.Move
		forecast.direction = forecaster.Direction(forecast.Probability)
		forecasts = append(forecasts, forecast)
	}
	return Fold{
		TrainedFrom: bars[training[0].Bar].OpenedAt, TrainedTo: bars[training[len(training)-1].Bar].OpenedAt,
		TrainingSamples: len(training),
		TestedFrom:      forecasts[0].At, TestedTo: forecasts[len(forecasts)-1].At, TestSamples: len(forecasts),
		Penalty: forecaster.Model.Penalty, Scores: score(forecasts), Forecaster: forecaster,
	}, forecasts, nil
}

// judge scores the forecasts and tests them against the best baseline and against the costs.
func (r *Result) judge() {
	r.TestSamples, r.Scores = len(r.OutOfSample), score(r.OutOfSample)
	probabilities, ups := make([]float64, r.TestSamples), make([]bool, r.TestSamples)
	for i, forecast := range r.OutOfSample {
		probabilities[i], ups[i] = forecast.Probability, forecast.Up
	}
	r.Calibration = logistic.Calibrate(probabilities, ups, bins)
	r.BlockBars = r.Recipe.blockLength(r.TestSamples)

	best := r.Scores.bestBaseline()
	r.BestBaseline = best.name
	better, net := make([]float64, r.TestSamples), make([]float64, r.TestSamples)
	for i, forecast := range r.OutOfSample {
		better[i] = logistic.LogLoss(best.probability(forecast.Baselines), forecast.Up) -
			logistic.LogLoss(forecast.Probability, forecast.Up)
		if forecast.direction != StayOut {
			net[i] = float64(forecast.direction)*forecast.Move - r.Recipe.RoundTripCost
			r.CostTest.Trades++
		}
	}
	r.LogLossTest = bootstrap(better, r.BlockBars, r.Recipe.Resamples, r.Recipe.Seed, streamLogLoss)
	r.CostTest.Test = bootstrap(net, r.BlockBars, r.Recipe.Resamples, r.Recipe.Seed, streamCosts)
	if r.CostTest.Trades < leastTrades {
		r.CostTest.PValue = 1
	}
	r.PValue = max(r.LogLossTest.PValue, r.CostTest.PValue)
}

// leastTrades is the minimum number of trades for the test of the costs: a few lucky ones prove nothing, whatever they
// earned.
const leastTrades = 30
