// Package stripe takes payments through Stripe: a Checkout Session for each, refunds of its PaymentIntent, and signed
// events about both.
//
// The payment's id travels as client_reference_id and in the metadata, the refund's in the metadata of the refund,
// and both are the idempotency keys of the calls that create them. Stripe's messages are not passed on: errors keep
// the status, the code and the id of the request, which identifies it in Stripe's log.
package stripe

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/payments"
)

// Name is the name that payments are stored with.
const Name = "stripe"

// callTimeout bounds one call.
const callTimeout = 20 * time.Second

// Options configure the provider.
type Options struct {
	// Key is the secret key.
	Key string
	// WebhookSecret signs events. PreviousWebhookSecret is still accepted while a new one is rolled out; it may be
	// empty.
	WebhookSecret, PreviousWebhookSecret string
	// URL is Stripe's API; empty means the real one.
	URL string
	// ReturnURL is the front end's address: the payer goes back there, unless the order says otherwise.
	ReturnURL string
	// Transport carries the calls; nil means the default.
	Transport http.RoundTripper
	// Now is the clock; nil is time.Now.
	Now func() time.Time
}

// Provider talks to Stripe. It is safe for concurrent use.
type Provider struct {
	client    *client
	secrets   []string
	returnURL *url.URL
	now       func() time.Time
}

// New creates the provider. It fails when the key or the webhook's secret is missing, or a URL cannot be used; the
// error names what is wrong and never a secret.
func New(options Options) (*Provider, error) {
	if options.Key == "" {
		return nil, errors.New("the secret key is missing")
	}
	if options.WebhookSecret == "" {
		return nil, errors.New("the webhook secret is missing")
	}
	returnURL, err := webAddress(options.ReturnURL)
	if err != nil {
		return nil, fmt.Errorf("the return URL: %w", err)
	}
	p := &Provider{
		client: &client{
			http: &http.Client{Timeout: callTimeout, Transport: options.Transport}, url: apiURL, key: options.Key,
		},
		secrets:   []string{options.WebhookSecret},
		returnURL: returnURL,
		now:       options.Now,
	}
	if p.now == nil {
		p.now = time.Now
	}
	if options.URL != "" {
		address, err := webAddress(options.URL)
		if err != nil {
			return nil, fmt.Errorf("the URL: %w", err)
		}
		// The setting has always been allowed to include the version.
		p.client.url = strings.TrimSuffix(strings.TrimSuffix(address.String(), "/"), "/v1")
	}
	if options.PreviousWebhookSecret != "" {
		p.secrets = append(p.secrets, options.PreviousWebhookSecret)
	}
	return p, nil
}

func webAddress(text string) (*url.URL, error) {
	address, err := url.Parse(text)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return nil, errors.New("must be an http or https URL")
	}
	return address, nil
}

// Name is the name that payments are stored with.
func (p *Provider) Name() string { return Name }

// Lifetime is how long a Checkout Session can be paid unless its end is set.
func (p *Provider) Lifetime() time.Duration { return 24 * time.Hour }

// String hides the secrets from anything that prints the provider.
func (p *Provider) String() string { return "stripe.Provider(hidden)" }

// GoString hides the secrets from %#v.
func (p *Provider) GoString() string { return p.String() }

// The names of our ids in Stripe's metadata.
const (
	paymentKey = "payment_id"
	refundKey  = "refund_id"
)

// Open creates a Checkout Session.
func (p *Provider) Open(ctx context.Context, order payments.Order) (payments.Session, error) {
	id := order.PaymentID.String()
	var opened session
	err := p.client.call(ctx, request{
		method: http.MethodPost, path: "/v1/checkout/sessions", idempotencyKey: id,
		form: url.Values{
			"mode":                         {"payment"},
			"client_reference_id":          {id},
			"metadata[" + paymentKey + "]": {id},
			"payment_intent_data[metadata][" + paymentKey + "]": {id},
			// The payer must pay exactly the amount, in the currency of the payment.
			"adaptive_pricing[enabled]":                     {"false"},
			"success_url":                                   {cmp.Or(order.Paid, p.returnTo(id, "success"))},
			"cancel_url":                                    {cmp.Or(order.GivenUp, p.returnTo(id, "cancelled"))},
			"line_items[0][quantity]":                       {"1"},
			"line_items[0][price_data][currency]":           {strings.ToLower(order.Currency)},
			"line_items[0][price_data][unit_amount]":        {cents(order.Amount)},
			"line_items[0][price_data][product_data][name]": {order.Description},
		},
	}, &opened)
	if err != nil {
		return payments.Session{}, failure("create a checkout session", err)
	}
	return payments.Session{Reference: opened.ID, URL: opened.URL}, nil
}

// returnTo is the front end's page of a payment.
func (p *Provider) returnTo(payment, result string) string {
	page := p.returnURL.JoinPath("payments", payment)
	page.RawQuery = url.Values{"checkout": {result}}.Encode()
	return page.String()
}

// Look retrieves a Checkout Session.
func (p *Provider) Look(ctx context.Context, reference string) (payments.Report, error) {
	var found session
	err := p.client.call(ctx, request{
		method: http.MethodGet, path: "/v1/checkout/sessions/" + url.PathEscape(reference), form: url.Values{"expand[0]": {"payment_intent"}},
	}, &found)
	if err != nil {
		return payments.Report{}, failure("retrieve a checkout session", err)
	}
	return reportOf(&found), nil
}

// Find retrieves the Checkout Session of a PaymentIntent. A PaymentIntent made by another program has none, or one
// without our mark.
func (p *Provider) Find(ctx context.Context, payment string) (payments.Report, error) {
	var found list[session]
	err := p.client.call(ctx, request{
		method: http.MethodGet, path: "/v1/checkout/sessions",
		form: url.Values{"payment_intent": {payment}, "limit": {"1"}, "expand[0]": {"data.payment_intent"}},
	}, &found)
	if err != nil {
		return payments.Report{}, failure("list checkout sessions", err)
	}
	if len(found.Data) == 0 {
		return payments.Report{}, nil
	}
	return reportOf(&found.Data[0]), nil
}

// Close expires a Checkout Session.
func (p *Provider) Close(ctx context.Context, reference string) error {
	var expired session
	err := p.client.call(ctx, request{method: http.MethodPost, path: "/v1/checkout/sessions/" + url.PathEscape(reference) + "/expire"}, &expired)
	if err != nil {
		return failure("expire a checkout session", err)
	}
	return nil
}

// Refund creates a refund, or retrieves the existing one.
func (p *Provider) Refund(ctx context.Context, order payments.RefundOrder) (payments.RefundReport, error) {
	var made refund
	if order.Reference != "" {
		err := p.client.call(ctx, request{method: http.MethodGet, path: "/v1/refunds/" + url.PathEscape(order.Reference)}, &made)
		if err != nil {
			return payments.RefundReport{}, failure("retrieve a refund", err)
		}
		return reportOfRefund(&made, order.RefundID), nil
	}
	err := p.client.call(ctx, request{
		method: http.MethodPost, path: "/v1/refunds", idempotencyKey: order.RefundID.String(),
		form: url.Values{
			"payment_intent":               {order.Payment},
			"amount":                       {cents(order.Amount)},
			"metadata[" + paymentKey + "]": {order.PaymentID.String()},
			"metadata[" + refundKey + "]":  {order.RefundID.String()},
		},
	}, &made)
	if err != nil {
		return payments.RefundReport{}, failure("create a refund", err)
	}
	return reportOfRefund(&made, order.RefundID), nil
}

// mostRefunds limits how many refunds of a payment are read.
const mostRefunds = 100

// Refunds lists all refunds of a PaymentIntent, whoever made them.
func (p *Provider) Refunds(ctx context.Context, payment string) ([]payments.RefundReport, error) {
	var found list[refund]
	err := p.client.call(ctx, request{
		method: http.MethodGet, path: "/v1/refunds",
		form: url.Values{"payment_intent": {payment}, "limit": {strconv.Itoa(mostRefunds)}},
	}, &found)
	if err != nil {
		return nil, failure("list refunds", err)
	}
	var reports []payments.RefundReport
	for _, made := range found.Data {
		reports = append(reports, reportOfRefund(&made, idOf(made.Metadata[refundKey])))
	}
	return reports, nil
}

func reportOfRefund(refund *refund, id uuid.UUID) payments.RefundReport {
	report := payments.RefundReport{
		RefundID: id, Reference: refund.ID, Amount: amountOf(refund.Amount), Status: refundStatus(refund.Status),
	}
	if refund.PaymentIntent != nil {
		report.Payment = refund.PaymentIntent.ID
	}
	return report
}

// unitsPerCent is the number of units of 10⁻⁸ in a cent.
const unitsPerCent = 1_000_000

func cents(amount money.Decimal) string { return strconv.FormatInt(amount.Units()/unitsPerCent, 10) }

// amountOf converts an amount of Stripe's. One that no payment can have becomes 0, which matches none.
func amountOf(cents int64) money.Decimal {
	const most = 1_000_000_000_000
	if cents < 0 || cents > most {
		return money.Zero
	}
	return money.FromUnits(cents * unitsPerCent)
}

func idOf(text string) uuid.UUID {
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil
	}
	return id
}
