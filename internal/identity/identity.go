// Package identity knows who may come in.
//
// It owns tenants, users, passwords, sessions, tokens, the second factor, and phone and mail verification. What happens to
// them is written to the audit log (internal/audit), which this package lists for administrators.
//
// A person shows a password (and a code) once and gets a session. The session hands out short-lived access tokens, which
// Authenticate checks on every request against a cached state of the session: so revoking, suspending and changing a role
// take effect on the next request without a query on each.
//
// One rule keeps concurrent changes right: whoever opens a session for a user, or changes the user, holds
// the user's row until the transaction ends.
package identity

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/notify"
	"bourse/internal/secret"
)

// Settings are the operator's choices.
type Settings struct {
	// Issuer and Audience are the iss and aud of access tokens.
	Issuer   string
	Audience string
	// AccessTokenLifetime is how long an access token is valid.
	AccessTokenLifetime time.Duration
	// HashesAtOnce is how many passwords are hashed at a time, at 19 MiB each; zero is one a processor.
	HashesAtOnce int
	// CachedSessions is how many sessions are remembered between two requests; zero is a default.
	CachedSessions int
	// Texts bounds what text messages can cost.
	Texts TextLimits
	// EndedSessionsKept is how long an ended session can still be told from one that never was; zero is 30 days.
	EndedSessionsKept time.Duration
	// AuditKept is how long the audit log goes back; zero is two years.
	AuditKept time.Duration
}

// The times and budgets that the operator does not choose.
const (
	sessionIdleLifetime  = 30 * 24 * time.Hour
	sessionMaxLifetime   = 90 * 24 * time.Hour
	refreshGrace         = 30 * time.Second
	recentAuthentication = 15 * time.Minute
	challengeLifetime    = 5 * time.Minute
	verifyMailLifetime   = 48 * time.Hour
	resetMailLifetime    = time.Hour
)

// Options are what a Service needs.
type Options struct {
	Database *database.DB
	Keyring  *secret.Keyring
	Messages *notify.Queue
	// Brands are in whose name users are written to.
	Brands *brand.Service
	// Events hears of what other systems are told; nil tells nobody.
	Events   Publisher
	Settings Settings
	Now      func() time.Time
	Logger   *slog.Logger
	// Counted hears of every security event by its action, once it is committed; nil counts nothing.
	Counted func(action string)
	// Scopes are what API keys can be made for; nil is nothing.
	Scopes *ScopeCatalogue
}

// Service is the use cases of this package. It is safe for concurrent use.
type Service struct {
	db       *database.DB
	ring     *secret.Keyring
	messages *notify.Queue
	brands   *brand.Service
	events   Publisher
	settings Settings
	now      func() time.Time
	logger   *slog.Logger
	counted  func(action string)
	hasher   *hasher
	keys     *keys
	gate     *gate
	activity *activity
	// followers hear of changes to the sessions that they follow.
	followers *followers
	// standing hears in the transaction what has changed about what users may do.
	standing []func(ctx context.Context, tx *database.Tx, user *User) error
	// domains finds the tenant whose domain a host is.
	domains func(ctx context.Context, from database.Querier, hostname string) (uuid.UUID, bool, error)
	scopes  *ScopeCatalogue
	// tenantIDs are the ids of tenants by their slugs, as far as somebody has asked for them.
	tenantIDs sync.Map
}

// New makes the service. Start must be called before it is used.
func New(options Options) *Service {
	s := &Service{
		db:       options.Database,
		ring:     options.Keyring,
		messages: options.Messages,
		brands:   options.Brands,
		events:   options.Events,
		settings: options.Settings,
		now:      options.Now,
		logger:   options.Logger,
		counted:  options.Counted,
		hasher:   newHasher(presentParameters, options.Settings.HashesAtOnce),
		activity: newActivity(options.Database, options.Now),
		domains:  options.Brands.TenantOf,

		followers: newFollowers(options.Database),
		scopes:    options.Scopes,
	}
	if s.events == nil {
		s.events = nobody{}
	}
	if s.counted == nil {
		s.counted = func(string) {}
	}
	s.keys = newKeys(s.db, s.ring, s.now, s.settings.AccessTokenLifetime)
	s.gate = newGate(s.db, cmp.Or(options.Settings.CachedSessions, cachedSessions))
	return s
}

// Start makes what the first start needs (the default tenant, the signing keys) and begins to listen for
// changes by other replicas. It fails when the key ring does not open the keys in the database.
func (s *Service) Start(ctx context.Context) error {
	if _, err := s.ensureTenant(ctx, DefaultTenant, "Default"); err != nil {
		return err
	}
	if err := s.keys.ensure(ctx); err != nil {
		return err
	}
	s.db.Subscribe(sessionTopic, func(payload string) {
		s.gate.forget(payload) // first, so that who is told does not find what was true before
		s.followers.tell(payload)
	})
	s.db.Subscribe(keysTopic, func(string) { s.keys.wake.Notify() })
	return nil
}

// refused lets a transaction commit although the request is refused: a wrong guess must be counted even
// though the guesser is told of a failure. The transaction's work stores the refusal and returns nil.
func refused(err, refusal error) error { return cmp.Or(err, refusal) }
