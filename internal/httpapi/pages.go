package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"bourse/api"
	"bourse/internal/fault"
	"bourse/internal/health"
	"bourse/internal/payments"
	"bourse/internal/payments/sandbox"
)

// page is something outside the base path. Its name is what it is logged and counted as.
type page struct {
	name  string
	serve http.HandlerFunc
}

// probes are the pages that machines ask for every few seconds.
var probes = map[string]bool{"healthz": true, "readyz": true}

// pageNames lists the names of all pages.
func pageNames() []string {
	return []string{"docs", "healthz", "home", "jwks", "openapi", "readyz", "sandbox"}
}

// newPages makes the table of pages by path.
func newPages(options Options, document []byte) (map[string]page, error) {
	pages := map[string]page{
		"/":             {"home", http.RedirectHandler("/docs", http.StatusFound).ServeHTTP},
		"/healthz":      {"healthz", func(w http.ResponseWriter, _ *http.Request) { writeDone(w) }},
		"/readyz":       {"readyz", ready(options.Health)},
		"/openapi.yaml": {"openapi", file("application/yaml; charset=utf-8", func() []byte { return api.OpenAPI })},
		"/openapi.json": {"openapi", file("application/json; charset=utf-8", func() []byte { return document })},
	}
	if options.JWKS != nil {
		pages["/.well-known/jwks.json"] = page{"jwks", file("application/jwk-set+json", options.JWKS)}
	}
	reference, err := newReference()
	if err != nil {
		return nil, fmt.Errorf("the reference page: %w", err)
	}
	maps.Copy(pages, reference)
	return pages, nil
}

// servePage answers a request outside the base path.
func (h *handler) servePage(e *exchange, r *http.Request) {
	e.isPage = true
	if token, ok := strings.CutPrefix(r.URL.Path, sandbox.Path); ok && h.payments.Uses(payments.SandboxProvider) {
		h.serveCheckout(e, r, token)
		return
	}
	found, ok := h.pages[r.URL.Path]
	if !ok {
		e.answer.Header()["Cache-Control"] = valueNoStore
		if refusal := h.limits.take(e); refusal != nil {
			writeFailure(&e.answer, r, refusal)
			return
		}
		writeFailure(&e.answer, r, fault.New(fault.NotFound, "there is nothing here"))
		return
	}
	e.page = found.name
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		methodNotAllowed(&e.answer, r, "GET,HEAD")
		return
	}
	setPageHeaders(e.answer.Header())
	if !probes[found.name] {
		if refusal := h.limits.take(e); refusal != nil {
			writeFailure(&e.answer, r, refusal)
			return
		}
	}
	found.serve(&e.answer, r)
}

// setPageHeaders sets what every page has; one that needs more sets a policy of its own.
func setPageHeaders(header http.Header) {
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
}

func writeDone(w http.ResponseWriter) {
	header := w.Header()
	header["Cache-Control"] = valueNoStore
	header.Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write([]byte(`{"success":true}` + "\n"))
}

// readinessLimit is shorter than what those who ask usually wait, so that they hear the reason.
const readinessLimit = 2 * time.Second

// readiness is the body of /readyz: an envelope like every other, with the state of the process in both cases.
type readiness struct {
	Success bool           `json:"success"`
	Data    health.Report  `json:"data"`
	Error   *envelopeError `json:"error,omitempty"`
}

func ready(check func(ctx context.Context) health.Report) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		report := health.Report{Status: health.Ready, Reasons: []health.Reason{}}
		if check != nil {
			ctx, cancel := context.WithTimeout(r.Context(), readinessLimit)
			defer cancel()
			report = check(ctx)
		}
		answer, status := readiness{Success: true, Data: report}, http.StatusOK
		header := w.Header()
		if !report.Serves() {
			message := "not ready to serve"
			for _, reason := range report.Reasons {
				message += "; " + reason.Component + ": " + reason.Message
			}
			recordFailure(r, errors.New(message))
			answer.Success, answer.Error = false, &envelopeError{Message: message, Code: fault.ServiceUnavailable}
			status = http.StatusServiceUnavailable
			header.Set("Retry-After", "1")
		}
		header["Cache-Control"] = valueNoStore
		header.Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// file serves what content returns, which may be kept for as long as a change of it may go unnoticed.
func file(contentType string, content func() []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", contentType)
		header.Set("Cache-Control", "public, max-age=300")
		_, _ = w.Write(content())
	}
}
