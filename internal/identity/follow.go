package identity

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/worker"
)

const (
	// livenessInterval is how often, while a session has followers, the worker checks that changes by other replicas
	// arrive. Checking keeps the proof fresh.
	livenessInterval = 200 * time.Millisecond
	// deafTurns is after how many failed checks in a row sessions are checked again, and after how many more each time:
	// a long-lived response must not outlive its session by more than a second.
	deafTurns = 3
)

// followers are the callbacks to call when something about a session changes.
type followers struct {
	db    *database.DB
	mutex sync.Mutex
	next  int
	of    map[uuid.UUID]map[int]func()
}

func newFollowers(db *database.DB) *followers {
	return &followers{db: db, of: map[uuid.UUID]map[int]func(){}}
}

// Follow calls changed whenever something about the session or its user may have changed, on any replica, until cancel
// is called. The goroutine that makes the change calls it, so it must be quick.
func (s *Service) Follow(session uuid.UUID, changed func()) (cancel func()) {
	f := s.followers
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.next++
	number := f.next
	if f.of[session] == nil {
		f.of[session] = map[int]func(){}
	}
	f.of[session][number] = changed
	return func() {
		f.mutex.Lock()
		defer f.mutex.Unlock()
		if delete(f.of[session], number); len(f.of[session]) == 0 {
			delete(f.of, session)
		}
	}
}

// StillIn is for responses that last longer than an access token. It fails with SESSION_REVOKED when the caller's
// session has ended (UNAUTHORIZED when it was an API key) and with ACCOUNT_SUSPENDED when its user is suspended. Any
// other error means that this cannot be determined now.
func (s *Service) StillIn(ctx context.Context, caller Caller) error {
	_, err := s.CallerOf(ctx, caller.SessionID)
	return err
}

// StillOpen fails as Authenticate does, except that it accepts an expired token: then only its session counts, and it
// fails as StillIn does.
func (s *Service) StillOpen(ctx context.Context, accessToken string) error {
	_, err := s.Authenticate(ctx, accessToken)
	if !fault.Is(err, fault.TokenExpired) {
		return err
	}
	session, err := s.sessionOf(accessToken)
	if err != nil {
		return err
	}
	return s.StillIn(ctx, Caller{SessionID: session})
}

// IsOver reports whether the session of a refresh token has ended or never existed. It also sees a session that the
// request's own, uncommitted transaction has ended. A text that is not one of our tokens has no session.
func (s *Service) IsOver(ctx context.Context, refreshToken string) bool {
	parsed, err := parseRefreshToken(refreshToken, s.ring)
	if err != nil {
		return false
	}
	present, err := readSessionState(ctx, s.db, parsed.sessionID)
	return fault.Is(err, fault.SessionRevoked) || err == nil && !present.session.open(s.now())
}

// CallerOf returns the caller of a session or API key, for a client that was admitted by it before and has proved so.
// It fails as StillIn does, and with UNAUTHORIZED when the key has ended.
func (s *Service) CallerOf(ctx context.Context, session uuid.UUID) (Caller, error) {
	present, err := s.gate.state(ctx, session, s.readEitherState)
	if err != nil {
		return Caller{}, err
	}
	if present.key != nil {
		return present.caller(), present.admitsKey(s.now())
	}
	if err := present.user.mayEnter(); err != nil {
		return Caller{}, err
	}
	if !present.session.open(s.now()) {
		return Caller{}, errSessionRevoked
	}
	return present.caller(), nil
}

// readEitherState reads the session with this id or, if there is none, the API key. It fails as readSession does.
func (s *Service) readEitherState(ctx context.Context, from database.Querier, id uuid.UUID) (*sessionState, error) {
	read, err := readSessionState(ctx, from, id)
	if !fault.Is(err, fault.SessionRevoked) {
		return read, err
	}
	if key, keyErr := s.readKeyState(ctx, from, id); !fault.Is(keyErr, fault.Unauthorized) {
		return key, keyErr
	}
	return nil, err
}

// caller returns the session's user as a caller.
func (s *sessionState) caller() Caller {
	if s.key != nil {
		return Caller{
			UserID: s.user.ID, TenantID: s.user.TenantID, SessionID: s.key.ID, KeyID: s.key.ID, Role: s.user.Role,
			user: s.user, key: s.key,
		}
	}
	return Caller{
		UserID:          s.user.ID,
		TenantID:        s.user.TenantID,
		SessionID:       s.session.ID,
		Role:            s.user.Role,
		AuthenticatedAt: s.session.AuthenticatedAt,
		user:            s.user,
		assurance:       s.session.assurance,
	}
}

// tell calls the followers of the sessions named in a message, or all of them when messages may have been missed.
func (f *followers) tell(payload string) {
	for _, changed := range f.named(payload) {
		changed()
	}
}

func (f *followers) named(payload string) (all []func()) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if payload == "" {
		for _, some := range f.of {
			all = slices.AppendSeq(all, maps.Values(some))
		}
		return all
	}
	for _, id := range database.IDs(payload) {
		all = slices.AppendSeq(all, maps.Values(f.of[id]))
	}
	return slices.Clip(all)
}

func (f *followers) none() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return len(f.of) == 0
}

// Name is the worker's name.
func (f *followers) Name() string { return "identity-followers" }

// Run makes followers check for themselves while changes by other replicas do not arrive. It never fails.
func (f *followers) Run(ctx context.Context) error {
	deaf := 0
	return worker.Loop(ctx, nil, worker.Every(livenessInterval, func(context.Context) error {
		switch {
		case f.none() || f.db.Live():
			deaf = 0
		case deaf < deafTurns:
			deaf++
		default:
			deaf = 0
			f.tell("")
		}
		return nil
	}))
}
