package health

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
)

const (
	// mostFailures is how many calls in a row must fail for a part to count as broken.
	mostFailures = 3
	// mostRefusals is the same for calls that were answered and permanently refused. Anybody can cause some of those
	// with an address that does not exist; only an unbroken series means that the part itself is to blame.
	mostRefusals = 20
)

// Outside counts the results of calls to an external part. The zero value is ready to use. It is safe for concurrent
// use.
type Outside struct {
	mutex              sync.Mutex
	failures, refusals int // since the last successful call
	reason             string
}

// Worked records a successful call.
func (o *Outside) Worked() {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.failures, o.refusals, o.reason = 0, 0, ""
}

// Failed records a call that got no answer, or an unexpected one. The reason is shown to operators.
func (o *Outside) Failed(reason string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.failures++
	o.reason = reason
}

// Refused records a call that was answered and permanently refused. The reason is shown to operators.
func (o *Outside) Refused(reason string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.refusals++
	o.reason = reason
}

// Trouble says why the part counts as broken; empty while it does not.
func (o *Outside) Trouble() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.failures < mostFailures && o.refusals < mostRefusals {
		return ""
	}
	return fmt.Sprintf("the last %d calls failed: %s", o.failures+o.refusals, o.reason)
}

// Watch counts the results of requests through the transport. A nil transport means the default one.
func (o *Outside) Watch(transport http.RoundTripper) http.RoundTripper {
	if transport == nil {
		transport = http.DefaultTransport
	}
	return watched{transport, o}
}

type watched struct {
	next http.RoundTripper
	part *Outside
}

// RoundTrip implements http.RoundTripper.
func (w watched) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := w.next.RoundTrip(request)
	switch {
	case errors.Is(err, context.Canceled): // cancelled by us
	case err != nil:
		w.part.Failed("it cannot be reached or does not answer in time")
	case response.StatusCode >= 500, isClosedDoor[response.StatusCode]:
		w.part.Failed(fmt.Sprintf("it answers with status %d", response.StatusCode))
	default:
		w.part.Worked()
	}
	return response, err
}

// isClosedDoor holds the statuses that do not depend on the request: the key is wrong or used up.
var isClosedDoor = map[int]bool{
	http.StatusUnauthorized: true, http.StatusForbidden: true, http.StatusTooManyRequests: true,
}
