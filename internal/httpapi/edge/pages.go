package edge

import (
	"net/http"
	"strings"

	"bourse/internal/fault"
)

// WebPage is a readable page outside the base path.
type WebPage struct {
	Name string // for the log and the metrics
	// IsProbe: machines request it every few seconds, so it is not limited, and logged only when something is wrong.
	IsProbe bool
	// IsConstant: it never changes and costs no more than a refusal, so it is not limited: one page of the console is
	// a dozen.
	IsConstant bool
	Serve      http.HandlerFunc
}

// SecretPage is a page whose path ends with a secret, such as a token that pays. The secret is never logged.
type SecretPage struct {
	Name  string
	Under string // the beginning of the path
	// Serve handles every method. Its error is answered like an operation's.
	Serve func(w http.ResponseWriter, r *http.Request, token string) error
}

// Pages are the pages outside the base path.
type Pages struct {
	ByPath map[string]WebPage
	Secret []SecretPage
	// Other finds the page for a read request whose path is not listed; nil finds none.
	Other func(r *http.Request) (WebPage, bool)
}

// servePage answers a request outside the base path.
func (h *Handler) servePage(e *exchange, r *http.Request) {
	e.isPage = true
	for _, secret := range h.pages.Secret {
		if token, ok := strings.CutPrefix(r.URL.Path, secret.Under); ok {
			h.serveSecretPage(e, r, secret, token)
			return
		}
	}
	found, ok := h.findPage(r)
	if !ok {
		e.answer.Header()["Cache-Control"] = valueNoStore
		if refusal := h.limits.take(e); refusal != nil {
			writeFailure(&e.answer, r, refusal)
			return
		}
		writeFailure(&e.answer, r, fault.New(fault.NotFound, "there is nothing here"))
		return
	}
	e.page, e.isProbe = found.Name, found.IsProbe
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		MethodNotAllowed(&e.answer, r, "GET,HEAD")
		return
	}
	setPageHeaders(e.answer.Header())
	if !found.IsProbe && !found.IsConstant {
		if refusal := h.limits.take(e); refusal != nil {
			writeFailure(&e.answer, r, refusal)
			return
		}
	}
	found.Serve(&e.answer, r)
}

// findPage finds the page of an address. Other is asked for read requests only.
func (h *Handler) findPage(r *http.Request) (WebPage, bool) {
	if found, ok := h.pages.ByPath[r.URL.Path]; ok || h.pages.Other == nil || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		return found, ok
	}
	return h.pages.Other(r)
}

func (h *Handler) serveSecretPage(e *exchange, r *http.Request, secret SecretPage, token string) {
	e.page = secret.Name
	r.URL.Path = secret.Under + "{token}" // keeps the secret out of the log
	header := e.answer.Header()
	header["Cache-Control"] = valueNoStore
	setPageHeaders(header)
	if refusal := h.limits.take(e); refusal != nil {
		writeFailure(&e.answer, r, refusal)
		return
	}
	if err := secret.Serve(&e.answer, r, token); err != nil {
		Fail(&e.answer, r, err)
	}
}

// setPageHeaders sets the headers of every page; a page that needs more sets its own policy.
func setPageHeaders(header http.Header) {
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
}
