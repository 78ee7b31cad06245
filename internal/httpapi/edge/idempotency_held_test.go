package edge_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
	"bourse/internal/testkit"
)

// newCounter is a shop whose work is a single transaction.
func newCounter(t *testing.T, db *database.DB) *shop {
	t.Helper()
	s := newShop(t, db)
	s.isHeld = true
	return s
}

func (s *shop) state(t *testing.T) (state string) {
	t.Helper()
	if err := s.DB.QueryRow(t.Context(), `SELECT COALESCE(MAX(state), '') FROM idempotency_keys`).Scan(&state); err != nil {
		t.Fatal(err)
	}
	return state
}

// An outside observer sees the work exactly when its response is there too, so there is no moment between the two at
// which a process could die.
func TestTheAnswerIsCommittedWithTheWork(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newCounter(t, db)
		s.after = func() error {
			if got := s.count(t, `SELECT COUNT(*) FROM carried_out`); got != 0 || s.state(t) != "running" {
				t.Errorf("%d halves of the work are there in state %s, before the answer", got, s.state(t))
			}
			return nil
		}
		first := s.buy(t, "key", "Acme")
		edgetest.WantStatus(t, first, http.StatusCreated)
		edgetest.WantHeader(t, first, "Idempotent-Replay", "")
		s.wantCarriedOut(t, 1)
		if state := s.state(t); state != "answered" {
			t.Errorf("the state is %s", state)
		}
		again := s.buy(t, "key", "Acme")
		edgetest.WantHeader(t, again, "Idempotent-Replay", "true")
		if again.Code != first.Code || again.Body.String() != first.Body.String() {
			t.Errorf("the repetition is %d %s", again.Code, again.Body)
		}
	})
}

func TestAFailureAfterTheWorkUndoesItAndFreesTheKey(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newCounter(t, db)
		for name, crash := range map[string]func() error{
			"panic":   func() error { panic("boom") },
			"failure": func() error { return errors.New("disk on fire") },
		} {
			s.after = crash
			edgetest.WantFailure(t, s.buy(t, name, "Acme"), http.StatusInternalServerError, fault.InternalError)
			s.wantRows(t, 0)
			s.wantCarriedOut(t, 0)
		}
		s.after = func() error { return nil }
		edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
		s.wantCarriedOut(t, 1)
	})
}

// A refusal may come with a change that must be kept: a wrong password is counted.
func TestARefusalAfterTheWorkIsCommittedWithIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newCounter(t, db)
		done := 0
		for code, isStored := range map[fault.Code]bool{fault.PriceMoved: true, fault.InvalidCredentials: false, fault.InvalidOTP: false} {
			s.after = func() error { return fault.New(code, "refused") }
			first, again := s.buy(t, "key-"+string(code), "Acme"), s.buy(t, "key-"+string(code), "Acme")
			if got := again.Header().Get("Idempotent-Replay") == "true"; got != isStored || first.Body.String() != again.Body.String() {
				t.Errorf("%s: stored is %v, want %v", code, got, isStored)
			}
			done++
			if !isStored {
				done++
			}
		}
		s.wantCarriedOut(t, done)
	})
}

func TestAnAnswerWhoseCommitFailsIsNotGiven(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newCounter(t, db)
		s.exec(t, refusingAnswers(db.Engine()))
		answer := s.buy(t, "key", "Acme")
		edgetest.WantFailure(t, answer, http.StatusInternalServerError, fault.InternalError)
		s.wantCarriedOut(t, 0)
		s.wantRows(t, 0)
	})
}

// refusingAnswers makes the table refuse to store a response.
func refusingAnswers(engine database.Engine) string {
	if engine == database.Postgres {
		return `ALTER TABLE idempotency_keys ADD CONSTRAINT no_answers CHECK (state <> 'answered')`
	}
	return `CREATE TRIGGER no_answers BEFORE UPDATE ON idempotency_keys WHEN NEW.state = 'answered'
		BEGIN SELECT RAISE(ABORT, 'no answers'); END`
}

// Work of several transactions leaves behind the point to resume from.
func TestARequestThatDiedHalfDoneGoesOnWhereItWas(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		var resumed []string
		fails := true
		e := edgetest.New(t, db, &edgetest.Operations{OnCreateTenant: func(ctx context.Context, r *oas.CreateTenantRequest) (oas.CreateTenantRes, error) {
			resumed = append(resumed, database.ResumedFrom(ctx))
			if database.ResumedFrom(ctx) == "" {
				err := db.InTx(ctx, func(tx *database.Tx) error { tx.ResumeFrom("halfway"); return nil })
				if err != nil {
					return nil, err
				}
			}
			if err := db.InTx(ctx, func(*database.Tx) error { return nil }); err != nil || fails {
				return nil, errors.Join(err, errors.New("the provider does not answer"))
			}
			return edgetest.Tenant(r), nil
		}})
		s := &shop{Edge: e}
		edgetest.WantFailure(t, s.buy(t, "key", "Acme"), http.StatusInternalServerError, fault.InternalError)
		edgetest.WantFailure(t, s.buy(t, "key", "Other"), http.StatusUnprocessableEntity, fault.IdempotencyKeyReused)
		edgetest.WantFailure(t, s.buy(t, "key", "Acme"), http.StatusInternalServerError, fault.InternalError)
		s.exec(t, `UPDATE idempotency_keys SET claim = 'other', process = $1, lease_until = $2`, db.Process(), time.Now().Add(time.Hour).UnixMicro())
		answer := s.buy(t, "key", "Acme")
		edgetest.WantFailure(t, answer, http.StatusConflict, fault.Conflict)
		edgetest.WantHeader(t, answer, "Retry-After", "1")
		s.exec(t, `UPDATE idempotency_keys SET process = 'dead', lease_until = 0`)
		fails = false
		first := s.buy(t, "key", "Acme")
		edgetest.WantStatus(t, first, http.StatusCreated)
		edgetest.WantHeader(t, first, "Idempotent-Replay", "")
		edgetest.WantHeader(t, s.buy(t, "key", "Acme"), "Idempotent-Replay", "true")
		if len(resumed) != 3 || resumed[0] != "" || resumed[1] != "halfway" || resumed[2] != "halfway" {
			t.Errorf("it went on from %q", resumed)
		}
	})
}

// A claim lives as long as its process renews the lease, and no longer.
func TestALongRequestKeepsItsKeyAndADeadOneDoesNot(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newCounter(t, db)
		edge.HurryLeases(s.Handler)
		lease := func() (until int64) {
			if err := db.QueryRow(t.Context(), `SELECT lease_until FROM idempotency_keys`).Scan(&until); err != nil {
				t.Error(err)
			}
			return until
		}
		s.before = func() error {
			s.before = func() error { return nil }
			first := lease()
			for deadline := time.Now().Add(testkit.Patience); lease() == first; {
				if time.Now().After(deadline) {
					return errors.New("the lease was not renewed")
				}
			}
			edgetest.WantFailure(t, s.buy(t, "key", "Acme"), http.StatusConflict, fault.Conflict)
			return nil
		}
		edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
		s.wantCarriedOut(t, 1)

		// A claim of another process, which no longer renews its lease.
		s.exec(t, `DELETE FROM idempotency_keys`)
		edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
		end := time.Now().Add(time.Second)
		s.exec(t, `UPDATE idempotency_keys SET state = 'running', answer = NULL, claim = 'dead', lease_until = $1`, end.UnixMicro())
		testkit.Until(t, "the key of a dead process is free", func() bool { return s.buy(t, "key", "Acme").Code != http.StatusConflict })
		if early := time.Until(end); early > 0 {
			t.Errorf("a lease was over %v before its end", early)
		}
	})
}

// A version without leases may run beside this one during a rolling update: its claims live for a minute.
func TestAClaimWithoutALeaseLivesAsLongAsARequestMay(t *testing.T) {
	t.Parallel()
	s := newCounter(t, databasetest.Open(t, database.Postgres))
	edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
	s.exec(t, `UPDATE idempotency_keys SET state = 'running', answer = NULL, claim = 'old', process = '', lease_until = 0`)
	edgetest.WantFailure(t, s.buy(t, "key", "Acme"), http.StatusConflict, fault.Conflict)
	s.Clock.Advance(2 * time.Minute)
	edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
}
