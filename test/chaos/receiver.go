package main

import (
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
)

// receiver is the back office of all tenants: it receives the events, and sometimes fails itself. The path says which
// tenant's endpoint is meant.
type receiver struct {
	*httptest.Server
	mutex  sync.Mutex
	got    map[string]map[string]int // deliveries by path and webhook-id
	random *rand.Rand
	isWell atomic.Bool
}

func newReceiver(seed uint64) *receiver {
	r := &receiver{got: map[string]map[string]int{}, random: rand.New(rand.NewPCG(seed, 0xbac0ff1ce))}
	r.isWell.Store(true)
	r.Server = httptest.NewServer(http.HandlerFunc(r.receive))
	return r
}

// receive handles a delivery. While there are faults, one in ten is refused after it was counted: it is sent again.
func (r *receiver) receive(w http.ResponseWriter, request *http.Request) {
	if _, err := io.Copy(io.Discard, request.Body); err != nil {
		return // the sender is gone
	}
	r.mutex.Lock()
	at := strings.Trim(request.URL.Path, "/")
	if r.got[at] == nil {
		r.got[at] = map[string]int{}
	}
	r.got[at][request.Header.Get("Webhook-Id")]++
	isRefused := !r.isWell.Load() && r.random.IntN(10) == 0
	r.mutex.Unlock()
	if isRefused {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// received returns the deliveries to a path so far, by webhook-id.
func (r *receiver) received(at string) map[string]int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return maps.Clone(r.got[at])
}
