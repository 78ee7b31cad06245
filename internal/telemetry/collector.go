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
	// exportPause is how long is waited before spans are sent again, at first, and exportPatience how long in all.
	exportPause    = 5 * time.Second
	longestPause   = 30 * time.Second
	exportPatience = time.Minute
	// longestRetry is, in seconds, when a collector may ask us to come back: whoever asks for longer is not asked again, as all
	// patience would be over by then. More seconds than a duration holds would even lie in the past.
	longestRetry = int(exportPatience / time.Second)
	// largestReply bounds what is read of what a collector says.
	largestReply = 64 << 10
)

// collectorClient sends spans to a collector that speaks OTLP over HTTP. It does what the exporter of the OpenTelemetry
// project does over HTTP; that one brings all of gRPC along, which it does not use, and was an eighth of the binary.
type collectorClient struct {
	http   *http.Client
	url    string
	header http.Header

	stopping context.Context // ends an export that is under way
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

// addHeaders reads the form of the standard variable: name=value,name=value, escaped as in a URL. What is no pair is passed
// over.
func (c *collectorClient) addHeaders(list string) {
	for pair := range strings.SplitSeq(list, ",") {
		name, value, ok := strings.Cut(pair, "=")
		unescaped, err := url.PathUnescape(strings.TrimSpace(value))
		if name = strings.TrimSpace(name); ok && err == nil && name != "" {
			c.header.Set(name, unescaped)
		}
	}
}

// Start does nothing: a collector that does not answer is found out by sending to it.
func (c *collectorClient) Start(context.Context) error { return nil }

// Stop cuts an export short that is under way. It fails when the context has ended.
func (c *collectorClient) Stop(ctx context.Context) error {
	c.stop()
	return ctx.Err()
}

// UploadTraces delivers spans. What a collector cannot take now is sent again, for a minute at most. It fails when the
// collector refuses, cannot be reached, or when the context ends or Stop is called.
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

// packed is the body of an export. TracesData is written as the request of OTLP's service is, whose package would need gRPC.
func packed(spans []*tracepb.ResourceSpans) ([]byte, error) {
	plain, err := proto.Marshal(&tracepb.TracesData{ResourceSpans: spans})
	if err != nil {
		return nil, fmt.Errorf("encode spans: %w", err)
	}
	var body bytes.Buffer
	compressed := gzip.NewWriter(&body)
	_, _ = compressed.Write(plain) // a buffer takes everything
	_ = compressed.Close()
	return body.Bytes(), nil
}

// send sends spans once. It tells whether to send them again, and after how long at least.
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
		// Only the cause is told: what stands behind the host of the URL may be a key.
		return failed.Timeout() && ctx.Err() == nil, 0, fmt.Errorf("the collector at %s: %w", request.URL.Host, failed.Err)
	}
	defer answer.Body.Close()
	said, _ := io.ReadAll(io.LimitReader(answer.Body, largestReply)) // to say why, and to keep the connection
	switch answer.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		again = true
	}
	if answer.StatusCode < 300 {
		return false, 0, nil
	}
	seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After")) // none, or a date, is as good as zero
	again = again && seconds < longestRetry
	return again, time.Duration(min(max(seconds, 0), longestRetry)) * time.Second, fmt.Errorf("the collector answers %s: %.200q", answer.Status, said)
}
