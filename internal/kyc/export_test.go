package kyc

import (
	"net/http"
	"time"
)

// IsCountry reports whether a code is assigned by ISO 3166-1 alpha-2.
func IsCountry(code string) bool { return countries[code] }

// What the tests of the pure rules call.
var (
	ValidUntil = validUntil
	PauseAfter = pauseAfter
)

// Try applies a named step to a copy of a case.
func (c Case) Try(step string, now time.Time) (Case, error) {
	var err error
	switch step {
	case "submit":
		err = c.submit(c.ID, []byte{1}, now)
	case "approve":
		if err = c.mayDecide(); err == nil {
			err = c.approve(c.ID, now.Add(RenewalWindow*10), now)
		}
	case "reject":
		if err = c.mayDecide(); err == nil {
			c.reject(c.ID, "blurred", now)
		}
	case "expire":
		c.expire(now)
	}
	return c, err
}

// RenewalWindow is how long before its end an approval may be renewed.
const RenewalWindow = renewalWindow

// ParseCallback reports whether the body of a callback can be parsed.
func ParseCallback(body []byte) error {
	_, err := parseCallback(body)
	return err
}

// ReadAnswer returns what an answer of the provider leads to: a reference, or how long to wait.
func ReadAnswer(response *http.Response) (reference string, wait time.Duration) {
	given := read(response)
	return given.reference, given.after
}

// LongestPause is the longest pause before the provider is asked again.
const LongestPause = longestPause
