package broker

import (
	"encoding/json"
	"net/http"
	"time"

	"bourse/internal/money"
)

// ReadAmount reads a number of a provider, and reports whether it is too large for our numbers.
func ReadAmount(text []byte) (number money.Decimal, isBeyond bool, err error) {
	var read amount
	err = json.Unmarshal(text, &read)
	return read.Decimal, read.isBeyond, err
}

// ReadRules reads an exchange's rules of a symbol. It fails when they cannot be read.
func ReadRules(text []byte) error {
	var read symbolAnswer
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	read.rules()
	return nil
}

// ReadWait is how long a provider asks us to wait, and the longest that it may ask for.
func ReadWait(retryAfter string, body []byte, now time.Time) (wait, longest time.Duration) {
	c := &caller{now: func() time.Time { return now }}
	return c.wait(http.Header{"Retry-After": {retryAfter}}, body), maxWait
}
