package httpapi_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/httpapi"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// privileged is an edge with one caller, whose rights the test changes.
func privileged(t *testing.T, db *database.DB, ops *operations) (*edge, door) {
	t.Helper()
	known := door{}
	e := newEdgeOn(t, db, ops, func(options *httpapi.Options) { options.Authenticator = known })
	e.alice.AuthenticatedAt = e.clock.now()
	known["alice"] = e.alice
	return e, known
}

func TestARepetitionNeedsTheRightsOfAFirstCall(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		e, known := privileged(t, db, &operations{})
		again := request{
			method: "POST", path: "/api/v1/tenants", token: "alice", body: `{"slug":"acme","name":"Acme"}`,
			header: map[string]string{"Idempotency-Key": "key"},
		}
		wantStatus(t, e.send(t, again), http.StatusCreated)
		fallen := e.alice
		for _, role := range []identity.Role{identity.RoleUser, identity.RoleAnalyst, identity.RoleAdmin} {
			fallen.Role = role
			known["alice"] = fallen
			refused := e.send(t, again)
			wantFailure(t, refused, http.StatusForbidden, fault.Forbidden)
			wantHeader(t, refused, "Idempotent-Replay", "")
		}
		moved := e.alice
		moved.TenantID = someone(identity.RoleUser).TenantID
		known["alice"] = moved
		wantFailure(t, e.send(t, again), http.StatusUnprocessableEntity, fault.IdempotencyKeyReused)
		known["alice"] = e.alice
		wantHeader(t, e.send(t, again), "Idempotent-Replay", "true")
		delete(known, "alice")
		wantFailure(t, e.send(t, again), http.StatusUnauthorized, fault.TokenExpired)
	})
}

func TestAnAnswerToAHigherRoleIsNotRepeatedToALowerOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		e, known := privileged(t, db, &operations{})
		again := request{
			method: "POST", path: "/api/v1/trading/bots", token: "alice", header: map[string]string{"Idempotency-Key": "key"},
			body: `{"name":"A bot","description":"d","strategyType":"trend","riskLevel":"low","symbols":["BTCUSD"]}`,
		}
		wantStatus(t, e.send(t, again), http.StatusCreated)
		admin := e.alice
		admin.Role = identity.RoleAdmin // who may create bots, but perhaps not that one
		known["alice"] = admin
		wantFailure(t, e.send(t, again), http.StatusForbidden, fault.Forbidden)

		// What is everybody's does not depend on the role.
		everybodys := request{method: "POST", path: "/api/v1/auth/logout", token: "alice", header: map[string]string{"Idempotency-Key": "other"}}
		wantStatus(t, e.send(t, everybodys), http.StatusOK)
		admin.Role = identity.RoleUser
		known["alice"] = admin
		wantHeader(t, e.send(t, everybodys), "Idempotent-Replay", "true")
	})
}

func TestARepetitionNeedsARecentLoginWhereAFirstCallDoes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		e, known := privileged(t, db, &operations{})
		again := request{method: "POST", path: "/api/v1/auth/2fa/backup-codes", token: "alice", header: map[string]string{"Idempotency-Key": "key"}}
		wantStatus(t, e.send(t, again), http.StatusOK)
		e.clock.advance(15 * time.Minute)
		wantHeader(t, e.send(t, again), "Idempotent-Replay", "true")
		e.clock.advance(time.Second)
		wantFailure(t, e.send(t, again), http.StatusForbidden, fault.ReauthenticationRequired)
		renewed := e.alice
		renewed.AuthenticatedAt = e.clock.now()
		known["alice"] = renewed
		wantHeader(t, e.send(t, again), "Idempotent-Replay", "true")
	})
}

func TestTokensOfAnEndedSessionAreNotRepeated(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		tokens := oas.NewTokensLoginEnvelopeData(oas.Tokens{AccessToken: "alice", TokenType: "Bearer", User: oas.User{Role: oas.RoleUser, Email: "a@b.test"}})
		e, known := privileged(t, db, &operations{login: func(context.Context, *oas.LoginRequest) (oas.LoginRes, error) {
			return &oas.LoginEnvelope{Success: true, Data: tokens}, nil
		}})
		again := request{
			method: "POST", path: "/api/v1/auth/login", body: `{"email":"a@b.test","password":"a password"}`,
			header: map[string]string{"Idempotency-Key": "key"},
		}
		wantStatus(t, e.send(t, again), http.StatusOK)
		wantHeader(t, e.send(t, again), "Idempotent-Replay", "true")
		known["alice"] = identity.Caller{Role: "suspended"}
		wantFailure(t, e.send(t, again), http.StatusForbidden, fault.AccountSuspended)
		delete(known, "alice") // the access token has expired; the refresh token beside it may not have
		wantHeader(t, e.send(t, again), "Idempotent-Replay", "true")
	})
}
