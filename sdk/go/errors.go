package bourse

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Error is a refusal by the server. Programs switch on its Code, people read its Message, and whoever runs the server finds
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
	if e.Code == "" { // it is not the server's own but somebody's on the way
		text = fmt.Sprintf("bourse: %s: %d", e.Operation, e.Status)
	}
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

// newError reads a refusal.
func newError(operation string, status int, header http.Header, text []byte) *Error {
	refused := &Error{
		Operation: operation, Status: status, Message: http.StatusText(status),
		RequestID: header.Get("X-Request-Id"), RetryAfter: retryAfter(header.Get("Retry-After"), time.Now()),
	}
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
