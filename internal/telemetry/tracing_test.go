package telemetry_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/trace"

	"bourse/internal/telemetry"
	"bourse/internal/testkit"
)

// collector is a fake OTLP over HTTP collector that keeps what it receives.
type collector struct {
	*httptest.Server
	exports chan export
}

type export struct {
	path, contentType string
	body              []byte
}

func newCollector(t *testing.T, status int) *collector {
	t.Helper()
	c := &collector{exports: make(chan export, 10)}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body []byte
		if unpacked, err := gzip.NewReader(r.Body); err != nil {
			t.Errorf("export is not gzip: %v", err)
		} else if body, err = io.ReadAll(unpacked); err != nil {
			t.Errorf("export: %v", err)
		}
		c.exports <- export{r.URL.Path, r.Header.Get("Content-Type"), body}
		w.WriteHeader(status)
	}))
	t.Cleanup(c.Close)
	return c
}

func settings(endpoint string, ratio float64) telemetry.TracingSettings {
	return telemetry.TracingSettings{
		Endpoint: endpoint, SampleRatio: ratio, ServiceName: "bourse-under-test", ServiceVersion: "v9.8.7",
		Logger: slog.New(slog.DiscardHandler),
	}
}

func newProvider(t *testing.T, s telemetry.TracingSettings) (trace.TracerProvider, func(context.Context) error) {
	t.Helper()
	provider, shutdown, err := telemetry.NewTracerProvider(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return provider, shutdown
}

func TestShutdownDeliversTheSpansThatWait(t *testing.T) {
	t.Parallel()
	for suffix, path := range map[string]string{"": "/v1/traces", "/": "/v1/traces", "/otlp/v1/traces": "/otlp/v1/traces"} {
		receiver := newCollector(t, http.StatusOK)
		provider, shutdown := newProvider(t, settings(receiver.URL+suffix, 1))
		_, span := provider.Tracer("test").Start(t.Context(), "close-a-position")
		span.End()
		if err := shutdown(t.Context()); err != nil {
			t.Fatal(err)
		}
		select {
		case got := <-receiver.exports:
			if got.path != path || got.contentType != "application/x-protobuf" {
				t.Errorf("export to %s as %s, want %s", got.path, got.contentType, path)
			}
			for _, want := range []string{"close-a-position", "service.name", "bourse-under-test", "service.version", "v9.8.7"} {
				if !bytes.Contains(got.body, []byte(want)) {
					t.Errorf("the export does not say %q", want)
				}
			}
		default:
			t.Errorf("nothing was delivered to %s before shutdown returned", path)
		}
	}
}

func TestWithoutAnEndpointNothingIsRecorded(t *testing.T) {
	t.Parallel()
	provider, shutdown := newProvider(t, telemetry.TracingSettings{SampleRatio: 1})
	_, span := provider.Tracer("test").Start(t.Context(), "anything")
	if span.IsRecording() || span.SpanContext().IsValid() {
		t.Error("a span was recorded")
	}
	if err := shutdown(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestABadTracingSettingIsNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		endpoint string
		ratio    float64
		want     string
	}{
		{"collector:4318", 1, "tracing endpoint"},
		{"ftp://collector/", 1, "tracing endpoint"},
		{"http://", 1, "tracing endpoint"},
		{"http://user:hunter2@collector:port/", 1, "tracing endpoint"},
		{"http://user:hunter2@collector/", 1, "tracing endpoint"},
		{"http://collector", -0.1, "sample ratio"},
		{"http://collector", 1.1, "sample ratio"},
		{"http://collector", math.NaN(), "sample ratio"},
	} {
		_, _, err := telemetry.NewTracerProvider(t.Context(), settings(c.endpoint, c.ratio))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %v: error %v, want it to name the %s", c.endpoint, c.ratio, err, c.want)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("the error tells the password: %v", err)
		}
	}
}

func TestTheCallersDecisionToRecordIsFollowed(t *testing.T) {
	t.Parallel()
	const traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
	receiver := newCollector(t, http.StatusOK)
	for _, c := range []struct {
		name, parent string
		ratio        float64
		records      bool
		continues    bool
	}{
		{"the caller records", "00-" + traceID + "-00f067aa0ba902b7-01", 0, true, true},
		{"the caller does not record", "00-" + traceID + "-00f067aa0ba902b7-00", 1, false, true},
		{"there is no caller and nothing is sampled", "", 0, false, false},
		{"there is no caller and all is sampled", "", 1, true, false},
		{"the header is malformed", "00-xyz-00f067aa0ba902b7-01", 0, false, false},
	} {
		provider, shutdown := newProvider(t, settings(receiver.URL, c.ratio))
		header := http.Header{}
		if c.parent != "" {
			header.Set("traceparent", c.parent)
		}
		_, span := provider.Tracer("test").Start(telemetry.WithRemoteTrace(t.Context(), header), "request")
		if span.IsRecording() != c.records {
			t.Errorf("%s: recording is %v", c.name, span.IsRecording())
		}
		if got := span.SpanContext().TraceID().String() == traceID; got != c.continues {
			t.Errorf("%s: continuing the trace is %v", c.name, got)
		}
		if err := shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

func TestARefusedExportIsLogged(t *testing.T) {
	t.Parallel()
	receiver := newCollector(t, http.StatusBadRequest)
	out := &sink{}
	logger, stop := newLogger(t, out, "info", "text")
	defer stop()
	refused := settings(receiver.URL, 1)
	refused.Logger = logger
	provider, shutdown := newProvider(t, refused)
	_, span := provider.Tracer("test").Start(t.Context(), "request")
	span.End()
	if err := shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if !strings.Contains(out.text(), `msg="spans were not delivered" spans=1`) {
		t.Errorf("logged %q", out.text())
	}
}

func TestShutdownGivesUpWhenItsContextEnds(t *testing.T) {
	t.Parallel()
	arrived, abandoned := make(chan struct{}), make(chan struct{})
	stuck := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // the server notices that the client left only once the body is read
		close(arrived)
		<-r.Context().Done()
		close(abandoned)
	}))
	t.Cleanup(stuck.Close)
	provider, shutdown := newProvider(t, settings(stuck.URL, 1))
	_, span := provider.Tracer("test").Start(t.Context(), "request")
	span.End()

	ctx, cancel := context.WithCancel(t.Context())
	var stopping testkit.Stopwatch
	go func() {
		<-arrived
		stopping = testkit.StartStopwatch()
		cancel()
	}()
	if err := shutdown(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("shutdown returned %v, want that it was cancelled", err)
	}
	testkit.Receive(t, "the end of the export", abandoned)
	if stopping.Elapsed() > 5*time.Second { // otherwise the export would take ten
		t.Error("the export went on after shutdown had given up")
	}
}
