package edge

import (
	"net/http"
	"strings"

	"bourse/internal/fault"
)

// WebPage is something outside the base path that can be read.
type WebPage struct {
	Name string // what it is logged and counted as
	// IsProbe: machines ask for it every few seconds, so it is not limited, and logged only when there is something to say.
	IsProbe bool
	// IsConstant: it never changes and costs no more than a refusal, so it is not limited: one page of the console is a dozen.
	IsConstant bool
	Serve      http.HandlerFunc
}

// SecretPage is a page whose path ends with what opens it, such as a token that pays. No log ever sees that.
type SecretPage struct {
	Name  string
	Under string // the beginning of the path
	// Serve answers every method. What it fails with is answered as the failure of an operation is.
	Serve func(w http.ResponseWriter, r *http.Request, token string) error
}

// Pages are what is outside the base path.
type Pages struct {
	ByPath map[string]WebPage
	Secret []SecretPage
	// Other finds the page of a request to read that no path has; nil finds none.
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

// findPage finds the page of an address. Only what is read may be found by asking Other.
func (h *Handler) findPage(r *http.Request) (WebPage, bool) {
	if found, ok := h.pages.ByPath[r.URL.Path]; ok || h.pages.Other == nil || (r.Method != http.MethodGet && r.Method != http.MethodHead) {
		return found, ok
	}
	return h.pages.Other(r)
}

func (h *Handler) serveSecretPage(e *exchange, r *http.Request, secret SecretPage, token string) {
	e.page = secret.Name
	r.URL.Path = secret.Under + "{token}" // the log need not know what opens it
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

// setPageHeaders sets what every page has; one that needs more sets a policy of its own.
func setPageHeaders(header http.Header) {
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Frame-Options", "DENY")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
}
