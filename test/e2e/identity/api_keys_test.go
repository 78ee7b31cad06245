package identity_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestAPIKeys(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a key reaches what its scopes say":                   keyReachesItsScopes,
		"a key reaches nothing that guards the account":       keyGuardsNothing,
		"a key is refused once it is revoked":                 keyIsRevoked,
		"a key is refused once it has expired":                keyExpires,
		"a key acts with the role of its owner now":           keyHasTheOwnersRole,
		"a repeated request makes no second key":              keyIsMadeOnce,
		"what a key does is in the audit log under its name":  keyIsAudited,
		"a stream ends with the key that it was opened with":  streamEndsWithItsKey,
		"a ticket of a key opens what the key's scopes allow": ticketOfAKey,
	})
}

var (
	shapeOfKey = kit.Shape{
		"id": kit.AUUID, "name": kit.AText, "prefix": kit.AText, "scopes": kit.AListOf(kit.AText), "expiresAt": kit.ATime,
		"createdAt": kit.ATime, "?lastUsedAt": kit.ATime, "?lastUsedIp": kit.AText,
	}
	shapeOfNewKey = kit.Shape{
		"id": kit.AUUID, "name": kit.AText, "prefix": kit.AText, "scopes": kit.AListOf(kit.AText), "expiresAt": kit.ATime,
		"createdAt": kit.ATime, "key": kit.AText,
	}
	keyForm = regexp.MustCompile(`^bourse_[0-9A-Za-z]{36}$`)
	// everyScope is all scopes that contain operations for keys.
	everyScope = []string{
		"auth:read", "users:read", "tenants:read", "tenants:write", "trading:read", "trading:write", "investment:read", "investment:write",
		"portfolio:read", "portfolio:write", "education:read", "education:write", "payments:read", "payments:write", "ml:read", "ml:write",
		"webhooks:read", "webhooks:write",
	}
)

// newKey makes a key of the member's and returns its id and a client that uses it.
func newKey(t *testing.T, m *kit.Member, scopes ...string) (id string, bot *kit.Client) {
	t.Helper()
	key := m.Post(t, "/auth/api-keys", kit.Body{"name": "a bot", "scopes": scopes}).Ok(t, 201).Object(t, shapeOfNewKey)
	return key["id"].(string), m.As(key["key"].(string))
}

func keyReachesItsScopes(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	made := m.Post(t, "/auth/api-keys", kit.Body{"name": "Reporting", "scopes": []string{"trading:read", "getMe"}}).Ok(t, 201).Object(t, shapeOfNewKey)
	text := made["key"].(string)
	if !keyForm.MatchString(text) || !strings.HasPrefix(text, made["prefix"].(string)) {
		t.Errorf("the key is %q with the prefix %q", text, made["prefix"])
	}
	bot := m.As(text)
	if me := bot.Get(t, "/auth/me").Ok(t, 200).Object(t, kit.ShapeOfProfile); me["id"] != m.ID {
		t.Errorf("the key is %v", me)
	}
	bot.Get(t, "/trading/accounts").Ok(t, 200)
	bot.Call(t, http.MethodPut, "/trading/watchlist", kit.Body{"symbols": []string{}}).Failed(t, 403, "FORBIDDEN", "")
	bot.Get(t, "/portfolio").Failed(t, 403, "FORBIDDEN", "")
	bot.Get(t, "/users").Failed(t, 403, "FORBIDDEN", "")
	_, writer := newKey(t, m, "replaceWatchlist")
	writer.Get(t, "/trading/accounts").Failed(t, 403, "FORBIDDEN", "")

	testkit.Within(t, kit.Patience, "the use of the key is noted", func() bool {
		keys := m.Get(t, "/auth/api-keys").Ok(t, 200).List(t, shapeOfKey, nil)
		return len(keys) == 2 && keys[1]["id"] == made["id"] && keys[1]["lastUsedIp"] == "127.0.0.1" && keys[1]["lastUsedAt"] != nil
	})
	if strings.Contains(string(m.Get(t, "/auth/api-keys").Text), text) {
		t.Error("the list shows the key")
	}
	for _, refused := range []struct {
		body        kit.Body
		status      int
		code, field string
	}{
		{kit.Body{"name": "x", "scopes": []string{"trading"}}, 400, "VALIDATION_ERROR", "scopes"},
		{kit.Body{"name": "x", "scopes": []string{}}, 400, "VALIDATION_ERROR", "scopes"},
		{kit.Body{"name": "", "scopes": []string{"trading:read"}}, 400, "VALIDATION_ERROR", "name"},
		{kit.Body{"name": "x", "scopes": []string{"trading:read"}, "expiresAt": "2020-01-01T00:00:00Z"}, 400, "VALIDATION_ERROR", "expiresAt"},
		{kit.Body{"name": "x", "scopes": []string{"createApiKey"}}, 403, "FORBIDDEN", "scopes"},
		{kit.Body{"name": "x", "scopes": []string{"updateUser"}}, 403, "FORBIDDEN", "scopes"},
		{kit.Body{"name": "x", "scopes": []string{"updateConnection"}}, 403, "FORBIDDEN", "scopes"},
	} {
		m.Post(t, "/auth/api-keys", refused.body).Failed(t, refused.status, refused.code, refused.field)
	}
}

func keyGuardsNothing(t *testing.T, s *kit.Server) {
	boss := s.Officer(t, "super_admin", "")
	_, bot := newKey(t, boss, everyScope...)
	tried := 0
	for _, operation := range kit.ReadContract(t, s) {
		if operation.IsPublic || !strings.HasPrefix(operation.Template, "/auth/") || operation.Template == "/auth/me" && operation.Method == http.MethodGet {
			continue
		}
		tried++
		bot.Call(t, operation.Method, kit.FillIn(operation.Template), nil).Failed(t, 403, "FORBIDDEN", "")
	}
	if tried < 15 {
		t.Errorf("%d operations were tried", tried)
	}
	bot.Call(t, http.MethodPatch, "/users/"+s.Register(t).ID, kit.Body{"role": "admin"}).Failed(t, 403, "FORBIDDEN", "")
	bot.Get(t, "/users").Ok(t, 200) // but only what its owner's role and its scopes allow
}

func keyIsRevoked(t *testing.T, s *kit.Server) {
	m, other := s.Register(t), s.Register(t)
	prove(t, m, s)
	id, bot := newKey(t, m, "getMe")
	bot.Get(t, "/auth/me").Ok(t, 200)
	other.Call(t, http.MethodDelete, "/auth/api-keys/"+id, nil).Failed(t, 404, "NOT_FOUND", "")
	m.Call(t, http.MethodDelete, "/auth/api-keys/"+id, nil).Done(t, 200)
	bot.Get(t, "/auth/me").Failed(t, 401, "UNAUTHORIZED", "")
	m.Call(t, http.MethodDelete, "/auth/api-keys/"+id, nil).Failed(t, 404, "NOT_FOUND", "")
	m.Get(t, "/auth/me").Ok(t, 200)
	m.As(bot.Token[:len(bot.Token)-1]+"_").Get(t, "/auth/me").Failed(t, 401, "UNAUTHORIZED", "")
	if mail := s.Place.AwaitLetter(t, "api_key_revoked", m.Email, 1); !strings.Contains(mail.Text, `"a bot"`) {
		t.Errorf("the owner is told %q", mail.Text)
	}
}

func keyExpires(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	ends := time.Now().Add(10 * time.Second).UTC() // the stream has begun by then
	key := m.Post(t, "/auth/api-keys", kit.Body{"name": "short", "scopes": []string{"getMe", "trading:read"}, "expiresAt": ends.Format(time.RFC3339Nano)}).
		Ok(t, 201).Object(t, shapeOfNewKey)
	bot := kit.Member{Client: m.As(key["key"].(string))}
	stream := bot.Listen(t, "")
	var last *kit.Answer
	testkit.Within(t, kit.Patience, "the key expires", func() bool {
		began := time.Now()
		last = bot.Get(t, "/auth/me")
		if last.Status == http.StatusOK && began.After(ends) {
			t.Fatalf("the key was let in %s after its end", began.Sub(ends))
		}
		return last.Status != http.StatusOK
	})
	last.Failed(t, 401, "UNAUTHORIZED", "")
	stream.Await(t, "end", kit.WithField("reason", "session_ended"))
}

func keyHasTheOwnersRole(t *testing.T, s *kit.Server) {
	boss, m := s.Officer(t, "super_admin", ""), s.Register(t)
	_, bot := newKey(t, m, "users:read")
	bot.Get(t, "/users").Failed(t, 403, "FORBIDDEN", "")
	boss.Update(t, m, kit.Body{"role": "admin"}).Ok(t, 200)
	bot.Get(t, "/users").Ok(t, 200)
	boss.Update(t, m, kit.Body{"suspended": true}).Ok(t, 200)
	bot.Get(t, "/users").Failed(t, 403, "ACCOUNT_SUSPENDED", "")
	boss.Update(t, m, kit.Body{"suspended": false}).Ok(t, 200)
	bot.Get(t, "/users").Ok(t, 200)
}

func keyIsMadeOnce(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	keyed := m.With("Idempotency-Key", "my key")
	body := kit.Body{"name": "a bot", "scopes": []string{"getMe"}}
	keyed.Post(t, "/auth/api-keys", body).Ok(t, 201).Object(t, shapeOfNewKey)
	again := keyed.Post(t, "/auth/api-keys", body).Failed(t, 409, "CONFLICT", "")
	if keyForm.Match(again.Text) {
		t.Error("the key is shown twice")
	}
	if keys := m.Get(t, "/auth/api-keys").Ok(t, 200).List(t, shapeOfKey, nil); len(keys) != 1 {
		t.Errorf("there are %d keys", len(keys))
	}
}

func keyIsAudited(t *testing.T, s *kit.Server) {
	boss := s.Officer(t, "super_admin", "")
	id, bot := newKey(t, boss, "createTenant", "listAuditLog", "createWebhookEndpoint")
	tenant := bot.Post(t, "/tenants", kit.Body{"slug": "keyed-" + id[:8] + id[24:], "name": "Keyed"}).Ok(t, 201).Object(t, kit.ShapeOfTenant)
	var log struct {
		Data []struct{ Action, ActorID, APIKeyID, SubjectID string }
	}
	read := func(query string) {
		t.Helper()
		if err := json.Unmarshal(boss.Get(t, "/audit-log"+query).Ok(t, 200).Text, &log); err != nil {
			t.Fatal(err)
		}
	}
	read("?userId=" + boss.ID + "&action=api_key.created")
	if len(log.Data) != 1 || log.Data[0].SubjectID != id || log.Data[0].APIKeyID != "" {
		t.Errorf("the key was made: %+v", log.Data)
	}
	read("?tenantId=" + tenant["id"].(string))
	if len(log.Data) != 1 || log.Data[0].APIKeyID != id || log.Data[0].ActorID != boss.ID {
		t.Errorf("what was done with the key %s: %+v", id, log.Data)
	}
	endpoint := bot.Post(t, "/webhooks/endpoints", kit.Body{"name": "keyed", "url": "https://" + id + ".example.com/", "subscribedEvents": []string{"*"}}).Ok(t, 201).Envelope["data"].(map[string]any)
	read("?action=webhook.endpoint.created&subjectId=" + endpoint["id"].(string))
	if len(log.Data) != 1 || log.Data[0].APIKeyID != id || log.Data[0].ActorID != boss.ID {
		t.Errorf("an endpoint was made with the key %s: %+v", id, log.Data)
	}
}

func streamEndsWithItsKey(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	id, bot := newKey(t, m, "trading:read")
	stream := (&kit.Member{Client: bot}).Listen(t, "")
	m.Call(t, http.MethodDelete, "/auth/api-keys/"+id, nil).Done(t, 200)
	stream.Await(t, "end", kit.WithField("reason", "session_ended"))
}

func ticketOfAKey(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	ticket := func(scopes ...string) string {
		_, bot := newKey(t, m, scopes...)
		data := bot.Post(t, "/trading/stream/tickets", nil).Ok(t, 201).Object(t, kit.Shape{"ticket": kit.AText, "expiresAt": kit.ATime})
		return data["ticket"].(string)
	}
	s.Client().Get(t, "/trading/stream?ticket="+ticket("createStreamTicket")).Failed(t, 403, "FORBIDDEN", "")
	(&kit.Member{Client: s.Client()}).Listen(t, "?ticket="+ticket("createStreamTicket", "streamTrading"))
}
