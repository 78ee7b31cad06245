package platform_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
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
	kit.OnEachServer(t, kit.Scenarios{
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
func wantRefusals(t *testing.T, c *kit.Client, all ...refusal) {
	t.Helper()
	for _, r := range all {
		refused := c.Call(t, r.method, r.path, r.content)
		refused.Call += fmt.Sprintf(" %v", r.content)
		refused.Failed(t, r.status, r.code, r.field)
		if bytes.Contains(refused.Text, []byte(hush)) || c.Token != "" && bytes.Contains(refused.Text, []byte(c.Token)) {
			t.Errorf("%s: the answer repeats a secret: %s", refused.Call, refused.Text)
		}
	}
}

func badTokensAreRefused(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	parts := strings.Split(m.Token, ".")
	for name, token := range map[string]string{
		"junk":                       "junk",
		"another signature":          parts[0] + "." + parts[1] + "." + strings.Repeat("A", 86),
		"no signature":               parts[0] + "." + parts[1] + ".",
		"a refresh token":            m.RefreshToken,
		"unsigned, as the head says": "eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0." + parts[1] + ".",
	} {
		t.Run(name, func(t *testing.T) {
			wantRefusals(t, m.As(token), refusal{http.MethodGet, "/auth/me", nil, 401, "UNAUTHORIZED", ""})
		})
	}
	for _, value := range []string{"Bearer", "Bearer ", "Basic " + m.Token, m.Token, "Token token=" + m.Token} {
		wantRefusals(t, s.Client().With("Authorization", value), refusal{http.MethodGet, "/auth/me", nil, 401, "UNAUTHORIZED", ""})
	}
	s.Client().With("Authorization", "bearer "+m.Token).Get(t, "/auth/me").Ok(t, 200) // the scheme is case-insensitive
}

func unknownPathsAreRefused(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	for _, path := range []string{"/", "/nothing", "/auth", "/auth/me/more", "/auth/me/", "//auth/me", "/auth/sessions/a/b", "/%00", "/%ff", "/../auth/me"} {
		wantRefusals(t, m.Client, refusal{http.MethodGet, path, nil, 404, "NOT_FOUND", ""})
	}
	for _, path := range []string{"/nothing", "/api", "/api/v2/auth/me", "/metrics/more", "/docs/nothing.js", "/docs/../../etc/passwd"} {
		a := s.Client().Fetch(t, http.MethodGet, path, nil)
		a.WantEnvelope(t)
		a.Failed(t, 404, "NOT_FOUND", "")
	}
	a := s.Client().Fetch(t, http.MethodPost, "/healthz", nil)
	a.WantEnvelope(t)
	if a.Failed(t, 405, "METHOD_NOT_ALLOWED", ""); a.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("Allow is %q", a.Header.Get("Allow"))
	}
}

func badBodiesAreRefused(t *testing.T, s *kit.Server) {
	const register, invalid = "/auth/register", "VALIDATION_ERROR"
	bad := func(content any, code, field string) refusal {
		return refusal{http.MethodPost, register, content, 400, code, field}
	}
	wantRefusals(t, s.Client(),
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
		bad(kit.Body{"password": hush}, invalid, "email"),
		bad(kit.Body{"email": "a@b.test"}, invalid, "password"),
		bad(kit.Body{"email": "a@b.test", "password": hush, "admin": true}, invalid, "admin"),
		bad(kit.Body{"email": "a@b.test", "password": 12345678}, invalid, "password"),
		bad(kit.Body{"email": "a@b.test", "password": nil}, invalid, "password"),
		bad(kit.Body{"email": []string{"a@b.test"}, "password": hush}, invalid, "email"),
		bad(kit.Body{"email": "no email", "password": hush}, invalid, "email"),
		bad(kit.Body{"email": hush, "password": hush}, invalid, "email"),
		bad(kit.Body{"email": strings.Repeat("a", 250) + "@b.test", "password": hush}, invalid, "email"),
		bad(kit.Body{"email": "a@b.test", "password": strings.Repeat(hush, 10)}, invalid, "password"),
	)
	m := s.Officer(t, "admin", "")
	wantRefusals(t, m.Client,
		refusal{http.MethodPatch, "/users/" + m.ID, kit.Body{"role": "emperor"}, 400, invalid, "role"},
		refusal{http.MethodPatch, "/users/" + m.ID, kit.Body{"suspended": "yes"}, 400, invalid, "suspended"},
		refusal{http.MethodPost, "/auth/logout", kit.Body{"scope": hush}, 400, invalid, "scope"},
		refusal{http.MethodPost, "/auth/phone/verify", kit.Body{"code": ""}, 400, invalid, "code"},
		refusal{http.MethodPost, "/auth/phone/send", kit.Body{}, 400, invalid, "phoneNumber"},
	)
}

func otherTypesAreRefused(t *testing.T, s *kit.Server) {
	login := kit.Body{"email": "a@b.test", "password": hush}
	for _, contentType := range []string{"text/plain", "application/x-www-form-urlencoded", "application/xml", "nonsense;;", "application/jsonp"} {
		wantRefusals(t, s.Client().With("Content-Type", contentType), refusal{http.MethodPost, "/auth/login", login, 415, "UNSUPPORTED_MEDIA_TYPE", ""})
	}
	m := s.Register(t)
	m.With("Content-Type", "application/json; charset=utf-8").Post(t, "/auth/login", kit.Body{"email": m.Email, "password": m.Password}).Ok(t, 200)
}

func largeBodiesAreRefused(t *testing.T, s *kit.Server) {
	const limit = 1 << 20
	padded := func(size int) string {
		const head, end = `{"email":"a@b.test","password":"` + hush + `"`, "}"
		return head + strings.Repeat(" ", size-len(head)-len(end)) + end
	}
	refused := s.Client().Post(t, "/auth/login", padded(limit+1)).Failed(t, 413, "PAYLOAD_TOO_LARGE", "")
	// A reader of unknown length is sent in chunks, without announcing its size.
	chunked := s.Client().Post(t, "/auth/login", io.MultiReader(strings.NewReader(padded(limit+1)))).Failed(t, 413, "PAYLOAD_TOO_LARGE", "")
	if bytes.Contains(append(refused.Text, chunked.Text...), []byte(hush)) {
		t.Error("the answer repeats a secret")
	}
	s.Client().Post(t, "/auth/login", padded(limit)).Failed(t, 401, "INVALID_CREDENTIALS", "")
	s.Client().Post(t, "/auth/login", io.MultiReader(strings.NewReader(padded(limit)))).Failed(t, 401, "INVALID_CREDENTIALS", "")
}

func badParametersAreRefused(t *testing.T, s *kit.Server) {
	admin := s.Officer(t, "admin", "")
	bad := func(method, path, field string) refusal {
		return refusal{method, path, nil, 400, "VALIDATION_ERROR", field}
	}
	wantRefusals(t, admin.Client,
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
	admin.Get(t, "/users?limit=100&page=1000000&colour=blue").Ok(t, 200) // unknown parameters are ignored
}

func requestIDsAreKept(t *testing.T, s *kit.Server) {
	if got := s.Client().With("X-Request-Id", "my-name.1").Get(t, "/auth/me").Header.Get("X-Request-Id"); got != "my-name.1" {
		t.Errorf("the request is named %q", got)
	}
	for _, name := range []string{"with space", strings.Repeat("x", 65), "<script>", "né"} {
		if got := s.Client().With("X-Request-Id", name).Get(t, "/auth/me").Header.Get("X-Request-Id"); got == name || got == "" {
			t.Errorf("the request %q is named %q", name, got)
		}
	}
}
