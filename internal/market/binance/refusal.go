package binance

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/go-faster/jx"
)

const (
	usedWeightHeader = "X-MBX-USED-WEIGHT-1M"
	// cautiousWeight is four fifths of the 6000 that an address may spend in a minute. The address may be
	// shared, so the rest is left to others.
	cautiousWeight = 4800

	defaultLimitWait = time.Minute
	// defaultBanWait is for a ban without a stated end. Bans begin at two minutes.
	defaultBanWait = 5 * time.Minute
	// longestWait is the longest possible ban. A longer one is an error in the header.
	longestWait = 72 * time.Hour
	// longestMessage keeps the exchange's messages from filling the log.
	longestMessage = 200
)

// Error is a refusal by the exchange.
type Error struct {
	Status  int    // of HTTP
	Code    int    // the exchange's own, 0 when it gave none
	Message string // the exchange's words
	// RetryAfter is how long the exchange wants to be left alone; zero when it does not limit us.
	RetryAfter time.Duration
}

func (e *Error) Error() string {
	return fmt.Sprintf("binance answered %d: code %d: %s", e.Status, e.Code, e.Message)
}

// isPermanent reports whether the same request would fail again.
func isPermanent(err error) bool {
	var refusal *Error
	if errors.As(err, &refusal) {
		return refusal.Status < http.StatusInternalServerError && refusal.RetryAfter == 0
	}
	return errors.Is(err, errBodyTooLarge) || errors.Is(err, errMalformed)
}

// refusal makes the error from the {code, msg} of an unsuccessful response. Whatever else the body holds, the status is
// enough for an error.
func refusal(response *http.Response, body []byte, at time.Time) *Error {
	err := &Error{Status: response.StatusCode, Message: http.StatusText(response.StatusCode)}
	if isLimit(response.StatusCode) {
		err.RetryAfter = coolDown(response, at)
	}
	var code int
	var message string
	broken := jx.DecodeBytes(body).ObjBytes(func(decoder *jx.Decoder, key []byte) (err error) {
		switch string(key) {
		case "code":
			code, err = decoder.Int()
		case "msg":
			message, err = decoder.Str()
		default:
			err = decoder.Skip()
		}
		return err
	})
	if broken == nil && message != "" {
		err.Code, err.Message = code, printable(message)
	}
	return err
}

func printable(message string) string {
	if len(message) > longestMessage {
		message = message[:longestMessage]
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, message)
}

func isLimit(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusTeapot
}

// coolDown is how long to send nothing after the response: what a refusal demands, or the rest of the minute when most of
// the request weight is used up.
func coolDown(response *http.Response, at time.Time) time.Duration {
	if isLimit(response.StatusCode) {
		seconds, err := strconv.Atoi(strings.TrimSpace(response.Header.Get("Retry-After")))
		switch {
		case err == nil && seconds > 0:
			return time.Duration(min(seconds, int(longestWait/time.Second))) * time.Second
		case response.StatusCode == http.StatusTeapot:
			return defaultBanWait
		}
		return defaultLimitWait
	}
	used, err := strconv.Atoi(response.Header.Get(usedWeightHeader))
	if err != nil || used < cautiousWeight {
		return 0
	}
	return at.Truncate(time.Minute).Add(time.Minute).Sub(at)
}
