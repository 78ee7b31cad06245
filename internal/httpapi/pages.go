package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"time"

	"bourse/api"
	"bourse/internal/fault"
	"bourse/internal/health"
	"bourse/internal/httpapi/edge"
	"bourse/internal/payments"
)

// PageOptions configure the pages outside the base path.
type PageOptions struct {
	// Health reports whether the process can serve now. Nil means always.
	Health func(ctx context.Context) health.Report
	// JWKS returns the public keys of access tokens; nil serves none.
	JWKS func() []byte
	// Console is the files of the console; nil means no console, and visitors are sent to the reference.
	Console fs.FS
	// Payments is the source of payments for the sandbox's pages, if that provider is in use; nil means none.
	Payments *payments.Service
}

// pageNames lists the names of all pages.
func pageNames() []string {
	return []string{"console", "docs", "healthz", "home", "jwks", "openapi", "readyz", "sandbox"}
}

// newPages makes the pages.
func newPages(options PageOptions) (edge.Pages, error) {
	pages := map[string]edge.WebPage{
		"/":             {Name: "home", Serve: http.RedirectHandler("/docs", http.StatusFound).ServeHTTP},
		"/healthz":      {Name: "healthz", IsProbe: true, Serve: func(w http.ResponseWriter, _ *http.Request) { writeDone(w) }},
		"/readyz":       {Name: "readyz", IsProbe: true, Serve: ready(options.Health)},
		"/openapi.yaml": {Name: "openapi", Serve: contract("application/yaml; charset=utf-8", api.YAML)},
		"/openapi.json": {Name: "openapi", Serve: contract("application/json; charset=utf-8", api.JSON)},
	}
	if options.JWKS != nil {
		pages["/.well-known/jwks.json"] = edge.WebPage{Name: "jwks", Serve: file("application/jwk-set+json", options.JWKS)}
	}
	reference, err := newReference()
	if err != nil {
		return edge.Pages{}, fmt.Errorf("the reference page: %w", err)
	}
	maps.Copy(pages, reference)
	made := edge.Pages{ByPath: pages, Secret: checkoutPages(options.Payments)}
	if options.Console != nil {
		console, other, err := newConsole(options.Console)
		if err != nil {
			return edge.Pages{}, err
		}
		maps.Copy(pages, console)
		made.Other = other
	}
	return made, nil
}

func writeDone(w http.ResponseWriter) {
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write([]byte(`{"success":true}` + "\n"))
}

// readinessLimit is shorter than the usual timeout of a probe, so that the probe gets to see the reason.
const readinessLimit = 2 * time.Second

// readiness is the body of /readyz: an envelope like every other, with the state of the process in both cases.
type readiness struct {
	Success bool                `json:"success"`
	Data    health.Report       `json:"data"`
	Error   *edge.EnvelopeError `json:"error,omitempty"`
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
			edge.RecordFailure(r, errors.New(message))
			answer.Success, answer.Error = false, &edge.EnvelopeError{Message: message, Code: fault.ServiceUnavailable}
			status = http.StatusServiceUnavailable
			header.Set("Retry-After", "1")
		}
		header.Set("Cache-Control", "no-store")
		header.Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// contract serves the contract in one of its forms.
func contract(contentType string, form func() ([]byte, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		content, err := form()
		if err != nil {
			edge.Fail(w, r, err)
			return
		}
		file(contentType, func() []byte { return content })(w, r)
	}
}

// file serves what content returns, cacheable for as long as a change of it may go unnoticed.
func file(contentType string, content func() []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		header := w.Header()
		header.Set("Content-Type", contentType)
		header.Set("Cache-Control", "public, max-age=300")
		_, _ = w.Write(content())
	}
}
