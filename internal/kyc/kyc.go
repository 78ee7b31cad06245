// Package kyc checks the identity of customers.
//
// Each person has one case. They submit their personal data and references to their documents, and one of three
// decides: an administrator, the platform itself (auto), or an external provider, which is asked in a signed request
// and answers with a signed callback (http). An approval ends after a time, or with a document. Submissions are sealed,
// and appear in no log and no event.
//
// What follows from a case is up to the features that depend on it: they are called in the transaction that changes it
// (AccountsFollow), and lock the case before anything of their own (Hold), so that transactions do not deadlock.
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

// Mode determines who decides on submissions.
type Mode string

// The modes: an administrator decides, every submission is approved at once, or a provider is asked. An administrator
// may decide in every mode.
const (
	Manual Mode = "manual"
	Auto   Mode = "auto"
	HTTP   Mode = "http"
)

// Publisher publishes events to other systems, inside the transaction that causes them.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// Brands provides the tenants' brands, in whose name mails are sent.
type Brands interface {
	Of(ctx context.Context, from database.Querier, tenant uuid.UUID) (brand.Brand, error)
}

// Messages queues mails, as part of the transaction that they report.
type Messages interface {
	Enqueue(ctx context.Context, tx *database.Tx, messages ...notify.Message) error
}

// People is the part of identity that this package needs.
type People interface {
	// HoldEntering locks a person until the transaction ends. It fails with ACCOUNT_SUSPENDED when they are suspended
	// or erased.
	HoldEntering(ctx context.Context, tx *database.Tx, user uuid.UUID) error
	// Addresses returns where people read mail. It omits people who have not proved to own their address.
	Addresses(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]string, error)
	// CountCost counts something that costs the house money. It fails with RATE_LIMITED when the caller or their
	// network has requested it too often today; the transaction must then be rolled back.
	CountCost(ctx context.Context, tx *database.Tx, caller identity.Caller, what string, most identity.DailyBounds) error
}

// Follower is called with a changed case and who changed it, in the transaction that does so.
type Follower func(ctx context.Context, tx *database.Tx, changed *Case, by audit.Actor) error

// Options are what a Service needs.
type Options struct {
	Database *database.DB
	Keyring  *secret.Keyring
	// Events receives the events for other systems, and People, Messages and Brands serve to write to people; without
	// them nobody is notified.
	Events   Publisher
	People   People
	Messages Messages
	Brands   Brands
	// Mode is Manual when empty.
	Mode Mode
	// Valid is how long an approval lasts; zero is for ever, or as long as the documents.
	Valid time.Duration
	// Provider is whom the mode HTTP asks.
	Provider Provider
	Now      func() time.Time
	Logger   *slog.Logger
}

// Provider is where an external provider is asked, and how both sides authenticate each other.
type Provider struct {
	URL         string
	CallbackURL string // where it answers; sent with each request unless empty
	// Keys sign requests (the first key) and verify callbacks (any key).
	Keys []signing.Key
	// Transport makes the calls; it should restrict where they go.
	Transport http.RoundTripper
	// Most limits about how many submissions it is asked within a day, each of which costs money. Repeating a question
	// whose answer was lost does not count.
	Most identity.DailyBounds
}

// Service implements the use cases of this package. It is safe for concurrent use.
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

	// follow is set before any worker or request runs; nil when nothing depends on cases.
	follow Follower
}

// New creates the service.
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
		// A submission goes to the configured URL and nowhere else.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return s
}

// Now returns the time of the service's clock.
func (s *Service) Now() time.Time { return s.now() }

// AccountsFollow has the follower called for every change of a case.
func (s *Service) AccountsFollow(follower Follower) { s.follow = follower }

// Takes reports whether a provider may call back, which it may only in the mode HTTP.
func (s *Service) Takes() bool { return s != nil && s.mode == HTTP }

// SharedWorkers returns the workers of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	workers := []worker.Worker{newExpirer(s)}
	if s.mode == HTTP {
		workers = append(workers, newTeller(s))
	}
	return workers
}

// changed stores a case, calls its follower and publishes the event.
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
