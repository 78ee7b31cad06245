package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// hush is a password that is sent in refused requests and must not come back.
const hush = "Hush-7c1f-never-repeat-me"

// refusal is a request that must be refused, and how.
type refusal struct {
	method, path string
	content      any
	status       int
	code, field  string
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"a bad token is refused":                         badTokensAreRefused,
		"a path that is not there is refused":            unknownPathsAreRefused,
		"a bad body is refused with the field named":     badBodiesAreRefused,
		"a body of another type than JSON is refused":    otherTypesAreRefused,
		"a body that is too large is refused":            largeBodiesAreRefused,
		"a bad parameter is refused with its name":       badParametersAreRefused,
		"a request keeps its own name when it is decent": requestIDsAreKept,
	})
}

// wantRefusals makes the requests and checks that each is refused without repeating what it must not.
func wantRefusals(t *testing.T, c *client, all ...refusal) {
	t.Helper()
	for _, r := range all {
		refused := c.call(t, r.method, r.path, r.content)
		refused.call += fmt.Sprintf(" %v", r.content)
		refused.failed(t, r.status, r.code, r.field)
		if bytes.Contains(refused.text, []byte(hush)) || c.token != "" && bytes.Contains(refused.text, []byte(c.token)) {
			t.Errorf("%s: the answer repeats a secret: %s", refused.call, refused.text)
		}
	}
}

func badTokensAreRefused(t *testing.T, s *server) {
	m := s.register(t)
	parts := strings.Split(m.token, ".")
	for name, token := range map[string]string{
		"junk":                       "junk",
		"another signature":          parts[0] + "." + parts[1] + "." + strings.Repeat("A", 86),
		"no signature":               parts[0] + "." + parts[1] + ".",
		"a refresh token":            m.refreshToken,
		"unsigned, as the head says": "eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0." + parts[1] + ".",
	} {
		t.Run(name, func(t *testing.T) {
			wantRefusals(t, m.as(token), refusal{http.MethodGet, "/auth/me", nil, 401, "UNAUTHORIZED", ""})
		})
	}
	for _, value := range []string{"Bearer", "Bearer ", "Basic " + m.token, m.token, "Token token=" + m.token} {
		wantRefusals(t, s.client().with("Authorization", value), refusal{http.MethodGet, "/auth/me", nil, 401, "UNAUTHORIZED", ""})
	}
	s.client().with("Authorization", "bearer "+m.token).get(t, "/auth/me").ok(t, 200) // the scheme has no case
}

func unknownPathsAreRefused(t *testing.T, s *server) {
	m := s.register(t)
	for _, path := range []string{"/", "/nothing", "/auth", "/auth/me/more", "/auth/me/", "//auth/me", "/auth/sessions/a/b", "/%00", "/%ff", "/../auth/me"} {
		wantRefusals(t, m.client, refusal{http.MethodGet, path, nil, 404, "NOT_FOUND", ""})
	}
	for _, path := range []string{"/nothing", "/api", "/api/v2/auth/me", "/metrics/more", "/docs/nothing.js", "/docs/../../etc/passwd"} {
		a := s.client().fetch(t, http.MethodGet, path, nil)
		a.wantEnvelope(t)
		a.failed(t, 404, "NOT_FOUND", "")
	}
	a := s.client().fetch(t, http.MethodPost, "/healthz", nil)
	a.wantEnvelope(t)
	if a.failed(t, 405, "METHOD_NOT_ALLOWED", ""); a.header.Get("Allow") != "GET, HEAD" {
		t.Errorf("Allow is %q", a.header.Get("Allow"))
	}
}

func badBodiesAreRefused(t *testing.T, s *server) {
	const register, invalid = "/auth/register", "VALIDATION_ERROR"
	bad := func(content any, code, field string) refusal {
		return refusal{http.MethodPost, register, content, 400, code, field}
	}
	wantRefusals(t, s.client(),
		bad(``, invalid, ""),
		bad(`{`, "INVALID_JSON", ""),
		bad(`{"email":"a@b.test","password":"`+hush+`"`, "INVALID_JSON", ""),
		bad(`{"email":"a@b.test","password":"`+hush+`"} {}`, "INVALID_JSON", ""),
		bad(`{"email":"a@b.test","password":'`+hush+`'}`, "INVALID_JSON", ""),
		bad("{\"email\":\"a@b.test\",\"password\":\"\xff"+hush+"\"}", "INVALID_JSON", ""),
		bad(`{"email":"a@b.test","password":"\u0000`+hush+`"}`, invalid, "password"),
		bad(`null`, invalid, ""),
		bad(`[]`, invalid, ""),
		bad(`"`+hush+`"`, invalid, ""),
		bad(body{"password": hush}, invalid, "email"),
		bad(body{"email": "a@b.test"}, invalid, "password"),
		bad(body{"email": "a@b.test", "password": hush, "admin": true}, invalid, "admin"),
		bad(body{"email": "a@b.test", "password": 12345678}, invalid, "password"),
		bad(body{"email": "a@b.test", "password": nil}, invalid, "password"),
		bad(body{"email": []string{"a@b.test"}, "password": hush}, invalid, "email"),
		bad(body{"email": "no email", "password": hush}, invalid, "email"),
		bad(body{"email": hush, "password": hush}, invalid, "email"),
		bad(body{"email": strings.Repeat("a", 250) + "@b.test", "password": hush}, invalid, "email"),
		bad(body{"email": "a@b.test", "password": strings.Repeat(hush, 10)}, invalid, "password"),
	)
	m := s.officer(t, "admin", "")
	wantRefusals(t, m.client,
		refusal{http.MethodPatch, "/users/" + m.id, body{"role": "emperor"}, 400, invalid, "role"},
		refusal{http.MethodPatch, "/users/" + m.id, body{"suspended": "yes"}, 400, invalid, "suspended"},
		refusal{http.MethodPost, "/auth/logout", body{"scope": hush}, 400, invalid, "scope"},
		refusal{http.MethodPost, "/auth/phone/verify", body{"code": ""}, 400, invalid, "code"},
		refusal{http.MethodPost, "/auth/phone/send", body{}, 400, invalid, "phoneNumber"},
	)
}

func otherTypesAreRefused(t *testing.T, s *server) {
	login := body{"email": "a@b.test", "password": hush}
	for _, contentType := range []string{"text/plain", "application/x-www-form-urlencoded", "application/xml", "nonsense;;", "application/jsonp"} {
		wantRefusals(t, s.client().with("Content-Type", contentType), refusal{http.MethodPost, "/auth/login", login, 415, "UNSUPPORTED_MEDIA_TYPE", ""})
	}
	m := s.register(t)
	m.with("Content-Type", "application/json; charset=utf-8").post(t, "/auth/login", body{"email": m.email, "password": m.password}).ok(t, 200)
}

func largeBodiesAreRefused(t *testing.T, s *server) {
	const limit = 1 << 20
	padded := func(size int) string {
		const head, end = `{"email":"a@b.test","password":"` + hush + `"`, "}"
		return head + strings.Repeat(" ", size-len(head)-len(end)) + end
	}
	refused := s.client().post(t, "/auth/login", padded(limit+1)).failed(t, 413, "PAYLOAD_TOO_LARGE", "")
	// A reader of no known length is sent in chunks, without telling the size beforehand.
	chunked := s.client().post(t, "/auth/login", io.MultiReader(strings.NewReader(padded(limit+1)))).failed(t, 413, "PAYLOAD_TOO_LARGE", "")
	if bytes.Contains(append(refused.text, chunked.text...), []byte(hush)) {
		t.Error("the answer repeats a secret")
	}
	s.client().post(t, "/auth/login", padded(limit)).failed(t, 401, "INVALID_CREDENTIALS", "")
	s.client().post(t, "/auth/login", io.MultiReader(strings.NewReader(padded(limit)))).failed(t, 401, "INVALID_CREDENTIALS", "")
}

func badParametersAreRefused(t *testing.T, s *server) {
	admin := s.officer(t, "admin", "")
	bad := func(method, path, field string) refusal {
		return refusal{method, path, nil, 400, "VALIDATION_ERROR", field}
	}
	wantRefusals(t, admin.client,
		bad(http.MethodDelete, "/auth/sessions/1", "sessionId"),
		bad(http.MethodDelete, "/auth/sessions/"+strings.Repeat("z", 36), "sessionId"),
		bad(http.MethodGet, "/users/me", "userId"),
		bad(http.MethodPatch, "/users/me", "userId"),
		bad(http.MethodGet, "/users?page=0", "page"),
		bad(http.MethodGet, "/users?page=-1", "page"),
		bad(http.MethodGet, "/users?page=one", "page"),
		bad(http.MethodGet, "/users?page=99999999999999999999", "page"),
		bad(http.MethodGet, "/users?limit=0", "limit"),
		bad(http.MethodGet, "/users?limit=101", "limit"),
		bad(http.MethodGet, "/users?limit=", "limit"),
		bad(http.MethodGet, "/users?role=emperor", "role"),
		bad(http.MethodGet, "/users?tenantId=1", "tenantId"),
		bad(http.MethodGet, "/users?email=%00", "email"),
		bad(http.MethodGet, "/audit-log?userId=x", "userId"),
	)
	admin.get(t, "/users?limit=100&page=1000000&colour=blue").ok(t, 200) // what is unknown is ignored
}

func requestIDsAreKept(t *testing.T, s *server) {
	if got := s.client().with("X-Request-Id", "my-name.1").get(t, "/auth/me").header.Get("X-Request-Id"); got != "my-name.1" {
		t.Errorf("the request is named %q", got)
	}
	for _, name := range []string{"with space", strings.Repeat("x", 65), "<script>", "né"} {
		if got := s.client().with("X-Request-Id", name).get(t, "/auth/me").header.Get("X-Request-Id"); got == name || got == "" {
			t.Errorf("the request %q is named %q", name, got)
		}
	}
}
