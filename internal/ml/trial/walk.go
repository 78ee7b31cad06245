package trial

import (
	"errors"
	"math"

	"bourse/internal/ml/features"
	"bourse/internal/ml/logistic"
)

// part is the half-open range of samples from first up to end.
type part struct{ first, end int }

// walk splits samples into the test parts of an expanding walk-forward: the first half is only trained on, the rest is
// split evenly.
func walk(samples, folds int) []part {
	parts := make([]part, folds)
	start := samples / 2
	for i := range parts {
		parts[i] = part{first: start + i*(samples-start)/folds, end: start + (i+1)*(samples-start)/folds}
	}
	return parts
}

// learnable are the samples that may be trained on before the sample at index test is forecast. Samples whose label is
// not over yet would look ahead. An additional embargo of one horizon excludes labels that share most of their bars
// with the look-back of the first forecasts: a label ends at least one horizon before the bar of the first forecast.
// It counts bars, not calendar time, so a gap in the feed only increases the distance.
func learnable(samples []features.Sample, test, horizon int) []features.Sample {
	end := test
	for end > 0 && samples[end-1].Bar+2*horizon > samples[test].Bar {
		end--
	}
	return samples[:end]
}

// validated is the share at the end of a training part on which penalties are compared.
const validated = 5

// learn trains a forecaster on a training part. It fails with [ErrNeverMoved] when all of it, or all that remains of
// it while penalties are compared, moved the same way.
func (r Recipe) learn(training []features.Sample) (Forecaster, error) {
	penalty, err := r.choosePenalty(training)
	if err != nil {
		return Forecaster{}, err
	}
	trainer, err := r.trainer(training)
	if err != nil {
		return Forecaster{}, err
	}
	model, err := trainer.Fit(penalty)
	if err != nil {
		return Forecaster{}, err
	}
	forecaster := Forecaster{Set: r.Set, HorizonBars: r.HorizonBars, Model: model, RoundTripCost: r.RoundTripCost}
	count := float64(len(training))
	for _, sample := range training {
		if sample.Up {
			forecaster.BaseRate += 1 / count
		}
		if sample.Up == sample.Last {
			forecaster.Continuation += 1 / count
		}
		forecaster.MeanAbsoluteMove += math.Abs(sample.Move) / count
	}
	return forecaster, nil
}

// holdOut splits off the end of a training part, on which penalties are compared, with the same embargo before it.
func (r Recipe) holdOut(training []features.Sample) (known, held []features.Sample) {
	test := len(training) - len(training)/validated
	return learnable(training, test, r.HorizonBars), training[test:]
}

// choosePenalty returns the penalty with the lowest log loss on the end of the training part; of equal ones the
// largest, which gives the simplest model.
func (r Recipe) choosePenalty(training []features.Sample) (float64, error) {
	known, held := r.holdOut(training)
	trainer, err := r.trainer(known)
	if err != nil {
		return 0, err
	}
	best, least := 0.0, math.Inf(1)
	for _, penalty := range r.Penalties {
		model, err := trainer.Fit(penalty)
		if err != nil {
			return 0, err
		}
		var loss float64
		for _, sample := range held {
			loss += logistic.LogLoss(model.Probability(sample.Row), sample.Up)
		}
		if loss < least || loss == least && penalty > best {
			best, least = penalty, loss
		}
	}
	return best, nil
}

func (r Recipe) trainer(training []features.Sample) (*logistic.Trainer, error) {
	rows, labels := make([][]float64, len(training)), make([]bool, len(training))
	for i, sample := range training {
		rows[i], labels[i] = sample.Row, sample.Up
	}
	trainer, err := logistic.NewTrainer(r.Set.Names(), rows, labels)
	if errors.Is(err, logistic.ErrOneClass) {
		return nil, ErrNeverMoved
	}
	return trainer, err
}
