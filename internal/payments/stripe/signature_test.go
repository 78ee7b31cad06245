package stripe_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/payments/stripe"
	"bourse/internal/payments/stripe/stripetest"
)

const (
	secret   = "whsec_current_0123456789"
	previous = "whsec_previous_0123456789"
	key      = "sk_test_donottell0123456789"
)

func newProvider(t *testing.T, url string) *stripe.Provider {
	t.Helper()
	provider, err := stripe.New(stripe.Options{
		Key: key, WebhookSecret: secret, PreviousWebhookSecret: previous, URL: url, ReturnURL: "https://app.test/base",
	})
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

// sign makes a v1 signature.
func sign(at time.Time, body, secret string) string {
	return "v1=" + stripetest.Signature(at, body, secret)
}

// The expected signature comes from Stripe's own library, stripe-go v85.
func TestEventsAreSignedInTestsAsStripeSignsThem(t *testing.T) {
	t.Parallel()
	const want = "8420bcb37bb0ebc0abb4793329a2da5425afbb17065ac8004e5c5b9aa9cc8c01"
	if got := stripetest.Signature(time.Unix(1_700_000_000, 0), `{"id":"evt_1","object":"event"}`, secret); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// completed is the event of a paid checkout.
func completed(payment uuid.UUID, change ...string) string {
	body := fmt.Sprintf(`{"id":"evt_1","object":"event","api_version":"2025-03-31.basil","type":"checkout.session.completed",
		"data":{"object":{"id":"cs_1","object":"checkout.session","status":"complete","payment_status":"paid",
		"amount_total":4990,"currency":"usd","payment_intent":"pi_1",
		"client_reference_id":"%[1]s","metadata":{"payment_id":"%[1]s"}}}}`, payment)
	return strings.NewReplacer(change...).Replace(body)
}

func TestOnlyWhatOneOfTheSecretsSignedIsRead(t *testing.T) {
	t.Parallel()
	provider := newProvider(t, "")
	now := time.Now()
	id := uuid.New()
	body := completed(id)
	stamp := fmt.Sprintf("t=%d", now.Unix())
	old := now.Add(-301 * time.Second)
	valid := sign(now, body, secret)
	for name, test := range map[string]struct {
		header string
		want   bool
	}{
		"valid":                            {stamp + "," + valid, true},
		"missing":                          {"", false},
		"t only":                           {stamp, false},
		"v1 only":                          {valid, false},
		"v0 only":                          {stamp + "," + strings.Replace(valid, "v1=", "v0=", 1), false},
		"junk beside the right v1":         {stamp + ",v1=deadbeef,v1=not-hex," + valid, true},
		"junk alone":                       {stamp + ",v1=deadbeef", false},
		"an unknown scheme beside it":      {stamp + "," + valid + ",v9=abc", true},
		"the secret before it was rolled":  {stamp + "," + sign(now, body, previous), true},
		"both secrets while it is rolled":  {stamp + "," + sign(now, body, "whsec_unknown") + "," + sign(now, body, previous), true},
		"a secret of somebody else":        {stamp + "," + sign(now, body, "whsec_unknown"), false},
		"too old":                          {fmt.Sprintf("t=%d,", old.Unix()) + sign(old, body, secret), false},
		"too old by the previous secret":   {fmt.Sprintf("t=%d,", old.Unix()) + sign(old, body, previous), false},
		"old enough to be true":            {fmt.Sprintf("t=%d,", now.Unix()-200) + sign(now.Add(-200*time.Second), body, secret), true},
		"a fresh time under an old v1":     {stamp + "," + sign(old, body, secret), false},
		"no number":                        {"t=soon," + valid, false},
		"no form":                          {"signed", false},
		"the signature of another body":    {stamp + "," + sign(now, body+" ", secret), false},
		"an upper case scheme is not ours": {stamp + "," + strings.Replace(valid, "v1=", "V1=", 1), false},
	} {
		event, err := provider.Read([]byte(body), test.header)
		if (err == nil) != test.want {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && (event.Checkout == nil || event.Checkout.PaymentID != id) {
			t.Errorf("%s: read %+v", name, event)
		}
		if err == nil {
			continue
		}
		if !fault.Is(err, fault.ValidationError) || err.(*fault.Error).Field != "Stripe-Signature" || strings.Contains(err.Error(), "whsec") {
			t.Errorf("%s is refused with %v", name, err)
		}
	}
}

func TestHowOldASignatureIsIsSaidByTheClockThatWasGiven(t *testing.T) {
	t.Parallel()
	signed := time.Unix(1_700_000_000, 0)
	body := completed(uuid.New())
	for later, want := range map[time.Duration]bool{0: true, 5 * time.Minute: true, 5*time.Minute + time.Second: false} {
		provider, err := stripe.New(stripe.Options{
			Key: key, WebhookSecret: secret, ReturnURL: "https://app.test", Now: func() time.Time { return signed.Add(later) },
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = provider.Read([]byte(body), fmt.Sprintf("t=%d,", signed.Unix())+sign(signed, body, secret))
		if (err == nil) != want {
			t.Errorf("%s later: %v", later, err)
		}
	}
}

func TestEventsAreReadForWhatTheyMean(t *testing.T) {
	t.Parallel()
	provider := newProvider(t, "")
	id, refund := uuid.New(), uuid.New()
	read := func(body string) payments.Event {
		t.Helper()
		now := time.Now()
		event, err := provider.Read([]byte(body), fmt.Sprintf("t=%d,", now.Unix())+sign(now, body, secret))
		if err != nil {
			t.Fatal(err)
		}
		return event
	}
	want := payments.Report{
		PaymentID: id, Reference: "cs_1", State: payments.CheckoutPaid, Amount: money.MustParse("49.9"), Currency: "USD", Payment: "pi_1",
	}
	if got := read(completed(id)); got.ID != "evt_1" || *got.Checkout != want {
		t.Errorf("got %+v, want %+v", got.Checkout, want)
	}
	for name, test := range map[string]struct {
		change []string
		state  payments.State
	}{
		"paid by a means that takes days": {[]string{`:"paid"`, `:"unpaid"`}, payments.CheckoutProcessing},
		"confirmed after days":            {[]string{"session.completed", "session.async_payment_succeeded"}, payments.CheckoutPaid},
		"bounced after days":              {[]string{"session.completed", "session.async_payment_failed", `:"paid"`, `:"unpaid"`}, payments.CheckoutFailed},
		"expired":                         {[]string{"session.completed", "session.expired", `:"paid"`, `:"unpaid"`, `:"complete"`, `:"expired"`}, payments.CheckoutExpired},
	} {
		if got := read(completed(id, test.change...)); got.Checkout == nil || got.Checkout.State != test.state {
			t.Errorf("%s: %+v, want %s", name, got.Checkout, test.state)
		}
	}
	for name, change := range map[string][]string{
		"a session that is not ours": {`"client_reference_id":"` + id.String() + `"`, `"client_reference_id":null`},
		"marks that disagree":        {`"payment_id":"` + id.String(), `"payment_id":"` + uuid.NewString()},
		"an event that we know not":  {"checkout.session.completed", "customer.created"},
	} {
		if got := read(completed(id, change...)); got.Checkout != nil || got.Refund != nil {
			t.Errorf("%s: read %+v", name, got)
		}
	}
	for status, want := range map[string]payments.RefundStatus{
		"succeeded": payments.RefundSucceeded, "pending": payments.RefundPending, "requires_action": payments.RefundPending,
		"failed": payments.RefundFailed, "canceled": payments.RefundFailed,
	} {
		body := fmt.Sprintf(`{"id":"evt_2","object":"event","type":"refund.updated","data":{"object":
			{"id":"re_1","object":"refund","status":"%s","metadata":{"refund_id":"%s"}}}}`, status, refund)
		if got := read(body); got.Refund == nil || *got.Refund != (payments.RefundReport{RefundID: refund, Reference: "re_1", Status: want}) {
			t.Errorf("%s: %+v", status, got.Refund)
		}
	}
}

func TestRefundsOfTheDashboardAndDisputesAreRead(t *testing.T) {
	t.Parallel()
	provider := newProvider(t, "")
	read := func(eventType, object string) payments.Event {
		t.Helper()
		now := time.Now()
		body := fmt.Sprintf(`{"id":"evt_3","object":"event","type":"%s","data":{"object":%s}}`, eventType, object)
		event, err := provider.Read([]byte(body), fmt.Sprintf("t=%d,", now.Unix())+sign(now, body, secret))
		if err != nil {
			t.Fatal(err)
		}
		return event
	}
	refund := `{"id":"re_1","object":"refund","amount":990,"currency":"usd","payment_intent":"pi_1","status":"succeeded","metadata":{}}`
	want := payments.RefundReport{Reference: "re_1", Payment: "pi_1", Amount: money.MustParse("9.9"), Status: payments.RefundSucceeded}
	for _, eventType := range []string{"refund.created", "refund.updated", "charge.refund.updated"} {
		if got := read(eventType, refund); got.Refund == nil || *got.Refund != want {
			t.Errorf("%s: %+v", eventType, got.Refund)
		}
	}
	for _, notOurs := range []string{strings.Replace(refund, `"pi_1"`, "null", 1), strings.Replace(refund, "usd", "eur", 1)} {
		if got := read("refund.created", notOurs); got.Refund != nil {
			t.Errorf("read %+v", got.Refund)
		}
	}
	if got := read("charge.refunded", `{"id":"ch_1","object":"charge","payment_intent":"pi_1"}`); got.RefundsOf != "pi_1" {
		t.Errorf("a refunded charge is read as %+v", got)
	}
	dispute := `{"id":"dp_1","object":"dispute","amount":4990,"currency":"usd","charge":"ch_1","payment_intent":"pi_1","status":"%s","reason":"fraudulent"}`
	for _, test := range []struct {
		eventType, status string
		want              payments.DisputeStatus
	}{
		{"charge.dispute.created", "warning_needs_response", payments.DisputeInquiry}, {"charge.dispute.closed", "warning_closed", payments.DisputeInquiry},
		{"charge.dispute.created", "needs_response", payments.DisputeOpen}, {"charge.dispute.updated", "under_review", payments.DisputeOpen},
		{"charge.dispute.funds_withdrawn", "needs_response", payments.DisputeOpen}, {"charge.dispute.closed", "won", payments.DisputeWon},
		{"charge.dispute.closed", "lost", payments.DisputeLost}, {"charge.dispute.funds_reinstated", "won", payments.DisputeWon},
		{"charge.dispute.funds_reinstated", "lost", payments.DisputeLost}, // part of it had been refunded before
		{"charge.dispute.funds_reinstated", "under_review", payments.DisputeOpen},
	} {
		got := read(test.eventType, fmt.Sprintf(dispute, test.status)).Dispute
		want := payments.DisputeReport{Reference: "dp_1", Payment: "pi_1", Amount: money.MustParse("49.9"), Status: test.want, Reason: "fraudulent"}
		if got == nil || *got != want {
			t.Errorf("%s, %s: %+v, want %+v", test.eventType, test.status, got, want)
		}
	}
}
