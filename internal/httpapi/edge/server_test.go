package edge_test

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
)

func TestTheServerBoundsWhatAClientCanMakeItWaitFor(t *testing.T) {
	t.Parallel()
	server := edge.NewServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	if server.ReadHeaderTimeout <= 0 || server.ReadTimeout <= 0 || server.IdleTimeout <= 0 || server.MaxHeaderBytes <= 0 {
		t.Errorf("a bound is missing: %+v", server)
	}
	if server.WriteTimeout <= server.ReadTimeout {
		t.Errorf("%v are not enough to read for %v and then answer", server.WriteTimeout, server.ReadTimeout)
	}
}

// The client of a real connection must see the whole refusal even though it has not sent the whole body.
func TestAClientThatAnnouncesALargeBodyReadsTheRefusal(t *testing.T) {
	t.Parallel()
	e := newEdge(t, &edgetest.Operations{})
	connection, err := net.Dial("tcp", edgetest.Listen(t, e.Handler))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	head := "POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n{"
	if _, err := io.WriteString(connection, head); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode != http.StatusRequestEntityTooLarge || !strings.Contains(string(content), string(fault.PayloadTooLarge)) || !answer.Close {
		t.Errorf("got %d %s, close %v", answer.StatusCode, content, answer.Close)
	}
}

func TestARequestIsASpanOfTheCallersTrace(t *testing.T) {
	t.Parallel()
	spans := tracetest.NewSpanRecorder()
	var inside trace.SpanContext
	e := newEdge(t, &edgetest.Operations{OnMe: func(ctx context.Context) (oas.GetMeRes, error) {
		inside = trace.SpanContextFromContext(ctx)
		return edgetest.Profile(edge.Caller(ctx)), nil
	}}, func(o *edge.Options) { o.Tracer = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)) })
	const traceID = "0af7651916cd43dd8448eb211c80319c"
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{
		Method: "GET", Path: "/api/v1/auth/me", Token: "alice", Header: map[string]string{"Traceparent": "00-" + traceID + "-b7ad6b7169203331-01"},
	}), http.StatusOK)
	ended := spans.Ended()
	if len(ended) != 1 || ended[0].Name() != "GET /api/v1/auth/me" || ended[0].SpanContext().TraceID().String() != traceID {
		t.Fatalf("ended %v", ended)
	}
	if inside.SpanID() != ended[0].SpanContext().SpanID() {
		t.Error("the operation does not see the span")
	}
	if line := edgetest.LastLine(t, e); line["traceId"] != traceID {
		t.Errorf("logged %v", line)
	}
}

// On the wire, a client that only closes its side cannot be told from one that has gone, so its work is aborted like
// that of any other client that has disconnected. The response says so, in case the client still reads, and so do those
// to its further requests on the same connection.
func TestWhoClosesTheirSideIsTakenForGone(t *testing.T) {
	t.Parallel()
	begun := make(chan struct{}, 2)
	e := newEdge(t, &edgetest.Operations{OnMe: func(ctx context.Context) (oas.GetMeRes, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	const ask = "GET /api/v1/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer alice\r\n\r\n"
	connection := edgetest.Dial(t, edgetest.Listen(t, e.Handler), ask+ask)
	<-begun
	if err := connection.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(connection)
	for range 2 {
		answer, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(content), "the request was given up") {
			t.Errorf("answered %d %s (%v)", answer.StatusCode, content, err)
		}
	}
	edgetest.WantClosed(t, connection)
	if line := edgetest.LastLine(t, e); line["level"] != "INFO" || line["status"] != 499.0 {
		t.Errorf("logged %v", line)
	}
}
