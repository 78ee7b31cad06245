package bourse

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// CodeUnexpectedAnswer is that of an answer which is not the API's: a proxy's page, that of a network where one has to log in
// first, or something cut short. It says nothing about the session, and a call that changes something may have been carried out.
const CodeUnexpectedAnswer ErrorCode = "UNEXPECTED_ANSWER"

// Error is a refusal by the server, or an answer of somebody on the way to it (CodeUnexpectedAnswer). Programs switch on its Code, people read its Message, and whoever runs the server finds
// the call in its logs by the RequestID.
type Error struct {
	Operation string // that was called, as the contract names it
	Status    int    // of HTTP
	Code      ErrorCode
	Message   string
	// Field of the request that was refused; empty when it is not about one.
	Field     string
	RequestID string
	// RetryAfter is how long to wait before it is worth trying again; zero when the server did not say.
	RetryAfter time.Duration
}

// Error is a sentence for people and logs.
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

// IsCode tells whether an error is a refusal of the given code.
func IsCode(err error, code ErrorCode) bool {
	var refused *Error
	return errors.As(err, &refused) && refused.Code == code
}

// ErrSessionEnded is what calls fail with whose session is over: log in again. The refusal that ended it is there too, for
// errors.As.
var ErrSessionEnded = errors.New("bourse: the session has ended")

// unexpected is that an answer is not the API's.
func unexpected(operation string, status int, header http.Header, why string) *Error {
	return &Error{
		Operation: operation, Status: status, Code: CodeUnexpectedAnswer, Message: "the answer is not the API's: " + why,
		RequestID: header.Get("X-Request-Id"), RetryAfter: retryAfter(header.Get("Retry-After"), time.Now()),
	}
}

// newError reads a refusal.
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

// retryAfter reads the header of that name, which holds seconds or a time; zero when it holds neither.
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
