package ml

import (
	"math"
	"time"

	"github.com/google/uuid"

	"bourse/internal/ml/logistic"
)

// Forecaster is the model itself or one of the baselines that it is compared with.
type Forecaster string

// The forecasters.
const (
	TheModel      Forecaster = "model"
	BaseRate      Forecaster = "base_rate"
	AlwaysUp      Forecaster = "always_up"
	Momentum      Forecaster = "momentum"
	MeanReversion Forecaster = "mean_reversion"
)

// Forecasters lists all forecasters, the model first.
var Forecasters = []Forecaster{TheModel, BaseRate, AlwaysUp, Momentum, MeanReversion}

// BaselineNamed returns the baseline with a trial's name for it.
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

// of returns a forecaster's probability.
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

// Tally is the sum of one forecaster's settled predictions.
type Tally struct {
	Hits    int     `json:"hits"`
	Brier   float64 `json:"brier"`
	LogLoss float64 `json:"logLoss"`
}

// Scorecard is how a model's predictions have turned out since it went into service.
type Scorecard struct {
	ModelID uuid.UUID
	// BestBaseline was the best in the trial. It is fixed before the first prediction: if it were picked afterwards,
	// the model would be compared with the luckiest of four.
	BestBaseline Forecaster
	Settled      int
	Tallies      map[Forecaster]Tally
	// differences are the best baseline's log losses minus the model's.
	differenceSum, differenceSquares float64

	// Details of the model, for readers.
	Symbol       string
	Horizon      Horizon
	Edge         Edge
	ServingSince time.Time
}

func newScorecard(model uuid.UUID, best Forecaster) *Scorecard {
	return &Scorecard{ModelID: model, BestBaseline: best, Tallies: map[Forecaster]Tally{}}
}

// add counts a settled prediction. A void one does not count.
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

// MeanDifference is how much lower the model's log loss is than the best baseline's, on average; 0 when nothing is
// settled.
func (c *Scorecard) MeanDifference() float64 {
	if c.Settled == 0 {
		return 0
	}
	return c.differenceSum / float64(c.Settled)
}

// TStatistic is that of the mean difference; 0 with fewer than two predictions or no spread.
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
	// fewestJudged is how many predictions a scorecard needs before it can count against a model.
	fewestJudged = 30
	// worse is the t statistic below which a model is worse than its best baseline, one-sided at 5 %.
	worse = -1.645
	// manyJudged is the number of predictions after which a model that is not better has lost its edge, whatever the
	// spread.
	manyJudged = 500
)

// hasLost reports whether the scorecard shows that the model has no edge.
func (c *Scorecard) hasLost() bool {
	return c.Settled >= fewestJudged && c.TStatistic() <= worse || c.Settled >= manyJudged && c.MeanDifference() <= 0
}
