// Package edgetest is the edge for tests: with operations and callers that they define, a clock that they control and
// a log that they can read.
package edgetest

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/identity"
	"bourse/internal/secret"
	"bourse/internal/testkit"
)

// Door maps tokens to callers. "broken" is a token that cannot be looked up.
type Door map[string]identity.Caller

// Authenticate fails with TOKEN_EXPIRED for an unknown token, and with ACCOUNT_SUSPENDED for the role "suspended".
func (d Door) Authenticate(_ context.Context, token string) (identity.Caller, error) {
	if token == "broken" {
		return identity.Caller{}, io.ErrUnexpectedEOF
	}
	known, ok := d[token]
	if !ok {
		return identity.Caller{}, fault.New(fault.TokenExpired, "the access token has expired")
	}
	if known.Role == "suspended" {
		return identity.Caller{}, fault.New(fault.AccountSuspended, "this account is suspended")
	}
	return known, nil
}

// StillIn never fails.
func (d Door) StillIn(context.Context, identity.Caller) error { return nil }

// StillOpen treats every session as open.
func (d Door) StillOpen(ctx context.Context, token string) error {
	_, err := d.Authenticate(ctx, token)
	if fault.Is(err, fault.TokenExpired) {
		return nil
	}
	return err
}

// CallerOf finds the caller of a session.
func (d Door) CallerOf(_ context.Context, session uuid.UUID) (identity.Caller, error) {
	for _, known := range d {
		if known.SessionID == session {
			return known, nil
		}
	}
	return identity.Caller{}, fault.New(fault.SessionRevoked, "it is over")
}

// Follow never reports a change.
func (d Door) Follow(uuid.UUID, func()) (cancel func()) { return func() {} }

// Someone is a new, unique caller.
func Someone(role identity.Role) identity.Caller {
	return identity.Caller{UserID: uuid.Must(uuid.NewV7()), TenantID: uuid.Must(uuid.NewV7()), SessionID: uuid.Must(uuid.NewV7()), Role: role}
}

// LogBook stores the log, one JSON object per line.
type LogBook struct {
	mutex sync.Mutex
	lines bytes.Buffer
}

// Write appends a line.
func (l *LogBook) Write(line []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.lines.Write(line)
}

// String is the whole log.
func (l *LogBook) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.lines.String()
}

// Edge is the whole chain around test operations.
type Edge struct {
	Options edge.Options
	Handler *edge.Handler
	Clock   *testkit.Clock
	Logs    *LogBook
	Ring    *secret.Keyring
	DB      *database.DB
	Alice   identity.Caller
	Bob     identity.Caller
}

// New makes an edge on the given database. Alice has the token "alice", Bob "bob". Its pages are a probe at /healthz
// and a readable one at /docs.
func New(t testing.TB, db *database.DB, ops *Operations, change ...func(*edge.Options)) *Edge {
	t.Helper()
	ring, err := secret.New()
	if err != nil {
		t.Fatal(err)
	}
	e := &Edge{
		Clock: testkit.NewClock(time.Unix(1_800_000_000, 0)), Logs: &LogBook{}, Ring: ring, DB: db,
		Alice: Someone(identity.RoleSuperAdmin), Bob: Someone(identity.RoleUser),
	}
	e.Options = edge.Options{
		Authenticator: Door{"alice": e.Alice, "bob": e.Bob},
		Database:      db, Keyring: ring, Now: e.Clock.Now,
		Logger: slog.New(slog.NewJSONHandler(e.Logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
		Pages: edge.Pages{ByPath: map[string]edge.WebPage{
			"/healthz": {Name: "healthz", IsProbe: true, Serve: func(http.ResponseWriter, *http.Request) {}},
			"/docs":    {Name: "docs", Serve: func(http.ResponseWriter, *http.Request) {}},
		}},
	}
	for _, each := range change {
		each(&e.Options)
	}
	if e.Handler, err = edge.NewHandler(e.Options, ops); err != nil {
		t.Fatal(err)
	}
	return e
}
