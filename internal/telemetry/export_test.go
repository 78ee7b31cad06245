package telemetry

import (
	"context"
	"log/slog"
	"net/http"
)

// BuildFrom lets a test describe a build other than the test binary.
var BuildFrom = buildFrom

// NeedsRedaction lets a test measure the search for secrets without the formatting that follows.
func NeedsRedaction(record slog.Record) bool { return (&handler{}).needsRedaction(record) }

// SendSpans sends an export of no spans to a collector behind the transport.
func SendSpans(ctx context.Context, collector http.RoundTripper) error {
	client := newCollectorClient("http://collector.test/v1/traces")
	client.http.Transport = collector
	return client.UploadTraces(ctx, nil)
}
