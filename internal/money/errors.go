package money

import "errors"

// InputError says why a number is refused. Its text is for the client, to follow the name of the field.
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

// ErrDivisionByZero is the error of Div for a divisor of 0, and of Share for a whole of 0.
var ErrDivisionByZero = errors.New("division by zero")

// OverflowError says that the result of a calculation is beyond what a Decimal can hold. It is ErrTooLarge.
type OverflowError struct{ operation string }

func (e *OverflowError) Error() string { return e.operation }

// Unwrap makes an overflow an input error: no number of our own comes near the limit.
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

// Catch, when deferred, turns the panic of an overflow into the error of the deferring function. Any other panic
// continues.
func Catch(err *error) {
	switch cause := recover().(type) {
	case nil:
	case *OverflowError:
		*err = cause
	default:
		panic(cause)
	}
}
