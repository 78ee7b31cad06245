package webhook

import (
	"time"

	"bourse/internal/webhook/wire"
)

// verdict is what an attempt means for its delivery and its endpoint.
type verdict struct {
	status status
	nextAt time.Time // of the next attempt, while pending
	gone   bool      // the receiver wants no more
}

// longestRetryAfter bounds what a receiver can ask for, so that it cannot park a delivery for ever.
const longestRetryAfter = 24 * time.Hour

// judge is the rule: 2xx is success, 410 ends the endpoint, everything else is retried while retries are
// left. number counts the attempts since the delivery was last begun, this one included.
func judge(e *Endpoint, number int, result wire.Result, finished time.Time) verdict {
	switch {
	case result.Class == wire.Answered && result.Status >= 200 && result.Status < 300:
		return verdict{status: succeeded}
	case result.Class == wire.Answered && result.Status == 410:
		return verdict{status: exhausted, gone: true}
	case !e.RetryEnabled || number > e.MaxRetries:
		return verdict{status: exhausted}
	}
	delay := e.retryDelay(number)
	if asked := min(result.RetryAfter, longestRetryAfter); asked > delay {
		delay = asked
	}
	return verdict{status: pending, nextAt: finished.Add(delay)}
}
