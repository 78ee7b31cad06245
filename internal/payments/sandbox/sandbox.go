// Package sandbox is a payment provider without money: its checkout is a page that this process serves, on which a
// person pays or declines with a click.
package sandbox

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"time"

	"bourse/internal/fault"
	"bourse/internal/payments"
)

// Path is the path of the checkout pages, followed by the token.
const Path = "/sandbox/checkout/"

// Provider is the sandbox. It is stateless: a decision made on a page is stored in the payment.
type Provider struct{ base *url.URL }

// New creates the provider. The address is the public address of this process. It fails when that is not an http or
// https URL.
func New(address string) (*Provider, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("%q is not an http or https URL", address)
	}
	return &Provider{base}, nil
}

// Name is the name that payments are stored with.
func (p *Provider) Name() string { return payments.SandboxProvider }

// Lifetime is how long the payer has to pay.
func (p *Provider) Lifetime() time.Duration { return 30 * time.Minute }

// Open creates a page. Its token of 130 random bits is all that is needed to pay, as with a real provider's checkout,
// so nobody can make somebody else's browser pay.
func (p *Provider) Open(context.Context, payments.Order) (payments.Session, error) {
	token := rand.Text()
	return payments.Session{Reference: token, URL: p.base.JoinPath(Path, token).String()}, nil
}

// Look has nothing to report: a decision is applied when it is made.
func (p *Provider) Look(_ context.Context, reference string) (payments.Report, error) {
	return payments.Report{Reference: reference, State: payments.CheckoutOpen}, nil
}

// Close does nothing: the page of an ended payment accepts no decision.
func (p *Provider) Close(context.Context, string) error { return nil }

// Refund always succeeds.
func (p *Provider) Refund(_ context.Context, order payments.RefundOrder) (payments.RefundReport, error) {
	return payments.RefundReport{
		RefundID: order.RefundID, Reference: "sandbox:" + order.RefundID.String(), Status: payments.RefundSucceeded,
	}, nil
}

// Find has nothing to report: the sandbox sends no events that name money.
func (p *Provider) Find(context.Context, string) (payments.Report, error) {
	return payments.Report{}, nil
}

// Refunds has nothing to report: nobody refunds anything at the sandbox.
func (p *Provider) Refunds(context.Context, string) ([]payments.RefundReport, error) { return nil, nil }

// Read always fails: the sandbox sends no events over the wire.
func (p *Provider) Read([]byte, string) (payments.Event, error) {
	return payments.Event{}, fault.New(fault.NotFound, "the sandbox sends no events")
}
