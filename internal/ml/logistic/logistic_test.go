package logistic_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"bourse/internal/ml/logistic"

	"github.com/google/go-cmp/cmp"
)

// sided makes rows whose first feature usually indicates the label, whose second is noise and whose third never
// changes.
func sided(count int) (names []string, rows [][]float64, labels []bool) {
	random := rand.New(rand.NewPCG(1, 2))
	for range count {
		row := []float64{random.NormFloat64(), random.NormFloat64(), 0.1}
		rows, labels = append(rows, row), append(labels, row[0]+random.NormFloat64() > 0)
	}
	return []string{"signal", "noise", "constant"}, rows, labels
}

func TestAFeatureThatNeverChangesWeighsNothing(t *testing.T) {
	t.Parallel()
	names, rows, labels := sided(1000)
	model, err := logistic.Fit(names, rows, labels, 1)
	if err != nil {
		t.Fatal(err)
	}
	if model.Deviations[2] != 0 || model.Weights[2] != 0 {
		t.Errorf("deviation %v, weight %v", model.Deviations[2], model.Weights[2])
	}
	if got, want := model.Probability([]float64{1, 1, 7}), model.Probability([]float64{1, 1, 0.1}); got != want {
		t.Errorf("a feature that never changed moved the probability from %v to %v", want, got)
	}
}

func TestAFitHasTheSameBitsOnAnyNumberOfCores(t *testing.T) {
	names, rows, labels := sided(5000)
	trainer, err := logistic.NewTrainer(names, rows, labels)
	if err != nil {
		t.Fatal(err)
	}
	var first []byte
	for _, cores := range []int{1, 2, 8, 1} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		model, err := trainer.Fit(1)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(model) // the shortest text that reads back as the same bits
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = text
		} else if string(first) != string(text) {
			t.Errorf("on %d cores %s, before %s", cores, text, first)
		}
	}
}

func TestWhatCannotBeLearnedFrom(t *testing.T) {
	t.Parallel()
	names, rows, labels := sided(10)
	if _, err := logistic.Fit(names, rows, make([]bool, 10), 1); !errors.Is(err, logistic.ErrOneClass) {
		t.Errorf("labels that are all the same: %v", err)
	}
	broken := slices.Clone(rows)
	broken[3] = []float64{1, math.NaN(), 0.1}
	short := slices.Clone(rows)
	short[3] = []float64{1}
	for name, fit := range map[string]func() (logistic.Model, error){
		"no rows":          func() (logistic.Model, error) { return logistic.Fit(names, nil, nil, 1) },
		"a label too few":  func() (logistic.Model, error) { return logistic.Fit(names, rows, labels[1:], 1) },
		"not a number":     func() (logistic.Model, error) { return logistic.Fit(names, broken, labels, 1) },
		"a short row":      func() (logistic.Model, error) { return logistic.Fit(names, short, labels, 1) },
		"no penalty":       func() (logistic.Model, error) { return logistic.Fit(names, rows, labels, 0) },
		"a penalty of NaN": func() (logistic.Model, error) { return logistic.Fit(names, rows, labels, math.NaN()) },
	} {
		if _, err := fit(); err == nil {
			t.Errorf("%s: fitted", name)
		}
	}
}

func TestRowsThatASingleFeatureSeparatesHaveAModel(t *testing.T) {
	t.Parallel()
	var rows [][]float64
	var labels []bool
	for i := range 1000 {
		rows, labels = append(rows, []float64{float64(i)}), append(labels, i >= 500)
	}
	model, err := logistic.Fit([]string{"number"}, rows, labels, 1e-3)
	if err != nil || model.Probability([]float64{0}) > 0.001 || model.Probability([]float64{999}) < 0.999 {
		t.Errorf("%+v, %v", model, err)
	}
}

func TestContributionsAreSortedAndAddUp(t *testing.T) {
	t.Parallel()
	model := logistic.Model{
		Names: []string{"small", "large", "constant"}, Means: []float64{1, 2, 3}, Deviations: []float64{1, 2, 0},
		Weights: []float64{0.5, -3, 0}, Intercept: 0.25, Penalty: 1,
	}
	row := []float64{2, 6, 9}
	want := []logistic.Contribution{{"large", 6, -6}, {"small", 2, 0.5}, {"constant", 9, 0}}
	if diff := cmp.Diff(want, model.Contributions(row)); diff != "" {
		t.Error(diff)
	}
	if got, want := model.Probability(row), 1/(1+math.Exp(-(0.25-6+0.5))); math.Abs(got-want) > 1e-15 {
		t.Errorf("probability %v, want %v", got, want)
	}
}

func TestScoresAreClamped(t *testing.T) {
	t.Parallel()
	for probability, want := range map[float64]float64{0: -math.Log(1e-6), 0.5: math.Ln2, 1: -math.Log1p(-1e-6)} {
		if got := logistic.LogLoss(probability, true); math.Abs(got-want) > 1e-12 {
			t.Errorf("log loss of %v when up is %v, want %v", probability, got, want)
		}
		if got := logistic.LogLoss(1-probability, false); math.Abs(got-want) > 1e-9 {
			t.Errorf("log loss of %v when down is %v, want %v", 1-probability, got, want)
		}
	}
	if up, down := logistic.Brier(0.8, true), logistic.Brier(0.8, false); math.Abs(up-0.04) > 1e-12 || math.Abs(down-0.64) > 1e-12 {
		t.Errorf("Brier scores are %v and %v", up, down)
	}
	if !logistic.Hit(0.5, true) || logistic.Hit(0.5, false) || !logistic.Hit(0.49, false) {
		t.Error("one half does not count as up")
	}
}

func TestEqualProbabilitiesShareABin(t *testing.T) {
	t.Parallel()
	probabilities := []float64{0.5, 0.5, 0.2, 0.5, 0.5, 0.9, 0.5, 0.5}
	ups := []bool{true, false, false, true, false, true, true, true}
	want := []logistic.Bin{{1, 0.2, 0}, {6, 0.5, 4.0 / 6}, {1, 0.9, 1}}
	if diff := cmp.Diff(want, logistic.Calibrate(probabilities, ups, 8)); diff != "" {
		t.Error(diff)
	}
	if logistic.Calibrate(nil, nil, 10) != nil || logistic.Calibrate([]float64{1}, nil, 10) != nil {
		t.Error("a table of nothing")
	}
}
