package notify

import (
	"errors"
	"time"
)

// retryDelays are the pauses after the first, second, … failed try. The last one repeats.
var retryDelays = [...]time.Duration{
	time.Second, 5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour,
}

// retryDelay is the pause after the given try, which counts from one.
func retryDelay(attempt int64) time.Duration {
	return retryDelays[min(max(attempt, 1), int64(len(retryDelays)))-1]
}

// The possible outcomes of a try, as logged.
const (
	resultSent    = "sent"
	resultRetry   = "retry"
	resultGivenUp = "given_up"
	resultExpired = "expired"
)

// errExpired means that a message became due only after it had expired.
var errExpired = errors.New("expired before it could be sent")

// outcome is the result of one try.
type outcome struct {
	result string
	reason string    // of the failure; fit to be stored and logged
	next   time.Time // for a retry: when to try again
}

// judge decides what follows from the error of a try that ended now.
func judge(c claim, err error, now time.Time) outcome {
	if err == nil {
		return outcome{result: resultSent}
	}
	if errors.Is(err, errExpired) {
		return outcome{result: resultExpired, reason: errExpired.Error()}
	}
	reason, permanent := Explain(err)
	next := now.Add(retryDelay(c.attempt))
	if permanent || !next.Before(c.message.ExpiresAt) {
		return outcome{result: resultGivenUp, reason: reason}
	}
	return outcome{result: resultRetry, reason: reason, next: next}
}
