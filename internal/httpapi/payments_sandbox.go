package httpapi

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"

	"bourse/internal/fault"
	"bourse/internal/payments"
	"bourse/internal/payments/sandbox"
)

//go:embed payments_sandbox.html
var checkoutHTML string

var (
	checkoutPage = template.Must(template.New("checkout").Parse(checkoutHTML))

	// checkoutPolicy lets the page be a form with one style sheet and nothing else.
	checkoutPolicy = "default-src 'none'; style-src" + hashes(inlineStyle, []byte(checkoutHTML)) +
		"; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

// serveCheckout is the sandbox's page: what is to be paid, and buttons to pay and to decline. Whoever knows its
// token may do both. It takes no part in the base path, since it stands for somebody else's site.
func (h *handler) serveCheckout(e *exchange, r *http.Request, token string) {
	e.page = "sandbox"
	r.URL.Path = sandbox.Path + "{token}" // the log need not know what pays
	header := e.answer.Header()
	header["Cache-Control"] = valueNoStore
	setPageHeaders(header)
	if refusal := h.limits.take(e); refusal != nil {
		writeFailure(&e.answer, r, refusal)
		return
	}
	var err error
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		err = h.showCheckout(e, r, token)
	case http.MethodPost:
		err = h.decideCheckout(e, r, token)
	default:
		methodNotAllowed(&e.answer, r, "GET,HEAD,POST")
	}
	if err != nil {
		handleError(r.Context(), &e.answer, r, err)
	}
}

func (h *handler) showCheckout(e *exchange, r *http.Request, token string) error {
	if !isText(token) {
		return fault.New(fault.NotFound, "there is no such payment")
	}
	found, err := h.payments.SandboxPayment(r.Context(), token)
	if err != nil {
		return err
	}
	var content bytes.Buffer
	err = checkoutPage.Execute(&content, struct {
		*payments.Payment
		IsPending bool
	}{found, found.Status == payments.Pending})
	if err != nil {
		return err
	}
	header := e.answer.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", checkoutPolicy)
	_, _ = e.answer.Write(content.Bytes())
	return nil
}

// decideCheckout takes the form in, and shows the page again. A decision that comes too late changes nothing:
// the page says how the payment stands.
func (h *handler) decideCheckout(e *exchange, r *http.Request, token string) error {
	if refusal := h.readBody(e, r); refusal != nil {
		return refusal
	}
	form, err := url.ParseQuery(string(e.body))
	decision := form.Get("decision")
	if err != nil || decision != "pay" && decision != "decline" || !isText(token) {
		return fault.Invalid("decision", "must be pay or decline")
	}
	err = h.payments.DecideSandbox(r.Context(), token, decision == "pay")
	if err != nil && !fault.Is(err, fault.InvalidTransition) {
		return err
	}
	// Relative to this page, wherever a proxy has put it. A token that was found holds no special characters.
	e.answer.Header().Set("Location", token)
	e.answer.WriteHeader(http.StatusSeeOther)
	return nil
}
