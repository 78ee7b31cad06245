package httpapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/swaggest/swgui"
	"github.com/swaggest/swgui/v5/static"
	"github.com/swaggest/swgui/v5emb"

	"bourse/internal/httpapi/edge"
)

// freshKey gives each call tried from the page its own key. The page fills in the contract's example key, with which
// the second call would get the first one's response.
const freshKey = `function (request) {
	if (request.headers && request.headers["Idempotency-Key"]) {
		request.headers["Idempotency-Key"] = Array.from(crypto.getRandomValues(new Uint8Array(16)), function (part) {
			return part.toString(16).padStart(2, "0");
		}).join("");
	}
	return request;
}`

// newReference makes the rendered reference of the contract at /docs. Everything it needs is in the binary: the policy
// lets the browser load nothing from elsewhere, and run no scripts but the library's files and the two inline ones,
// which are allowed by their hashes.
func newReference() (map[string]edge.WebPage, error) {
	library := v5emb.NewHandlerWithConfig(swgui.Config{
		Title:       "Bourse",
		SwaggerJSON: "/openapi.json",
		BasePath:    "/docs/",
		SettingsUI: map[string]string{
			"persistAuthorization":   "true",
			"tryItOutEnabled":        "true",
			"displayRequestDuration": "true",
			"requestInterceptor":     freshKey,
		},
	})
	content, err := render(library)
	if err != nil {
		return nil, err
	}
	policy := contentPolicy(content)
	index := edge.WebPage{Name: "docs", Serve: func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Content-Security-Policy", policy)
		header.Set("Cache-Control", "no-cache")
		_, _ = w.Write(content)
	}}
	pages := map[string]edge.WebPage{"/docs": index, "/docs/": index}
	assets, err := static.FS.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("list its files: %w", err)
	}
	for _, asset := range assets {
		pages["/docs/"+strings.TrimSuffix(asset.Name(), ".gz")] = edge.WebPage{Name: "docs", Serve: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", "public, max-age=3600")
			library.ServeHTTP(w, r)
		}}
	}
	return pages, nil
}

// render returns the page, which never changes during the life of the process.
func render(library http.Handler) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, "/docs/", http.NoBody)
	if err != nil {
		return nil, err
	}
	rendered := edge.NewRecording(http.Header{})
	library.ServeHTTP(rendered, request)
	if status := rendered.StatusCode(); status != http.StatusOK {
		return nil, fmt.Errorf("it renders with status %d", status)
	}
	return bytes.TrimSpace(rendered.Body()), nil
}

var (
	inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
	inlineStyle  = regexp.MustCompile(`(?s)<style>(.*?)</style>`)
)

// contentPolicy is the Content-Security-Policy of the page.
func contentPolicy(content []byte) string {
	return strings.Join([]string{
		"default-src 'none'",
		"script-src 'self'" + hashes(inlineScript, content),
		"style-src 'self'" + hashes(inlineStyle, content),
		"img-src 'self' data:", // the icons are in the style sheet
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	}, "; ")
}

func hashes(inline *regexp.Regexp, content []byte) string {
	var sources strings.Builder
	for _, match := range inline.FindAllSubmatch(content, -1) {
		sum := sha256.Sum256(match[1])
		sources.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return sources.String()
}
