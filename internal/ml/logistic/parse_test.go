package logistic_test

import (
	"encoding/json"
	"math"
	"testing"

	"bourse/internal/ml/logistic"

	"github.com/google/go-cmp/cmp"
)

const whole = `{"names":["a","b"],"means":[0,1],"deviations":[1,0],"weights":[0.5,0],"intercept":-0.25,"penalty":1}`

func TestABrokenModelIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := logistic.Parse([]byte(whole)); err != nil {
		t.Error(err)
	}
	for _, text := range []string{
		``, `{}`, `null`, `[]`,
		`{"names":["a"],"means":[0],"deviations":[1],"weights":[]}`,
		`{"names":["a","a"],"means":[0,0],"deviations":[1,1],"weights":[1,1]}`,
		`{"names":[""],"means":[0],"deviations":[1],"weights":[1]}`,
		`{"names":["a"],"means":[0],"deviations":[-1],"weights":[1]}`,
		`{"names":["a"],"means":[0],"deviations":[1],"weights":[1e999]}`,
		`{"names":["a"],"means":[0],"deviations":[1],"weights":[1],"penalty":-1}`,
		`{"names":["a"],"means":[1e75],"deviations":[5e-324],"weights":[0]}`, // 0 times infinity
		`{"names":["a"],"means":[1e200],"deviations":[1],"weights":[1e200]}`,
	} {
		if model, err := logistic.Parse([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text, model)
		}
	}
}

// A parsed model gives a probability for every row and survives being written again.
func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte(`{"names":["a"],"means":[1e308],"deviations":[5e-324],"weights":[1e308],"intercept":1}`))
	f.Add([]byte(`{"names":["a"],"means":[0]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		model, err := logistic.Parse(data)
		if err != nil {
			return
		}
		row := make([]float64, len(model.Names))
		if p := model.Probability(row); math.IsNaN(p) || p < 0 || p > 1 {
			t.Errorf("probability %v of %+v", p, model)
		}
		if got := len(model.Contributions(row)); got != len(row) {
			t.Errorf("%d contributions of %d features", got, len(row))
		}
		text, err := json.Marshal(model)
		if err != nil {
			t.Fatal(err)
		}
		again, err := logistic.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(model, again); diff != "" {
			t.Error(diff)
		}
	})
}
