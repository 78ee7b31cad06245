package wire

import (
	"bytes"
	"context"
	"net/http"
	"time"
)

// exchangeShared makes the call through the transport.
func (c *Client) exchangeShared(probe *probe, call Call) (Result, error) {
	limited, cancel := context.WithDeadline(probe.Context, probe.deadline)
	defer cancel()
	request, err := http.NewRequestWithContext(probe.traced(limited), call.Method, call.URL, bytes.NewReader(call.Body))
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
	result := newResult(response)
	if response.StatusCode == http.StatusSwitchingProtocols {
		return result, errSwitched // what follows is not a body and has no end
	}
	probe.enter(reading)
	_, err = result.readBody(response)
	return result, err
}

func newResult(response *http.Response) Result {
	return Result{
		Status:     response.StatusCode,
		Header:     response.Header,
		RetryAfter: retryAfter(response.Header, time.Now()),
	}
}

// idempotencyKey with an empty list of values is not sent, but lets the transport repeat the request when a kept
// connection turns out to be closed, which is not the receiver's fault. Receivers recognise a repetition by webhook-id.
const idempotencyKey = "Idempotency-Key"

func markReplayable(header http.Header) {
	if _, isSet := header[idempotencyKey]; !isSet {
		header[idempotencyKey] = nil
	}
}
