// Package money holds the one number type of Bourse for money, prices and quantities.
//
// A Decimal is exact: a whole number of units of 10⁻⁸, in an int64. In the database it is that BIGINT, so
// that SQL can sum it; on the wire it is a plain JSON number. The largest magnitude is
// 92 233 720 368.54775807, the same on both sides of zero, so that Neg and Abs always have an answer.
//
// # Input
//
// What comes from outside is taken as it is or refused, never rounded: a ninth decimal place and a number
// beyond the largest one are an *InputError with a reason that the client may read. Parse, JSON and the
// generated HTTP code share one rule; the grammar is that of a JSON number.
//
// # Rounding
//
// Add and Sub are exact. Mul and Div round half to even at the eighth place, because that is where a price
// meets a quantity; Round and FloorTo round because that is what they are asked for. Nothing else rounds,
// except FromFloat, which brings the results of statistics back.
//
// # Overflow
//
// A formula should read like the formula, so Add, Sub, Mul, Round and FloorTo return one value. Where the
// result is too large they panic with an *OverflowError: a wrong amount must never be carried on. Two
// things keep such a panic away from the process. TryAdd, TrySub and TryMul return the error instead, for
// the single step where a client's number meets another. And a function with a longer formula begins with
//
//	defer money.Catch(&err)
//
// which turns the panic into the error that the function returns. An *OverflowError is ErrTooLarge, and with
// it an *InputError, so the client is told that the number is too large.
//
// Div returns an error in any case, because a divisor of zero is no accident of size: a portfolio may well
// be worth nothing, and the caller has to say what its shares are then.
package money

import (
	"cmp"
	"math"
)

const (
	// places is the number of decimal places.
	places = 8
	// one is the number of units in 1.
	one = 100_000_000
	// MaxInput is the largest amount, price or quantity that a client may send, and the maximum of every such
	// input in the contract: far beyond what anybody trades, and far enough from what a Decimal holds that
	// ninety of them can be summed.
	MaxInput = 1_000_000_000
	// maxUnits is the largest magnitude. The one int64 below −maxUnits is no Decimal.
	maxUnits = math.MaxInt64
)

// Decimal is an exact number with 8 decimal places. The zero value is 0, and == compares values.
type Decimal struct{ units int64 }

// Zero is 0.
var Zero Decimal

// FromInt returns the whole number n. It panics with an *OverflowError when n is beyond ±92 233 720 368.
func FromInt(n int64) Decimal {
	units, fits := mulDiv(n, one, 1)
	if !fits {
		panic(&OverflowError{operation: "the whole number is too large"})
	}
	return Decimal{units}
}

// FromUnits returns the Decimal of n units of 10⁻⁸. It panics with an *OverflowError for the one int64
// whose negative is not an int64.
func FromUnits(n int64) Decimal {
	if n < -maxUnits {
		panic(&OverflowError{operation: "the number of units is too large"})
	}
	return Decimal{n}
}

// Units returns the number of units of 10⁻⁸: what the database stores.
func (d Decimal) Units() int64 { return d.units }

// Cmp is negative when d is less than other, 0 when they are equal, and positive when d is greater.
func (d Decimal) Cmp(other Decimal) int { return cmp.Compare(d.units, other.units) }

// Equal tells whether both are the same number, as == does.
func (d Decimal) Equal(other Decimal) bool { return d == other }

// GreaterThan tells whether d > other.
func (d Decimal) GreaterThan(other Decimal) bool { return d.units > other.units }

// LessThan tells whether d < other.
func (d Decimal) LessThan(other Decimal) bool { return d.units < other.units }

// IsZero tells whether d is 0.
func (d Decimal) IsZero() bool { return d.units == 0 }

// IsPositive tells whether d > 0.
func (d Decimal) IsPositive() bool { return d.units > 0 }

// IsNegative tells whether d < 0.
func (d Decimal) IsNegative() bool { return d.units < 0 }

// Min returns the smallest of the numbers.
func Min(first Decimal, others ...Decimal) Decimal {
	for _, other := range others {
		first.units = min(first.units, other.units)
	}
	return first
}

// Max returns the largest of the numbers.
func Max(first Decimal, others ...Decimal) Decimal {
	for _, other := range others {
		first.units = max(first.units, other.units)
	}
	return first
}
