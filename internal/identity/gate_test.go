package identity_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/secret"
	"bourse/internal/testkit"
)

// besiege authenticates from several goroutines until each has been answered often enough after the revocation, and
// returns how many calls were admitted after it. Until then they keep dropping the session from the cache, so that
// somebody is always reading the database while it changes.
func (p *person) besiege(session string, revoked *atomic.Bool) (intruders int64, failure error) {
	const besiegers, visits = 16, 10 // who gets in does so right after the revocation
	var (
		admitted atomic.Int64
		strange  atomic.Pointer[error]
		running  sync.WaitGroup
	)
	for range besiegers {
		running.Go(func() {
			for after := 0; after < visits; {
				late := revoked.Load()
				_, err := p.h.Authenticate(p.h.t.Context(), p.tokens.AccessToken)
				if err != nil && !fault.Is(err, fault.SessionRevoked) {
					strange.Store(&err)
					return
				}
				if !late {
					p.h.Forget(session)
					continue
				}
				after++
				if err == nil {
					admitted.Add(1)
				}
			}
		})
	}
	running.Wait()
	if err := strange.Load(); err != nil {
		failure = *err
	}
	return admitted.Load(), failure
}

func TestOnceARevocationIsDoneNoRequestGetsIn(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db)
		h.listen() // otherwise the cache keeps nothing on PostgreSQL
		ann := h.enterAs("ann@example.com", "default", identity.RoleUser)
		owner := ann.caller()
		for round := range 80 {
			victim := *ann
			victim.enter()
			session := victim.caller().SessionID
			var revoked atomic.Bool
			ended := make(chan error, 1)
			go func() {
				err := h.RevokeSession(t.Context(), owner, session)
				revoked.Store(true)
				ended <- err
			}()
			intruders, failure := victim.besiege(session.String(), &revoked)
			must(t, <-ended)
			must(t, failure)
			if intruders > 0 {
				t.Fatalf("in round %d the ended session was let in %d times", round, intruders)
			}
		}
	})
}

// twoReplicas are two processes that share a PostgreSQL database and hear each other's notifications.
func twoReplicas(t *testing.T) (a, b *house) {
	t.Helper()
	url := databasetest.MigratedURL(t, database.Postgres)
	ring, err := secret.New()
	must(t, err)
	shared := testkit.NewClock(start)
	a = newReplica(t, databasetest.OpenURL(t, url), ring, shared)
	b = newReplica(t, databasetest.OpenURL(t, url), ring, shared)
	a.listen()
	b.listen()
	return a, b
}

// wantRefusedSoon asks until the token is refused. What counts is when a request began: none that begins a second after
// the change may be admitted, however busy the machine is.
func (h *house) wantRefusedSoon(token string, want fault.Code) {
	h.t.Helper()
	changed := time.Now()
	for {
		began := time.Now()
		_, err := h.Authenticate(h.t.Context(), token)
		if err != nil {
			testkit.WantFault(h.t, err, want)
			return
		}
		if began.Sub(changed) > time.Second {
			h.t.Fatalf("let in %s after the change", began.Sub(changed))
		}
	}
}

func TestARevocationIsHeardByOtherReplicas(t *testing.T) {
	t.Parallel()
	a, b := twoReplicas(t)
	ann := a.enterAs("ann@example.com", "default", identity.RoleUser)
	owner := ann.caller()
	for range 20 {
		victim := *ann
		victim.enter()
		_, err := b.Authenticate(t.Context(), victim.tokens.AccessToken)
		must(t, err)
		must(t, a.RevokeSession(t.Context(), owner, victim.caller().SessionID))
		b.wantRefusedSoon(victim.tokens.AccessToken, fault.SessionRevoked)
	}
}

func TestAChangeOfRoleAndASuspensionAreHeardByOtherReplicas(t *testing.T) {
	t.Parallel()
	a, b := twoReplicas(t)
	ann, boss := a.enterAs("ann@example.com", "default", identity.RoleUser), a.enterAs("boss@example.com", "default", identity.RoleAdmin)
	_, err := b.Authenticate(t.Context(), ann.tokens.AccessToken)
	must(t, err)
	trader, yes := identity.RoleTrader, true
	_, err = a.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Role: &trader})
	must(t, err)
	b.wantRefusedSoon(ann.tokens.AccessToken, fault.TokenExpired)
	ann.tokens, err = b.Refresh(t.Context(), origin, ann.tokens.RefreshToken)
	must(t, err)
	_, err = b.Authenticate(t.Context(), ann.tokens.AccessToken)
	must(t, err)
	_, err = a.UpdateUser(t.Context(), boss.caller(), ann.id, identity.UserChange{Suspended: &yes})
	must(t, err)
	b.wantRefusedSoon(ann.tokens.AccessToken, fault.AccountSuspended)
}

func TestACachedSessionCostsNoQuery(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite))
	ann := h.enterAs("ann@example.com", "default", identity.RoleUser)
	want := ann.caller()
	must(t, h.db.Close())
	got, err := ann.authenticate()
	must(t, err)
	if got != want {
		t.Errorf("the caller is %+v, want %+v", got, want)
	}
	h.Forget(want.SessionID.String())
	if _, err := ann.authenticate(); err == nil {
		t.Error("a forgotten session is let in without asking the database")
	}
	h.Forget("") // everything
	if _, err := ann.authenticate(); err == nil {
		t.Error("after all was forgotten a session is let in without asking the database")
	}
}

func TestWithoutAListenerEveryRequestAsksTheDatabase(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.Postgres))
	ann := h.enterAs("ann@example.com", "default", identity.RoleUser)
	ann.caller()
	h.exec(`UPDATE sessions SET revoked_at = 1`) // by somebody whose notifications this process cannot hear
	_, err := ann.authenticate()
	testkit.WantFault(t, err, fault.SessionRevoked)
}
