package e2e_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

func TestThePagesBesideTheOperations(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"the server says that it lives and is ready":         serverIsHealthy,
		"the metrics count the requests by operation":        metricsCount,
		"the contract is the one in the repository":          contractIsPublished,
		"the reference loads nothing from elsewhere":         referenceIsSelfContained,
		"the published keys verify a real access token":      publishedKeysVerify,
		"no page of another origin may call unless it is so": corsIsOff,
	})
}

// page fetches a page and checks what every page has to have.
func (c *client) page(t *testing.T, path, contentType string) *answer {
	t.Helper()
	a := c.fetch(t, http.MethodGet, path, nil).ok(t, 200)
	for name, want := range map[string]string{
		"Content-Type": contentType, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
	} {
		if got := a.header.Get(name); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s is %q, want %q", path, name, got, want)
		}
	}
	if policy := a.header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
		t.Errorf("%s: Content-Security-Policy is %q", path, policy)
	}
	if a.header.Get("X-Request-Id") == "" {
		t.Errorf("%s: there is no X-Request-Id", path)
	}
	return a
}

func serverIsHealthy(t *testing.T, s *server) {
	for path, want := range map[string]string{
		"/healthz": `{"success":true}`, "/readyz": `{"success":true,"data":{"status":"ready","reasons":[]}}`,
	} {
		if a := s.client().page(t, path, "application/json"); string(bytes.TrimSpace(a.text)) != want {
			t.Errorf("%s says %s", path, a.text)
		}
	}
	if home := s.client().fetch(t, http.MethodGet, "/", nil).ok(t, 302); home.header.Get("Location") != "/docs" {
		t.Errorf("the front door leads to %q", home.header.Get("Location"))
	}
}

var metricsAddress = regexp.MustCompile(`"msg":"metrics","address":"([^"]+)"`)

// metrics scrapes the server, at the listener that the metrics have of their own.
func (s *server) metrics(t *testing.T) string {
	t.Helper()
	match := metricsAddress.FindStringSubmatch(s.Log())
	if match == nil {
		t.Fatal("the server has no listener for its metrics")
	}
	scrape := &client{base: "http://" + match[1], header: http.Header{}}
	return string(scrape.fetch(t, http.MethodGet, "/metrics", nil).ok(t, 200).text)
}

func metricsCount(t *testing.T, s *server) {
	s.register(t)
	s.client().fetch(t, http.MethodGet, "/metrics", nil).ok(t, 404) // they are not for everybody
	text := s.metrics(t)
	for _, part := range []string{`operation="register"`, "go_goroutines", "user.registered"} {
		if !strings.Contains(text, part) {
			t.Errorf("the metrics do not have %s", part)
		}
	}
}

func contractIsPublished(t *testing.T, s *server) {
	committed, err := os.ReadFile("../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if a := s.client().page(t, "/openapi.yaml", "application/yaml"); !bytes.Equal(a.text, committed) {
		t.Error("/openapi.yaml is not api/openapi.yaml")
	}
	var document struct {
		OpenAPI string
		Info    struct{ Version string }
	}
	if err := json.Unmarshal(s.client().page(t, "/openapi.json", "application/json").text, &document); err != nil {
		t.Fatal(err)
	}
	if document.OpenAPI != "3.0.3" || document.Info.Version != "1.0.0" {
		t.Errorf("the document is %+v", document)
	}
}

var (
	reference   = regexp.MustCompile(`(?:src|href)="([^"]*)"`)
	absoluteURL = regexp.MustCompile(`(?:https?:)?//[a-zA-Z0-9-]+\.[a-zA-Z]`)
)

func referenceIsSelfContained(t *testing.T, s *server) {
	content := s.client().page(t, "/docs", "text/html").text
	if found := absoluteURL.Find(content); found != nil {
		t.Errorf("the page names another origin: %s", found)
	}
	references := reference.FindAllSubmatch(content, -1)
	if len(references) < 3 {
		t.Fatalf("the page refers to %d files, which cannot be all", len(references))
	}
	for _, match := range references {
		path := string(match[1])
		if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
			t.Errorf("the page refers to %q, which is not a path of this server", path)
			continue
		}
		if a := s.client().fetch(t, http.MethodGet, path, nil).ok(t, 200); len(a.text) == 0 {
			t.Errorf("%s is empty", path)
		}
	}
	if !bytes.Contains(content, []byte("/openapi.yaml")) {
		t.Error("the page does not load the contract")
	}
}

// publicKeys are the keys that the server publishes, by their id.
func publicKeys(t *testing.T, c *client) map[string]ed25519.PublicKey {
	t.Helper()
	var set struct {
		Keys []struct{ Kty, Crv, X, Kid, Use, Alg string }
	}
	if err := json.Unmarshal(c.page(t, "/.well-known/jwks.json", "application/jwk-set+json").text, &set); err != nil {
		t.Fatal(err)
	}
	keys := map[string]ed25519.PublicKey{}
	for _, key := range set.Keys {
		decoded, err := base64.RawURLEncoding.DecodeString(key.X)
		if err != nil || key.Kty != "OKP" || key.Crv != "Ed25519" || key.Use != "sig" || key.Alg != "EdDSA" {
			t.Fatalf("the key %+v is not one for EdDSA", key)
		}
		keys[key.Kid] = decoded
	}
	return keys
}

var errUnknownKey = errors.New("the key is not published")

// verify checks an access token as somebody else's service would, with somebody else's code.
func verify(t *testing.T, token string, keys map[string]ed25519.PublicKey) (kid string, claims jwt.MapClaims) {
	t.Helper()
	claims = jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(token, claims, func(parsed *jwt.Token) (any, error) {
		kid, _ = parsed.Header["kid"].(string)
		if key, ok := keys[kid]; ok {
			return key, nil
		}
		return nil, errUnknownKey
	}, jwt.WithValidMethods([]string{"EdDSA"}), jwt.WithIssuer("bourse"), jwt.WithAudience("bourse-api"), jwt.WithExpirationRequired())
	if err != nil {
		t.Fatalf("the access token does not verify: %v", err)
	}
	return kid, claims
}

func publishedKeysVerify(t *testing.T, s *server) {
	begun := float64(time.Now().Unix())
	m := s.register(t)
	keys := publicKeys(t, m.client)
	if len(keys) != 2 {
		t.Errorf("%d keys are published, want the active and the next", len(keys))
	}
	_, claims := verify(t, m.token, keys)
	for name, want := range map[string]any{
		"sub": m.id, "sid": m.sessionID(t), "tid": m.me(t)["tenantId"], "role": "user", "aal": "1",
	} {
		if claims[name] != want {
			t.Errorf("the token says that %s is %v, want %v", name, claims[name], want)
		}
	}
	issued, _ := claims["iat"].(float64)
	authenticated, _ := claims["auth_time"].(float64)
	if expires, _ := claims["exp"].(float64); expires-issued != 900 || authenticated < begun || authenticated > issued {
		t.Errorf("the token is of %v, authenticated at %v after %v, until %v", issued, authenticated, begun, expires)
	}
}
