package venue

import (
	"errors"
	"time"

	"bourse/internal/fault"
)

// Kind says what a failure means for the request to the exchange.
type Kind string

const (
	// Refused is a request that was not carried out and never will be as it stands.
	Refused Kind = "refused"
	// NotNow is a request that was not carried out and may be made again after a while.
	NotNow Kind = "not_now"
	// Denied is a request that was not carried out because of the credentials, or what they allow.
	Denied Kind = "denied"
	// Missing is an order that the exchange does not know, or does not know yet.
	Missing Kind = "missing"
	// Unknown is a request that may or may not have been carried out, or may still be.
	Unknown Kind = "unknown"
)

// Problem is a failure at an exchange. Its message is our own, one sentence for the customer: it repeats nothing of the
// request or the answer.
type Problem struct {
	Kind Kind
	// Code is the fault code that the customer would have got at once, had we known; empty when the failure is not theirs.
	Code    fault.Code
	Message string
	// Wait is how long the exchange asks to wait before the next request; zero leaves it to the caller.
	Wait time.Duration
}

// Error is the message.
func (p *Problem) Error() string { return p.Message }

// KindOf is the kind of a failure. An error that is not a Problem may have happened at any stage: it is Unknown.
func KindOf(err error) Kind {
	if problem, ok := errors.AsType[*Problem](err); ok {
		return problem.Kind
	}
	return Unknown
}

// WaitOf is how long the exchange has asked to wait, zero when it has not.
func WaitOf(err error) time.Duration {
	if problem, ok := errors.AsType[*Problem](err); ok {
		return problem.Wait
	}
	return 0
}

// CodeOf is the code of a failure, empty when it has none.
func CodeOf(err error) fault.Code {
	if problem, ok := errors.AsType[*Problem](err); ok {
		return problem.Code
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return refused.Code
	}
	return ""
}
