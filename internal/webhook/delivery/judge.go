package delivery

import (
	"time"

	"bourse/internal/webhook/wire"
)

// judgement is the consequence of an attempt for its delivery and its endpoint.
type judgement struct {
	status Status
	nextAt time.Time // of the next attempt, while pending
	gone   bool      // the receiver answered 410
}

// longestRetryAfter bounds the delay that a receiver can ask for, so that it cannot park a delivery forever.
const longestRetryAfter = 24 * time.Hour

// judge applies the rule: 2xx is success, 410 ends the endpoint, everything else is retried while retries are left.
// number counts the attempts since the delivery was first sent or last reopened, including this one.
func judge(policy RetryPolicy, number int, result wire.Result, finished time.Time) judgement {
	switch {
	case result.Class == wire.Answered && result.Status >= 200 && result.Status < 300:
		return judgement{status: Succeeded}
	case result.Class == wire.Answered && result.Status == 410:
		return judgement{status: Exhausted, gone: true}
	case !policy.allows(number):
		return judgement{status: Exhausted}
	}
	delay := policy.delay(number)
	if asked := min(result.RetryAfter, longestRetryAfter); asked > delay {
		delay = asked
	}
	return judgement{status: Pending, nextAt: finished.Add(delay)}
}
