// Package identity decides who may enter.
//
// It owns tenants, users, passwords, sessions, tokens, the second factor, and phone and mail verification. It records
// their events in the audit log (internal/audit) and lists that log for administrators.
//
// A person gives a password (and a code) once and gets a session. The session issues short-lived access tokens, which
// Authenticate checks on every request against a cached state of the session: revocations, suspensions and role changes
// take effect on the next request without a query on each.
//
// One rule keeps concurrent changes correct: a transaction that opens a session for a user, or changes the user, holds
// the user's row until it ends.
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
	// HashesAtOnce is how many passwords are hashed at a time, at 19 MiB each; zero is one per processor.
	HashesAtOnce int
	// CachedSessions is how many sessions are cached between requests; zero is a default.
	CachedSessions int
	// Texts bounds what text messages can cost.
	Texts TextLimits
	// EndedSessionsKept is how long ended sessions are kept, so that they can be told from ones that never existed;
	// zero is 30 days.
	EndedSessionsKept time.Duration
	// AuditKept is how long the audit log goes back; zero is two years.
	AuditKept time.Duration
}

// The times and budgets that operators cannot set.
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
	// Brands provides the brands in whose name mails are sent.
	Brands *brand.Service
	// Events receives the events for other systems; nil publishes nothing.
	Events   Publisher
	Settings Settings
	Now      func() time.Time
	Logger   *slog.Logger
	// Counted is called with the action of every security event once it is committed; nil counts nothing.
	Counted func(action string)
	// Scopes are the scopes that API keys may have; nil is none.
	Scopes *ScopeCatalogue
}

// Service implements the use cases of this package. It is safe for concurrent use.
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
	// followers are called when the sessions that they follow change.
	followers *followers
	// standing are called in the transaction that changes what a user may do.
	standing []func(ctx context.Context, tx *database.Tx, user *User) error
	// domains finds the tenant that owns a host.
	domains func(ctx context.Context, from database.Querier, hostname string) (uuid.UUID, bool, error)
	scopes  *ScopeCatalogue
	// tenantIDs caches the ids of tenants by their slugs.
	tenantIDs sync.Map
}

// New creates the service. Start must be called before it is used.
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

// Start creates what the first start needs (the default tenant, the signing keys) and begins to listen for changes by
// other replicas. It fails when the key ring cannot open the keys in the database.
func (s *Service) Start(ctx context.Context) error {
	if _, err := s.ensureTenant(ctx, DefaultTenant, "Default"); err != nil {
		return err
	}
	if err := s.keys.ensure(ctx); err != nil {
		return err
	}
	s.db.Subscribe(sessionTopic, func(payload string) {
		s.gate.forget(payload) // first, so that followers do not find the old state
		s.followers.tell(payload)
	})
	s.db.Subscribe(keysTopic, func(string) { s.keys.wake.Notify() })
	return nil
}

// refused lets a transaction commit although the request is refused: a wrong guess must be counted even though the
// request fails. The transaction's function stores the refusal and returns nil.
func refused(err, refusal error) error { return cmp.Or(err, refusal) }
