package edge

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// cors lets pages of other origins call the API. Callers authenticate by a header; only the operations that open,
// refresh and end sessions use a cookie, so credentials are allowed there and nowhere else, and only for an origin
// allowed by name. A nil *cors allows nothing.
type cors struct {
	anybody bool
	origins map[string]bool // "http://localhost:" means that host with any port
	// alsoAllows reports whether an origin that is not configured belongs to a brand; nil means none does.
	alsoAllows func(ctx context.Context, origin string) bool
}

const (
	corsMethods = "GET, POST, PUT, PATCH, DELETE"
	corsHeaders = "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id, Traceparent, Tracestate"
	corsExposed = "X-Request-Id, Idempotent-Replay, RateLimit, RateLimit-Policy, Retry-After, Location, Deprecation, Sunset, Link, Content-Disposition"
	corsMaxAge  = "600" // browsers cap it at little more
)

// newCORS fails when an origin is neither * nor of the form https://host, https://host:port or https://host:*, which
// is the host with any port: front-end developers do not know in advance on which port it is served.
func newCORS(origins []string, alsoAllows func(ctx context.Context, origin string) bool) (*cors, error) {
	if len(origins) == 0 && alsoAllows == nil {
		return nil, nil
	}
	c := &cors{origins: map[string]bool{}, alsoAllows: alsoAllows}
	for _, origin := range origins {
		if origin == "*" {
			c.anybody = true
			continue
		}
		host, isAnyPort := strings.CutSuffix(origin, ":*")
		parsed, err := url.Parse(host)
		if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" ||
			parsed.Scheme+"://"+parsed.Host != strings.ToLower(host) || isAnyPort && parsed.Port() != "" {
			return nil, fmt.Errorf("CORS origin %q is not of the form https://host[:port]", origin)
		}
		c.origins[strings.ToLower(host)] = true
		if isAnyPort {
			c.origins[strings.ToLower(host)+":"] = true
		}
	}
	return c, nil
}

// CheckOrigins fails when NewHandler would refuse the origins.
func CheckOrigins(origins []string) error {
	_, err := newCORS(origins, nil)
	return err
}

func (c *cors) allows(ctx context.Context, origin string) bool {
	return c.anybody || c.trusts(ctx, origin)
}

// cookiePaths are the operations that use the session's cookie.
var cookiePaths = map[string]bool{
	basePath + "/auth/register": true, basePath + "/auth/login": true, basePath + "/auth/login/2fa": true,
	basePath + "/auth/login/passkey": true, basePath + "/auth/refresh": true, basePath + "/auth/logout": true,
}

// trusts reports whether an origin is allowed by name: by the operator, or as a brand's own.
func (c *cors) trusts(ctx context.Context, origin string) bool {
	return c != nil && (c.names(strings.ToLower(origin)) || c.alsoAllows != nil && c.alsoAllows(ctx, origin))
}

// names reports whether the operator has listed an origin, or its host with any port.
func (c *cors) names(origin string) bool {
	at := strings.LastIndexByte(origin, ':')
	if at > 0 && c.origins[origin[:at+1]] {
		return isPort(origin[at+1:])
	}
	return c.origins[origin]
}

func isPort(text string) bool {
	_, err := strconv.ParseUint(text, 10, 16)
	return err == nil
}

// allow sets the headers for the calling page, if it may call. It reports whether the request was only a preflight,
// which is thereby answered.
func (c *cors) allow(w *answer, r *http.Request) (answered bool) {
	if c == nil {
		return false
	}
	header := w.Header()
	header.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || !c.allows(r.Context(), origin) {
		return false
	}
	switch {
	case c.trusts(r.Context(), origin) && cookiePaths[r.URL.Path]:
		header.Set("Access-Control-Allow-Credentials", "true")
	case c.anybody:
		origin = "*"
	}
	header.Set("Access-Control-Allow-Origin", origin)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		header.Set("Access-Control-Expose-Headers", corsExposed)
		return false
	}
	header.Add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers")
	header.Set("Access-Control-Allow-Methods", corsMethods)
	header.Set("Access-Control-Allow-Headers", corsHeaders)
	header.Set("Access-Control-Max-Age", corsMaxAge)
	w.WriteHeader(http.StatusNoContent)
	return true
}
