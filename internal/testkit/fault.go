package testkit

import (
	"errors"
	"testing"

	"bourse/internal/fault"
)

// WantFault fails the test unless the error is a fault with the code and, where a field is given, about that field. It
// returns the fault, or an empty one, for what else a test wants to know of it.
func WantFault(t testing.TB, err error, code fault.Code, field ...string) *fault.Error {
	t.Helper()
	failure, isFault := errors.AsType[*fault.Error](err)
	switch {
	case !isFault || failure.Code != code:
		t.Errorf("got %v, want %s", err, code)
	case len(field) > 0 && failure.Field != field[0]:
		t.Errorf("got %v about %q, want it about %q", err, failure.Field, field[0])
	default:
		return failure
	}
	return &fault.Error{}
}
