package webhooktest

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook"
	"bourse/internal/webhook/wire"
)

// Hook is a URL where nobody listens: calls go to the test's fake receiver.
const Hook = "http://127.0.0.1:9999/"

// Received is a call as the receiver saw it.
type Received struct {
	At   time.Time
	Call wire.Call
	Body struct {
		ID       string
		Type     string
		TenantID uuid.UUID
		Data     json.RawMessage
	}
}

// Receiver is a fake receiver: it records every call and answers the n-th as Reply says, or with 200.
type Receiver struct {
	Reply func(n int, call Received) wire.Result

	mutex sync.Mutex
	calls []Received
}

// Take records and answers a call.
func (r *Receiver) Take(_ context.Context, call wire.Call) wire.Result {
	received := Received{At: time.Now(), Call: call}
	if err := json.Unmarshal(call.Body, &received.Body); err != nil {
		panic(err)
	}
	r.mutex.Lock()
	r.calls = append(r.calls, received)
	n := len(r.calls)
	r.mutex.Unlock()
	if r.Reply == nil {
		return Answer(200)
	}
	return r.Reply(n, received)
}

// All returns the calls so far.
func (r *Receiver) All() []Received {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Clone(r.calls)
}

// Delays returns the times between consecutive calls.
func (r *Receiver) Delays() []time.Duration {
	var between []time.Duration
	calls := r.All()
	for i := 1; i < len(calls); i++ {
		between = append(between, calls[i].At.Sub(calls[i-1].At))
	}
	return between
}

// IDs counts the calls by event.
func (r *Receiver) IDs() map[string]int {
	counts := map[string]int{}
	for _, call := range r.All() {
		counts[call.Body.ID]++
	}
	return counts
}

// Answer returns a receiver's answer.
func Answer(status int) wire.Result { return wire.Result{Status: status, Class: wire.Answered} }

// Refuse is the reply of a receiver that fails.
func Refuse(int, Received) wire.Result { return Answer(500) }

// Number queries the database for one number.
func Number(t *testing.T, db *database.DB, query string, args ...any) int {
	t.Helper()
	var count int
	if err := db.QueryRow(t.Context(), query, args...).Scan(&count); err != nil {
		t.Fatal(err)
	}
	return count
}

// Unlimited raises the rate limits out of the way.
func Unlimited(e *webhook.EndpointChange) {
	e.RateLimitPerMinute, e.RateLimitPerHour = new(1_000_000), new(10_000_000)
}

// NoEvents returns a change that unsubscribes from everything.
func NoEvents() webhook.EndpointChange { return webhook.EndpointChange{SubscribedEvents: &[]string{}} }
