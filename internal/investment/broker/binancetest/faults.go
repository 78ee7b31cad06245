package binancetest

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Fault is a way in which a request can fail.
type Fault struct {
	name string
	// serve answers a request in place of carry, which is the exchange's normal handling.
	serve func(w http.ResponseWriter, r *http.Request, carry http.HandlerFunc)
}

// String names the fault.
func (f Fault) String() string { return f.name }

// The faults of a connection, and of an exchange that answers without knowing the result.
var (
	// LostRequest breaks the connection before the exchange has seen the request.
	LostRequest = Fault{"the request is lost", func(http.ResponseWriter, *http.Request, http.HandlerFunc) { panic(http.ErrAbortHandler) }}
	// LostAnswer breaks the connection after the request was carried out.
	LostAnswer = Fault{"the answer is lost", func(_ http.ResponseWriter, r *http.Request, carry http.HandlerFunc) {
		carry(newUnheard(), r)
		panic(http.ErrAbortHandler)
	}}
	// CutAnswer breaks the connection in the middle of the answer.
	CutAnswer = Fault{"the answer is cut", func(w http.ResponseWriter, r *http.Request, carry http.HandlerFunc) {
		whole := newUnheard()
		carry(whole, r)
		body := whole.body.Bytes()
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(whole.status)
		_, _ = w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}}
	// TimeoutDone answers that the status of a request is unknown, which was carried out.
	TimeoutDone = Fault{"a timeout, carried out", func(w http.ResponseWriter, r *http.Request, carry http.HandlerFunc) {
		carry(newUnheard(), r)
		writeTimeout(w)
	}}
	// TimeoutNotDone answers that the status of a request is unknown, which was not carried out.
	TimeoutNotDone = Fault{"a timeout, not carried out", func(w http.ResponseWriter, _ *http.Request, _ http.HandlerFunc) { writeTimeout(w) }}
	// Maintenance answers that the exchange is closed.
	Maintenance = Fault{"maintenance", func(w http.ResponseWriter, _ *http.Request, _ http.HandlerFunc) {
		writeJSON(w, http.StatusServiceUnavailable, refuse(codeShuttingDown, "This service is no longer available."))
	}}
	// Twice carries the request out twice, as a network that repeats it would, and returns the second answer.
	Twice = Fault{"the request comes twice", func(w http.ResponseWriter, r *http.Request, carry http.HandlerFunc) {
		carry(newUnheard(), r)
		carry(w, r)
	}}
	// Garbage answers with invalid JSON after the request was carried out.
	Garbage = Fault{"garbage", func(w http.ResponseWriter, r *http.Request, carry http.HandlerFunc) {
		carry(newUnheard(), r)
		_, _ = w.Write([]byte("<html>"))
	}}
)

func writeTimeout(w http.ResponseWriter) {
	writeJSON(w, http.StatusGatewayTimeout,
		refuse(codeTimeout, "Timeout waiting for response from backend server. Send status unknown; execution status unknown."))
}

// RateLimited answers that there were too many requests, for so many seconds.
func RateLimited(seconds int) Fault { return slowDown(http.StatusTooManyRequests, seconds) }

// Banned answers that the address is banned because it did not slow down, for so many seconds.
func Banned(seconds int) Fault { return slowDown(http.StatusTeapot, seconds) }

func slowDown(status, seconds int) Fault {
	return Fault{"status " + strconv.Itoa(status), func(w http.ResponseWriter, _ *http.Request, _ http.HandlerFunc) {
		w.Header().Set("Retry-After", strconv.Itoa(seconds))
		writeJSON(w, status, refuse(codeTooManyRequests, "Too much request weight used; current limit is 6000 request weight per 1 MINUTE."))
	}}
}

// Archived answers that the order was archived: it ended long ago without a fill.
var Archived = Fault{"archived", func(w http.ResponseWriter, _ *http.Request, _ http.HandlerFunc) {
	writeJSON(w, http.StatusBadRequest, refuse(codeOrderArchived, "Order was canceled or expired with no executed qty over 90 days ago and has been archived."))
}}

// Held delays a request. Its sender's connection breaks at once, and the request is carried out when release is
// called, which returns the exchange's status: nobody else sees it.
func Held() (fault Fault, release func() (status int)) {
	kept := make(chan func() int, 1)
	fault = Fault{"the request is late", func(_ http.ResponseWriter, r *http.Request, carry http.HandlerFunc) {
		request := r.Clone(r.Context())
		kept <- func() int {
			answer := newUnheard()
			carry(answer, request)
			return answer.status
		}
		panic(http.ErrAbortHandler)
	}}
	return fault, func() int { return (<-kept)() }
}

// unheard is an answer that does not reach its client.
type unheard struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func newUnheard() *unheard { return &unheard{header: http.Header{}, status: http.StatusOK} }

// Header is the answer's header.
func (u *unheard) Header() http.Header { return u.header }

// WriteHeader records the answer's status.
func (u *unheard) WriteHeader(status int) { u.status = status }

// Write records part of the answer.
func (u *unheard) Write(part []byte) (int, error) { return u.body.Write(part) }

// faults are the faults to come.
type faults struct {
	mutex    sync.Mutex
	requests []string
	at       map[int]Fault      // by request number
	next     map[string][]Fault // by method and path
	always   map[string]Fault
}

// FailAt makes the request with a number fail; the exchange's first request is 1.
func (e *Exchange) FailAt(number int, fault Fault) {
	e.faults.mutex.Lock()
	defer e.faults.mutex.Unlock()
	if e.faults.at == nil {
		e.faults.at = map[int]Fault{}
	}
	e.faults.at[number] = fault
}

// Fail makes the next requests of a kind ("POST /api/v3/order") fail, one fault each.
func (e *Exchange) Fail(request string, with ...Fault) {
	e.faults.mutex.Lock()
	defer e.faults.mutex.Unlock()
	if e.faults.next == nil {
		e.faults.next = map[string][]Fault{}
	}
	e.faults.next[request] = append(e.faults.next[request], with...)
}

// FailAlways makes all requests of a kind fail until Mend is called.
func (e *Exchange) FailAlways(request string, fault Fault) {
	e.faults.mutex.Lock()
	defer e.faults.mutex.Unlock()
	if e.faults.always == nil {
		e.faults.always = map[string]Fault{}
	}
	e.faults.always[request] = fault
}

// Mend removes all faults that have not happened yet.
func (e *Exchange) Mend() {
	e.faults.mutex.Lock()
	defer e.faults.mutex.Unlock()
	e.faults.at, e.faults.next, e.faults.always = nil, nil, nil
}

// Requests returns all requests sent to the exchange, by method and path, including those lost to a fault.
func (e *Exchange) Requests() []string {
	e.faults.mutex.Lock()
	defer e.faults.mutex.Unlock()
	return slices.Clone(e.faults.requests)
}

// take counts a request and returns its fault, if any.
func (f *faults) take(request string) (fault Fault, isFaulty bool) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.requests = append(f.requests, request)
	if fault, isFaulty = f.at[len(f.requests)]; isFaulty {
		return fault, true
	}
	if waiting := f.next[request]; len(waiting) > 0 {
		f.next[request] = waiting[1:]
		return waiting[0], true
	}
	fault, isFaulty = f.always[request]
	return fault, isFaulty
}

// ServeHTTP answers a request, or fails as configured.
func (e *Exchange) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if fault, isFaulty := e.faults.take(r.Method + " " + r.URL.Path); isFaulty {
		fault.serve(w, r, e.routes.ServeHTTP)
		return
	}
	e.routes.ServeHTTP(w, r)
}

// weight is how much of the limit requests have used in this minute.
type weight struct {
	minute time.Time
	used   int
}

// use adds to the weight and reports it in the header. The caller holds the mutex.
func (e *Exchange) use(w http.ResponseWriter, weight int) {
	if minute := e.clock().Truncate(time.Minute); minute != e.weight.minute {
		e.weight.minute, e.weight.used = minute, 0
	}
	e.weight.used += weight
	w.Header().Set("X-MBX-USED-WEIGHT-1M", strconv.Itoa(e.weight.used))
}
