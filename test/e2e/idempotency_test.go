package e2e_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

func TestIdempotencyKeys(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"the same request again gets the same answer":    sameRequestSameAnswer,
		"a key is not for two different requests":        keyIsForOneRequest,
		"many at once with one key do the work once":     manyAtOnceDoOnce,
		"a refused request leaves the key free":          refusedRequestLeavesKeyFree,
		"one caller's key means nothing to another":      keysAreTheirCallers,
		"a key must be one line of printable characters": badKeysAreRefused,
		"a secret that was made once is told again":      secretIsToldAgain,
	})
}

func sameRequestSameAnswer(t *testing.T, s *server) {
	keyed := s.client().with("Idempotency-Key", "register-once-"+newEmail())
	content := body{"email": newEmail(), "password": "a password said twice"}
	first := keyed.post(t, "/auth/register", content).ok(t, 201)
	second := keyed.post(t, "/auth/register", content).ok(t, 201)
	if string(first.text) != string(second.text) {
		t.Errorf("the answers differ:\n%s\n%s", first.text, second.text)
	}
	if first.header.Get("Idempotent-Replay") != "" || second.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("Idempotent-Replay is %q and then %q", first.header.Get("Idempotent-Replay"), second.header.Get("Idempotent-Replay"))
	}
	if first.header.Get("X-Request-Id") == second.header.Get("X-Request-Id") {
		t.Error("two requests have one name")
	}
	s.client().post(t, "/auth/register", content).failed(t, 409, "EMAIL_ALREADY_REGISTERED", "email")
}

func keyIsForOneRequest(t *testing.T, s *server) {
	m := s.register(t)
	keyed := m.with("Idempotency-Key", "one")
	keyed.post(t, "/auth/logout", body{"scope": "others"}).ok(t, 200)
	keyed.post(t, "/auth/logout", body{"scope": "global"}).failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	keyed.post(t, "/auth/email/resend", nil).failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	m.get(t, "/auth/me").ok(t, 200)
	keyed.get(t, "/auth/me").ok(t, 200) // a GET is as it is, with or without a key
}

func manyAtOnceDoOnce(t *testing.T, s *server) {
	admin := s.officer(t, "super_admin", "")
	keyed := admin.with("Idempotency-Key", "at once")
	answers := make([]*answer, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = keyed.post(t, "/tenants", body{"slug": "once", "name": "Once"}) })
	}
	all.Wait()
	made := map[string]int{}
	for _, a := range answers {
		if a == nil {
			continue // the call itself failed, and with it the test
		}
		if a.status == http.StatusConflict { // still under way
			wantRetryAfter(t, a.failed(t, 409, "CONFLICT", ""), 1)
			continue
		}
		made[a.ok(t, 201).object(t, shapeOfTenant)["id"].(string)]++
	}
	if len(made) != 1 {
		t.Errorf("the tenants %v were made, want one", made)
	}
	keyed.post(t, "/tenants", body{"slug": "once", "name": "Once"}).ok(t, 201)
}

func refusedRequestLeavesKeyFree(t *testing.T, s *server) {
	keyed := s.client().with("Idempotency-Key", "try-again-"+newEmail())
	email := newEmail()
	keyed.post(t, "/auth/register", body{"email": email}).failed(t, 400, "VALIDATION_ERROR", "password")
	keyed.post(t, "/auth/register", body{"email": email, "password": "short"}).failed(t, 422, "WEAK_PASSWORD", "password")
	keyed.post(t, "/auth/register", body{"email": email, "password": "a corrected password"}).ok(t, 201)
}

func keysAreTheirCallers(t *testing.T, s *server) {
	first, second := s.register(t), s.register(t)
	for _, m := range []*member{first, second} {
		a := m.with("Idempotency-Key", "shared").post(t, "/auth/2fa/setup", nil).ok(t, 200)
		if a.header.Get("Idempotent-Replay") != "" {
			t.Error("one caller got the answer of another")
		}
	}
}

func badKeysAreRefused(t *testing.T, s *server) {
	for _, key := range []string{"", strings.Repeat("k", 256), "naïve"} {
		s.client().with("Idempotency-Key", key).post(t, "/auth/password/forgot", body{"email": newEmail()}).
			failed(t, 400, "VALIDATION_ERROR", "Idempotency-Key")
	}
}

func secretIsToldAgain(t *testing.T, s *server) {
	m := s.register(t)
	keyed := m.with("Idempotency-Key", "kept")
	first := keyed.post(t, "/auth/2fa/setup", nil).ok(t, 200)
	if again := keyed.post(t, "/auth/2fa/setup", nil).ok(t, 200); string(again.text) != string(first.text) {
		t.Error("a secret was made anew although the request was the same")
	}
}
