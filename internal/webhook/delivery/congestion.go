package delivery

import "time"

// congestion decides how many requests to one receiver may be in flight: more and more while it is fast, fewer when it
// is slow or refuses, one at a time after repeated failures.
type congestion struct {
	width    float64
	failures int           // in a row
	quickest time.Duration // approximate answer time of the receiver when nothing waits
}

const (
	firstWidth = 8
	// enough is how many requests are kept in flight even when they wait for each other.
	enough = 16
	widest = 64

	slowAnswer    = time.Second
	breakerOpens  = 5 // failures in a row
	narrowOnSlow  = 0.8
	narrowOnWait  = 0.99
	narrowOnError = 0.5

	// patientAnswer is how long an answer may take without counting as one that waited.
	patientAnswer = 5 * time.Millisecond
	// forgetting is the fraction by which each further answer ages the quickest one, since networks change.
	forgetting = 256
)

func newCongestion() congestion { return congestion{width: firstWidth} }

// allowed returns how many requests may be in flight.
func (c *congestion) allowed() int {
	if c.failures >= breakerOpens {
		return 1 // the breaker is open: one probe at a time
	}
	return int(c.width)
}

// isFast reports whether the receiver answers quickly and without failures.
func (c *congestion) isFast() bool { return c.failures == 0 && c.width >= firstWidth }

// learn adjusts to the result of an attempt.
func (c *congestion) learn(ok bool, took time.Duration) {
	if !ok {
		c.failures++
		c.width = max(1, c.width*narrowOnError)
		return
	}
	c.failures = 0
	switch {
	case took > slowAnswer:
		c.width = max(1, c.width*narrowOnSlow)
	case c.hasWaited(took) && c.width >= enough:
		c.width = max(enough, c.width*narrowOnWait)
	default:
		c.width = min(widest, c.width+1)
	}
}

// hasWaited reports whether an answer took so much longer than the quickest ones that the request must have waited: at
// the receiver, or for this machine's processors. More requests in flight would then not finish sooner, and hold memory
// and connections while they wait.
func (c *congestion) hasWaited(took time.Duration) bool {
	c.quickest += c.quickest/forgetting + 1
	if c.quickest == 1 || took < c.quickest {
		c.quickest = took
	}
	return took > patientAnswer && took > 3*c.quickest
}
