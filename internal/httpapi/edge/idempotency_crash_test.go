package edge_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge/edgetest"
)

const lost = "was carried out, but its answer was lost"

func TestAPanicBeforeTheCommitFreesTheKey(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.before = func() error { panic("boom") }
		edgetest.WantFailure(t, s.buy(t, "key", "Acme"), http.StatusInternalServerError, fault.InternalError)
		s.wantRows(t, 0)
		s.before = func() error { return nil }
		edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
		s.wantCarriedOut(t, 1)
	})
}

// die leaves every claim as it is when its process has died and its lease has expired.
func (s *shop) die(t *testing.T) {
	t.Helper()
	s.exec(t, `UPDATE idempotency_keys SET claim = 'dead', process = 'dead', lease_until = 0 WHERE state <> 'answered'`)
}

// Work that commits too early, and leaves no point to resume from: no real operation does that.
func TestWhatWasCommittedIsNeverCarriedOutAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for name, crash := range map[string]func() error{
			"panic":   func() error { panic("boom") },
			"failure": func() error { return errors.New("disk on fire") },
		} {
			s.after = crash
			edgetest.WantFailure(t, s.buy(t, name, "Acme"), http.StatusInternalServerError, fault.InternalError)
			s.after = func() error { return nil }
			answer := s.buy(t, name, "Acme")
			if got := edgetest.WantFailure(t, answer, http.StatusConflict, fault.Conflict).Error.Message; !strings.Contains(got, lost) {
				t.Errorf("the message is %q", got)
			}
			edgetest.WantHeader(t, answer, "Retry-After", "")
			edgetest.WantFailure(t, s.buy(t, name, "Other"), http.StatusUnprocessableEntity, fault.IdempotencyKeyReused)
		}
		s.wantCarriedOut(t, 2)
	})
}

// The process dies with the row in its current state.
func TestARequestThatDiedBeforeItsCommitMayBeTriedAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
		s.exec(t, `UPDATE idempotency_keys SET state = 'running', answer = NULL, claim = 'dead'`)
		edgetest.WantFailure(t, s.buy(t, "key", "Acme"), http.StatusConflict, fault.Conflict)
		s.wantCarriedOut(t, 1)
		s.die(t)
		edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
		s.wantCarriedOut(t, 2)
		edgetest.WantHeader(t, s.buy(t, "key", "Acme"), "Idempotent-Replay", "true")
	})
}

// A request that everyone gave up on wakes up and tries to commit after another one has taken over its key.
func TestWhoLostTheKeyCannotCommit(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for _, isHeld := range []bool{false, true} {
			s := newShop(t, db)
			s.isHeld = isHeld
			s.before = func() error {
				s.before = func() error { return nil }
				s.exec(t, `UPDATE idempotency_keys SET process = 'stopped', lease_until = 0`)
				edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
				return nil
			}
			edgetest.WantFailure(t, s.buy(t, "key", "Acme"), http.StatusConflict, fault.Conflict)
			s.wantCarriedOut(t, 1)
			edgetest.WantHeader(t, s.buy(t, "key", "Acme"), "Idempotent-Replay", "true")
			s.exec(t, `DROP TABLE carried_out`)
			s.exec(t, `DELETE FROM idempotency_keys`)
		}
	})
}

func TestTheAnswerIsStoredAlthoughTheClientHasGone(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		ctx, leave := context.WithCancel(t.Context())
		s.after = func() error { leave(); return nil }
		r := httptest.NewRequestWithContext(ctx, "POST", "/api/v1/tenants", strings.NewReader(`{"slug":"acme","name":"Acme"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer alice")
		r.Header.Set("Idempotency-Key", "key")
		s.Handler.ServeHTTP(httptest.NewRecorder(), r)
		answer := s.buy(t, "key", "Acme")
		edgetest.WantStatus(t, answer, http.StatusCreated)
		edgetest.WantHeader(t, answer, "Idempotent-Replay", "true")
		s.wantCarriedOut(t, 1)
	})
}
