package trial

import "bourse/internal/ml/logistic"

// baseline is one of the baselines: its JSON name, its probability and its score.
type baseline struct {
	name        string
	probability func(Baselines) float64
	score       func(*Scores) *Score
}

var baselines = []baseline{
	{"baseRate", func(b Baselines) float64 { return b.BaseRate }, func(s *Scores) *Score { return &s.BaseRate }},
	{"alwaysUp", func(b Baselines) float64 { return b.AlwaysUp }, func(s *Scores) *Score { return &s.AlwaysUp }},
	{"momentum", func(b Baselines) float64 { return b.Momentum }, func(s *Scores) *Score { return &s.Momentum }},
	{"meanReversion", func(b Baselines) float64 { return b.MeanReversion }, func(s *Scores) *Score { return &s.MeanReversion }},
}

// score is the mean score of forecasts with known outcomes.
func score(forecasts []Forecast) Scores {
	var scores Scores
	for _, forecast := range forecasts {
		scores.Model.add(forecast.Probability, forecast.Up)
		for _, baseline := range baselines {
			baseline.score(&scores).add(baseline.probability(forecast.Baselines), forecast.Up)
		}
	}
	scores.Model.divide(len(forecasts))
	for _, baseline := range baselines {
		baseline.score(&scores).divide(len(forecasts))
	}
	return scores
}

// bestBaseline is the one with the lowest log loss, the first in case of a tie.
func (s Scores) bestBaseline() baseline {
	best := baselines[0]
	for _, other := range baselines[1:] {
		if other.score(&s).LogLoss < best.score(&s).LogLoss {
			best = other
		}
	}
	return best
}

func (s *Score) add(probability float64, up bool) {
	s.LogLoss += logistic.LogLoss(probability, up)
	s.Brier += logistic.Brier(probability, up)
	if logistic.Hit(probability, up) {
		s.HitRate++
	}
}

func (s *Score) divide(count int) {
	s.LogLoss /= float64(count)
	s.Brier /= float64(count)
	s.HitRate /= float64(count)
}
