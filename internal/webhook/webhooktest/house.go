// Package webhooktest is shared by the tests of webhook and of its engine: an installation with a tenant, and a fake
// receiver.
package webhooktest

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/secret"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/wire"
	"bourse/internal/worker"
)

// House is a process that sends webhooks, with a tenant.
type House struct {
	*webhook.Service
	DB    *database.DB
	Ring  *secret.Keyring
	Actor webhook.Actor
	Now   func() time.Time
	// Limits are those of the next replica.
	Limits webhook.Limits
}

// silent discards all measurements.
type silent struct{}

func (silent) AttemptMade(string, time.Duration) {}
func (silent) LanesHeld(int)                     {}

// lenient allows calls to receivers on loopback.
var lenient = egress.Policy{AllowHTTP: true, AllowLoopback: true}

// SenderFunc is a receiver implemented by the test.
type SenderFunc func(ctx context.Context, call wire.Call) wire.Result

// Do calls the function.
func (f SenderFunc) Do(ctx context.Context, call wire.Call) wire.Result { return f(ctx, call) }

// NewHouse returns a process with a tenant. Without a receiver it sends over HTTP.
func NewHouse(t *testing.T, db *database.DB, receiver SenderFunc) *House {
	t.Helper()
	ring, err := secret.New()
	if err != nil {
		t.Fatal(err)
	}
	h := &House{DB: db, Ring: ring, Now: time.Now}
	h.Actor = h.NewTenant(t)
	h.Service = h.Replica(t, receiver)
	return h
}

// NewTenant adds a tenant and returns its admin.
func (h *House) NewTenant(t *testing.T) webhook.Actor {
	t.Helper()
	tenant := uuid.Must(uuid.NewV7())
	err := h.DB.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'Test', 0)`, tenant, tenant.String())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return webhook.Actor{Actor: audit.Actor{UserID: uuid.Must(uuid.NewV7())}, TenantID: tenant, Admin: true}
}

// Replica returns another process of the same installation; its workers are not running yet.
func (h *House) Replica(t *testing.T, receiver SenderFunc) *webhook.Service {
	t.Helper()
	var sender delivery.Sender
	if receiver != nil {
		sender = receiver
	}
	service := webhook.New(webhook.Options{
		Database: h.DB, Keyring: h.Ring, Policy: lenient, Sender: sender, Metrics: silent{}, Limits: h.Limits, Now: h.Now,
		Logger: slog.New(slog.DiscardHandler),
		Events: []webhook.EventType{
			webhook.NewEventType(ClosedType, "A position was closed.", Closed{"BTC-USD", 12.5}),
			webhook.NewEventType("trading.signal.created", "There is a new signal.", Closed{"ETH-USD", 1}),
		},
	})
	if err := service.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return service
}

// Run starts the workers of a process and returns a function that stops them in order.
func Run(t *testing.T, service *webhook.Service) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		worker.RunAll(ctx, slog.New(slog.DiscardHandler), func(string) {}, append(service.Workers(), service.SharedWorkers()...)...)
		service.Close()
	}()
	stop = sync.OnceFunc(func() { cancel(); <-ended })
	t.Cleanup(stop)
	return stop
}

// ClosedType is an event of a feature; Closed is its data.
const ClosedType = "trading.position.closed"

// Closed is the data of an event of ClosedType.
type Closed struct {
	Symbol string  `json:"symbol"`
	Profit float64 `json:"profit"`
}

// AddEndpoint adds an endpoint for all events, adjusted by change.
func (h *House) AddEndpoint(t *testing.T, url string, change func(*webhook.EndpointChange)) *webhook.Endpoint {
	t.Helper()
	settings := webhook.EndpointChange{Name: new("receiver"), URL: &url, SubscribedEvents: &[]string{"*"}}
	if change != nil {
		change(&settings)
	}
	endpoint, err := h.CreateEndpoint(t.Context(), h.Actor, settings)
	if err != nil {
		t.Fatal(err)
	}
	return endpoint
}

// PublishData publishes one of the tenant's own events.
func (h *House) PublishData(t *testing.T, data string) webhook.Published {
	t.Helper()
	published, err := h.PublishOwn(t.Context(), h.Actor, "custom.test.happened", json.RawMessage(data))
	if err != nil {
		t.Fatal(err)
	}
	return published
}

// ListDeliveries lists an endpoint's deliveries with a status, or all of them.
func (h *House) ListDeliveries(t *testing.T, endpoint uuid.UUID, status string) []webhook.Delivery {
	t.Helper()
	found, err := h.Deliveries(t.Context(), h.Actor, webhook.DeliveryFilter{EndpointID: endpoint, Status: status}, database.Cursor{Limit: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	return found.Items
}

// WaitSettled waits until the endpoint has this many deliveries with a status.
func (h *House) WaitSettled(t *testing.T, endpoint uuid.UUID, status string, count int) {
	t.Helper()
	isSettled := false
	defer func() {
		if !isSettled { // show the deliveries there are: a timeout alone would say little
			for _, found := range h.ListDeliveries(t, endpoint, "") {
				t.Logf("%s of %s is %s after %d attempts, next at %v", found.ID, found.EventType, found.Status, found.Attempts, found.NextAttemptAt)
			}
		}
	}()
	testkit.Until(t, status, func() bool { return len(h.ListDeliveries(t, endpoint, status)) == count })
	isSettled = true
}

// Reload reads the endpoint again.
func (h *House) Reload(t *testing.T, id uuid.UUID) *webhook.Endpoint {
	t.Helper()
	endpoint, err := h.Endpoint(t.Context(), h.Actor, id)
	if err != nil {
		t.Fatal(err)
	}
	return endpoint
}

// Update changes the endpoint.
func (h *House) Update(t *testing.T, id uuid.UUID, change webhook.EndpointChange) *webhook.Endpoint {
	t.Helper()
	endpoint, err := h.UpdateEndpoint(t.Context(), h.Actor, id, change)
	if err != nil {
		t.Fatal(err)
	}
	return endpoint
}
