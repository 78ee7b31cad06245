package identity

import (
	"context"
	"crypto/sha256"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/maypok86/otter/v2"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// sessionTopic is notified with the ids, separated by commas, of sessions and API keys that have changed or whose user
// has.
const sessionTopic = "identity.session"

// sessionState is a session or an API key with its user, as last read from the database. It never changes: a later read
// gives another state, and the old one is marked stale.
type sessionState struct {
	user      *User
	session   Session    // empty for a key
	key       *keyAccess // nil for a session
	stale     atomic.Bool
	touchedAt atomic.Int64 // when its activity was last recorded, in Unix seconds
}

// passport is an access token or an API key that was verified once, with the state of its session.
type passport struct {
	token verifiedToken
	state atomic.Pointer[sessionState]
}

// cachedSessions is how many sessions are cached when the settings do not say.
const cachedSessions = 100_000

// gate caches verified tokens and the state of sessions, so that a typical request costs one look-up, no signature
// check and no query.
type gate struct {
	db        *database.DB
	passports *otter.Cache[[sha256.Size]byte, *passport]
	states    *otter.Cache[uuid.UUID, *sessionState]
	// changes counts invalidations. A state that was read while the count changed may be older than the change, so it
	// is not cached.
	changes atomic.Uint64
}

func newGate(db *database.DB, most int) *gate {
	return &gate{
		db: db,
		passports: otter.Must(&otter.Options[[sha256.Size]byte, *passport]{
			MaximumSize:      most,
			ExpiryCalculator: otter.ExpiryWriting[[sha256.Size]byte, *passport](time.Hour),
		}),
		states: otter.Must(&otter.Options[uuid.UUID, *sessionState]{
			MaximumSize: most,
			// A passport may still hold a state that the cache evicts. It must no longer trust it, because forget only
			// reaches what is in the cache.
			OnAtomicDeletion: func(e otter.DeletionEvent[uuid.UUID, *sessionState]) { e.Value.stale.Store(true) },
		}),
	}
}

// forget drops the sessions named in a message, or all of them when messages may have been missed.
func (g *gate) forget(payload string) {
	g.changes.Add(1)
	if payload == "" {
		for known := range g.states.Values() {
			known.stale.Store(true)
		}
		g.states.InvalidateAll()
		return
	}
	for _, id := range database.IDs(payload) {
		g.states.Invalidate(id)
	}
}

// stateReader reads the state of a session or a key from the database.
type stateReader func(ctx context.Context, from database.Querier, id uuid.UUID) (*sessionState, error)

// state returns the cached state of the session or key. It reads the database when nothing is cached or when changes by
// other replicas might have been missed.
func (g *gate) state(ctx context.Context, id uuid.UUID, from stateReader) (*sessionState, error) {
	if known, ok := g.states.GetIfPresent(id); ok && !known.stale.Load() && g.db.Live() {
		return known, nil
	}
	before := g.changes.Load()
	read, err := from(ctx, g.db, id)
	if err != nil {
		return nil, err
	}
	// The count is compared under the entry's lock, which forget needs too: after a change has been announced, nobody
	// finds a state that was read before it.
	g.states.Compute(id, func(*sessionState, bool) (*sessionState, otter.ComputeOp) {
		if g.changes.Load() != before {
			read.stale.Store(true)
			return nil, otter.CancelOp
		}
		return read, otter.WriteOp
	})
	return read, nil
}

var errSessionRevoked = fault.New(fault.SessionRevoked, "this session has ended; log in again")

// Authenticate returns the caller behind an access token or an API key. It fails with TOKEN_EXPIRED when the token has
// expired or carries an outdated role, SESSION_REVOKED when its session has ended, ACCOUNT_SUSPENDED when its user is
// suspended, and UNAUTHORIZED when it is not one of our tokens or is a key that has ended.
func (s *Service) Authenticate(ctx context.Context, accessToken string) (Caller, error) {
	// The token is copied to the stack, as a conversion would allocate on every request. For a token longer than any of
	// ours, append allocates.
	var space [1024]byte
	digest := sha256.Sum256(append(space[:0], accessToken...))
	known, ok := s.gate.passports.GetIfPresent(digest)
	if !ok {
		hash := digest // a copy: an argument of a query escapes to the heap, which would cost every request an allocation
		token, err := s.verify(ctx, accessToken, hash[:])
		if err != nil {
			return Caller{}, err
		}
		known = &passport{token: token}
	}
	now := s.now()
	present := known.state.Load()
	if present != nil && present.key == nil && present.session.expired(now) {
		present.stale.Store(true) // another replica may have extended it and died before announcing that
	}
	if present == nil || present.stale.Load() || !s.db.Live() {
		var err error
		read := readSessionState
		if known.token.isKey {
			read = s.readKeyState
		}
		if present, err = s.gate.state(ctx, known.token.sessionID, read); err != nil {
			return Caller{}, err
		}
		known.state.Store(present)
		if !ok {
			s.gate.passports.Set(digest, known)
		}
	}
	if present.key != nil {
		return present.caller(), present.admitsKey(now)
	}
	if _, signs := s.keys.present.Load().find(known.token.keyID, now); !signs {
		return Caller{}, errBadAccessToken // the key was retired after the token was verified
	}
	if err := present.admits(known.token, now); err != nil {
		return Caller{}, err
	}
	s.activity.note(present, now)
	return present.caller(), nil
}

// verify checks what a token itself proves, or looks up the API key if it is one. It fails as Authenticate does.
func (s *Service) verify(ctx context.Context, token string, digest []byte) (verifiedToken, error) {
	if strings.HasPrefix(token, apiKeyPrefix) {
		return s.verifyAPIKey(ctx, token, digest)
	}
	return s.verifyAccessToken(token)
}

// admits checks a token against the state of its session.
func (s *sessionState) admits(token verifiedToken, now time.Time) error {
	switch {
	case !now.Before(token.expiresAt):
		return fault.New(fault.TokenExpired, "the access token has expired")
	case s.user.ID != token.userID || s.user.TenantID != token.tenantID:
		return errBadAccessToken
	case s.user.Suspended():
		return s.user.mayEnter()
	case !s.session.open(now):
		return errSessionRevoked
	case s.user.Role != token.role:
		return fault.New(fault.TokenExpired, "your role has changed; refresh the token")
	}
	return nil
}
