package edge_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/identity"
	"bourse/internal/oas"
)

// privileged is an edge with one caller, whose rights the test changes.
func privileged(t *testing.T, db *database.DB, ops *edgetest.Operations) (*edgetest.Edge, edgetest.Door) {
	t.Helper()
	known := edgetest.Door{}
	e := edgetest.New(t, db, ops, func(options *edge.Options) { options.Authenticator = known })
	e.Alice.AuthenticatedAt = e.Clock.Now()
	known["alice"] = e.Alice
	return e, known
}

func TestARepetitionNeedsTheRightsOfAFirstCall(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		e, known := privileged(t, db, &edgetest.Operations{})
		again := edgetest.Request{
			Method: "POST", Path: "/api/v1/tenants", Token: "alice", Body: `{"slug":"acme","name":"Acme"}`,
			Header: map[string]string{"Idempotency-Key": "key"},
		}
		edgetest.WantStatus(t, e.Send(t, again), http.StatusCreated)
		fallen := e.Alice
		for _, role := range []identity.Role{identity.RoleUser, identity.RoleAnalyst, identity.RoleAdmin} {
			fallen.Role = role
			known["alice"] = fallen
			refused := e.Send(t, again)
			edgetest.WantFailure(t, refused, http.StatusForbidden, fault.Forbidden)
			edgetest.WantHeader(t, refused, "Idempotent-Replay", "")
		}
		moved := e.Alice
		moved.TenantID = edgetest.Someone(identity.RoleUser).TenantID
		known["alice"] = moved
		edgetest.WantFailure(t, e.Send(t, again), http.StatusUnprocessableEntity, fault.IdempotencyKeyReused)
		known["alice"] = e.Alice
		edgetest.WantHeader(t, e.Send(t, again), "Idempotent-Replay", "true")
		delete(known, "alice")
		edgetest.WantFailure(t, e.Send(t, again), http.StatusUnauthorized, fault.TokenExpired)
	})
}

func TestAnAnswerToAHigherRoleIsNotRepeatedToALowerOne(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		e, known := privileged(t, db, &edgetest.Operations{})
		again := edgetest.Request{
			Method: "POST", Path: "/api/v1/trading/bots", Token: "alice", Header: map[string]string{"Idempotency-Key": "key"},
			Body: `{"name":"A bot","description":"d","strategyType":"trend","riskLevel":"low","symbols":["BTCUSD"]}`,
		}
		edgetest.WantStatus(t, e.Send(t, again), http.StatusCreated)
		admin := e.Alice
		admin.Role = identity.RoleAdmin // may create bots, but perhaps not that one
		known["alice"] = admin
		edgetest.WantFailure(t, e.Send(t, again), http.StatusForbidden, fault.Forbidden)

		// The response of a public operation does not depend on the role.
		everybodys := edgetest.Request{Method: "POST", Path: "/api/v1/auth/logout", Token: "alice", Header: map[string]string{"Idempotency-Key": "other"}}
		edgetest.WantStatus(t, e.Send(t, everybodys), http.StatusOK)
		admin.Role = identity.RoleUser
		known["alice"] = admin
		edgetest.WantHeader(t, e.Send(t, everybodys), "Idempotent-Replay", "true")
	})
}

func TestARepetitionNeedsARecentLoginWhereAFirstCallDoes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		e, known := privileged(t, db, &edgetest.Operations{})
		again := edgetest.Request{Method: "POST", Path: "/api/v1/auth/2fa/backup-codes", Token: "alice", Header: map[string]string{"Idempotency-Key": "key"}}
		edgetest.WantStatus(t, e.Send(t, again), http.StatusOK)
		e.Clock.Advance(15 * time.Minute)
		edgetest.WantHeader(t, e.Send(t, again), "Idempotent-Replay", "true")
		e.Clock.Advance(time.Second)
		edgetest.WantFailure(t, e.Send(t, again), http.StatusForbidden, fault.ReauthenticationRequired)
		renewed := e.Alice
		renewed.AuthenticatedAt = e.Clock.Now()
		known["alice"] = renewed
		edgetest.WantHeader(t, e.Send(t, again), "Idempotent-Replay", "true")
	})
}

func TestTokensOfAnEndedSessionAreNotRepeated(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		tokens := oas.NewTokensLoginEnvelopeData(oas.Tokens{AccessToken: "alice", TokenType: "Bearer", User: oas.User{Role: oas.RoleUser, Email: "a@b.test"}})
		e, known := privileged(t, db, &edgetest.Operations{OnLogin: func(context.Context, *oas.LoginRequest) (oas.LoginRes, error) {
			return &oas.LoginEnvelope{Success: true, Data: tokens}, nil
		}})
		again := edgetest.Request{
			Method: "POST", Path: "/api/v1/auth/login", Body: `{"email":"a@b.test","password":"a password"}`,
			Header: map[string]string{"Idempotency-Key": "key"},
		}
		edgetest.WantStatus(t, e.Send(t, again), http.StatusOK)
		edgetest.WantHeader(t, e.Send(t, again), "Idempotent-Replay", "true")
		known["alice"] = identity.Caller{Role: "suspended"}
		edgetest.WantFailure(t, e.Send(t, again), http.StatusForbidden, fault.AccountSuspended)
		delete(known, "alice") // the access token has expired; the refresh token next to it may not have
		edgetest.WantHeader(t, e.Send(t, again), "Idempotent-Replay", "true")
	})
}
