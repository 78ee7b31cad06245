// Package kyc is how far the platform knows its customers.
//
// A person has one case. They hand in who they are and where their documents are kept; somebody decides: an administrator,
// the platform itself (auto), or a provider outside that is asked with a signed request and answers with a signed callback
// (http). An approval ends after a time, or with a document. What was handed in is sealed, and stands in no log and no event.
//
// What follows from a case is the business of who has something that depends on it: they are told in the transaction that
// changes it (AccountsFollow), and hold the case before anything of their own (Hold), so that nobody waits for somebody who
// waits.
package kyc

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/notify"
	"bourse/internal/secret"
	"bourse/internal/webhook"
	"bourse/internal/webhook/signing"
	"bourse/internal/worker"
)

// Mode says who decides about a submission.
type Mode string

// The ways to decide: an administrator does, every submission is approved at once, or a provider is asked. An
// administrator may decide whatever the mode is.
const (
	Manual Mode = "manual"
	Auto   Mode = "auto"
	HTTP   Mode = "http"
)

// Publisher tells other systems what happened, inside the transaction that makes it true.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// Brands are the faces of the tenants, in whose name people are written to.
type Brands interface {
	Of(ctx context.Context, from database.Querier, tenant uuid.UUID) (brand.Brand, error)
}

// Messages takes mails in, as part of the transaction that they tell of.
type Messages interface {
	Enqueue(ctx context.Context, tx *database.Tx, messages ...notify.Message) error
}

// People knows who is in.
type People interface {
	// HoldEntering holds a person until the transaction ends. It fails with ACCOUNT_SUSPENDED when they are locked out, as
	// whoever has left is.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
	// Addresses finds where people read mail. Who has not shown that the address is theirs is left out.
	Addresses(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error)
	// CountCost counts what the house pays for. It fails with RATE_LIMITED when the caller, or their network, has asked for it
	// too often today; the transaction must then be rolled back.
	CountCost(ctx context.Context, tx *database.Tx, caller identity.Caller, what string, most identity.DailyBounds) error
}

// Follower is told of a case that has changed, by whom, in the transaction that changes it.
type Follower func(ctx context.Context, tx *database.Tx, changed *Case, by audit.Actor) error

// Options are what a Service needs.
type Options struct {
	Database *database.DB
	Keyring  *secret.Keyring
	// Events hears of what other systems are told, and People, Messages and Brands write to people; without them nobody is told.
	Events   Publisher
	People   People
	Messages Messages
	Brands   Brands
	// Mode is Manual when empty.
	Mode Mode
	// Valid is how long an approval lasts; zero is for ever, or as long as the documents.
	Valid time.Duration
	// Provider is who is asked with the mode HTTP.
	Provider Provider
	Now      func() time.Time
	Logger   *slog.Logger
}

// Provider is where a provider outside is asked, and how both sides know each other.
type Provider struct {
	URL         string
	CallbackURL string // where it answers; told with each request unless empty
	// Keys sign requests, the first of them, and verify callbacks, any of them.
	Keys []signing.Key
	// Transport makes the calls: one that guards where they go.
	Transport http.RoundTripper
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	db       *database.DB
	ring     *secret.Keyring
	events   Publisher
	people   People
	messages Messages
	brands   Brands
	mode     Mode
	valid    time.Duration
	provider Provider
	client   *http.Client
	now      func() time.Time
	logger   *slog.Logger

	// follow is joined before any worker or request runs; nil where nothing depends on cases.
	follow Follower
}

// New makes the service.
func New(options Options) *Service {
	s := &Service{
		db: options.Database, ring: options.Keyring, events: options.Events, people: options.People, messages: options.Messages, brands: options.Brands,
		mode: options.Mode, valid: options.Valid, provider: options.Provider, now: options.Now, logger: options.Logger,
	}
	if s.mode == "" {
		s.mode = Manual
	}
	s.client = &http.Client{
		Transport: options.Provider.Transport,
		// What a person has handed in goes to the URL of the settings and nowhere else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return s
}

// Now is the service's clock.
func (s *Service) Now() time.Time { return s.now() }

// AccountsFollow makes the follower hear of every change of a case.
func (s *Service) AccountsFollow(follower Follower) { s.follow = follower }

// Takes tells whether a provider may call back: only where one is asked.
func (s *Service) Takes() bool { return s != nil && s.mode == HTTP }

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	workers := []worker.Worker{newExpirer(s)}
	if s.mode == HTTP {
		workers = append(workers, newTeller(s))
	}
	return workers
}

// changed stores a case and tells who follows it and who listens.
func (s *Service) changed(ctx context.Context, tx *database.Tx, c *Case, by audit.Actor, eventType string) error {
	if err := updateCase(ctx, tx, c, s.now()); err != nil {
		return err
	}
	if s.follow != nil {
		if err := s.follow(ctx, tx, c, by); err != nil {
			return err
		}
	}
	if s.events == nil || eventType == "" {
		return nil
	}
	return s.events.Publish(ctx, tx, webhook.Event{TenantID: c.TenantID, Type: eventType, Data: newCaseEvent(c)})
}
