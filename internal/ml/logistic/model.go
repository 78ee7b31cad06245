package logistic

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Model is a fitted regression. All slices are as long as Names.
type Model struct {
	Names      []string  `json:"names"`
	Means      []float64 `json:"means"`
	Deviations []float64 `json:"deviations"` // 0 for a feature that never changed; its weight is 0
	Weights    []float64 `json:"weights"`    // of the standardised features
	Intercept  float64   `json:"intercept"`
	Penalty    float64   `json:"penalty"`
}

// Contribution is what one feature adds to the log-odds.
type Contribution struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // the feature's raw value
	// Contribution is weight × standardised value: positive for up, negative against it.
	Contribution float64 `json:"contribution"`
}

// Check fails unless the model is complete: a name, a mean, a deviation and a weight for every feature, no number too
// large for the arithmetic, no negative deviation or penalty, and no duplicate name.
func (m Model) Check() error {
	if len(m.Names) == 0 {
		return errors.New("a model needs a feature")
	}
	if len(m.Means) != len(m.Names) || len(m.Deviations) != len(m.Names) || len(m.Weights) != len(m.Names) {
		return fmt.Errorf("a model of %d features has %d means, %d deviations and %d weights",
			len(m.Names), len(m.Means), len(m.Deviations), len(m.Weights))
	}
	seen := make(map[string]bool, len(m.Names))
	for i, name := range m.Names {
		if name == "" || seen[name] {
			return fmt.Errorf("feature %d has no name of its own: %q", i, name)
		}
		seen[name] = true
		if !holds(m.Means[i], m.Deviations[i], m.Weights[i]) || m.Deviations[i] < 0 {
			return fmt.Errorf("feature %s has a number that is beyond arithmetic", name)
		}
		if m.Deviations[i] > 0 && m.Deviations[i] < 1/largest {
			return fmt.Errorf("feature %s has a deviation that cannot be divided by", name)
		}
	}
	if !holds(m.Intercept, m.Penalty) || m.Penalty < 0 {
		return errors.New("a model's intercept or penalty is beyond arithmetic")
	}
	return nil
}

// largest is the limit for a model's numbers, and those of its rows, up to which their products and quotients stay
// finite.
const largest = 1e75

func holds(values ...float64) bool {
	for _, value := range values {
		if !(math.Abs(value) <= largest) {
			return false
		}
	}
	return true
}

// Probability is the probability that the row is up. The row is as long as Names.
func (m Model) Probability(row []float64) float64 {
	odds := m.Intercept
	for i := range m.Weights {
		odds += m.contribution(i, row[i])
	}
	return sigmoid(odds)
}

// Contributions are what the features of the row add to the log-odds, largest first.
func (m Model) Contributions(row []float64) []Contribution {
	contributions := make([]Contribution, len(m.Names))
	for i, name := range m.Names {
		contributions[i] = Contribution{Name: name, Value: row[i], Contribution: m.contribution(i, row[i])}
	}
	slices.SortStableFunc(contributions, func(a, b Contribution) int {
		return cmp.Compare(math.Abs(b.Contribution), math.Abs(a.Contribution))
	})
	return contributions
}

func (m Model) contribution(feature int, value float64) float64 {
	if m.Deviations[feature] == 0 {
		return 0
	}
	return m.Weights[feature] * ((value - m.Means[feature]) / m.Deviations[feature])
}

func sigmoid(odds float64) float64 {
	if odds >= 0 {
		return 1 / (1 + math.Exp(-odds))
	}
	// The other form would divide by infinity; this one keeps the precision of a small probability.
	exponential := math.Exp(odds)
	return exponential / (1 + exponential)
}

func finite(values ...float64) bool {
	for _, value := range values {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return false
		}
	}
	return true
}
