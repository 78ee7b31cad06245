package money_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"bourse/internal/money"
)

const (
	largestText  = "92233720368.54775807"
	smallestText = "-92233720368.54775807"
)

var (
	largest  = money.FromUnits(math.MaxInt64)
	smallest = money.FromUnits(-math.MaxInt64)
)

// dec returns a number of the test.
func dec(text string) money.Decimal { return money.MustParse(text) }

// anyDecimal draws from the whole range.
func anyDecimal() *rapid.Generator[money.Decimal] {
	return rapid.Map(rapid.Int64Range(-math.MaxInt64, math.MaxInt64), money.FromUnits)
}

// wantOverflow runs a calculation that must panic because its result is too large.
func wantOverflow(t testing.TB, name string, calculate func()) {
	t.Helper()
	defer func() {
		t.Helper()
		cause, _ := recover().(error)
		if overflow := new(money.OverflowError); !errors.As(cause, &overflow) {
			t.Errorf("%s: got %v, want an overflow", name, cause)
		}
	}()
	calculate()
}

func TestTheZeroValueIsZero(t *testing.T) {
	t.Parallel()
	var zero money.Decimal
	if zero != money.Zero || zero != dec("0") || zero != money.FromInt(0) || !zero.IsZero() || zero.String() != "0" {
		t.Errorf("the zero value is %s", zero)
	}
}

func TestUnitsAreHundredMillionths(t *testing.T) {
	t.Parallel()
	if got := dec("1.5").Units(); got != 150_000_000 {
		t.Errorf("1.5 has %d units", got)
	}
	if got := money.FromUnits(-1); got != dec("-0.00000001") {
		t.Errorf("-1 unit is %s", got)
	}
	if got := money.FromInt(-42); got != dec("-42") {
		t.Errorf("-42 is %s", got)
	}
	if got := money.FromInt(92233720368); got != dec("92233720368") {
		t.Errorf("the largest whole number is %s", got)
	}
	for _, n := range []int64{92233720369, -92233720369, 200_000_000_000, math.MaxInt64, math.MinInt64} {
		wantOverflow(t, "FromInt", func() { money.FromInt(n) })
	}
	wantOverflow(t, "FromUnits", func() { money.FromUnits(math.MinInt64) })
}

func TestComparisonsAgreeWithUnits(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		// The small range makes equal pairs likely.
		small := rapid.Map(rapid.Int64Range(-3, 3), money.FromUnits)
		a := rapid.OneOf(small, anyDecimal()).Draw(t, "a")
		b := rapid.OneOf(small, anyDecimal()).Draw(t, "b")
		less, same, greater := a.Units() < b.Units(), a.Units() == b.Units(), a.Units() > b.Units()
		if a.LessThan(b) != less || a.Equal(b) != same || (a == b) != same || a.GreaterThan(b) != greater {
			t.Errorf("%s and %s compare wrongly", a, b)
		}
		if got := a.Cmp(b); (got < 0) != less || (got == 0) != same || (got > 0) != greater {
			t.Errorf("Cmp(%s, %s) is %d", a, b, got)
		}
		if a.IsNegative() != (a.Units() < 0) || a.IsPositive() != (a.Units() > 0) || a.IsZero() != (a.Units() == 0) {
			t.Errorf("the sign of %s is wrong", a)
		}
		low, high := money.Min(a, b), money.Max(a, b)
		if low.GreaterThan(high) || low != a && low != b || low == a && high != b || low == b && high != a {
			t.Errorf("of %s and %s, %s is the least and %s the greatest", a, b, low, high)
		}
	})
}

func TestMinAndMaxLookAtAllOfTheirNumbers(t *testing.T) {
	t.Parallel()
	if got := money.Min(dec("2"), dec("3"), dec("-1"), dec("0")); got != dec("-1") {
		t.Errorf("the least is %s", got)
	}
	if got := money.Max(dec("2"), dec("0"), dec("3"), dec("-1")); got != dec("3") {
		t.Errorf("the greatest is %s", got)
	}
	if got := money.Min(dec("7")); got != dec("7") {
		t.Errorf("the least of one is %s", got)
	}
}
