package broker

import (
	"errors"
	"time"
)

// conclusion is the outcome of a check that ended early. It travels as an error, so that each step of a check can
// stop it.
type conclusion struct{ outcome Outcome }

func (c *conclusion) Error() string { return c.outcome.Message }

// conclude returns the outcome with which a step ended the check.
func conclude(err error) Outcome {
	if ended, ok := errors.AsType[*conclusion](err); ok {
		return ended.outcome
	}
	// Every step ends with a conclusion; the text of any other error could contain a URL with a signature.
	return Outcome{Status: Unreachable, Message: "The check could not be carried out."}
}

func unreachable(message string, wait time.Duration) *conclusion {
	return &conclusion{Outcome{Status: Unreachable, Message: message, RetryAfter: wait}}
}

func refused(status Status, message string) *conclusion {
	return &conclusion{Outcome{Status: status, Message: message}}
}
