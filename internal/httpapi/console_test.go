package httpapi_test

import (
	"io/fs"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"bourse/internal/httpapi"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/web"
)

// smallConsole is a console with a page, a script and a picture.
var smallConsole = fstest.MapFS{
	"index.html":              {Data: []byte("<!doctype html><title>Small</title>")},
	"index.html.br":           {Data: []byte("index by brotli")},
	"index.html.gz":           {Data: []byte("index by gzip")},
	"theme.js":                {Data: []byte("theme()")},
	"assets/index-a1b2.js":    {Data: []byte("run()")},
	"assets/index-a1b2.js.gz": {Data: []byte("run by gzip")},
	"assets/logo-c3d4.svg":    {Data: []byte("<svg/>")},
}

const html = "text/html,application/xhtml+xml,*/*;q=0.8"

func TestTheConsoleIsServedAtItsPagesAndFiles(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{Console: smallConsole}, &httpapi.API{})
	for path, want := range map[string]struct{ contentType, cache, body string }{
		"/":                     {"text/html; charset=utf-8", "no-cache", "<!doctype html>"},
		"/markets/BTCUSD":       {"text/html; charset=utf-8", "no-cache", "<!doctype html>"},
		"/verify-email?token=x": {"text/html; charset=utf-8", "no-cache", "<!doctype html>"},
		"/theme.js":             {"text/javascript; charset=utf-8", "no-cache", "theme()"},
		"/assets/index-a1b2.js": {"text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "run()"},
		"/assets/logo-c3d4.svg": {"image/svg+xml", "public, max-age=31536000, immutable", "<svg/>"},
	} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: path, Header: map[string]string{"Accept": html}})
		edgetest.WantStatus(t, answer, http.StatusOK)
		edgetest.WantHeader(t, answer, "Content-Type", want.contentType)
		edgetest.WantHeader(t, answer, "Cache-Control", want.cache)
		edgetest.WantHeader(t, answer, "X-Content-Type-Options", "nosniff")
		edgetest.WantHeader(t, answer, "X-Frame-Options", "DENY")
		edgetest.WantHeader(t, answer, "Referrer-Policy", "no-referrer")
		edgetest.WantHeader(t, answer, "Cross-Origin-Opener-Policy", "same-origin")
		edgetest.WantHeader(t, answer, "Vary", "Accept-Encoding")
		if !strings.HasPrefix(answer.Body.String(), want.body) {
			t.Errorf("%s answers %q", path, answer.Body)
		}
	}
}

func TestTheConsolesPolicyAllowsNothingButThisOrigin(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{Console: smallConsole}, &httpapi.API{})
	policy := e.Send(t, edgetest.Request{Method: "GET", Path: "/"}).Header().Get("Content-Security-Policy")
	directives := strings.Split(policy, "; ")
	if directives[0] != "default-src 'none'" {
		t.Errorf("what is not named is allowed by %q", directives[0])
	}
	allowed := regexp.MustCompile(`^[a-z-]+ ('none'|'self'|'self' data:)$`)
	for _, directive := range directives {
		if !allowed.MatchString(directive) || (strings.Contains(directive, "data:") && !strings.HasPrefix(directive, "img-src")) {
			t.Errorf("the policy has %q", directive)
		}
	}
	for _, needed := range []string{"script-src 'self'", "style-src 'self'", "connect-src 'self'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"} {
		if !strings.Contains(policy, needed) {
			t.Errorf("the policy lacks %s", needed)
		}
	}
}

func TestTheConsoleComesInTheSmallestFormThatIsTaken(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{Console: smallConsole}, &httpapi.API{})
	for _, c := range []struct{ path, accepted, encoding, body string }{
		{"/", "gzip, deflate, br, zstd", "br", "index by brotli"},
		{"/", "gzip, br;q=0", "gzip", "index by gzip"},
		{"/", "gzip;q=0.5", "gzip", "index by gzip"},
		{"/", "identity", "", "<!doctype html><title>Small</title>"},
		{"/", "", "", "<!doctype html><title>Small</title>"},
		{"/assets/index-a1b2.js", "br, gzip", "gzip", "run by gzip"},
		{"/theme.js", "br, gzip", "", "theme()"},
	} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: c.path, Header: map[string]string{"Accept-Encoding": c.accepted}})
		edgetest.WantStatus(t, answer, http.StatusOK)
		edgetest.WantHeader(t, answer, "Content-Encoding", c.encoding)
		if answer.Body.String() != c.body {
			t.Errorf("%s for %q answers %q", c.path, c.accepted, answer.Body)
		}
	}
}

func TestWhatABrowserHasOfTheConsoleIsNotSentAgain(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{Console: smallConsole}, &httpapi.API{})
	ask := func(accepted, tag string) int {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/", Header: map[string]string{"Accept-Encoding": accepted, "If-None-Match": tag}})
		return answer.Code
	}
	tag := e.Send(t, edgetest.Request{Method: "GET", Path: "/", Header: map[string]string{"Accept-Encoding": "br"}}).Header().Get("ETag")
	if code := ask("br", tag); code != http.StatusNotModified {
		t.Errorf("the same form is answered with %d", code)
	}
	if code := ask("gzip", tag); code != http.StatusOK {
		t.Errorf("another form is answered with %d", code)
	}
}

func TestWhatIsNotTheConsolesStaysAsItIs(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{Console: smallConsole}, &httpapi.API{})
	for _, c := range []struct {
		method, path, accept string
		status               int
	}{
		{"GET", "/api/v1/nothing", html, http.StatusNotFound},
		{"GET", "/api/v2/auth/me", html, http.StatusNotFound},
		{"GET", "/api", html, http.StatusNotFound},
		{"GET", "/assets/index-old.js", html, http.StatusNotFound},
		{"GET", "/docs/nothing.js", html, http.StatusNotFound},
		{"GET", "/openapi.toml", html, http.StatusNotFound},
		{"GET", "/.well-known/nothing", html, http.StatusNotFound},
		{"GET", "/.env", html, http.StatusNotFound},
		{"GET", "/markets", "application/json", http.StatusNotFound},
		{"GET", "/markets", "", http.StatusNotFound},
		{"POST", "/markets", html, http.StatusNotFound},
		{"POST", "/", html, http.StatusMethodNotAllowed},
	} {
		answer := e.Send(t, edgetest.Request{Method: c.method, Path: c.path, Header: map[string]string{"Accept": c.accept}})
		edgetest.WantStatus(t, answer, c.status)
		if !strings.HasPrefix(answer.Body.String(), `{"success":false,"error":{`) {
			t.Errorf("%s %s answers no envelope: %s", c.method, c.path, answer.Body)
		}
	}
	for _, path := range []string{"/docs", "/healthz", "/openapi.json"} {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: path, Header: map[string]string{"Accept": html}})
		edgetest.WantStatus(t, answer, http.StatusOK)
		if strings.Contains(answer.Body.String(), "<title>Small</title>") {
			t.Errorf("%s is the console", path)
		}
	}
}

func TestWithoutTheConsoleVisitorsAreLedToTheReference(t *testing.T) {
	t.Parallel()
	e := newEdge(t, httpapi.PageOptions{}, &httpapi.API{})
	answer := e.Send(t, edgetest.Request{Method: "GET", Path: "/", Header: map[string]string{"Accept": html}})
	edgetest.WantStatus(t, answer, http.StatusFound)
	edgetest.WantHeader(t, answer, "Location", "/docs")
	edgetest.WantStatus(t, e.Send(t, edgetest.Request{Method: "GET", Path: "/markets", Header: map[string]string{"Accept": html}}), http.StatusNotFound)
}

// The built console must not contain what its policy forbids browsers to run or load.
func TestTheBuiltConsoleKeepsItsPolicy(t *testing.T) {
	t.Parallel()
	index, err := fs.ReadFile(web.Dist(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	for what, pattern := range map[string]string{
		"a script in the page":           `<script(?:\s+(?:type|crossorigin)(?:="[^"]*")?)*>`,
		"a style in the page":            `<style|\sstyle=`,
		"something from another origin":  `(?:src|href)="(?:https?:)?//`,
		"a handler that is an attribute": `\son[a-z]+=`,
	} {
		if found := regexp.MustCompile(pattern).Find(index); found != nil {
			t.Errorf("index.html has %s: %s", what, found)
		}
	}
	e := newEdge(t, httpapi.PageOptions{Console: web.Dist()}, &httpapi.API{})
	for _, reference := range regexp.MustCompile(`(?:src|href)="(/[^"]+\.[a-z]+)"`).FindAllSubmatch(index, -1) {
		answer := e.Send(t, edgetest.Request{Method: "GET", Path: string(reference[1])})
		edgetest.WantStatus(t, answer, http.StatusOK)
	}
}
