package wire_test

import (
	"context"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/wire"
)

// trusting allows loopback and the certificate of the server.
func trusting(server *httptest.Server) egress.Policy {
	policy := egress.Policy{AllowLoopback: true, RootCAs: x509.NewCertPool()}
	policy.RootCAs.AddCert(server.Certificate())
	return policy
}

func TestAClosedPortIsAConnectFailure(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	result := newClient(t, local).Do(t.Context(), post("http://"+listener.Addr().String()))
	wantClass(t, result, wire.Connect, "connection refused")
	if result.Status != 0 || result.Timing.Total <= 0 {
		t.Errorf("got %+v", result)
	}
}

func TestABrokenConnectionIsAConnectFailure(t *testing.T) {
	t.Parallel()
	reset := newSocket(t, func(connection *net.TCPConn) {
		readRequest(connection)
		_ = connection.SetLinger(0)
	})
	wantClass(t, newClient(t, local).Do(t.Context(), post(reset)), wire.Connect, "connection reset by peer")

	silent := newSocket(t, readTCP)
	wantClass(t, newClient(t, local).Do(t.Context(), post(silent)), wire.Connect, "the receiver closed the connection without an answer")

	cut := newSocket(t, answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"))
	result := newClient(t, local).Do(t.Context(), post(cut))
	wantClass(t, result, wire.Connect, "the receiver closed the connection before the end of its answer")
	if result.Status != http.StatusOK || string(result.Body) != "only this" {
		t.Errorf("got %d %q, want what arrived", result.Status, result.Body)
	}
}

func readTCP(connection *net.TCPConn) { readRequest(connection) }

func TestNonsenseIsAProtocolFailure(t *testing.T) {
	t.Parallel()
	const invalid = "the answer is not valid HTTP"
	for answer, detail := range map[string]string{
		"220 mail.example ESMTP s3cret\r\n":                                             invalid,
		"HTTP/1.1 banana s3cret\r\n\r\n":                                                invalid,
		"HTTP/1.1 200 OK\r\nContent-Length: s3cret\r\n\r\n":                             invalid,
		"HTTP/1.1 200 OK\r\ns3cret\r\n\r\n":                                             invalid,
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\ns3cret\r\n":               invalid,
		"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 70<<10) + "\r\n\r\n":             "the headers of the answer are too large",
		"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n": "the receiver switched to another protocol",
	} {
		target := newSocket(t, answering(answer))
		wantClass(t, newClient(t, local).Do(t.Context(), post(target)), wire.Protocol, detail)
	}
}

func TestWhatCannotBeSentIsAProtocolFailure(t *testing.T) {
	t.Parallel()
	client := newClient(t, local)
	const unusable = "the method or the URL cannot be used"
	wantClass(t, client.Do(t.Context(), post("http://bad host/s3cret")), wire.Protocol, unusable)
	wantClass(t, client.Do(t.Context(), wire.Call{Method: "BAD METHOD", URL: "http://127.0.0.1/"}), wire.Protocol, unusable)
	call := post("http://127.0.0.1:1/")
	call.Header.Set("Authorization", "s3cret\r\nX: y")
	wantClass(t, client.Do(t.Context(), call), wire.Protocol, "a header of the request cannot be sent")
}

func TestAReceiverThatCannotShowWhoItIsIsATLSFailure(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	result := newClient(t, egress.Policy{AllowLoopback: true}).Do(t.Context(), post(server.URL))
	wantClass(t, result, wire.TLS, "the certificate is not accepted: x509: certificate signed by unknown authority")

	elsewhere := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	result = newClient(t, trusting(server)).Do(t.Context(), post(elsewhere))
	wantClass(t, result, wire.TLS, "the certificate is not accepted: x509: certificate is valid for example.com, *.example.com, not localhost")

	plain := newReceiver(t, func(http.ResponseWriter, *http.Request) {})
	result = newClient(t, local).Do(t.Context(), post(strings.Replace(plain, "http:", "https:", 1)))
	wantClass(t, result, wire.TLS, "the receiver does not speak TLS")

	silent := newSocket(t, func(connection *net.TCPConn) { _, _ = connection.Read(make([]byte, 1)) })
	result = newClient(t, local).Do(t.Context(), post(strings.Replace(silent, "http:", "https:", 1)))
	if result.Class != wire.TLS {
		t.Errorf("got %q (%s), want tls", result.Class, result.Detail)
	}
}

func TestANameWithoutAnAnswerIsADNSFailure(t *testing.T) {
	t.Parallel()
	policy := local
	policy.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		return nil, errors.New("name server 10.9.8.7 is down")
	}}
	result := newClient(t, policy).Do(t.Context(), post("http://hook.test/s3cret"))
	wantClass(t, result, wire.DNS, "the name hook.test could not be resolved")

	policy.Resolver = &net.Resolver{PreferGo: true, Dial: newDenyingNameServer(t)}
	result = newClient(t, policy).Do(t.Context(), post("http://hook.test/s3cret"))
	wantClass(t, result, wire.DNS, "the name hook.test does not exist")
}

// newDenyingNameServer starts a name server that knows no names.
func newDenyingNameServer(t *testing.T) func(context.Context, string, string) (net.Conn, error) {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for packet := make([]byte, 1500); ; {
			length, from, err := server.ReadFrom(packet)
			if err != nil {
				return
			}
			packet[2], packet[3] = 0x81, 0x83 // the question goes back as an answer: no such name
			_, _ = server.WriteTo(packet[:length], from)
		}
	}()
	t.Cleanup(func() { server.Close(); <-ended })
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	}
}

func TestAForbiddenAddressIsRefused(t *testing.T) {
	t.Parallel()
	target := newReceiver(t, func(http.ResponseWriter, *http.Request) { t.Error("the receiver was reached") })
	result := newClient(t, egress.Policy{AllowHTTP: true}).Do(t.Context(), post(target+"/s3cret"))
	wantClass(t, result, wire.Refused, "host 127.0.0.1 is a loopback address")
	result = newClient(t, egress.Policy{AllowLoopback: true}).Do(t.Context(), post(target+"/s3cret"))
	wantClass(t, result, wire.Refused, "host 127.0.0.1 must be called over https")
}

func TestTheTimeOutCoversEveryStage(t *testing.T) {
	t.Parallel()
	// hold keeps a connection open until the client closes it.
	hold := func(connection *net.TCPConn) { _, _ = io.Copy(io.Discard, connection) }
	mute := newSocket(t, hold)
	halting := newSocket(t, func(connection *net.TCPConn) {
		answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")(connection)
		hold(connection)
	})
	policy := local
	policy.Resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	for target, stage := range map[string]string{
		"http://hook.test":                          "while the name was looked up",
		strings.Replace(mute, "http:", "https:", 1): "during the TLS handshake",
		mute:    "while waiting for the answer",
		halting: "while reading the answer",
	} {
		call := post(target)
		call.Timeout = impatience
		result := newClient(t, policy).Do(t.Context(), call)
		wantClass(t, result, wire.Timeout, "not finished within 3s; given up "+stage)
		if result.Timing.Total < impatience {
			t.Errorf("%s: over after %s", stage, result.Timing.Total)
		}
		if target == halting && (result.Status != http.StatusOK || string(result.Body) != "half") {
			t.Errorf("got %d %q, want what arrived", result.Status, result.Body)
		}
	}
}

func TestCancellingIsNotTheReceiversFault(t *testing.T) {
	t.Parallel()
	arrived := make(chan struct{})
	target := newReceiver(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		close(arrived)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	wantClass(t, newClient(t, local).Do(ctx, post(target)), wire.Cancelled, "the call was given up while waiting for the answer")
}
