// Package fault defines the errors that a caller may see.
//
// A feature returns a *fault.Error for everything that the client can cause or has to handle; any other error is ours
// to fix and reaches the client only as INTERNAL_ERROR. Faults pass unchanged from the rule that raised them to the
// edge, where one table (httpapi/edge/errors.go) maps them to a status.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Error is a failure with a code for programs and a message for people. The message is sent to the client as it is: it
// must never contain a secret.
type Error struct {
	Code    Code
	Message string
	// Field names the offending field of the request, in the client's spelling; empty when the failure
	// is not about one field.
	Field string
	// RetryAfter is how long the caller has to wait; zero when waiting does not help.
	RetryAfter time.Duration
}

func (e *Error) Error() string {
	if e.Field != "" {
		return string(e.Code) + ": " + e.Field + ": " + e.Message
	}
	return string(e.Code) + ": " + e.Message
}

// New returns a fault with the given code.
func New(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Invalid returns a VALIDATION_ERROR about one field of the request.
func Invalid(field, format string, args ...any) *Error {
	return &Error{Code: ValidationError, Field: field, Message: fmt.Sprintf(format, args...)}
}

// About returns a copy of the fault that names the field it is about.
func (e *Error) About(field string) *Error {
	named := *e
	named.Field = field
	return &named
}

// After returns a copy of the fault that says how long the caller must wait.
func (e *Error) After(wait time.Duration) *Error {
	waiting := *e
	waiting.RetryAfter = wait
	return &waiting
}

// Is reports whether err is, or wraps, a fault of the given code.
func Is(err error, code Code) bool {
	var failure *Error
	return errors.As(err, &failure) && failure.Code == code
}
