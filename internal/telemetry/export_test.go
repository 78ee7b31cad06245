package telemetry

import (
	"context"
	"log/slog"
	"net/http"
)

// BuildFrom lets a test describe a build that the test binary is not.
var BuildFrom = buildFrom

// NeedsRedaction lets a test measure the look for secrets without the formatting that follows it.
func NeedsRedaction(record slog.Record) bool { return (&handler{}).needsRedaction(record) }

// SendSpans sends an export of no spans to a collector behind the transport.
func SendSpans(ctx context.Context, collector http.RoundTripper) error {
	client := newCollectorClient("http://collector.test/v1/traces")
	client.http.Transport = collector
	return client.UploadTraces(ctx, nil)
}
