package telemetry

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

const (
	// exportLimit is how long one request to a collector may take.
	exportLimit = 10 * time.Second
	// exportPause is the first pause before spans are sent again; exportPatience is how long sending is retried in all.
	exportPause    = 5 * time.Second
	longestPause   = 30 * time.Second
	exportPatience = time.Minute
	// longestRetry is the longest Retry-After, in seconds, that we follow: with a longer one we do not retry, since
	// exportPatience would be over by then. More seconds than a duration holds would even lie in the past.
	longestRetry = int(exportPatience / time.Second)
	// largestReply bounds how much of a collector's answer is read.
	largestReply = 64 << 10
)

// collectorClient sends spans to a collector that speaks OTLP over HTTP. It does the same as the OpenTelemetry
// project's HTTP exporter, which pulls in all of gRPC without using it, and was an eighth of the binary.
type collectorClient struct {
	http   *http.Client
	url    string
	header http.Header

	stopping context.Context // cancels a running export
	stop     context.CancelFunc
}

func newCollectorClient(address string) *collectorClient {
	c := &collectorClient{http: &http.Client{Timeout: exportLimit}, url: address, header: http.Header{}}
	for _, variable := range []string{"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS"} {
		c.addHeaders(os.Getenv(variable))
	}
	c.header.Set("Content-Type", "application/x-protobuf")
	c.header.Set("Content-Encoding", "gzip")
	c.header.Set("User-Agent", "Bourse")
	c.stopping, c.stop = context.WithCancel(context.Background())
	return c
}

// addHeaders parses the format of the standard variable: name=value,name=value, escaped as in a URL. It skips anything
// that is not a pair.
func (c *collectorClient) addHeaders(list string) {
	for pair := range strings.SplitSeq(list, ",") {
		name, value, ok := strings.Cut(pair, "=")
		unescaped, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); ok && err == nil && name != "" {
			c.header.Set(name, unescaped)
		}
	}
}

// Start does nothing: sending shows whether a collector answers.
func (c *collectorClient) Start(context.Context) error { return nil }

// Stop cuts a running export short. It fails when the context has ended.
func (c *collectorClient) Stop(ctx context.Context) error {
	c.stop()
	return ctx.Err()
}

// UploadTraces delivers spans. Spans that a collector cannot take now are sent again, for at most a minute. It fails
// when the collector refuses them or cannot be reached, and when the context ends or Stop is called.
func (c *collectorClient) UploadTraces(ctx context.Context, spans []*tracepb.ResourceSpans) error {
	body, err := packed(spans)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, exportPatience)
	defer cancel()
	defer context.AfterFunc(c.stopping, cancel)()
	for pause := exportPause; ; pause = min(2*pause, longestPause) {
		again, after, err := c.send(ctx, body)
		if err == nil || !again {
			return err
		}
		select {
		case <-time.After(max(pause, after)):
		case <-ctx.Done():
			return err
		}
	}
}

// packed returns the body of an export. TracesData has the same encoding as the OTLP service's request, whose package
// would need gRPC.
func packed(spans []*tracepb.ResourceSpans) ([]byte, error) {
	plain, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		return nil, fmt.Errorf("encode spans: %w", err)
	}
	var body bytes.Buffer
	compressed := gzip.NewWriter(&body)
	_, _ = compressed.Write(plain) // writing to a buffer never fails
	_ = compressed.Close()
	return body.Bytes(), nil
}

// send sends spans once. It returns whether to send them again, and after which minimum pause.
func (c *collectorClient) send(ctx context.Context, body []byte) (again bool, after time.Duration, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return false, 0, err
	}
	request.Header = c.header.Clone()
	answer, err := c.http.Do(request)
	if err != nil {
		failed, ok := errors.AsType[*url.Error](err)
		if !ok {
			return false, 0, err
		}
		// Only the cause is reported: the URL may contain a key after the host.
		return failed.Timeout() && ctx.Err() == nil, 0, fmt.Errorf("the collector at %s: %w", request.URL.Host, failed.Err)
	}
	defer answer.Body.Close()
	said, _ := io.ReadAll(io.LimitReader(answer.Body, largestReply)) // to report the reason, and to reuse the connection
	switch answer.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	if answer.StatusCode < 300 {
		return false, 0, nil
	}
	seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After")) // a missing one, or a date, counts as zero
	again = again && seconds < longestRetry
	return again, time.Duration(min(max(seconds, 0), longestRetry)) * time.Second, fmt.Errorf("the collector answers %s: %.200q", answer.Status, said)
}
