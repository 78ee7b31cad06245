package stripe_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stripe/stripe-mock/embedded"
	"github.com/stripe/stripe-mock/server"

	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/payments/stripe"
)

// call is a request that Stripe received.
type call struct {
	method, path string
	header       http.Header
	form         url.Values
}

// peer is Stripe's own mock server, which checks every request against Stripe's published contract.
type peer struct {
	*httptest.Server
	mutex sync.Mutex
	calls []call
}

func newPeer(t *testing.T) *peer {
	t.Helper()
	contract, err := server.LoadSpec(embedded.OpenAPISpec, "")
	if err != nil {
		t.Fatal(err)
	}
	fixtures, err := server.LoadFixtures(embedded.OpenAPIFixtures, "")
	if err != nil {
		t.Fatal(err)
	}
	stub, err := server.NewStubServer(fixtures, contract, false, false)
	if err != nil {
		t.Fatal(err)
	}
	p := &peer{}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		form, _ := url.ParseQuery(string(body))
		p.mutex.Lock()
		p.calls = append(p.calls, call{r.Method, r.URL.RequestURI(), r.Header.Clone(), form})
		p.mutex.Unlock()
		stub.HandleRequest(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *peer) last() call {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.calls[len(p.calls)-1]
}

func TestWhoHasPaidGoesWhereTheOrderSays(t *testing.T) {
	t.Parallel()
	mock := newPeer(t)
	_, err := newProvider(t, mock.URL).Open(t.Context(), payments.Order{
		PaymentID: uuid.New(), Description: "Risk", Amount: money.MustParse("49.90"), Currency: "USD",
		Paid: "https://northwind.test/thanks?checkout=success", GivenUp: "https://northwind.test/thanks?checkout=cancelled",
	})
	if err != nil {
		t.Fatal(err)
	}
	if form := mock.last().form; form.Get("success_url") != "https://northwind.test/thanks?checkout=success" || form.Get("cancel_url") != "https://northwind.test/thanks?checkout=cancelled" {
		t.Errorf("who has paid goes to %q, who has not to %q", form.Get("success_url"), form.Get("cancel_url"))
	}
}

func TestStripesOwnMockAcceptsEveryCall(t *testing.T) {
	t.Parallel()
	mock := newPeer(t)
	provider := newProvider(t, mock.URL)
	order := payments.Order{PaymentID: uuid.New(), Description: "Risk & Return", Amount: money.MustParse("49.90"), Currency: "USD"}
	session, err := provider.Open(t.Context(), order)
	if err != nil || session.Reference == "" {
		t.Fatalf("got %+v (%v)", session, err)
	}
	sent, id := mock.last(), order.PaymentID.String()
	for field, want := range map[string]string{
		"mode": "payment", "client_reference_id": id, "metadata[payment_id]": id, "payment_intent_data[metadata][payment_id]": id,
		"line_items[0][price_data][unit_amount]": "4990", "line_items[0][price_data][currency]": "usd",
		"line_items[0][price_data][product_data][name]": "Risk & Return", "line_items[0][quantity]": "1",
		"success_url": "https://app.test/base/payments/" + id + "?checkout=success",
		"cancel_url":  "https://app.test/base/payments/" + id + "?checkout=cancelled",
	} {
		if got := sent.form.Get(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	if got := sent.header.Get("Idempotency-Key"); got != id {
		t.Errorf("the idempotency key is %q, want the payment's id", got)
	}

	if _, err := provider.Look(t.Context(), session.Reference); err != nil {
		t.Error(err)
	}
	if err := provider.Close(t.Context(), session.Reference); err != nil {
		t.Error(err)
	}
	if sent := mock.last(); sent.method != http.MethodPost || sent.path != "/v1/checkout/sessions/"+session.Reference+"/expire" {
		t.Errorf("closing called %s %s", sent.method, sent.path)
	}

	if found, err := provider.Find(t.Context(), "pi_1"); err != nil || found.Reference == "" {
		t.Errorf("got %+v (%v)", found, err)
	}
	if sent := mock.last(); sent.method != http.MethodGet || !strings.HasPrefix(sent.path, "/v1/checkout/sessions?") || !strings.Contains(sent.path, "payment_intent=pi_1") {
		t.Errorf("finding a checkout called %s %s", sent.method, sent.path)
	}

	back := payments.RefundOrder{RefundID: uuid.New(), PaymentID: order.PaymentID, Payment: "pi_1", Amount: money.MustParse("9.90")}
	report, err := provider.Refund(t.Context(), back)
	if err != nil || report.RefundID != back.RefundID || report.Reference == "" || report.Status != payments.RefundSucceeded {
		t.Fatalf("got %+v (%v)", report, err)
	}
	sent = mock.last()
	if sent.form.Get("payment_intent") != "pi_1" || sent.form.Get("amount") != "990" ||
		sent.form.Get("metadata[refund_id]") != back.RefundID.String() || sent.header.Get("Idempotency-Key") != back.RefundID.String() {
		t.Errorf("a refund sends %v", sent.form)
	}
	back.Reference = report.Reference
	if _, err := provider.Refund(t.Context(), back); err != nil {
		t.Error(err)
	}
	if sent := mock.last(); sent.method != http.MethodGet || sent.path != "/v1/refunds/"+report.Reference {
		t.Errorf("a refund that was made calls %s %s", sent.method, sent.path)
	}
	if all, err := provider.Refunds(t.Context(), "pi_1"); err != nil || len(all) == 0 || all[0].Reference == "" {
		t.Errorf("got %+v (%v)", all, err)
	}
	if sent := mock.last(); sent.method != http.MethodGet || sent.path != "/v1/refunds?limit=100&payment_intent=pi_1" {
		t.Errorf("listing refunds called %s %s", sent.method, sent.path)
	}
}

func TestMoneyThatIsRefundedAlreadyIsToldFromOtherRefusals(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{"charge_already_refunded": true, "charge_disputed": false} {
		provider := answering(t, http.StatusBadRequest, `{"error":{"type":"invalid_request_error","code":"`+code+`"}}`)
		_, err := provider.Refund(t.Context(), payments.RefundOrder{RefundID: uuid.New(), Payment: "pi_1", Amount: money.FromInt(1)})
		var refusal *payments.Refusal
		if !errors.As(err, &refusal) || refusal.AlreadyRefunded != want {
			t.Errorf("%s is %+v", code, err)
		}
	}
}

// answering is a Stripe that always gives the same answer.
func answering(t *testing.T, status int, body string) *stripe.Provider {
	t.Helper()
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Request-Id", "req_1")
		w.Header().Set("Stripe-Should-Retry", "false")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(api.Close)
	return newProvider(t, api.URL)
}

func TestWhatStripeWillNeverDoIsToldFromWhatItCannotDoNow(t *testing.T) {
	t.Parallel()
	for status, isFinal := range map[int]bool{400: true, 402: true, 404: true, 401: false, 403: false, 409: false, 429: false, 500: false, 503: false} {
		provider := answering(t, status, `{"error":{"type":"invalid_request_error","code":"some_code","message":"Invalid API Key provided: `+key+`"}}`)
		_, err := provider.Refund(t.Context(), payments.RefundOrder{RefundID: uuid.New(), Payment: "pi_1", Amount: money.FromInt(1)})
		var refusal *payments.Refusal
		if err == nil || errors.As(err, &refusal) != isFinal {
			t.Errorf("%d is %v", status, err)
			continue
		}
		if strings.Contains(err.Error(), key) || !strings.Contains(err.Error(), "req_1") {
			t.Errorf("the error is %q: it must name the request and no secret", err)
		}
	}
	if _, err := newProvider(t, "http://127.0.0.1:1").Look(t.Context(), "cs_1"); err == nil || strings.Contains(err.Error(), key) {
		t.Errorf("an unreachable Stripe is %v", err)
	}
}

func TestACheckoutIsReportedAsItStands(t *testing.T) {
	t.Parallel()
	id := uuid.New()
	for state, fields := range map[payments.State]string{
		payments.CheckoutOpen:       `"status":"open","payment_status":"unpaid","payment_intent":null`,
		payments.CheckoutPaid:       `"status":"complete","payment_status":"paid","payment_intent":{"id":"pi_1","status":"succeeded"}`,
		payments.CheckoutProcessing: `"status":"complete","payment_status":"unpaid","payment_intent":{"id":"pi_1","status":"processing"}`,
		payments.CheckoutFailed:     `"status":"complete","payment_status":"unpaid","payment_intent":{"id":"pi_1","status":"requires_payment_method"}`,
		payments.CheckoutExpired:    `"status":"expired","payment_status":"unpaid","payment_intent":null`,
	} {
		provider := answering(t, http.StatusOK, fmt.Sprintf(`{"id":"cs_1","object":"checkout.session","amount_total":1050,"currency":"usd",
			"client_reference_id":"%[1]s","metadata":{"payment_id":"%[1]s"},%[2]s}`, id, fields))
		report, err := provider.Look(t.Context(), "cs_1")
		if err != nil || report.State != state || report.PaymentID != id || report.Amount != money.MustParse("10.5") {
			t.Errorf("got %+v (%v), want %s", report, err, state)
		}
	}
}

func TestSecretsStayInside(t *testing.T) {
	t.Parallel()
	provider := newProvider(t, "")
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if shown := fmt.Sprintf(format, provider); strings.Contains(shown, "sk_") || strings.Contains(shown, "whsec") {
			t.Errorf("%s shows %s", format, shown)
		}
	}
	for name, options := range map[string]stripe.Options{
		"no key":     {WebhookSecret: secret, ReturnURL: "https://app.test"},
		"no secret":  {Key: key, ReturnURL: "https://app.test"},
		"no return":  {Key: key, WebhookSecret: secret},
		"a bad URL":  {Key: key, WebhookSecret: secret, ReturnURL: "https://app.test", URL: "api.stripe.com"},
		"a bad page": {Key: key, WebhookSecret: secret, ReturnURL: "javascript:alert(1)"},
	} {
		if _, err := stripe.New(options); err == nil || strings.Contains(err.Error(), "sk_") || strings.Contains(err.Error(), "whsec") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
