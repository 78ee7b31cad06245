package webhook_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/webhook"
	"bourse/internal/webhook/wire"
)

// received is a call as the receiver saw it.
type received struct {
	at   time.Time
	call wire.Call
	body struct {
		ID       string
		Type     string
		TenantID uuid.UUID
		Data     json.RawMessage
	}
}

// receiver plays a receiver: it remembers every call and answers the n-th as reply says, or 200.
type receiver struct {
	reply func(n int, call received) wire.Result

	mutex sync.Mutex
	calls []received
}

func (r *receiver) take(_ context.Context, call wire.Call) wire.Result {
	one := received{at: time.Now(), call: call}
	if err := json.Unmarshal(call.Body, &one.body); err != nil {
		panic(err)
	}
	r.mutex.Lock()
	r.calls = append(r.calls, one)
	n := len(r.calls)
	r.mutex.Unlock()
	if r.reply == nil {
		return answer(200)
	}
	return r.reply(n, one)
}

// all returns the calls until now.
func (r *receiver) all() []received {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return slices.Clone(r.calls)
}

// delays are the times between two calls.
func (r *receiver) delays() []time.Duration {
	var between []time.Duration
	calls := r.all()
	for i := 1; i < len(calls); i++ {
		between = append(between, calls[i].at.Sub(calls[i-1].at))
	}
	return between
}

// ids counts the calls by event.
func (r *receiver) ids() map[string]int {
	counts := map[string]int{}
	for _, call := range r.all() {
		counts[call.body.ID]++
	}
	return counts
}

// virtually runs a test over virtual time, on SQLite, which needs no network.
func virtually(t *testing.T, test func(t *testing.T, db *database.DB)) {
	t.Helper()
	path := databasetest.MigratedURL(t, database.SQLite)
	synctest.Test(t, func(t *testing.T) { test(t, databasetest.OpenURL(t, path)) })
}

// deliveries lists those of an endpoint with a status, or all.
func (h *house) deliveries(t *testing.T, endpoint uuid.UUID, status string) []webhook.Delivery {
	t.Helper()
	found, err := h.Deliveries(t.Context(), h.actor, endpoint, status, webhook.Cursor{Limit: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// waitSettled waits until the endpoint has this many deliveries of a status.
func (h *house) waitSettled(t *testing.T, endpoint uuid.UUID, status string, count int) {
	t.Helper()
	waitFor(t, status, func() bool { return len(h.deliveries(t, endpoint, status)) == count })
}

// reload reads the endpoint again.
func (h *house) reload(t *testing.T, id uuid.UUID) *webhook.Endpoint {
	t.Helper()
	endpoint, err := h.Endpoint(t.Context(), h.actor, id)
	if err != nil {
		t.Fatal(err)
	}
	return endpoint
}

// update changes the endpoint.
func (h *house) update(t *testing.T, id uuid.UUID, change webhook.EndpointChange) *webhook.Endpoint {
	t.Helper()
	endpoint, err := h.UpdateEndpoint(t.Context(), h.actor, id, change)
	if err != nil {
		t.Fatal(err)
	}
	return endpoint
}

// number asks the database for one number.
func number(t *testing.T, db *database.DB, query string, args ...any) int {
	t.Helper()
	var count int
	if err := db.QueryRow(t.Context(), query, args...).Scan(&count); err != nil {
		t.Fatal(err)
	}
	return count
}

// newTenant adds another tenant and returns its admin.
func (h *house) newTenant(t *testing.T) webhook.Actor {
	t.Helper()
	tenant := uuid.Must(uuid.NewV7())
	err := h.db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'Other', 0)`, tenant, tenant.String())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return webhook.Actor{TenantID: tenant, UserID: uuid.Must(uuid.NewV7()), Admin: true}
}

// wantFault checks the code and the field of a failure.
func wantFault(t *testing.T, err error, code fault.Code, field string) {
	t.Helper()
	failure := new(fault.Error)
	if !errors.As(err, &failure) || failure.Code != code || failure.Field != field {
		t.Errorf("got %v, want %s about %q", err, code, field)
	}
}

// unlimited lifts the rate limits.
func unlimited(e *webhook.EndpointChange) {
	e.RateLimitPerMinute, e.RateLimitPerHour = pointer(1_000_000), pointer(10_000_000)
}

// noEvents is a change that unsubscribes from everything.
func noEvents() webhook.EndpointChange { return webhook.EndpointChange{SubscribedEvents: &[]string{}} }

func containsAll(text string, parts ...string) bool {
	for _, part := range parts {
		if !strings.Contains(text, part) {
			return false
		}
	}
	return true
}

// waitRecorderOf waits until everything that was sent to the endpoint by this process was recorded or refused.
func (h *house) waitRecorderOf(t *testing.T, endpoint uuid.UUID) {
	t.Helper()
	waitFor(t, "nothing is left to record", func() bool { return h.Unrecorded(endpoint) == 0 })
}
