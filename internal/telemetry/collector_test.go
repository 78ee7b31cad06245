package telemetry_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/telemetry"
)

// answers is a collector that answers successive requests with these statuses, and repeats the last one.
type answers struct {
	statuses   []int
	retryAfter string
	requests   []*http.Request
}

func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	status := a.statuses[min(len(a.requests), len(a.statuses)-1)]
	a.requests = append(a.requests, r)
	header := http.Header{}
	if a.retryAfter != "" {
		header.Set("Retry-After", a.retryAfter)
	}
	return &http.Response{StatusCode: status, Status: http.StatusText(status), Header: header, Body: io.NopCloser(strings.NewReader("busy"))}, nil
}

func TestABusyCollectorIsAskedAgain(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		collector answers
		requests  int
		waits     time.Duration
		fails     bool
	}{
		"busy once":         {answers{statuses: []int{503, 200}}, 2, 5 * time.Second, false},
		"busy for as long":  {answers{statuses: []int{429, 200}, retryAfter: "17"}, 2, 17 * time.Second, false},
		"busy for minutes":  {answers{statuses: []int{503}}, 4, time.Minute, true}, // after 5, 10 and 20 s
		"busy for ever":     {answers{statuses: []int{429, 200}, retryAfter: "9223372037"}, 1, 0, true},
		"busy for ages":     {answers{statuses: []int{429, 200}, retryAfter: "99999999999999999999"}, 1, 0, true},
		"busy for patience": {answers{statuses: []int{503, 200}, retryAfter: "60"}, 1, 0, true},
		"busy until then":   {answers{statuses: []int{503, 200}, retryAfter: "59"}, 2, 59 * time.Second, false},
		"busy in the past":  {answers{statuses: []int{429, 200}, retryAfter: "-9223372037"}, 2, 5 * time.Second, false},
		"it refuses":        {answers{statuses: []int{400}}, 1, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				err := telemetry.SendSpans(t.Context(), &test.collector)
				if (err != nil) != test.fails || len(test.collector.requests) != test.requests || time.Since(began) != test.waits {
					t.Errorf("%d requests in %v: %v", len(test.collector.requests), time.Since(began), err)
				}
			})
		})
	}
}

// Not parallel: the environment is shared.
func TestHeadersForTheCollectorComeFromTheEnvironment(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "api-key=s3cret%20key, x-team = desk,nonsense,=nothing")
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_HEADERS", "x-team=traces")
	collector := &answers{statuses: []int{200}}
	if err := telemetry.SendSpans(t.Context(), collector); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"api-key": "s3cret key", "x-team": "traces", "Content-Type": "application/x-protobuf", "Content-Encoding": "gzip",
	} {
		if got := collector.requests[0].Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
