package money_test

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"bourse/internal/money"
)

// rat returns the number as a fraction, so that results can be checked with independent arithmetic.
func rat(d money.Decimal) *big.Rat { return big.NewRat(d.Units(), 100_000_000) }

// halfEven rounds a fraction to a whole number of the given unit, half to even, in the simplest way: the floor, and
// then the nearer of two neighbours.
func halfEven(exact, unit *big.Rat) *big.Rat {
	count := new(big.Rat).Quo(exact, unit)
	floor := new(big.Int).Div(count.Num(), count.Denom()) // Euclidean, and the denominator is positive.
	rest := new(big.Rat).Sub(count, new(big.Rat).SetInt(floor))
	half := rest.Cmp(big.NewRat(1, 2))
	if half > 0 || half == 0 && floor.Bit(0) == 1 {
		floor.Add(floor, big.NewInt(1))
	}
	return new(big.Rat).Mul(new(big.Rat).SetInt(floor), unit)
}

// wantRat checks a result, with its error, against the fraction that it should be.
func wantRat(t *rapid.T, name string, got money.Decimal, err error, want *big.Rat) {
	t.Helper()
	if new(big.Rat).Abs(want).Cmp(rat(largest)) > 0 {
		if overflow := new(money.OverflowError); !errors.As(err, &overflow) || !errors.Is(err, money.ErrTooLarge) {
			t.Errorf("%s gave %s and error %v, want an overflow", name, got, err)
		}
		return
	}
	if err != nil || rat(got).Cmp(want) != 0 {
		t.Errorf("%s is %s, error %v, want %s", name, got, err, want.FloatString(8))
	}
}

// operand draws numbers of all sizes, so that results near the limit, rounded and plain ones all occur.
func operand() *rapid.Generator[money.Decimal] {
	return rapid.OneOf(
		anyDecimal(),
		rapid.Map(rapid.Int64Range(-1_000, 1_000), money.FromUnits),
		rapid.Map(rapid.Int64Range(-1_000_000_000_000_00, 1_000_000_000_000_00), money.FromUnits),
		rapid.Map(rapid.Int64Range(-2_000, 2_000), func(n int64) money.Decimal { return money.FromUnits(n * 50_000_000) }),
		rapid.SampledFrom([]money.Decimal{largest, smallest, money.Zero, dec("1"), dec("-1"), dec("0.5")}),
	)
}

func TestArithmeticAgreesWithFractions(t *testing.T) {
	t.Parallel()
	unit := big.NewRat(1, 100_000_000)
	rapid.Check(t, func(t *rapid.T) {
		a, b := operand().Draw(t, "a"), operand().Draw(t, "b")
		got, err := a.TryAdd(b)
		wantRat(t, "the sum", got, err, new(big.Rat).Add(rat(a), rat(b)))
		got, err = a.TrySub(b)
		wantRat(t, "the difference", got, err, new(big.Rat).Sub(rat(a), rat(b)))
		got, err = a.TryMul(b)
		wantRat(t, "the product", got, err, halfEven(new(big.Rat).Mul(rat(a), rat(b)), unit))
		if !b.IsZero() {
			got, err = a.Div(b)
			wantRat(t, "the quotient", got, err, halfEven(new(big.Rat).Quo(rat(a), rat(b)), unit))
		}
		if whole := operand().Draw(t, "whole"); !whole.IsZero() {
			got, err = a.Share(b, whole)
			wantRat(t, "the share", got, err, halfEven(new(big.Rat).Quo(new(big.Rat).Mul(rat(a), rat(b)), rat(whole)), unit))
		}
		wantRat(t, "the negative", a.Neg(), nil, new(big.Rat).Neg(rat(a)))
		wantRat(t, "the magnitude", a.Abs(), nil, new(big.Rat).Abs(rat(a)))
	})
}

// Shares taken one after the other, each of the remainder, never exceed the whole.
func TestSharesAddUpToTheWholeAtMost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Map(rapid.Int64Range(0, largest.Units()), money.FromUnits).Draw(t, "amount")
		left, parts := amount, rapid.Map(rapid.Int64Range(1, largest.Units()), money.FromUnits).Draw(t, "parts")
		taken := money.Zero
		for range 5 {
			part := rapid.Map(rapid.Int64Range(0, parts.Units()), money.FromUnits).Draw(t, "part")
			share, err := left.Share(part, parts)
			if err != nil || share.IsNegative() || share.GreaterThan(left) || part == parts && share != left {
				t.Fatalf("%s of %s has the share %s of %s: %v", part, parts, share, left, err)
			}
			taken, left = taken.Add(share), left.Sub(share)
			if parts = parts.Sub(part); parts.IsZero() {
				break
			}
		}
		if taken.GreaterThan(amount) || taken.Add(left) != amount {
			t.Fatalf("%s is taken of %s, and %s is left", taken, amount, left)
		}
	})
}

func TestASmallPartHasItsShareOfALargeAmount(t *testing.T) {
	t.Parallel()
	if got, err := dec("2000000000").Share(dec("1"), dec("1000000000")); err != nil || got != dec("2") {
		t.Errorf("a thousand-millionth of two thousand million is %s (%v), want 2", got, err)
	}
	if _, err := dec("1").Share(dec("1"), money.Zero); !errors.Is(err, money.ErrDivisionByZero) {
		t.Errorf("a share of nothing: %v, want a division by zero", err)
	}
	if _, err := largest.Share(dec("2"), dec("1")); !errors.Is(err, money.ErrTooLarge) {
		t.Errorf("twice the largest number: %v, want that it is too large", err)
	}
}

func TestRoundingAgreesWithFractions(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		places := rapid.IntRange(0, 8).Draw(t, "places")
		d := operand().Draw(t, "d")
		unit := big.NewRat(1, 1)
		for range places {
			unit.Mul(unit, big.NewRat(1, 10))
		}
		got, err := caught(func() money.Decimal { return d.Round(places) })
		wantRat(t, "the rounded number", got, err, halfEven(rat(d), unit))
	})
}

func TestFloorToGivesTheLargestMultipleThatIsNotGreater(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := operand().Draw(t, "d")
		step := operand().Filter(money.Decimal.IsPositive).Draw(t, "step")
		count := new(big.Rat).Quo(rat(d), rat(step))
		floor := new(big.Int).Div(count.Num(), count.Denom())
		got, err := caught(func() money.Decimal { return d.FloorTo(step) })
		wantRat(t, "the floor", got, err, new(big.Rat).Mul(new(big.Rat).SetInt(floor), rat(step)))
	})
}

func TestAdditionIsAssociativeAndSubtractionUndoesIt(t *testing.T) {
	t.Parallel()
	third := rapid.Map(rapid.Int64Range(-3_000_000_000_000_000_000, 3_000_000_000_000_000_000), money.FromUnits)
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := third.Draw(t, "a"), third.Draw(t, "b"), third.Draw(t, "c")
		if left, right := a.Add(b).Add(c), a.Add(b.Add(c)); left != right {
			t.Errorf("(a+b)+c is %s, a+(b+c) is %s", left, right)
		}
		if a.Add(b) != b.Add(a) || a.Add(b).Sub(b) != a {
			t.Error("addition is not commutative or not undone by subtraction")
		}
	})
}

func TestAHalfGoesToTheEvenNeighbour(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ a, b, product string }{
		{"0.00000001", "0.5", "0"},
		{"0.00000003", "0.5", "0.00000002"},
		{"0.00000005", "0.5", "0.00000002"},
		{"-0.00000001", "0.5", "0"},
		{"-0.00000003", "0.5", "-0.00000002"},
		{"0.00000001", "0.50000001", "0.00000001"},
		{"0.00000001", "0.49999999", "0"},
		{"64250.12345678", "0.00012345", "7.93167774"},
	} {
		if got := dec(test.a).Mul(dec(test.b)); got != dec(test.product) {
			t.Errorf("%s × %s is %s, want %s", test.a, test.b, got, test.product)
		}
	}
	for _, test := range []struct{ a, b, quotient string }{
		{"1", "3", "0.33333333"}, {"2", "3", "0.66666667"}, {"-2", "3", "-0.66666667"},
		{"0.00000001", "2", "0"}, {"0.00000003", "2", "0.00000002"}, {"0", "5", "0"}, {"10", "-4", "-2.5"},
	} {
		if got, err := dec(test.a).Div(dec(test.b)); err != nil || got != dec(test.quotient) {
			t.Errorf("%s ÷ %s is %s, error %v, want %s", test.a, test.b, got, err, test.quotient)
		}
	}
	for _, test := range []struct {
		number string
		places int
		want   string
	}{
		{"2.5", 0, "2"}, {"3.5", 0, "4"}, {"-2.5", 0, "-2"}, {"0.125", 2, "0.12"}, {"0.135", 2, "0.14"},
		{"0.12500001", 2, "0.13"}, {"0.12345678", 8, "0.12345678"}, {"99.999", 2, "100"},
	} {
		if got := dec(test.number).Round(test.places); got != dec(test.want) {
			t.Errorf("%s to %d places is %s, want %s", test.number, test.places, got, test.want)
		}
	}
}

func TestLotsAreFloored(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ number, step, want string }{
		{"1.2345", "0.01", "1.23"}, {"1.23", "0.01", "1.23"}, {"0.009", "0.01", "0"}, {"17", "5", "15"},
		{"-1.2345", "0.01", "-1.24"}, {"-15", "5", "-15"}, {"0", "0.3", "0"}, {"1", "0.3", "0.9"},
	} {
		if got := dec(test.number).FloorTo(dec(test.step)); got != dec(test.want) {
			t.Errorf("%s in steps of %s is %s, want %s", test.number, test.step, got, test.want)
		}
	}
}
