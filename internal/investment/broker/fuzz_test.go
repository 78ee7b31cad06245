package broker_test

import (
	"testing"
	"time"

	"bourse/internal/investment/broker"
)

// FuzzAnAnswerOfAProviderIsReadOrRefused checks that any number or rule in an exchange's answer is either read or
// refused.
func FuzzAnAnswerOfAProviderIsReadOrRefused(f *testing.F) {
	for _, seed := range []string{
		`"0.50000000"`, `1e400`, `"1e400"`, `"NaN"`, `"Infinity"`, `-0.123456789123`, `""`, `"""`, `null`, `99999999999999999999`, `"0x10"`, `"1_000"`,
		`{"symbol":"BTCUSDT","status":"TRADING","orderTypes":["LIMIT"],"filters":[{"filterType":"PRICE_FILTER","minPrice":"-1","tickSize":"1e-400"},{"filterType":"LOT_SIZE","stepSize":"9e99"}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if number, isBeyond, err := broker.ReadAmount(text); err == nil && isBeyond && !number.IsZero() {
			t.Errorf("%q is beyond and %s", text, number)
		}
		_ = broker.ReadRules(text) // it only has to return
	})
}

// FuzzNoProviderMakesUsWaitForEver checks that what a provider asks for is bounded.
func FuzzNoProviderMakesUsWaitForEver(f *testing.F) {
	f.Add("9223372036854775807", []byte(`{}`))
	f.Add("Fri, 31 Dec 9999 23:59:59 GMT", []byte{})
	f.Add("", []byte(`{"metadata":{"recommendedRetryTime":"9999-12-31T23:59:59Z"}}`))
	f.Add("-5", []byte(`{"metadata":{"recommendedRetryTime":"0001-01-01T00:00:00Z"}}`))
	f.Fuzz(func(t *testing.T, retryAfter string, body []byte) {
		if wait, longest := broker.ReadWait(retryAfter, body, time.Unix(1767323045, 0)); wait < 0 || wait > longest {
			t.Errorf("%q %q: %s", retryAfter, body, wait)
		}
	})
}
