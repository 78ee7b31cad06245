package money_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"bourse/internal/money"
)

var (
	scale    = big.NewInt(100_000_000)
	maxUnits = big.NewInt(math.MaxInt64)
)

// judge is a test or a property.
type judge interface {
	Helper()
	Errorf(format string, arguments ...any)
}

// quotientOf divides whole numbers and rounds half to even.
func quotientOf(dividend, divisor *big.Int) *big.Int {
	return halfEven(new(big.Rat).SetFrac(dividend, divisor), big.NewRat(1, 1)).Num()
}

// edges are the units where arithmetic in 64 and 128 bits is most likely to go wrong: powers of two and of ten, the
// limits and their halves and roots, and their neighbours, on both sides of zero.
func edges() []int64 {
	var units []int64
	add := func(middle *big.Int) {
		for _, near := range []int64{-2, -1, 0, 1, 2} {
			n := new(big.Int).Add(middle, big.NewInt(near))
			if n.CmpAbs(maxUnits) <= 0 {
				units = append(units, n.Int64(), -n.Int64())
			}
		}
	}
	for power := range uint(64) {
		add(new(big.Int).Lsh(big.NewInt(1), power))
	}
	for power := range int64(20) {
		add(new(big.Int).Exp(big.NewInt(10), big.NewInt(power), nil))
	}
	for _, part := range []int64{1, 2, 3, 5, 100_000_000} {
		add(new(big.Int).Div(maxUnits, big.NewInt(part)))
	}
	wide := new(big.Int).Lsh(scale, 64) // products of this many units once had a quotient of 2⁶⁴ and wrapped
	add(new(big.Int).Sqrt(wide))
	add(new(big.Int).Sqrt(new(big.Int).Rsh(wide, 1)))
	return units
}

// wantUnits checks a result, with its error, against the whole number of units that it should be.
func wantUnits(t judge, what string, got money.Decimal, err error, want *big.Int) {
	t.Helper()
	switch {
	case want.CmpAbs(maxUnits) > 0 && err == nil:
		t.Errorf("%s is %s without an error, want an overflow", what, got)
	case want.CmpAbs(maxUnits) <= 0 && (err != nil || got.Units() != want.Int64()):
		t.Errorf("%s is %d, error %v, want %s", what, got.Units(), err, want)
	}
}

// wantPair checks every operation on two numbers.
func wantPair(t judge, a, b int64) {
	t.Helper()
	left, right := money.FromUnits(a), money.FromUnits(b)
	x, y := big.NewInt(a), big.NewInt(b)
	name := func(operation string) string { return fmt.Sprintf("%d %s %d", a, operation, b) }
	got, err := left.TryAdd(right)
	wantUnits(t, name("+"), got, err, new(big.Int).Add(x, y))
	got, err = left.TrySub(right)
	wantUnits(t, name("−"), got, err, new(big.Int).Sub(x, y))
	got, err = left.TryMul(right)
	wantUnits(t, name("×"), got, err, quotientOf(new(big.Int).Mul(x, y), scale))
	for operation, calculate := range map[string]func() money.Decimal{
		"+": func() money.Decimal { return left.Add(right) },
		"−": func() money.Decimal { return left.Sub(right) },
		"×": func() money.Decimal { return left.Mul(right) },
	} {
		tried, failed := map[string]func(money.Decimal) (money.Decimal, error){"+": left.TryAdd, "−": left.TrySub, "×": left.TryMul}[operation](right)
		got, err := caught(calculate)
		if got != tried || (err == nil) != (failed == nil) {
			t.Errorf("%s is %s (%v), and tried %s (%v)", name(operation), got, err, tried, failed)
		}
	}
	if b != 0 {
		got, err = left.Div(right)
		wantUnits(t, name("÷"), got, err, quotientOf(new(big.Int).Mul(x, scale), y))
	}
	if b > 0 {
		floor := new(big.Int).Mul(new(big.Int).Div(x, y), y) // Euclidean, which for a positive divisor is the floor
		got, err = caught(func() money.Decimal { return left.FloorTo(right) })
		wantUnits(t, name("floored to"), got, err, floor)
	}
	if left.Cmp(right) != x.Cmp(y) || left.LessThan(right) != (x.Cmp(y) < 0) || left.GreaterThan(right) != (x.Cmp(y) > 0) ||
		left.Equal(right) != (x.Cmp(y) == 0) || money.Min(left, right).Units() != min(a, b) || money.Max(left, right).Units() != max(a, b) {
		t.Errorf("%s are compared wrongly", name("and"))
	}
}

// wantSingle checks every operation on one number, and every conversion to and from the type.
func wantSingle(t judge, units int64) {
	t.Helper()
	d, n := money.FromUnits(units), big.NewInt(units)
	wantUnits(t, "the negative", d.Neg(), nil, new(big.Int).Neg(n))
	wantUnits(t, "the magnitude", d.Abs(), nil, new(big.Int).Abs(n))
	step := new(big.Int).Set(scale)
	for places := range 9 {
		want := new(big.Int).Mul(quotientOf(n, step), step)
		got, err := caught(func() money.Decimal { return d.Round(places) })
		wantUnits(t, fmt.Sprintf("%d rounded to %d places", units, places), got, err, want)
		step.Div(step, big.NewInt(10))
	}
	got, err := caught(func() money.Decimal { return money.FromInt(units) })
	wantUnits(t, fmt.Sprintf("the whole number %d", units), got, err, new(big.Int).Mul(n, scale))
	text := new(big.Rat).SetFrac(n, scale).FloatString(8)
	parsed, err := money.Parse(text)
	wantUnits(t, "the parsed "+text, parsed, err, n)
	encoded, _ := json.Marshal(d)
	var decoded, scanned money.Decimal
	if err := json.Unmarshal(encoded, &decoded); err != nil || decoded != d || d.String() != string(encoded) {
		t.Errorf("%d is %s on the wire, %s as text and comes back as %s", units, encoded, d, decoded)
	}
	for _, stored := range []any{units, fmt.Sprint(units), []byte(fmt.Sprint(units))} {
		if err := scanned.Scan(stored); err != nil || scanned != d {
			t.Errorf("%v of %T is read as %s: %v", stored, stored, scanned, err)
		}
	}
	if d.IsZero() != (units == 0) || d.IsPositive() != (units > 0) || d.IsNegative() != (units < 0) || d.Units() != units {
		t.Errorf("the sign of %d is wrong", units)
	}
}

func TestAProductBeyondTheRangeIsNeverZero(t *testing.T) {
	t.Parallel()
	if got, err := dec("46116859146.64454824").TryMul(dec("4.00000009")); err == nil {
		t.Errorf("the product is %s without an error", got)
	}
}

func TestEveryOperationAgreesWithWholeNumbersAtTheEdges(t *testing.T) {
	t.Parallel()
	all := edges()
	for i, a := range all {
		wantSingle(t, a)
		for j := i % 7; j < len(all); j += 7 { // each a meets a seventh of the others, a different one than its neighbour
			wantPair(t, a, all[j])
		}
	}
}

func TestEveryOperationAgreesWithWholeNumbersEverywhere(t *testing.T) {
	t.Parallel()
	whole := rapid.Int64Range(-math.MaxInt64, math.MaxInt64)
	rapid.Check(t, func(t *rapid.T) {
		a := whole.Draw(t, "a")
		wantSingle(t, a)
		wantPair(t, a, whole.Draw(t, "b"))
		wantPair(t, a, rapid.SampledFrom(edges()).Draw(t, "edge"))
		// The other factor of a product at a power of two, where a carry is most easily lost.
		product := new(big.Int).Lsh(scale, uint(rapid.IntRange(60, 66).Draw(t, "power")))
		if a == 0 {
			return
		}
		other := product.Div(product, big.NewInt(a))
		other.Add(other, big.NewInt(rapid.Int64Range(-3, 3).Draw(t, "near")))
		if other.CmpAbs(maxUnits) <= 0 {
			wantPair(t, a, other.Int64())
			wantPair(t, other.Int64(), a)
		}
	})
}

func TestWhatIsBeyondTheRangeIsRefusedOnEveryWayIn(t *testing.T) {
	t.Parallel()
	beyond := new(big.Int).Add(maxUnits, big.NewInt(1))
	for _, units := range []*big.Int{beyond, new(big.Int).Neg(beyond), new(big.Int).Lsh(beyond, 1), new(big.Int).Neg(new(big.Int).Lsh(beyond, 64))} {
		text := new(big.Rat).SetFrac(units, scale).FloatString(8)
		var d money.Decimal
		if got, err := money.Parse(text); err == nil {
			t.Errorf("%s is parsed as %s", text, got)
		}
		if err := json.Unmarshal([]byte(text), &d); err == nil {
			t.Errorf("%s is decoded as %s", text, d)
		}
		if err := d.Scan(units.String()); err == nil {
			t.Errorf("%s units are read as %s", units, d)
		}
		float, _ := new(big.Rat).SetFrac(units, big.NewInt(50_000_000)).Float64() // twice as much: a float is not exact
		if got, err := money.FromFloat(float); err == nil {
			t.Errorf("%g becomes %s", float, got)
		}
	}
	wantOverflow(t, "the lowest int64", func() { money.FromUnits(math.MinInt64) })
	wantOverflow(t, "the lowest whole number", func() { money.FromInt(math.MinInt64) })
	var d money.Decimal
	if err := d.Scan(int64(math.MinInt64)); err == nil {
		t.Errorf("the lowest int64 is read as %s", d)
	}
}
