package platform_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"bourse/test/e2e/kit"
)

func TestIdempotencyKeys(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"the same request again gets the same answer":    sameRequestSameAnswer,
		"a key is not for two different requests":        keyIsForOneRequest,
		"many at once with one key do the work once":     manyAtOnceDoOnce,
		"a refused request leaves the key free":          refusedRequestLeavesKeyFree,
		"one caller's key means nothing to another":      keysAreTheirCallers,
		"a key must be one line of printable characters": badKeysAreRefused,
		"a secret that was made once is told again":      secretIsToldAgain,
	})
}

func sameRequestSameAnswer(t *testing.T, s *kit.Server) {
	keyed := s.Client().With("Idempotency-Key", "register-once-"+kit.NewEmail())
	content := kit.Body{"email": kit.NewEmail(), "password": "a password said twice"}
	first := keyed.Post(t, "/auth/register", content).Ok(t, 201)
	second := keyed.Post(t, "/auth/register", content).Ok(t, 201)
	if string(first.Text) != string(second.Text) {
		t.Errorf("the answers differ:\n%s\n%s", first.Text, second.Text)
	}
	if first.Header.Get("Idempotent-Replay") != "" || second.Header.Get("Idempotent-Replay") != "true" {
		t.Errorf("Idempotent-Replay is %q and then %q", first.Header.Get("Idempotent-Replay"), second.Header.Get("Idempotent-Replay"))
	}
	if first.Header.Get("X-Request-Id") == second.Header.Get("X-Request-Id") {
		t.Error("two requests have one name")
	}
	s.Client().Post(t, "/auth/register", content).Failed(t, 409, "EMAIL_ALREADY_REGISTERED", "email")
}

func keyIsForOneRequest(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	keyed := m.With("Idempotency-Key", "one")
	keyed.Post(t, "/auth/logout", kit.Body{"scope": "others"}).Ok(t, 200)
	keyed.Post(t, "/auth/logout", kit.Body{"scope": "global"}).Failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	keyed.Post(t, "/auth/email/resend", nil).Failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	m.Get(t, "/auth/me").Ok(t, 200)
	keyed.Get(t, "/auth/me").Ok(t, 200) // a key does not matter for a GET
}

func manyAtOnceDoOnce(t *testing.T, s *kit.Server) {
	admin := s.Officer(t, "super_admin", "")
	keyed := admin.With("Idempotency-Key", "at once")
	answers := make([]*kit.Answer, 8)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = keyed.Post(t, "/tenants", kit.Body{"slug": "once", "name": "Once"}) })
	}
	all.Wait()
	made := map[string]int{}
	for _, a := range answers {
		if a == nil {
			continue // the call itself failed, and with it the test
		}
		if a.Status == http.StatusConflict { // still in progress
			kit.WantRetryAfter(t, a.Failed(t, 409, "CONFLICT", ""), 1)
			continue
		}
		made[a.Ok(t, 201).Object(t, kit.ShapeOfTenant)["id"].(string)]++
	}
	if len(made) != 1 {
		t.Errorf("the tenants %v were made, want one", made)
	}
	keyed.Post(t, "/tenants", kit.Body{"slug": "once", "name": "Once"}).Ok(t, 201)
}

func refusedRequestLeavesKeyFree(t *testing.T, s *kit.Server) {
	keyed := s.Client().With("Idempotency-Key", "try-again-"+kit.NewEmail())
	email := kit.NewEmail()
	keyed.Post(t, "/auth/register", kit.Body{"email": email}).Failed(t, 400, "VALIDATION_ERROR", "password")
	keyed.Post(t, "/auth/register", kit.Body{"email": email, "password": "short"}).Failed(t, 422, "WEAK_PASSWORD", "password")
	keyed.Post(t, "/auth/register", kit.Body{"email": email, "password": "a corrected password"}).Ok(t, 201)
}

func keysAreTheirCallers(t *testing.T, s *kit.Server) {
	first, second := s.Register(t), s.Register(t)
	for _, m := range []*kit.Member{first, second} {
		a := m.With("Idempotency-Key", "shared").Post(t, "/auth/2fa/setup", nil).Ok(t, 200)
		if a.Header.Get("Idempotent-Replay") != "" {
			t.Error("one caller got the answer of another")
		}
	}
}

func badKeysAreRefused(t *testing.T, s *kit.Server) {
	for _, key := range []string{"", strings.Repeat("k", 256), "naïve"} {
		s.Client().With("Idempotency-Key", key).Post(t, "/auth/password/forgot", kit.Body{"email": kit.NewEmail()}).
			Failed(t, 400, "VALIDATION_ERROR", "Idempotency-Key")
	}
}

func secretIsToldAgain(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	keyed := m.With("Idempotency-Key", "kept")
	first := keyed.Post(t, "/auth/2fa/setup", nil).Ok(t, 200)
	if again := keyed.Post(t, "/auth/2fa/setup", nil).Ok(t, 200); string(again.Text) != string(first.Text) {
		t.Error("a secret was made anew although the request was the same")
	}
}
