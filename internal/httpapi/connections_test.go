package httpapi_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"bourse/internal/httpapi"
	"bourse/internal/payments/stripe"
)

// dial opens a connection and says something on it.
func dial(t *testing.T, address, format string, arguments ...any) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	if _, err := fmt.Fprintf(connection, format, arguments...); err != nil {
		t.Fatal(err)
	}
	return connection
}

// wantClosed waits until the other side closes, and fails when it does not.
func wantClosed(t *testing.T, connection net.Conn, within time.Duration) {
	t.Helper()
	_ = connection.SetReadDeadline(time.Now().Add(within))
	if _, err := io.Copy(io.Discard, connection); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatalf("the connection is open after %v", within)
	}
}

const postForgot = "POST /api/v1/auth/password/forgot HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n"

func TestWhoKeepsUsWaitingLongestMakesRoomForOthers(t *testing.T) {
	t.Parallel()
	for name, said := range map[string]string{
		"says nothing":           "",
		"breaks off its headers": postForgot,
		"sends no body":          postForgot + "Content-Length: 1000000\r\n\r\n{",
		"rests":                  "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := listen(t, newEdge(t, &operations{}, func(o *httpapi.Options) { o.Connections = 8 }).handler)
			var crowd []net.Conn
			for range 40 {
				crowd = append(crowd, dial(t, address, "%s", said))
				answer, err := http.DefaultTransport.RoundTrip(oneCall(t, address))
				if err != nil || answer.StatusCode != 202 {
					t.Fatalf("somebody else gets %v, %v", answer, err)
				}
				answer.Body.Close()
			}
			wantClosed(t, crowd[0], 8*time.Second) // sooner than any limit of time
		})
	}
}

// oneCall is a whole request on a connection of its own.
func oneCall(t *testing.T, address string) *http.Request {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+address+"/api/v1/auth/password/forgot", strings.NewReader(`{"email":"ann@example.test"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Close = true
	request.Header.Set("Content-Type", "application/json")
	return request
}

func TestARefusedRequestDoesNotHoldItsConnectionWithABodyThatDoesNotCome(t *testing.T) {
	t.Parallel()
	address := listen(t, newEdge(t, &operations{}).handler)
	connection := dial(t, address, "POST /api/v1/tenants HTTP/1.1\r\nHost: test\r\nContent-Length: 1000\r\n\r\n{")
	_ = connection.SetReadDeadline(time.Now().Add(8 * time.Second)) // the server's limit for reading is thirty
	if code, _ := status(t, connection); code != 401 {
		t.Errorf("it is answered with %d", code)
	}
	wantClosed(t, connection, 8*time.Second)
}

func TestStripesPathIsThereOnlyWithStripeAndReadsNoBodyWithoutASignature(t *testing.T) {
	t.Parallel()
	const post = "POST /api/v1/payments/webhooks/stripe HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n"
	provider, err := stripe.New(stripe.Options{Key: "sk_test", WebhookSecret: "whsec_for_tests", ReturnURL: "https://app.test"})
	if err != nil {
		t.Fatal(err)
	}
	with, without := newCashDesk(t, sqlite(t), provider), newCashDesk(t, sqlite(t), newSandbox(t))
	digest := strings.Repeat("ab", 32)
	for name, test := range map[string]struct {
		desk   *cashDesk
		header string
		want   int
	}{
		"without Stripe":     {without, fmt.Sprintf("Stripe-Signature: t=%d,v1=%s\r\n", time.Now().Unix(), digest), 404},
		"without signature":  {with, "", 400},
		"not of its form":    {with, "Stripe-Signature: signed\r\n", 400},
		"a short signature":  {with, fmt.Sprintf("Stripe-Signature: t=%d,v1=abab\r\n", time.Now().Unix()), 400},
		"an old signature":   {with, fmt.Sprintf("Stripe-Signature: t=%d,v1=%s\r\n", time.Now().Unix()-301, digest), 400},
		"one of the future":  {with, fmt.Sprintf("Stripe-Signature: t=%d,v1=%s\r\n", time.Now().Unix()+400, digest), 400},
		"no time at all":     {with, "Stripe-Signature: v1=" + digest + "\r\n", 400},
		"a time of no clock": {with, "Stripe-Signature: t=soon,v1=" + digest + "\r\n", 400},
	} {
		connection := dial(t, listen(t, test.desk.handler), "%s%s\r\n{", post, test.header)
		_ = connection.SetReadDeadline(time.Now().Add(8 * time.Second)) // a body may take ten
		if code, _ := status(t, connection); code != test.want {
			t.Errorf("%s: it is answered with %d, want %d", name, code, test.want)
		}
	}
}

func TestStreamsLeaveConnectionsForOthers(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute)
	httpapi.LimitStreams(f.server.Handler, 2)
	first := f.listen("alice")
	f.listen("bob")
	refused := f.open("bob", "")
	if refused.StatusCode != http.StatusServiceUnavailable || refused.Header.Get("Retry-After") == "" {
		t.Fatalf("got %s with Retry-After %q for a third stream", refused.Status, refused.Header.Get("Retry-After"))
	}
	_ = first.answer.Body.Close()
	eventually(t, "a place is free again", func() bool { return f.open("bob", "").StatusCode == http.StatusOK })
}
