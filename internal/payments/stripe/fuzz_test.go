package stripe_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/payments/stripe"
	"bourse/internal/payments/stripe/stripetest"
)

func newFuzzedProvider(f *testing.F) *stripe.Provider {
	f.Helper()
	provider, err := stripe.New(stripe.Options{Key: "sk_test_made-up", WebhookSecret: "whsec_made-up", ReturnURL: "https://app.example.test"})
	if err != nil {
		f.Fatal(err)
	}
	return provider
}

// FuzzAnEventIsReadOrRefused checks that whatever Stripe signs is read, or refused as the caller's mistake.
func FuzzAnEventIsReadOrRefused(f *testing.F) {
	for _, kind := range []string{"checkout.session.completed", "checkout.session.expired", "refund.updated", "charge.refunded", "charge.dispute.created", "charge.dispute.closed", "other"} {
		f.Add(`{"id":"evt_1","object":"event","type":"` + kind + `","data":{"object":{"id":"x","client_reference_id":"` + uuid.NewString() +
			`","metadata":{"payment_id":"a","refund_id":"b"},"amount_total":-1,"amount":9223372036854775807,"currency":"usd","payment_intent":{"id":"pi_1"},"status":"complete","payment_status":"paid"}}}`)
		f.Add(`{"id":"evt_1","object":"event","type":"` + kind + `","data":{"object":{"payment_intent":"pi_1","status":1}}}`)
		f.Add(`{"id":"evt_1","object":"event","type":"` + kind + `","data":null}`)
	}
	provider := newFuzzedProvider(f)
	f.Fuzz(func(t *testing.T, body string) {
		_, err := provider.Read([]byte(body), stripetest.Header(time.Now(), body, "whsec_made-up"))
		if refusal := (*fault.Error)(nil); err != nil && !errors.As(err, &refusal) {
			t.Errorf("%q: %v, which would be a failure of ours", body, err)
		}
	})
}

// FuzzNobodySignsWithoutTheSecret checks that only a header made with the secret is accepted.
func FuzzNobodySignsWithoutTheSecret(f *testing.F) {
	for _, seed := range []string{"", "t=1,v1=0", "t=1", "v1=", "t=,v1=,", "t=9223372036854775808,v1=00", "t=1,t=2,v1=a,v1=b", stripetest.Header(time.Now(), "{}", "another")} {
		f.Add(seed)
	}
	provider := newFuzzedProvider(f)
	f.Fuzz(func(t *testing.T, header string) {
		if stripe.CheckSignatureHeader(header, time.Now()) == nil && len(header) > 1<<16 {
			t.Errorf("a header of %d bytes passes", len(header))
		}
		if _, err := provider.Read([]byte(`{"id":"evt_1","object":"event","type":"other"}`), header); err == nil {
			t.Errorf("%q passes for a signature", header)
		}
	})
}
