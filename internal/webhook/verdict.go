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

// congestion decides how many requests may be on the wire to one receiver at a time: more and more while
// it is fast, fewer when it is slow or refuses, one at a time after repeated failures.
type congestion struct {
	width    float64
	failures int // in a row
}

const (
	firstWidth    = 8
	widest        = 64
	slowAnswer    = time.Second
	breakerOpens  = 5 // failures in a row
	narrowOnSlow  = 0.8
	narrowOnError = 0.5
)

func newCongestion() congestion { return congestion{width: firstWidth} }

// allowed is how many requests may be on the wire.
func (c *congestion) allowed() int {
	if c.failures >= breakerOpens {
		return 1 // the breaker is open: one probe at a time
	}
	return int(c.width)
}

// isFast reports whether the receiver answers well.
func (c *congestion) isFast() bool { return c.failures == 0 && c.width >= firstWidth }

// learn takes the outcome of a request into account.
func (c *congestion) learn(ok bool, took time.Duration) {
	switch {
	case !ok:
		c.failures++
		c.width = max(1, c.width*narrowOnError)
	case took > slowAnswer:
		c.failures = 0
		c.width = max(1, c.width*narrowOnSlow)
	default:
		c.failures = 0
		c.width = min(widest, c.width+1)
	}
}
