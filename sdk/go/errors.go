package bourse

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// CodeUnexpectedAnswer is the code of an answer that is not the API's: a page of a proxy or of a captive portal, or a
// truncated answer. It says nothing about the session, and a call that changes something may have been carried out.
const CodeUnexpectedAnswer ErrorCode = "UNEXPECTED_ANSWER"

// Error is a refusal by the server, or an answer of an intermediary (CodeUnexpectedAnswer). Code is for programs,
// Message for people, and by RequestID the operator of the server finds the call in its logs.
type Error struct {
	Operation string // the operation called, as the contract names it
	Status    int    // the HTTP status
	Code      ErrorCode
	Message   string
	// Field is the request's field that was refused; empty when the error is not about a field.
	Field     string
	RequestID string
	// RetryAfter is how long to wait before a retry makes sense; zero when the server did not say.
	RetryAfter time.Duration
}

// Error formats the error for people and logs.
func (e *Error) Error() string {
	text := fmt.Sprintf("bourse: %s: %d %s", e.Operation, e.Status, e.Code)
	if e.Field != "" {
		text += ": " + e.Field
	}
	text += ": " + e.Message
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// IsCode reports whether an error is a refusal with this code.
func IsCode(err error, code ErrorCode) bool {
	var refused *Error
	return errors.As(err, &refused) && refused.Code == code
}

// ErrSessionEnded is the error of calls whose session has ended: log in again. The refusal that ended it is wrapped as
// well, for errors.As.
var ErrSessionEnded = errors.New("bourse: the session has ended")

// unexpected returns the error for an answer that is not the API's.
func unexpected(operation string, status int, header http.Header, why string) *Error {
	return &Error{
		Operation: operation, Status: status, Code: CodeUnexpectedAnswer, Message: "the answer is not the API's: " + why,
		RequestID: header.Get("X-Request-Id"), RetryAfter: retryAfter(header.Get("Retry-After"), time.Now()),
	}
}

// newError parses a refusal.
func newError(operation string, status int, header http.Header, text []byte) *Error {
	refused := unexpected(operation, status, header, http.StatusText(status))
	var envelope struct {
		Error struct {
			Code           ErrorCode
			Message, Field string
		}
	}
	if decode(text, &envelope) == nil && envelope.Error.Code != "" {
		refused.Code, refused.Message, refused.Field = envelope.Error.Code, envelope.Error.Message, envelope.Error.Field
	}
	return refused
}

// retryAfter parses the header of that name, which holds seconds or a time; zero when it holds neither.
func retryAfter(value string, now time.Time) time.Duration {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
