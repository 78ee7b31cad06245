package edge

import (
	"cmp"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"bourse/internal/telemetry"
)

// statusClientGone is recorded for a request whose client did not wait for the response. It is never sent.
const statusClientGone = 499

// finish ends an exchange, however it went: a panic becomes an envelope, one line is logged and one observation
// recorded. It must be deferred directly, or it could not recover from a panic.
func (h *Handler) finish(e *exchange, r *http.Request) {
	recovered := recover()
	abort := recovered == http.ErrAbortHandler
	if recovered != nil && !abort {
		e.stack = debug.Stack()
		e.failure = fmt.Errorf("panic: %v", recovered)
		// A partial response must not look like a complete one: the connection is cut.
		abort = e.answer.sent
		writeFailure(&e.answer, r, errInternal)
	}
	e.hurryRest()
	if !abort {
		e.answer.send()
	}
	h.bodies.giveBack(e.reserved)
	status := e.answer.status
	if e.clientGone {
		status = statusClientGone
	}
	duration := time.Since(e.started)
	if h.metrics != nil {
		h.metrics.RequestEnded()
		observed := duration
		if e.begun > 0 {
			observed = e.begun // how long a client listened says nothing about us
		}
		h.metrics.ObserveRequest(e.name(), status, observed)
	}
	if e.span != nil {
		endSpan(e, status)
	}
	h.log(e, r, status, duration)
	e.context.release() // after logging, which takes an ended context for a client that has gone
	if abort {
		panic(http.ErrAbortHandler)
	}
}

// name is what the request was for, from a fixed set, in the log and in the metrics.
func (e *exchange) name() string {
	if e.operation != nil {
		return e.operation.id
	}
	return cmp.Or(e.page, telemetry.UnknownOperation)
}

const longestLoggedPath = 256

// log writes the request's one wide line. The query is left out, as it may contain private data. The record goes
// directly to the handler: the logger would look up the source line of the call, which is always this one.
func (h *Handler) log(e *exchange, r *http.Request, status int, duration time.Duration) {
	level := slog.LevelInfo
	switch {
	case (e.failure == nil || e.isProbe) && e.stack == nil && status == http.StatusServiceUnavailable:
		level = slog.LevelWarn // expected and reported, such as a closed market: not our error
	case status >= http.StatusInternalServerError || e.stack != nil:
		level = slog.LevelError
	case e.isProbe && status < http.StatusBadRequest:
		level = slog.LevelDebug // requested every few seconds, always the same
	}
	ctx := r.Context()
	if !h.logger.Enabled(ctx, level) {
		return
	}
	var space [16]slog.Attr
	attributes := space[:0]
	logger := h.logger
	if e.operation == nil {
		attributes = append(attributes, slog.String("operation", e.name()), slog.String("method", shorten(r.Method, 20)))
	} else {
		logger = e.operation.logger
	}
	if e.operation == nil || e.operation.hasParameters() {
		attributes = append(attributes, slog.String("path", shorten(r.URL.Path, longestLoggedPath)))
	}
	attributes = append(attributes,
		slog.Int("status", status),
		slog.Int64("durationMicros", duration.Microseconds()),
		slog.Int64("bytes", e.answer.bytes),
		slog.String("requestId", e.requestID),
		slog.String("address", e.addressText),
	)
	if e.authenticated {
		attributes = append(attributes,
			slog.String("userId", e.caller.UserID.String()), slog.String("tenantId", e.caller.TenantID.String()))
	}
	attributes = e.appendRare(attributes)
	record := slog.NewRecord(e.started.Add(duration), level, "request", 0)
	record.AddAttrs(attributes...)
	_ = logger.Handle(ctx, record) // there is nowhere left to report it
}

// appendRare adds attributes that most lines do not have.
func (e *exchange) appendRare(attributes []slog.Attr) []slog.Attr {
	if e.code != "" {
		attributes = append(attributes, slog.String("errorCode", string(e.code)))
	}
	if e.caller.KeyID != uuid.Nil {
		attributes = append(attributes, slog.String("apiKeyId", e.caller.KeyID.String()))
	}
	if e.replayed {
		attributes = append(attributes, slog.Bool("replayed", true))
	}
	if e.span != nil {
		attributes = append(attributes, slog.String("traceId", e.span.SpanContext().TraceID().String()))
	}
	if e.failure != nil {
		attributes = append(attributes, slog.Any("error", e.failure))
	}
	if e.stack != nil {
		attributes = append(attributes, slog.String("stack", string(e.stack)))
	}
	return attributes
}
