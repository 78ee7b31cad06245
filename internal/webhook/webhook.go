// Package webhook tells other systems what happened.
//
// A feature calls Publish inside its own transaction: the event and one delivery for each matching endpoint are written
// with the change that they report, so a commit never loses an event and a rollback never sends one. Endpoints are
// matched from memory (directory.go), so publishing needs no query for them. After the commit the engine sends the
// deliveries: package delivery, which this package starts. It asks this package only for endpoints, and reports which
// of them to switch off.
//
// This package also has everything that users see: endpoints and their secrets (endpoint.go, endpoints.go), the
// catalogue of events, the list of deliveries with their attempts (deliveries.go), recovering missed deliveries
// (recovery.go), events for all tenants (broadcast.go), and the cleanup of old rows (event_cleaner.go) and of deleted
// endpoints (endpoint_cleaner.go).
package webhook

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/secret"
	"bourse/internal/webhook/auth"
	"bourse/internal/webhook/delivery"
	"bourse/internal/webhook/egress"
	"bourse/internal/webhook/wire"
	"bourse/internal/worker"
)

// retention is how long events, deliveries and attempts are kept by default. Pending deliveries stay.
const retention = 30 * 24 * time.Hour

// Actor is the caller in this package's own terms: it imports no feature, not even identity.
type Actor struct {
	audit.Actor
	TenantID uuid.UUID
	Admin    bool
}

// requireAdmin fails with FORBIDDEN unless the actor manages the tenant.
func (a Actor) requireAdmin() error {
	if !a.Admin {
		return fault.New(fault.Forbidden, "this needs the role admin")
	}
	return nil
}

// Options are what a Service needs.
type Options struct {
	Database *database.DB
	Keyring  *secret.Keyring
	Policy   egress.Policy
	// Events are the types that the features publish.
	Events  []EventType
	Limits  Limits
	Metrics delivery.Metrics
	// Sender sends the requests; nil means HTTP, to where Policy allows.
	Sender delivery.Sender
	// Retention is how long finished deliveries are kept; zero means 30 days.
	Retention time.Duration
	Now       func() time.Time
	Logger    *slog.Logger
}

// Limits bound the resources that tenants may use; zero values mean the defaults.
type Limits struct {
	Endpoints   int   // per tenant
	InFlight    int   // concurrent requests of the process
	QueuedBytes int64 // of deliveries in the process's memory; the rest wait in the database
}

// DefaultLimits returns the limits for zero values.
func DefaultLimits() Limits { return Limits{Endpoints: 1000, InFlight: 1024, QueuedBytes: 64 << 20} }

// orDefaults replaces zero values by the defaults.
func (l Limits) orDefaults() Limits {
	defaults := DefaultLimits()
	return Limits{
		Endpoints: cmp.Or(l.Endpoints, defaults.Endpoints), InFlight: cmp.Or(l.InFlight, defaults.InFlight),
		QueuedBytes: cmp.Or(l.QueuedBytes, defaults.QueuedBytes),
	}
}

// Service implements the use cases of this package. It is safe for concurrent use.
type Service struct {
	db         *database.DB
	ring       *secret.Keyring
	policy     egress.Policy
	sender     delivery.Sender
	store      endpointStore
	parser     *auth.Parser
	now        func() time.Time
	logger     *slog.Logger
	catalogue  map[string]EventType
	directory  *directory
	dispatcher *delivery.Dispatcher
	publisher  *publisher
	// maxEndpoints is how many endpoints a tenant may have.
	maxEndpoints int
	// mostDeliveries is the constant of this name, except in tests.
	mostDeliveries int
	retention      time.Duration
	challenges     *challenges
	// tell is joined before any worker or request runs; nil where nobody is told.
	tell EndpointTeller
}

// EndpointTeller tells a user that events are to be sent to a receiver in their name, in the transaction that has it so. The
// receiver is the scheme and the host alone.
type EndpointTeller func(ctx context.Context, tx *database.Tx, user uuid.UUID, receiver string) error

// EndpointsTell makes the teller hear of every endpoint that is new or has moved: whoever has somebody's session or key would
// read on unseen, long after both have ended.
func (s *Service) EndpointsTell(tell EndpointTeller) { s.tell = tell }

// tellReceiver tells the actor where events go from now on. Who is nobody, such as the installation itself, is not told.
func (s *Service) tellReceiver(ctx context.Context, tx *database.Tx, actor Actor, endpoint *Endpoint) error {
	if s.tell == nil || actor.UserID == uuid.Nil {
		return nil
	}
	return s.tell(ctx, tx, actor.UserID, originOf(endpoint.URL))
}

// New returns the service. Start must be called before it is used.
func New(options Options) *Service {
	limits, sender := options.Limits.orDefaults(), options.Sender
	if sender == nil {
		sender = wire.New(options.Policy)
	}
	s := &Service{
		maxEndpoints: limits.Endpoints, mostDeliveries: mostDeliveries, challenges: newChallenges(),
		db: options.Database, ring: options.Keyring, policy: options.Policy, sender: sender,
		store: endpointStore{options.Keyring}, now: options.Now, logger: options.Logger,
		retention: cmp.Or(options.Retention, retention),
	}
	s.catalogue = map[string]EventType{}
	for _, eventType := range append(own(), options.Events...) {
		s.catalogue[eventType.Type] = eventType
	}
	s.parser = auth.NewParser(options.Policy, options.Now)
	s.directory = newDirectory(s.db, s.store, s.policy, s.parser)
	s.dispatcher = delivery.New(delivery.Options{
		Database: s.db, Endpoints: engineView{s}, Sender: sender, Metrics: options.Metrics, Now: s.now, Logger: s.logger,
		Limits: delivery.Limits{InFlight: limits.InFlight, QueuedBytes: limits.QueuedBytes},
	})
	s.publisher = newPublisher(s)
	return s
}

// Workers returns the background jobs that every process needs for itself.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.publisher} }

// SharedWorkers returns the jobs that at least one process of the installation must run; several share the work.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{s.dispatcher, &broadcaster{s}, &endpointCleaner{s}, &eventCleaner{s}}
}

// Close closes the connections to receivers and token servers. The workers must have stopped.
func (s *Service) Close() {
	s.parser.Close()
	if closer, ok := s.sender.(interface{ Close() }); ok {
		closer.Close()
	}
}

// urlFault turns a refused URL into a fault for the client.
func urlFault(field string, err error) error {
	var refused *egress.RefusedError
	if errors.As(err, &refused) {
		return fault.New(fault.URLNotAllowed, "%s", err).About(field)
	}
	return fault.Invalid(field, "%s", err)
}

// configFault turns a refused setting of the authentication or the headers into a fault for the client.
func configFault(err error) error {
	var (
		refused *egress.RefusedError
		bad     *auth.ConfigError
	)
	switch {
	case !errors.As(err, &bad):
		return err
	case errors.As(err, &refused):
		return fault.New(fault.URLNotAllowed, "%s", bad.Reason).About(bad.Field)
	}
	return fault.Invalid(bad.Field, "%s", bad.Reason)
}

// Start begins to listen for changes by other replicas.
func (s *Service) Start(context.Context) error {
	s.db.Subscribe(endpointsTopic, s.directory.forget)
	s.dispatcher.Listen()
	return nil
}
