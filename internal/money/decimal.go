// Package money has the only number type of Bourse for money, prices and quantities.
//
// A Decimal is exact: a whole number of units of 10⁻⁸, in an int64. In the database it is that number as BIGINT, so
// that SQL can sum it; on the wire it is a plain JSON number. The largest magnitude is 92 233 720 368.54775807, the
// same on both sides of zero, so that Neg and Abs always have a result.
//
// # Input
//
// Input is taken as it is or refused, never rounded: a ninth decimal place and a number beyond the largest one are an
// *InputError with a reason that the client may read. Parse, JSON and the generated HTTP code share the same rule; the
// grammar is that of a JSON number.
//
// # Rounding
//
// Add and Sub are exact. Mul and Div round half to even at the eighth place, since a price times a quantity has more;
// Round and FloorTo round because that is their purpose. Share rounds once, and FromFloat rounds the results of
// statistics. Nothing else rounds.
//
// # Overflow
//
// Formulas should be readable, so Add, Sub, Mul, Round and FloorTo return one value. When the result is too large they
// panic with an *OverflowError: a wrong amount must never be used further. There are two ways to keep such a panic from
// the process. TryAdd, TrySub and TryMul return the error instead, for a single step with a client's number. And a
// function with a longer formula begins with
//
//	defer money.Catch(&err)
//
// which turns the panic into the error that the function returns. An *OverflowError is ErrTooLarge, and so an
// *InputError: the client learns that the number is too large.
//
// Div always returns an error value, because a divisor of zero is a normal case: a portfolio may well be worth nothing,
// and the caller must decide what its shares are then.
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
	// MaxInput is the largest amount, price or quantity that a client may send, and the maximum of every such input in
	// the contract: far beyond what anybody trades, and so far below the largest Decimal that ninety of them can be
	// summed.
	MaxInput = 1_000_000_000
	// maxUnits is the largest magnitude. The one int64 below −maxUnits is not a Decimal.
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

// Equal reports whether both are the same number, as == does.
func (d Decimal) Equal(other Decimal) bool { return d == other }

// GreaterThan reports whether d > other.
func (d Decimal) GreaterThan(other Decimal) bool { return d.units > other.units }

// LessThan reports whether d < other.
func (d Decimal) LessThan(other Decimal) bool { return d.units < other.units }

// IsZero reports whether d is 0.
func (d Decimal) IsZero() bool { return d.units == 0 }

// IsPositive reports whether d > 0.
func (d Decimal) IsPositive() bool { return d.units > 0 }

// IsNegative reports whether d < 0.
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
