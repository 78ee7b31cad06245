// Package webhook tells other systems what happened.
//
// A feature calls Publish inside its own transaction: the event and one delivery for each matching endpoint
// are written with the change that they tell of, so a commit never loses an event and a rollback never sends
// one. Which endpoints match is known from memory (directory.go), so publishing asks the database nothing. After the
// commit the engine brings the deliveries to their receivers: package delivery, which this one starts, asks it for
// nothing but endpoints, and reports to it what is to be switched off.
//
// What people see is here too: endpoints and their secrets (endpoint.go, endpoints.go), the catalogue of events, the
// list of deliveries with their attempts (deliveries.go), sending again what was missed (recovery.go), events for all
// tenants (broadcast.go) and the cleanup of what is old (event_cleaner.go) or belongs to an endpoint that is gone
// (endpoint_cleaner.go).
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

// retention is how long events, deliveries and attempts are kept unless the options say otherwise. What is pending stays.
const retention = 30 * 24 * time.Hour

// Actor is who asks, as this package needs to know it: it imports no feature, identity included.
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
	// Events are the types that features publish.
	Events  []EventType
	Limits  Limits
	Metrics delivery.Metrics
	// Sender makes the calls; nil is over HTTP, where Policy allows.
	Sender delivery.Sender
	// Retention is how long what is settled is kept; zero is 30 days.
	Retention time.Duration
	Now       func() time.Time
	Logger    *slog.Logger
}

// Limits bound what tenants may take of a process and of the database; zero values take the defaults.
type Limits struct {
	Endpoints   int   // that a tenant may have
	InFlight    int   // requests of the process on the wire at a time
	QueuedBytes int64 // of deliveries in the process's memory; more wait in the database
}

// DefaultLimits are the bounds that a Service has unless it is told others.
func DefaultLimits() Limits { return Limits{Endpoints: 1000, InFlight: 1024, QueuedBytes: 64 << 20} }

// orDefaults replaces what was not given.
func (l Limits) orDefaults() Limits {
	defaults := DefaultLimits()
	return Limits{
		Endpoints: cmp.Or(l.Endpoints, defaults.Endpoints), InFlight: cmp.Or(l.InFlight, defaults.InFlight),
		QueuedBytes: cmp.Or(l.QueuedBytes, defaults.QueuedBytes),
	}
}

// Service is the use cases of this package. It is safe for concurrent use.
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
	// mostDeliveries is what the constant of this name says.
	mostDeliveries int
	retention      time.Duration
	challenges     *challenges
}

// New makes the service. Start must be called before it is used.
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

// Workers are the background jobs that every process needs for itself.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.publisher} }

// SharedWorkers are the jobs that one process of the installation has to do; more share the work.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{s.dispatcher, &broadcaster{s}, &endpointCleaner{s}, &eventCleaner{s}}
}

// Close ends the connections to receivers and token servers. The workers must have ended.
func (s *Service) Close() {
	s.parser.Close()
	if closer, ok := s.sender.(interface{ Close() }); ok {
		closer.Close()
	}
}

// urlFault words a refused URL for the client.
func urlFault(field string, err error) error {
	var refused *egress.RefusedError
	if errors.As(err, &refused) {
		return fault.New(fault.URLNotAllowed, "%s", err).About(field)
	}
	return fault.Invalid(field, "%s", err)
}

// configFault words a refused setting of the authentication or the headers for the client.
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

// Start begins to listen for what other replicas change.
func (s *Service) Start(context.Context) error {
	s.db.Subscribe(endpointsTopic, s.directory.forget)
	s.dispatcher.Listen()
	return nil
}
