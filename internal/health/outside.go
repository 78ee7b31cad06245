package health

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
)

const (
	// mostFailures is how many calls in a row may fail before a part counts as broken.
	mostFailures = 3
	// mostRefusals is the same for calls that were answered and refused for good. Anybody can make some of those, with
	// an address that does not exist; only when nothing else comes the part itself is to blame.
	mostRefusals = 20
)

// Outside counts how the calls of a part outside end. The zero value is ready to use. It is safe for concurrent use.
type Outside struct {
	mutex              sync.Mutex
	failures, refusals int // since the last call that worked
	reason             string
}

// Worked notes a call that did what it should.
func (o *Outside) Worked() {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.failures, o.refusals, o.reason = 0, 0, ""
}

// Failed notes a call that was not answered, or not as agreed. The reason is shown to operators.
func (o *Outside) Failed(reason string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.failures++
	o.reason = reason
}

// Refused notes a call that was answered and refused for good. The reason is shown to operators.
func (o *Outside) Refused(reason string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.refusals++
	o.reason = reason
}

// Trouble says why the part counts as broken; it is empty while it does not.
func (o *Outside) Trouble() string {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.failures < mostFailures && o.refusals < mostRefusals {
		return ""
	}
	return fmt.Sprintf("the last %d calls failed: %s", o.failures+o.refusals, o.reason)
}

// Watch counts how requests through the transport end. A nil transport is the default one.
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
	case errors.Is(err, context.Canceled): // by us
	case err != nil:
		w.part.Failed("it cannot be reached or does not answer in time")
	case response.StatusCode >= 500, isClosedDoor[response.StatusCode]:
		w.part.Failed(fmt.Sprintf("it answers with status %d", response.StatusCode))
	default:
		w.part.Worked()
	}
	return response, err
}

// isClosedDoor holds the answers that have nothing to do with what was asked for: the key is wrong or used up.
var isClosedDoor = map[int]bool{
	http.StatusUnauthorized: true, http.StatusForbidden: true, http.StatusTooManyRequests: true,
}
