package edge

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// cors lets pages of other origins call the API. Callers show who they are by a header; only the operations that open,
// refresh and end sessions know a cookie, so credentials are allowed there and nowhere else, and only to an origin that
// was named. A nil *cors allows nothing.
type cors struct {
	anybody bool
	origins map[string]bool
	// hosts are the origins, without a port, that may call from every port.
	hosts map[string]bool
	// alsoAllows tells of origins that are not configured but somebody's own; nil knows none.
	alsoAllows func(ctx context.Context, origin string) bool
}

const (
	corsMethods = "GET, POST, PUT, PATCH, DELETE"
	corsHeaders = "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, X-Request-Id, Traceparent, Tracestate"
	corsExposed = "X-Request-Id, Idempotent-Replay, RateLimit, RateLimit-Policy, Retry-After, Location, Deprecation, Sunset, Link"
	corsMaxAge  = "600" // browsers cap it at little more
)

// anyPort stands for the port of an origin whose pages may call from every port, as those of a front end in the making do.
const anyPort = ":*"

// newCORS fails when an origin is neither * nor of the form https://host, https://host:port or https://host:*.
func newCORS(origins []string, alsoAllows func(ctx context.Context, origin string) bool) (*cors, error) {
	if len(origins) == 0 && alsoAllows == nil {
		return nil, nil
	}
	c := &cors{origins: map[string]bool{}, hosts: map[string]bool{}, alsoAllows: alsoAllows}
	for _, origin := range origins {
		if origin == "*" {
			c.anybody = true
			continue
		}
		plain, isAnyPort := strings.CutSuffix(strings.ToLower(origin), anyPort)
		parsed, err := url.Parse(plain)
		if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" ||
			parsed.Scheme+"://"+parsed.Host != plain || isAnyPort && parsed.Port() != "" {
			return nil, fmt.Errorf("CORS origin %q is not of the form https://host[:port] or https://host:*", origin)
		}
		if isAnyPort {
			c.hosts[plain] = true
		} else {
			c.origins[plain] = true
		}
	}
	return c, nil
}

func (c *cors) allows(ctx context.Context, origin string) bool {
	return c.anybody || c.trusts(ctx, origin)
}

// cookiePaths are the operations that know the cookie of a session.
var cookiePaths = map[string]bool{
	basePath + "/auth/register": true, basePath + "/auth/login": true, basePath + "/auth/login/2fa": true,
	basePath + "/auth/login/passkey": true, basePath + "/auth/refresh": true, basePath + "/auth/logout": true,
}

// trusts tells whether an origin is allowed by its name: by the operator, or as one of a brand's own.
func (c *cors) trusts(ctx context.Context, origin string) bool {
	if c == nil {
		return false
	}
	lower := strings.ToLower(origin)
	return c.origins[lower] || c.hosts[withoutPort(lower)] || c.alsoAllows != nil && c.alsoAllows(ctx, origin)
}

// withoutPort is an origin without its port, if it has one.
func withoutPort(origin string) string {
	colon := strings.LastIndexByte(origin, ':')
	if port := origin[colon+1:]; port == "" || strings.Trim(port, "0123456789") != "" {
		return origin
	}
	return origin[:colon]
}

// allow sets the headers for the page that calls, if it may. It reports whether the request was only the
// browser's question beforehand, which is answered with that.
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
