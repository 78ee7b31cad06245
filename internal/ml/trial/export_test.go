package trial

import "bourse/internal/ml/features"

// Bootstrap is the test of a mean, with its own random stream.
func Bootstrap(values []float64, block, resamples int, seed uint64) Test {
	return bootstrap(values, block, resamples, seed, streamLogLoss)
}

// BlockLength is the length of the bootstrap's blocks.
func BlockLength(recipe Recipe, samples int) int { return recipe.blockLength(samples) }

// Resampled is the mean of the blocks of values that begin at starts.
func Resampled(values []float64, block int, starts []int) float64 {
	return newCircle(values, block).resampled(starts)
}

// HoldOut splits off the end of a training part.
func HoldOut(recipe Recipe, training []features.Sample) (known, held []features.Sample) {
	return recipe.holdOut(training)
}

// WalkOver walks over the first samples of bars, which may have more.
func WalkOver(bars []features.Bar, recipe Recipe, samples int) ([]Fold, []Forecast, error) {
	var folds []Fold
	var forecasts []Forecast
	for _, test := range walk(samples, recipe.Folds) {
		fold, tested, err := recipe.step(bars, recipe.Set.Samples(bars, recipe.HorizonBars), test)
		if err != nil {
			return nil, nil, err
		}
		folds, forecasts = append(folds, fold), append(forecasts, tested...)
	}
	return folds, forecasts, nil
}

// ChoosePenalty returns the penalty with the lowest log loss on the end of a training part.
func ChoosePenalty(recipe Recipe, training []features.Sample) (float64, error) {
	return recipe.choosePenalty(training)
}

// Learn trains a forecaster on a training part.
func Learn(recipe Recipe, training []features.Sample) (Forecaster, error) {
	return recipe.learn(training)
}

// JudgeTrades scores forecasts of which the first ones are traded in a direction.
func JudgeTrades(recipe Recipe, forecasts []Forecast, direction Direction, trades int) *Result {
	result := &Result{Recipe: recipe, OutOfSample: forecasts}
	for i := range trades {
		result.OutOfSample[i].direction = direction
	}
	result.judge()
	return result
}
