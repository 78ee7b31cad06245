package webhook_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/secret"
	"bourse/internal/webhook"
	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/wire"
	"bourse/internal/worker"
)

// house is one process that sends webhooks, and a tenant that has some.
type house struct {
	*webhook.Service
	db    *database.DB
	ring  *secret.Keyring
	actor webhook.Actor
	now   func() time.Time
	// limits are those of the next replica.
	limits webhook.Limits
}

// silent counts nothing.
type silent struct{}

func (silent) AttemptMade(string, time.Duration) {}
func (silent) LanesHeld(int)                     {}

// lenient lets tests call receivers on loopback.
var lenient = egress.Policy{AllowHTTP: true, AllowLoopback: true}

func newHouse(t *testing.T, db *database.DB, receiver webhook.SenderFunc) *house {
	t.Helper()
	ring, err := secret.New()
	if err != nil {
		t.Fatal(err)
	}
	tenant := uuid.Must(uuid.NewV7())
	err = db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `INSERT INTO tenants (id, slug, name, created_at) VALUES ($1, $2, 'Test', 0)`, tenant, tenant.String())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	h := &house{db: db, ring: ring, actor: webhook.Actor{TenantID: tenant, UserID: uuid.Must(uuid.NewV7()), Admin: true}, now: time.Now}
	h.Service = h.replica(t, receiver)
	return h
}

// replica is another process of the same installation; its workers do not run yet.
func (h *house) replica(t *testing.T, receiver webhook.SenderFunc) *webhook.Service {
	t.Helper()
	options := webhook.Options{
		Database: h.db, Keyring: h.ring, Policy: lenient, Metrics: silent{}, Limits: h.limits, Now: h.now, Logger: slog.New(slog.DiscardHandler),
		Events: []webhook.EventType{
			webhook.NewEventType(closedType, "A position was closed.", closed{"BTC-USD", 12.5}),
			webhook.NewEventType("trading.signal.created", "There is a new signal.", closed{"ETH-USD", 1}),
		},
	}
	service := webhook.New(options)
	if receiver != nil {
		service = webhook.NewWithSender(options, receiver)
	}
	if err := service.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return service
}

// run starts the workers of a process and returns how to stop them in order.
func run(t *testing.T, service *webhook.Service) (stop func()) {
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

// closedType is an event of a feature, closed its data.
const closedType = "trading.position.closed"

type closed struct {
	Symbol string  `json:"symbol"`
	Profit float64 `json:"profit"`
}

// endpoint adds an endpoint for all events, changed as the test wants.
func (h *house) endpoint(t *testing.T, url string, change func(*webhook.EndpointChange)) *webhook.Endpoint {
	t.Helper()
	given := webhook.EndpointChange{Name: pointer("receiver"), URL: &url, SubscribedEvents: &[]string{"*"}}
	if change != nil {
		change(&given)
	}
	endpoint, err := h.CreateEndpoint(t.Context(), h.actor, given)
	if err != nil {
		t.Fatal(err)
	}
	return endpoint
}

func (h *house) publish(t *testing.T, data string) webhook.Published {
	t.Helper()
	published, err := h.PublishOwn(t.Context(), h.actor, "custom.test.happened", json.RawMessage(data))
	if err != nil {
		t.Fatal(err)
	}
	return published
}

func pointer[T any](value T) *T { return &value }

// answer is a receiver's answer.
func answer(status int) wire.Result { return wire.Result{Status: status, Class: wire.Answered} }
