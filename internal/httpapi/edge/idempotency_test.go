package edge_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/oas"
)

// shop is an edge whose createTenant counts, in a table of the database, how often it was carried out.
type shop struct {
	*edgetest.Edge
	// after runs when the work is done, before runs before it begins.
	before, after func() error
	// isHeld: the work is one transaction, held open until the response is there.
	isHeld bool
}

func newShop(t *testing.T, db *database.DB) *shop {
	t.Helper()
	s := &shop{before: func() error { return nil }, after: func() error { return nil }}
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), `CREATE TABLE carried_out (name TEXT NOT NULL)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Edge = edgetest.New(t, db, &edgetest.Operations{OnCreateTenant: func(ctx context.Context, r *oas.CreateTenantRequest) (oas.CreateTenantRes, error) {
		if err := s.before(); err != nil {
			return nil, err
		}
		half := func(tx *database.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO carried_out (name) VALUES ($1)`, r.Name)
			return err
		}
		if err := s.work(ctx, half); err != nil {
			return nil, err
		}
		return edgetest.Tenant(r), s.after()
	}})
	return s
}

// work does both halves: in one transaction that waits for the response, or in one each.
func (s *shop) work(ctx context.Context, half func(tx *database.Tx) error) error {
	if s.isHeld {
		return s.DB.InLastTx(ctx, func(tx *database.Tx) error { return errors.Join(half(tx), half(tx)) })
	}
	return errors.Join(s.DB.InTx(ctx, half), s.DB.InTx(ctx, half))
}

// buy sends the request with the key.
func (s *shop) buy(t *testing.T, key, name string) *httptest.ResponseRecorder {
	t.Helper()
	return s.Send(t, edgetest.Request{
		Method: "POST", Path: "/api/v1/tenants", Token: "alice", Body: `{"slug":"acme","name":"` + name + `"}`,
		Header: map[string]string{"Idempotency-Key": key},
	})
}

func (s *shop) wantCarriedOut(t *testing.T, want int) {
	t.Helper()
	if got := s.count(t, `SELECT COUNT(*) FROM carried_out`); got != 2*want {
		t.Errorf("%d halves of the work were done, want %d", got, 2*want)
	}
}

func (s *shop) wantRows(t *testing.T, want int) {
	t.Helper()
	if got := s.count(t, `SELECT COUNT(*) FROM idempotency_keys`); got != want {
		t.Errorf("%d keys are kept, want %d", got, want)
	}
}

func (s *shop) count(t *testing.T, query string) int {
	t.Helper()
	var n int
	if err := s.DB.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func (s *shop) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	err := s.DB.InTx(t.Context(), func(tx *database.Tx) error {
		_, err := tx.Exec(t.Context(), query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheSameRequestIsCarriedOutOnceAndAnsweredAlike(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		first := s.buy(t, "key-1", "Acme")
		edgetest.WantStatus(t, first, http.StatusCreated)
		edgetest.WantHeader(t, first, "Idempotent-Replay", "")
		again := s.buy(t, "key-1", "Acme")
		edgetest.WantHeader(t, again, "Idempotent-Replay", "true")
		if again.Code != first.Code || again.Body.String() != first.Body.String() ||
			again.Header().Get("Content-Type") != first.Header().Get("Content-Type") {
			t.Errorf("first %d %s, then %d %s", first.Code, first.Body, again.Code, again.Body)
		}
		s.wantCarriedOut(t, 1)

		edgetest.WantStatus(t, s.buy(t, "key-2", "Acme"), http.StatusCreated)
		s.wantCarriedOut(t, 2)

		s.Clock.Advance(24*time.Hour + time.Second)
		edgetest.WantHeader(t, s.buy(t, "key-1", "Acme"), "Idempotent-Replay", "")
		s.wantCarriedOut(t, 3)
	})
}

func TestAKeyIsForOneRequestOfOneUser(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
		edgetest.WantFailure(t, s.buy(t, "key", "Other"), http.StatusUnprocessableEntity, fault.IdempotencyKeyReused)
		elsewhere := edgetest.Request{Method: "POST", Path: "/api/v1/auth/logout", Token: "alice", Header: map[string]string{"Idempotency-Key": "key"}}
		edgetest.WantFailure(t, s.Send(t, elsewhere), http.StatusUnprocessableEntity, fault.IdempotencyKeyReused)
		elsewhere.Token = "bob"
		edgetest.WantStatus(t, s.Send(t, elsewhere), http.StatusOK)
		s.wantCarriedOut(t, 1)
	})
}

func TestWithoutATokenAKeyBelongsToTheAddress(t *testing.T) {
	t.Parallel()
	calls := 0
	e := newEdge(t, &edgetest.Operations{OnForgot: func(context.Context, *oas.ForgotPasswordRequest) (oas.ForgotPasswordRes, error) {
		calls++
		return &oas.DoneEnvelope{Success: true}, nil
	}})
	for _, from := range []string{"192.0.2.1:1", "192.0.2.1:2", "192.0.2.2:1", "[2001:db8::1]:1", "[2001:db8::2]:1"} {
		edgetest.WantStatus(t, e.Send(t, edgetest.Request{
			Method: "POST", Path: "/api/v1/auth/password/forgot", Body: `{"email":"a@b.test"}`, From: from,
			Header: map[string]string{"Idempotency-Key": "key"},
		}), http.StatusAccepted)
	}
	if calls != 3 {
		t.Errorf("it was carried out %d times, want 3", calls)
	}
}

// Without a token, the host of a request identifies the brand that it is for.
func TestWithoutATokenAKeyIsForOneBrand(t *testing.T) {
	t.Parallel()
	calls := 0
	e := newEdge(t, &edgetest.Operations{OnForgot: func(context.Context, *oas.ForgotPasswordRequest) (oas.ForgotPasswordRes, error) {
		calls++
		return &oas.DoneEnvelope{Success: true}, nil
	}})
	forgot := func(host, origin string) {
		t.Helper()
		edgetest.WantStatus(t, e.Send(t, edgetest.Request{
			Method: "POST", Path: "http://" + host + "/api/v1/auth/password/forgot", Body: `{"email":"a@b.test"}`, From: "192.0.2.1:1",
			Header: map[string]string{"Idempotency-Key": "key", "Origin": origin},
		}), http.StatusAccepted)
	}
	for range 2 {
		for _, brand := range []string{"a", "b"} {
			forgot("api.test", "https://"+brand+".example.test")
			forgot(brand+".test:8081", "")
			forgot(brand+".test:8082", "") // another replica
		}
	}
	if calls != 4 {
		t.Errorf("it was carried out %d times, want once for each brand, by its page and by its host", calls)
	}
}

func TestFiftyAtOnceWithOneKeyAreCarriedOutOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		var all sync.WaitGroup
		var created, replayed, refused atomic.Int64
		for range 50 {
			all.Go(func() {
				answer := s.buy(t, "key", "Acme")
				switch {
				case answer.Code == http.StatusCreated && answer.Header().Get("Idempotent-Replay") == "":
					created.Add(1)
				case answer.Code == http.StatusCreated:
					replayed.Add(1)
				case answer.Code == http.StatusConflict && answer.Header().Get("Retry-After") == "1":
					refused.Add(1)
				default:
					t.Errorf("got %d %s", answer.Code, answer.Body)
				}
			})
		}
		all.Wait()
		if created.Load() != 1 || created.Load()+replayed.Load()+refused.Load() != 50 {
			t.Errorf("%d created, %d replayed, %d refused", created.Load(), replayed.Load(), refused.Load())
		}
		s.wantCarriedOut(t, 1)
	})
}

func TestARequestUnderWayIsNotStartedAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for name, stage := range map[string]*func() error{"before": &s.before, "after": &s.after} {
			reached, goOn := make(chan struct{}), make(chan struct{})
			*stage = func() error { close(reached); <-goOn; return nil }
			answered := make(chan *httptest.ResponseRecorder, 1)
			go func() { answered <- s.buy(t, "key-"+name, "Acme") }()
			select {
			case <-reached:
			case first := <-answered:
				t.Fatalf("the first request was answered with %d %s", first.Code, first.Body)
			}
			answer := s.buy(t, "key-"+name, "Acme")
			edgetest.WantFailure(t, answer, http.StatusConflict, fault.Conflict)
			edgetest.WantHeader(t, answer, "Retry-After", "1")
			close(goOn)
			edgetest.WantStatus(t, <-answered, http.StatusCreated)
			*stage = func() error { return nil }
		}
		s.wantCarriedOut(t, 2)
	})
}

func TestWhatIsRefusedBeforeAnythingWasDoneLeavesNoTrace(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for _, err := range []error{
			fault.Invalid("name", "is taken"), fault.New(fault.Forbidden, "no"), fault.New(fault.NotFound, "no"), fault.New(fault.Conflict, "no"),
			fault.New(fault.InsufficientFunds, "no"), fault.New(fault.AccountLocked, "no"), fault.New(fault.MarketDataStale, "no"), errors.New("disk on fire"),
		} {
			s.before = func() error { return err }
			if answer := s.buy(t, "key", "Acme"); answer.Code < 400 {
				t.Errorf("%v: got %d", err, answer.Code)
			}
			s.wantRows(t, 0)
		}
		edgetest.WantFailure(t, s.buy(t, "key", ""), http.StatusBadRequest, fault.ValidationError)
		s.wantRows(t, 0)
		s.before = func() error { return nil }
		edgetest.WantStatus(t, s.buy(t, "key", "Acme"), http.StatusCreated)
		s.wantCarriedOut(t, 1)
	})
}

func TestARefusalAfterACommitIsStoredUnlessTheCallerCanMendIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		for code, stored := range map[fault.Code]bool{
			fault.PriceMoved: true, fault.InsufficientFunds: true, fault.InvalidOTP: false, fault.InvalidCredentials: false, fault.Forbidden: false, fault.OTPCooldown: false,
		} {
			s.after = func() error { return fault.New(code, "refused") }
			first, again := s.buy(t, "key-"+string(code), "Acme"), s.buy(t, "key-"+string(code), "Acme")
			if got := again.Header().Get("Idempotent-Replay") == "true"; got != stored || first.Body.String() != again.Body.String() {
				t.Errorf("%s: stored is %v, want %v", code, got, stored)
			}
		}
	})
}

func TestAKeyThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	s := newShop(t, databasetest.Open(t, database.SQLite))
	for _, values := range [][]string{{""}, {strings.Repeat("k", 256)}, {"ä"}, {"a\tb"}, {"one", "two"}} {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1/tenants", strings.NewReader(`{"slug":"acme","name":"Acme"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer alice")
		r.Header["Idempotency-Key"] = values
		answer := httptest.NewRecorder()
		s.Handler.ServeHTTP(answer, r)
		if got := edgetest.WantFailure(t, answer, http.StatusBadRequest, fault.ValidationError).Error.Field; got != "Idempotency-Key" {
			t.Errorf("%q: the field is %q", values, got)
		}
	}
	edgetest.WantStatus(t, s.buy(t, strings.Repeat("~", 255), "Acme"), http.StatusCreated)
	s.wantCarriedOut(t, 1)
}

func TestAStrangerCannotFillTheTableOfKeys(t *testing.T) {
	t.Parallel()
	s := newShop(t, databasetest.Open(t, database.SQLite))
	edgetest.WantFailure(t, s.Send(t, edgetest.Request{
		Method: "POST", Path: "/api/v1/tenants", Token: "junk", Body: `{}`, Header: map[string]string{"Idempotency-Key": "key"},
	}), http.StatusUnauthorized, fault.TokenExpired)
	edgetest.WantStatus(t, s.Send(t, edgetest.Request{Method: "GET", Path: "/api/v1/auth/me", Token: "alice", Header: map[string]string{"Idempotency-Key": "key"}}), http.StatusOK)
	s.wantRows(t, 0)
}

func TestAStoredAnswerCannotBeReadInTheDatabase(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		edgetest.WantStatus(t, s.buy(t, "key-1", "Readable"), http.StatusCreated)
		var fingerprint, answer []byte
		if err := db.QueryRow(t.Context(), `SELECT fingerprint, answer FROM idempotency_keys`).Scan(&fingerprint, &answer); err != nil {
			t.Fatal(err)
		}
		for _, value := range [][]byte{fingerprint, answer} {
			if len(value) < 32 || bytes.Contains(value, []byte("Readable")) || bytes.Contains(value, []byte("success")) {
				t.Errorf("the database holds %q", value)
			}
		}
		// Nor can a response be moved to another key.
		edgetest.WantStatus(t, s.buy(t, "key-2", "Other"), http.StatusCreated)
		s.exec(t, `UPDATE idempotency_keys SET answer = $1 WHERE key = 'key-2'`, answer)
		edgetest.WantFailure(t, s.buy(t, "key-2", "Other"), http.StatusInternalServerError, fault.InternalError)
	})
}

func TestOldKeysArePruned(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newShop(t, db)
		s.buy(t, "old", "Acme")
		s.Clock.Advance(23 * time.Hour)
		s.buy(t, "young", "Acme")
		cleaner := edge.NewIdempotencyCleaner(db, s.Clock.Now)
		s.Clock.Advance(2 * time.Hour)
		for _, want := range []int64{1, 0} {
			if got, err := cleaner.Cleanup(t.Context()); err != nil || got != want {
				t.Errorf("pruned %d (%v), want %d", got, err, want)
			}
		}
		s.wantRows(t, 1)
		edgetest.WantHeader(t, s.buy(t, "young", "Acme"), "Idempotent-Replay", "true")
	})
}
