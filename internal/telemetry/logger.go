package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
)

// NewLogger returns the process's logger. Level is debug, info, warn or error; format is json or text; any other value
// is an error that names it.
//
// Lines below warn reach w within about 50 ms, many in one write; a line of warn or above is written before the call
// that logs it returns, together with everything before it. Attributes whose key names a secret are redacted. A failing
// write is not reported, since there is nowhere left to report it.
//
// Lines of warn or above with the same cause are written at most once a second, with the number of omitted ones as
// "repeated". IsOutage, which may be nil, reports the errors that are a single cause whatever fails because of them.
// Work that was canceled because its caller left or the process is stopping is not a problem: its lines become info.
//
// The caller must call stop when the process ends: it writes what is pending and ends the goroutines that NewLogger
// started. Lines logged after that are written at once, and calling stop again is harmless.
func NewLogger(w io.Writer, level, format string, isOutage func(error) bool) (logger *slog.Logger, stop func(), err error) {
	options := &slog.HandlerOptions{}
	if options.Level, err = parseLevel(level); err != nil {
		return nil, nil, err
	}
	var newFormatter func(io.Writer) slog.Handler
	switch format {
	case "json":
		newFormatter = func(out io.Writer) slog.Handler { return slog.NewJSONHandler(out, options) }
	case "text":
		newFormatter = func(out io.Writer) slog.Handler { return slog.NewTextHandler(out, options) }
	default:
		return nil, nil, fmt.Errorf("log format %q is not one of json, text", format)
	}
	lines, held := newLineBuffer(w), newRepeats()
	stop = func() {
		held.close()
		lines.close()
	}
	return slog.New(&handler{formatter: newFormatter(lines), lines: lines, repeats: held, isOutage: isOutage}), stop, nil
}

func parseLevel(level string) (slog.Level, error) {
	switch level {
	case "debug":
		return slog.LevelDebug, nil
	case "info":
		return slog.LevelInfo, nil
	case "warn":
		return slog.LevelWarn, nil
	case "error":
		return slog.LevelError, nil
	}
	return 0, fmt.Errorf("log level %q is not one of debug, info, warn, error", level)
}

// handler wraps the formatter: it redacts secrets before, and flushes important lines after.
//
// Secrets are redacted here and not by slog's ReplaceAttr, because that hook, whatever it does, moves every attribute
// onto a slower path that costs a third more per line and an allocation.
type handler struct {
	formatter slog.Handler
	lines     *lineBuffer
	repeats   *repeats
	isOutage  func(error) bool
	// scope is what the logger adds to its lines, as text.
	scope string
	// withheld is set inside a group whose name is that of a secret: nothing in it is shown.
	withheld bool
}

func (h *handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.formatter.Enabled(ctx, level)
}

func (h *handler) Handle(ctx context.Context, record slog.Record) error {
	if h.needsRedaction(record) {
		record = h.redactRecord(record)
	}
	if record.Level >= slog.LevelWarn && isBrokenOff(ctx, record) {
		record.Level = slog.LevelInfo
		if !h.Enabled(ctx, record.Level) {
			return nil
		}
	}
	if record.Level < slog.LevelWarn {
		return h.formatter.Handle(ctx, record)
	}
	return h.repeats.handle(ctx, h.causeOf(record), record, h.writeNow)
}

// writeNow writes the record and everything before it.
func (h *handler) writeNow(ctx context.Context, record slog.Record) error {
	err := h.formatter.Handle(ctx, record)
	h.lines.flush()
	return err
}

func (h *handler) WithAttrs(attributes []slog.Attr) slog.Handler {
	child := *h
	clean := h.redactAll(attributes)
	child.formatter = h.formatter.WithAttrs(clean)
	for _, attribute := range clean {
		child.scope += "\x00" + attribute.String()
	}
	return &child
}

func (h *handler) WithGroup(name string) slog.Handler {
	child := *h
	child.formatter = h.formatter.WithGroup(name)
	child.scope += "\x00" + name
	child.withheld = h.withheld || namesSecret(name)
	return &child
}
