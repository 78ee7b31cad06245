package money

import (
	"fmt"
	"math/bits"
)

// Add returns d + other. It panics with an *OverflowError when the sum is too large.
func (d Decimal) Add(other Decimal) Decimal { return orPanic(d.TryAdd(other)) }

// Sub returns d − other. It panics with an *OverflowError when the difference is too large.
func (d Decimal) Sub(other Decimal) Decimal { return orPanic(d.TrySub(other)) }

// Mul returns d × other, rounded half to even at the eighth place. It panics with an *OverflowError when
// the product is too large.
func (d Decimal) Mul(other Decimal) Decimal { return orPanic(d.TryMul(other)) }

// TryAdd returns d + other, or an *OverflowError when the sum is too large.
func (d Decimal) TryAdd(other Decimal) (Decimal, error) {
	sum := d.units + other.units
	// A sum that wrapped around has a sign that neither operand has; −maxUnits−1 is not a Decimal.
	if (d.units^sum)&(other.units^sum) < 0 || sum < -maxUnits {
		return Zero, overflow("an addition", d, other)
	}
	return Decimal{sum}, nil
}

// TrySub returns d − other, or an *OverflowError when the difference is too large.
func (d Decimal) TrySub(other Decimal) (Decimal, error) {
	difference, err := d.TryAdd(other.Neg())
	if err != nil {
		return Zero, overflow("a subtraction", d, other)
	}
	return difference, nil
}

// TryMul returns d × other, rounded half to even at the eighth place, or an *OverflowError when the product
// is too large.
func (d Decimal) TryMul(other Decimal) (Decimal, error) {
	units, fits := mulDiv(d.units, other.units, one)
	if !fits {
		return Zero, overflow("a multiplication", d, other)
	}
	return Decimal{units}, nil
}

// Div returns d ÷ divisor, rounded half to even at the eighth place. It fails with ErrDivisionByZero, and
// with an *OverflowError when the quotient is too large.
func (d Decimal) Div(divisor Decimal) (Decimal, error) {
	if divisor.IsZero() {
		return Zero, ErrDivisionByZero
	}
	units, fits := mulDiv(d.units, one, divisor.units)
	if !fits {
		return Zero, overflow("a division", d, divisor)
	}
	return Decimal{units}, nil
}

// Share returns d × part ÷ whole, rounded half to even at the eighth place only once: even a part that is a
// hundred-millionth of the whole, or less, gets its share of a large d. As long as part is not more than whole, the
// share is not more than d. It fails with ErrDivisionByZero, and with an *OverflowError when the share is too large.
func (d Decimal) Share(part, whole Decimal) (Decimal, error) {
	if whole.IsZero() {
		return Zero, ErrDivisionByZero
	}
	units, fits := mulDiv(d.units, part.units, whole.units)
	if !fits {
		return Zero, overflow("a share", d, part, whole)
	}
	return Decimal{units}, nil
}

// Neg returns −d.
func (d Decimal) Neg() Decimal { return Decimal{-d.units} }

// Abs returns d without its sign.
func (d Decimal) Abs() Decimal { return Decimal{max(d.units, -d.units)} }

// Round returns d rounded half to even at the given number of decimal places, from 0 to 8; any other number is a
// programming error and panics. It panics with an *OverflowError when the rounded number is too large, which only
// happens within one of the limit.
func (d Decimal) Round(decimalPlaces int) Decimal {
	if decimalPlaces < 0 || decimalPlaces > places {
		panic(fmt.Sprintf("money: cannot round to %d decimal places", decimalPlaces))
	}
	step := int64(one)
	for range decimalPlaces {
		step /= 10
	}
	steps, _ := mulDiv(d.units, 1, step)
	units, fits := mulDiv(steps, step, 1)
	if !fits {
		panic(overflow("a rounding", d))
	}
	return Decimal{units}
}

// FloorTo returns the largest multiple of step that is not greater than d: the quantity that can be traded in whole
// lots. A step that is not positive is a programming error and panics. It panics with an *OverflowError when a negative
// d has no such multiple, which only happens within a step of the limit.
func (d Decimal) FloorTo(step Decimal) Decimal {
	if !step.IsPositive() {
		panic(fmt.Sprintf("money: the step %s is not positive", step))
	}
	rest := Decimal{d.units % step.units}
	if rest.IsNegative() {
		rest = rest.Add(step)
	}
	return d.Sub(rest)
}

func orPanic(result Decimal, err error) Decimal {
	if err != nil {
		panic(err)
	}
	return result
}

// mulDiv returns a × b ÷ c with the product in 128 bits, rounded half to even, and whether it fits. No
// operand may be beyond ±maxUnits, and c may not be 0.
func mulDiv(a, b, c int64) (units int64, fits bool) {
	high, low := bits.Mul64(magnitude(a), magnitude(b))
	divisor := magnitude(c)
	if high >= divisor {
		return 0, false
	}
	quotient, rest := bits.Div64(high, low, divisor)
	if quotient > maxUnits { // before rounding up: the largest uint64 would become 0
		return 0, false
	}
	if missing := divisor - rest; rest > missing || rest == missing && quotient%2 == 1 {
		quotient++
	}
	if quotient > maxUnits {
		return 0, false
	}
	if (a < 0) != (b < 0) != (c < 0) {
		return -int64(quotient), true
	}
	return int64(quotient), true
}

func magnitude(n int64) uint64 { return uint64(max(n, -n)) }
