// Package wire makes one HTTP call to a webhook receiver and tells exactly how it went.
//
// A call never returns an error: whatever happens, refused address, dead name server, nonsense instead of
// HTTP, becomes a Result with a class that programs can count and a detail that the tenant can read. A
// redirect is an answer like any other and is not followed: a receiver must not be able to send the
// signed body somewhere else.
//
// This is the hot path of the sender. The transport is driven without http.Client, whose redirects and
// cookies are of no use here, and what is measured costs next to nothing on a connection that is reused.
package wire

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"bourse/internal/webhook/egress"
)

// DefaultTimeout cuts off calls that bring no time-out of their own.
const DefaultTimeout = 30 * time.Second

// Call is one request to a receiver.
type Call struct {
	Method string
	URL    string
	// Header belongs to the call: the same map must not serve another one. Do adds an entry without
	// values, which is not sent.
	Header http.Header
	Body   []byte
	// Timeout covers everything from the look-up of the name to the last byte of the answer. Zero or
	// less means DefaultTimeout.
	Timeout time.Duration
}

// Result is how a call went.
type Result struct {
	// Status is the status of the answer, zero when none came. It is set although Class is not empty when
	// an answer began and did not end.
	Status int
	Header http.Header
	// Body is the beginning of the answer, 16 KiB at most; Truncated tells whether there was more.
	Body      []byte
	Truncated bool
	// RetryAfter is how long the receiver asks us to wait, at most a day; zero when it does not say.
	RetryAfter time.Duration
	Timing     Timing
	// Class is Answered when the answer arrived, whatever its status.
	Class Class
	// Detail says in words what Class says in one. It holds nothing of the request but the host.
	Detail string
}

// Client makes calls. It is safe for many goroutines.
type Client struct {
	transport *http.Transport
}

// New makes a client that calls only where the policy allows.
func New(policy egress.Policy) *Client {
	transport := policy.Transport()
	transport.DialContext = traced(transport.DialContext)
	return &Client{transport: transport}
}

// Close drops the connections that are kept for later calls. Calls under way are not disturbed.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// Do makes the call and waits for its end. When ctx ends first the result is Cancelled, which says
// nothing about the receiver.
func (c *Client) Do(ctx context.Context, call Call) Result {
	timeout := call.Timeout
	if timeout <= 0 {
		timeout = DefaultTimeout
	}
	limited, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	probe := newProbe(limited)

	result, err := c.exchange(probe, call)
	if err != nil {
		result.Class, result.Detail = probe.explain(ctx, err, timeout)
	}
	result.Timing = probe.timing()
	return result
}

// exchange sends the request and reads the answer.
func (c *Client) exchange(probe *probe, call Call) (Result, error) {
	request, err := http.NewRequestWithContext(probe.traced(), call.Method, call.URL, bytes.NewReader(call.Body))
	if err != nil {
		return Result{}, errUnusable
	}
	if call.Header != nil {
		request.Header = call.Header
	}
	markReplayable(request.Header)
	response, err := c.transport.RoundTrip(request)
	if err != nil {
		return Result{}, err
	}
	defer response.Body.Close()
	result := Result{
		Status:     response.StatusCode,
		Header:     response.Header,
		RetryAfter: retryAfter(response.Header, time.Now()),
	}
	if response.StatusCode == http.StatusSwitchingProtocols {
		return result, errSwitched // what follows is no body and has no end
	}
	probe.enter(reading)
	result.Body, result.Truncated, err = readBody(response)
	return result, err
}

// idempotencyKey with an empty list of values is not sent. It tells the transport that the request may be
// sent again when a connection that was kept open turns out to be closed, which is no fault of the
// receiver. Receivers recognise a repetition by webhook-id.
const idempotencyKey = "Idempotency-Key"

func markReplayable(header http.Header) {
	if _, isSet := header[idempotencyKey]; !isSet {
		header[idempotencyKey] = nil
	}
}
