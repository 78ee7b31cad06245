package trial

import (
	"errors"
	"math"

	"bourse/internal/ml/features"
	"bourse/internal/ml/logistic"
)

// part is a stretch of samples, from the index first up to but without end.
type part struct{ first, end int }

// walk cuts samples into the test parts of an expanding walk-forward: the first half is only ever trained on, the rest is cut evenly.
func walk(samples, folds int) []part {
	parts := make([]part, folds)
	start := samples / 2
	for i := range parts {
		parts[i] = part{first: start + i*(samples-start)/folds, end: start + (i+1)*(samples-start)/folds}
	}
	return parts
}

// learnable are the samples that may be learned from before the sample at test is forecast. Those whose label is not over yet would
// look ahead. An embargo of one horizon on top keeps labels that share most of their bars with the first forecasts' past apart
// from them: a label ends at least one horizon before the bar of the first forecast. Bars are counted and not calendar
// time, so a hole in the feed only ever makes the distance longer.
func learnable(samples []features.Sample, test, horizon int) []features.Sample {
	end := test
	for end > 0 && samples[end-1].Bar+2*horizon > samples[test].Bar {
		end--
	}
	return samples[:end]
}

// validated is the share of a training part, its end, on which penalties are compared.
const validated = 5

// learn makes a forecaster of a training part. It fails with [ErrNeverMoved] when all of it, or all that is left of it while
// penalties are compared, moved the same way.
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

// choosePenalty finds the penalty with the least log loss on the end of the training part; of equal ones the largest, which is
// the simplest model.
func (r Recipe) choosePenalty(training []features.Sample) (float64, error) {
	test := len(training) - len(training)/validated
	trainer, err := r.trainer(learnable(training, test, r.HorizonBars))
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
		for _, sample := range training[test:] {
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
