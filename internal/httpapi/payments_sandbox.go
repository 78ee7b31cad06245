package httpapi

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"

	"bourse/internal/brand"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/payments"
	"bourse/internal/payments/sandbox"
)

//go:embed payments_sandbox.html
var checkoutHTML string

var checkoutPage = template.Must(template.New("checkout").Parse(checkoutHTML))

// checkoutPolicy allows a page a form, one style sheet, the brand's logo and nothing else.
func checkoutPolicy(page []byte, of brand.Brand) string {
	policy := "default-src 'none'; style-src" + hashes(inlineStyle, page) + "; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	if logo, err := url.Parse(of.LogoURL); err == nil && logo.Host != "" {
		policy += "; img-src " + logo.Scheme + "://" + logo.Host
	}
	return policy
}

// checkoutPages are the sandbox's pages; none when another provider is in use.
func checkoutPages(service *payments.Service) []edge.SecretPage {
	if !service.Uses(payments.SandboxProvider) {
		return nil
	}
	return []edge.SecretPage{{Name: "sandbox", Under: sandbox.Path, Serve: checkoutDesk{service}.serve}}
}

// checkoutDesk is the sandbox's checkout page: what is to be paid, and buttons to pay and to decline. Anyone who knows
// its token may do both. It is outside the base path, since it stands in for another company's site.
type checkoutDesk struct{ payments *payments.Service }

func (d checkoutDesk) serve(w http.ResponseWriter, r *http.Request, token string) error {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return d.show(w, r, token)
	case http.MethodPost:
		return d.decide(w, r, token)
	}
	edge.MethodNotAllowed(w, r, "GET,HEAD,POST")
	return nil
}

func (d checkoutDesk) show(w http.ResponseWriter, r *http.Request, token string) error {
	if !edge.IsText(token) {
		return fault.New(fault.NotFound, "there is no such payment")
	}
	found, err := d.payments.SandboxPayment(r.Context(), token)
	if err != nil {
		return err
	}
	of, err := d.payments.BrandOf(r.Context(), found)
	if err != nil {
		return err
	}
	result := "cancelled"
	if found.Status == payments.Succeeded {
		result = "success"
	}
	var content bytes.Buffer
	err = checkoutPage.Execute(&content, struct {
		*payments.Payment
		Brand     brand.Brand
		IsPending bool
		Back      string
	}{found, of, found.Status == payments.Pending, found.ReturnTo(result)})
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", checkoutPolicy(content.Bytes(), of))
	_, _ = w.Write(content.Bytes())
	return nil
}

// decide handles the form and shows the page again. A decision that comes too late changes nothing: the page shows the
// state of the payment.
func (d checkoutDesk) decide(w http.ResponseWriter, r *http.Request, token string) error {
	body, err := edge.ReadBody(r)
	if err != nil {
		return err
	}
	form, err := url.ParseQuery(string(body))
	decision := form.Get("decision")
	if err != nil || decision != "pay" && decision != "decline" || !edge.IsText(token) {
		return fault.Invalid("decision", "must be pay or decline")
	}
	err = d.payments.DecideSandbox(r.Context(), token, decision == "pay")
	if err != nil && !fault.Is(err, fault.InvalidTransition) {
		return err
	}
	// Relative to this page, whatever path a proxy serves it under. A token that was found contains no special
	// characters.
	w.Header().Set("Location", token)
	w.WriteHeader(http.StatusSeeOther)
	return nil
}
