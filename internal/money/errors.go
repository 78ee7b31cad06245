package money

import "errors"

// InputError says why a number cannot be taken. Its text is meant for the client, after the name of the
// field.
type InputError struct{ reason string }

func (e *InputError) Error() string { return e.reason }

// The reasons to refuse a number.
var (
	ErrNotANumber    = &InputError{"must be a number"}
	ErrTooManyPlaces = &InputError{"must have at most 8 decimal places"}
	ErrTooLarge      = &InputError{"is too large: the limit is 92233720368.54775807"}
	ErrBeyondInput   = &InputError{"must be at most 1000000000"}
	ErrTooLong       = &InputError{"has too many digits or too large an exponent"}
)

// ErrDivisionByZero is what Div returns for a divisor of 0, and Share for a whole of 0.
var ErrDivisionByZero = errors.New("division by zero")

// OverflowError says that the result of a calculation is beyond what a Decimal can hold. It is ErrTooLarge.
type OverflowError struct{ operation string }

func (e *OverflowError) Error() string { return e.operation }

// Unwrap makes an overflow an input error: no number that we make ourselves comes near the limit.
func (e *OverflowError) Unwrap() error { return ErrTooLarge }

func overflow(operation string, operands ...Decimal) *OverflowError {
	text := "the result of " + operation + " is too large"
	for i, operand := range operands {
		if i == 0 {
			text += ": " + operand.String()
		} else {
			text += " and " + operand.String()
		}
	}
	return &OverflowError{text}
}

// Catch, deferred, turns the panic of an overflow into the error of the function that defers it. Any other
// panic goes on.
func Catch(err *error) {
	switch cause := recover().(type) {
	case nil:
	case *OverflowError:
		*err = cause
	default:
		panic(cause)
	}
}
