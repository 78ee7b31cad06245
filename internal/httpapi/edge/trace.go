package edge

import (
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"bourse/internal/telemetry"
)

// startSpan begins the request's span, as part of the caller's trace if the request names one. It must run before
// anything waits on the request's context, which carries the span from then on.
func (h *Handler) startSpan(e *exchange, r *http.Request) {
	name := r.Method
	attributes := []attribute.KeyValue{attribute.String("http.request.method", r.Method)}
	if e.operation != nil {
		name += " " + basePath + e.operation.pattern
		attributes = append(attributes, attribute.String("http.route", basePath+e.operation.pattern))
	}
	e.context.parent, e.span = h.tracer.Start(telemetry.WithRemoteTrace(e.context.parent, r.Header), name,
		trace.WithSpanKind(trace.SpanKindServer), trace.WithTimestamp(e.started), trace.WithAttributes(attributes...))
}

func endSpan(e *exchange, status int) {
	e.span.SetAttributes(attribute.Int("http.response.status_code", status),
		attribute.String("bourse.request_id", e.requestID))
	if e.code != "" {
		e.span.SetAttributes(attribute.String("error.type", string(e.code)))
	}
	if status >= http.StatusInternalServerError {
		e.span.SetStatus(codes.Error, "")
	}
	e.span.End()
}
