package ml

import (
	"math"
	"time"

	"github.com/google/uuid"

	"bourse/internal/ml/logistic"
)

// Forecaster is the model itself or one of the baselines that it is held against.
type Forecaster string

// The forecasters.
const (
	TheModel      Forecaster = "model"
	BaseRate      Forecaster = "base_rate"
	AlwaysUp      Forecaster = "always_up"
	Momentum      Forecaster = "momentum"
	MeanReversion Forecaster = "mean_reversion"
)

// Forecasters lists them all, the model first.
var Forecasters = []Forecaster{TheModel, BaseRate, AlwaysUp, Momentum, MeanReversion}

// BaselineNamed is the baseline that a trial names so.
func BaselineNamed(name string) Forecaster {
	switch name {
	case "alwaysUp":
		return AlwaysUp
	case "momentum":
		return Momentum
	case "meanReversion":
		return MeanReversion
	}
	return BaseRate
}

// of is the probability that a forecaster named.
func (f Forecasts) of(forecaster Forecaster) float64 {
	switch forecaster {
	case TheModel:
		return f.Model
	case AlwaysUp:
		return f.AlwaysUp
	case Momentum:
		return f.Momentum
	case MeanReversion:
		return f.MeanReversion
	}
	return f.Baselines.BaseRate
}

// Tally is what the settled predictions of one forecaster add up to.
type Tally struct {
	Hits    int     `json:"hits"`
	Brier   float64 `json:"brier"`
	LogLoss float64 `json:"logLoss"`
}

// Scorecard is what came true of a model's predictions since it serves.
type Scorecard struct {
	ModelID uuid.UUID
	// BestBaseline was the best in the trial. It is named before the first prediction: picked afterwards, the best of
	// four would be held against the model for its luck.
	BestBaseline Forecaster
	Settled      int
	Tallies      map[Forecaster]Tally
	// differences are the log losses of the best baseline less the model's.
	differenceSum, differenceSquares float64

	// What a reader is told of the model.
	Symbol       string
	Horizon      Horizon
	Edge         Edge
	ServingSince time.Time
}

func newScorecard(model uuid.UUID, best Forecaster) *Scorecard {
	return &Scorecard{ModelID: model, BestBaseline: best, Tallies: map[Forecaster]Tally{}}
}

// add counts a prediction that is settled. A void one says nothing.
func (c *Scorecard) add(p *Prediction) {
	if p.Outcome != Up && p.Outcome != Down {
		return
	}
	if c.Tallies == nil {
		c.Tallies = map[Forecaster]Tally{}
	}
	isUp := p.Outcome == Up
	for _, forecaster := range Forecasters {
		tally, probability := c.Tallies[forecaster], p.Forecasts.of(forecaster)
		if logistic.Hit(probability, isUp) {
			tally.Hits++
		}
		tally.Brier += logistic.Brier(probability, isUp)
		tally.LogLoss += logistic.LogLoss(probability, isUp)
		c.Tallies[forecaster] = tally
	}
	difference := logistic.LogLoss(p.Forecasts.of(c.BestBaseline), isUp) - logistic.LogLoss(p.Forecasts.Model, isUp)
	c.Settled++
	c.differenceSum += difference
	c.differenceSquares += difference * difference
}

// MeanDifference is how much less the model lost than the best baseline, on average; 0 when nothing is settled.
func (c *Scorecard) MeanDifference() float64 {
	if c.Settled == 0 {
		return 0
	}
	return c.differenceSum / float64(c.Settled)
}

// TStatistic is that of the mean difference; 0 with fewer than two predictions or without any spread.
func (c *Scorecard) TStatistic() float64 {
	if c.Settled < 2 {
		return 0
	}
	n, mean := float64(c.Settled), c.MeanDifference()
	variance := (c.differenceSquares - n*mean*mean) / (n - 1)
	if !(variance > 0) {
		return 0
	}
	return mean / math.Sqrt(variance/n)
}

const (
	// fewestJudged is how many predictions a scorecard needs before it can speak against a model.
	fewestJudged = 30
	// worse is the t statistic below which a model is worse than its best baseline, one-sided at 5 %.
	worse = -1.645
	// manyJudged is after how many a model that is not better has lost its edge, whatever the spread.
	manyJudged = 500
)

// hasLost tells whether the scorecard speaks against the model.
func (c *Scorecard) hasLost() bool {
	return c.Settled >= fewestJudged && c.TStatistic() <= worse || c.Settled >= manyJudged && c.MeanDifference() <= 0
}
