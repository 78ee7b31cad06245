package money_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"bourse/internal/money"
)

func TestFloatsAreRoundedHalfEvenAtTheEighthPlace(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		number float64
		want   string
	}{
		{0, "0"}, {math.Copysign(0, -1), "0"}, {0.1, "0.1"}, {-2.5, "-2.5"}, {1.0 / 3, "0.33333333"},
		{0.000000005, "0"}, {0.000000015, "0.00000002"}, {0.000000025, "0.00000002"}, {5e-324, "0"}, {9.2e10, "92000000000"},
	} {
		if got, err := money.FromFloat(test.number); err != nil || got != dec(test.want) {
			t.Errorf("%v is %s, error %v, want %s", test.number, got, err, test.want)
		}
	}
}

func TestFloatsThatAreNoDecimalAreRefused(t *testing.T) {
	t.Parallel()
	if _, err := money.FromFloat(math.NaN()); !errors.Is(err, money.ErrNotANumber) {
		t.Errorf("NaN: %v", err)
	}
	for _, number := range []float64{math.Inf(1), math.Inf(-1), math.MaxFloat64, -1e300, 1e11, 92233720369} {
		if _, err := money.FromFloat(number); !errors.Is(err, money.ErrTooLarge) {
			t.Errorf("%v: %v", number, err)
		}
	}
}

func TestOrdinaryNumbersSurviveBeingFloats(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := money.FromUnits(rapid.Int64Range(-900_000_000_000_000, 900_000_000_000_000).Draw(t, "units"))
		if back, err := money.FromFloat(d.Float64()); err != nil || back != d {
			t.Errorf("%s came back as %s, error %v", d, back, err)
		}
	})
}
