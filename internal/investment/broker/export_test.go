package broker

import (
	"encoding/json"
	"net/http"
	"time"

	"bourse/internal/money"
)

// ReadAmount reads a number of a provider; whether it is beyond all numbers of ours is told, too.
func ReadAmount(text []byte) (number money.Decimal, isBeyond bool, err error) {
	var read amount
	err = json.Unmarshal(text, &read)
	return read.Decimal, read.isBeyond, err
}

// ReadRules reads what an exchange says about a symbol. It tells whether it could be read.
func ReadRules(text []byte) error {
	var read symbolAnswer
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	read.rules()
	return nil
}

// ReadWait is how long a provider asks us to wait, and the longest that it may.
func ReadWait(retryAfter string, body []byte, now time.Time) (wait, longest time.Duration) {
	c := &caller{now: func() time.Time { return now }}
	return c.wait(http.Header{"Retry-After": {retryAfter}}, body), maxWait
}
