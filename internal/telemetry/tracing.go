package telemetry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"
)

// TracingSettings say where spans go and how many.
type TracingSettings struct {
	// Endpoint is the URL of a collector that speaks OTLP over HTTP; empty means no tracing. Without a
	// path, the standard /v1/traces is used. Headers, such as a collector's key, come from the standard
	// variable OTEL_EXPORTER_OTLP_HEADERS.
	Endpoint string
	// SampleRatio is the share of traces begun here that are recorded, from 0 to 1. A trace begun by the
	// caller is recorded when the caller records it.
	SampleRatio    float64
	ServiceName    string
	ServiceVersion string
	// Logger logs spans that could not be delivered. It must be set when Endpoint is.
	Logger *slog.Logger
}

// NewTracerProvider returns the provider of tracers. Without an endpoint it does nothing and costs nothing. An endpoint
// that is not an http or https URL and a ratio outside 0 to 1 are errors that name the setting; a collector that does
// not answer is not an error, since the service works without it.
//
// The caller must call shutdown when the process ends. It delivers the waiting spans; when ctx ends first, it gives up
// the rest and returns the error of ctx.
func NewTracerProvider(ctx context.Context, settings TracingSettings) (
	provider trace.TracerProvider, shutdown func(ctx context.Context) error, err error,
) {
	if settings.Endpoint == "" {
		return noop.NewTracerProvider(), func(context.Context) error { return nil }, nil
	}
	if !(settings.SampleRatio >= 0 && settings.SampleRatio <= 1) { // Written so that NaN is refused too.
		return nil, nil, fmt.Errorf("tracing sample ratio %v is not between 0 and 1", settings.SampleRatio)
	}
	target, err := collectorURL(settings.Endpoint)
	if err != nil {
		return nil, nil, err
	}
	exporter, err := otlptrace.New(ctx, newCollectorClient(target))
	if err != nil {
		return nil, nil, fmt.Errorf("tracing exporter: %w", err)
	}
	recording := sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(&exportReporter{SpanExporter: exporter, logger: settings.Logger}),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(settings.SampleRatio))),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", settings.ServiceName),
			attribute.String("service.version", settings.ServiceVersion),
		)),
	)
	shutdown = func(ctx context.Context) error {
		err := recording.Shutdown(ctx)
		if err != nil {
			// The batcher still waits for its last export; stopping the exporter cuts that short.
			_ = exporter.Shutdown(ctx)
		}
		return err
	}
	return recording, shutdown, nil
}

// CheckCollector fails when NewTracerProvider would refuse the endpoint, with the same error.
func CheckCollector(endpoint string) error {
	if endpoint == "" {
		return nil
	}
	_, err := collectorURL(endpoint)
	return err
}

// collectorURL never repeats the endpoint in an error, because a URL can contain a password.
func collectorURL(endpoint string) (string, error) {
	target, err := url.Parse(endpoint)
	if err != nil || target.Host == "" || (target.Scheme != "http" && target.Scheme != "https") {
		return "", errors.New("tracing endpoint is not an http or https URL")
	}
	if target.User != nil {
		return "", errors.New("tracing endpoint must not hold a user name or password; use OTEL_EXPORTER_OTLP_HEADERS")
	}
	if target.Path == "" || target.Path == "/" {
		target.Path = "/v1/traces"
	}
	return target.String(), nil
}

// exportReporter logs failed exports with our logger. The SDK would report them to a process-wide handler with its own
// format.
type exportReporter struct {
	sdktrace.SpanExporter
	logger *slog.Logger
}

func (e *exportReporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	if err := e.SpanExporter.ExportSpans(ctx, spans); err != nil {
		e.logger.Warn("spans were not delivered", "spans", len(spans), "error", err)
	}
	return nil
}

// WithRemoteTrace returns a context that continues the trace that the caller names in the W3C traceparent header. With
// a missing or malformed header it returns the context unchanged.
func WithRemoteTrace(ctx context.Context, header http.Header) context.Context {
	if len(header["Traceparent"]) == 0 {
		return ctx // Most callers send none, and should not pay for parsing.
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(header))
}
