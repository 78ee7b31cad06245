package kit

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"
)

// Page fetches a page and checks what every page must have.
func (c *Client) Page(t *testing.T, path, contentType string) *Answer {
	t.Helper()
	a := c.Fetch(t, http.MethodGet, path, nil).Ok(t, 200)
	for name, want := range map[string]string{
		"Content-Type": contentType, "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
	} {
		if got := a.Header.Get(name); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s is %q, want %q", path, name, got, want)
		}
	}
	if policy := a.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
		t.Errorf("%s: Content-Security-Policy is %q", path, policy)
	}
	if a.Header.Get("X-Request-Id") == "" {
		t.Errorf("%s: there is no X-Request-Id", path)
	}
	return a
}

var metricsAddress = regexp.MustCompile(`"msg":"metrics","address":"([^"]+)"`)

// Metrics scrapes the server, at the metrics' own listener.
func (s *Server) Metrics(t *testing.T) string {
	t.Helper()
	match := metricsAddress.FindStringSubmatch(s.Log())
	if match == nil {
		t.Fatal("the server has no listener for its metrics")
	}
	scrape := &Client{base: "http://" + match[1], Header: http.Header{}}
	return string(scrape.Fetch(t, http.MethodGet, "/metrics", nil).Ok(t, 200).Text)
}

// PublicKeys are the keys that the server publishes, by their id.
func PublicKeys(t *testing.T, c *Client) map[string]ed25519.PublicKey {
	t.Helper()
	var set struct {
		Keys []struct{ Kty, Crv, X, Kid, Use, Alg string }
	}
	if err := json.Unmarshal(c.Page(t, "/.well-known/jwks.json", "application/jwk-set+json").Text, &set); err != nil {
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

// Verify checks an access token as another service would, with third-party code.
func Verify(t *testing.T, token string, keys map[string]ed25519.PublicKey) (kid string, claims jwt.MapClaims) {
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
