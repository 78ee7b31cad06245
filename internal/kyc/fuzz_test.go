package kyc_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/kyc"
)

// FuzzACallbackIsReadOrRefused checks that whatever the provider signs is either parsed or refused as its mistake.
func FuzzACallbackIsReadOrRefused(f *testing.F) {
	for _, seed := range []string{
		`{"submissionId":"019bbf1a-2c00-7000-8000-000000000097","decision":"approve","reference":"check-1"}`, `{"submissionId":null}`, `null`, `[]`, ``, `{"submissionId":"urn:uuid:1"}`,
		`{"submissionId":"019bbf1a-2c00-7000-8000-000000000097","decision":"reject","reason":"\ud800"}`, `{"decision":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if refusal, err := (*fault.Error)(nil), kyc.ParseCallback(body); err != nil && !errors.As(err, &refusal) {
			t.Errorf("%q: %v, which would be a failure of ours", body, err)
		}
	})
}

// FuzzAnAnswerOfTheProviderIsBounded checks that no answer makes us wait longer or store more than is allowed.
func FuzzAnAnswerOfTheProviderIsBounded(f *testing.F) {
	f.Add(200, "", []byte(`{"reference":"check-1"}`))
	f.Add(503, "9223372036854775807", []byte(`{}`))
	f.Add(429, "-1", []byte{})
	f.Fuzz(func(t *testing.T, status int, retryAfter string, body []byte) {
		response := &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {retryAfter}}, Body: io.NopCloser(bytes.NewReader(body))}
		reference, wait := kyc.ReadAnswer(response)
		if wait < 0 || wait > kyc.LongestPause || len([]rune(reference)) > 200 {
			t.Errorf("%d %q %q: %q after %s", status, retryAfter, body, reference, wait)
		}
	})
}

// FuzzSignaturesAreChecked checks that no headers pass without an id and a current time.
func FuzzSignaturesAreChecked(f *testing.F) {
	f.Add("msg_1", "1767323045", "v1,YQ==")
	f.Add("", "", "")
	f.Add("\xff", "-9223372036854775808", "v1,")
	now := time.Unix(1767323045, 0)
	f.Fuzz(func(t *testing.T, id, timestamp, signatures string) {
		signature := kyc.Signature{ID: id, Timestamp: timestamp, Signatures: signatures}
		if signature.Check(now) == nil && (id == "" || len(id) > 800 || len(signatures) > 1000) {
			t.Errorf("%+v passes", signature)
		}
	})
}
