// Package wire makes HTTP calls to webhook receivers and reports exactly how each one ended.
//
// A call never returns an error: whatever happens (a refused address, a dead name server, garbage instead of HTTP)
// becomes a Result with a class that programs can count and a detail that the tenant can read. A redirect is an answer
// like any other and is not followed: a receiver must not be able to send the signed body somewhere else.
//
// This is the hot path of the sender. The calling goroutine itself speaks HTTP/1.1 over connections that this package
// keeps (direct.go, connection.go, pool.go): an http.Transport runs two more goroutines for each connection and passes
// every call through both. Receivers that speak HTTP/2 are called through a transport (shared.go), because there calls
// share a connection.
package wire

import (
	"context"
	"crypto/tls"
	"net/http"
	"strings"
	"time"
	"unicode"

	"bourse/internal/webhook/egress"
)

// DefaultTimeout applies to calls without a timeout of their own.
const DefaultTimeout = 30 * time.Second

// Call is one request to a receiver.
type Call struct {
	Method string
	URL    string
	// Header belongs to the call: the map must not be reused for another one. Do may add an entry without values, which
	// is not sent.
	Header http.Header
	Body   []byte
	// Timeout covers everything from the look-up of the name to the last byte of the answer. Zero or
	// less means DefaultTimeout.
	Timeout time.Duration
}

// Result is the outcome of a call.
type Result struct {
	// Status is the status of the answer, zero without one. When an answer began but did not end, it is set although
	// Class is not empty.
	Status int
	Header http.Header
	// Body is the beginning of the answer, 16 KiB at most; Truncated says whether there was more.
	Body      []byte
	Truncated bool
	// RetryAfter is how long the receiver asks us to wait, at most a day; zero when it does not say.
	RetryAfter time.Duration
	Timing     Timing
	// Class is Answered when an answer arrived, whatever its status.
	Class Class
	// Detail explains Class. Of the request it contains nothing but the host.
	Detail string
}

// Client makes calls. It is safe for concurrent use.
type Client struct {
	allowsHTTP bool
	dial       dialFunction
	security   *tls.Config
	pool       *pool
	transport  *http.Transport
}

// New returns a client that calls only where the policy allows.
func New(policy egress.Policy) *Client {
	transport := policy.Transport()
	transport.DialContext = traced(transport.DialContext)
	security := transport.TLSClientConfig.Clone()
	security.NextProtos = []string{http2Protocol, "http/1.1"}
	return &Client{
		allowsHTTP: policy.AllowHTTP, dial: transport.DialContext, security: security, pool: newPool(), transport: transport,
	}
}

// Close closes the connections kept for later calls. Running calls are not affected.
func (c *Client) Close() {
	c.pool.close()
	c.transport.CloseIdleConnections()
}

// Do makes the call and waits for its end. When ctx ends first, the result is Cancelled, which says nothing about the
// receiver.
func (c *Client) Do(ctx context.Context, call Call) Result {
	timeout := call.Timeout
	if timeout <= 0 {
		timeout = DefaultTimeout
	}
	probe := newProbe(ctx, timeout)
	result, err := c.exchange(probe, call)
	if err != nil {
		result.Class, result.Detail = probe.explain(ctx, err, timeout)
	}
	result.Timing = probe.timing()
	return result
}

// exchange sends the request and reads the answer.
func (c *Client) exchange(probe *probe, call Call) (Result, error) {
	to, err := locate(call)
	if err != nil {
		return Result{}, err
	}
	if c.reachesDirectly(to) {
		result, err := c.exchangeDirectly(probe, to, call)
		if err != errSpeaksHTTP2 {
			return result, err
		}
		c.pool.rememberHTTP2(to.key)
	}
	return c.exchangeShared(probe, call)
}

// reachesDirectly reports whether this package talks to the receiver itself. It leaves unusual targets to the
// transport, which refuses or handles them.
func (c *Client) reachesDirectly(to target) bool {
	switch {
	case to.url.Host == "" || to.url.Opaque != "" || strings.ContainsFunc(to.url.Host, func(r rune) bool { return r > unicode.MaxASCII }):
		return false
	case to.url.Scheme == "http":
		return c.allowsHTTP
	}
	return to.url.Scheme == "https" && !c.pool.speaksHTTP2(to.key)
}
