package wire_test

import (
	"net/http"
	"testing"
	"time"

	"bourse/internal/webhook/wire"
)

// FuzzNobodyAsksForTooLong checks that no receiver can make us wait longer than allowed.
func FuzzNobodyAsksForTooLong(f *testing.F) {
	for _, seed := range []string{"", "0", "-1", "120", "9223372036854775807", "18446744073709551616", "Fri, 31 Dec 9999 23:59:59 GMT", "Mon, 01 Jan 0001 00:00:00 GMT", "1.5", "\xff"} {
		f.Add(seed)
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		if wait := wire.RetryAfter(http.Header{"Retry-After": {text}}, now); wait < 0 || wait > wire.LongestRetryAfter {
			t.Errorf("%q: %s", text, wait)
		}
	})
}
