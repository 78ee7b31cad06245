package stripe_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/payments"
	"bourse/internal/payments/stripe"
)

// replies is a Stripe that answers successive calls with these bodies, repeating the last one for ever. An empty body
// means no answer at all.
type replies struct {
	status int
	bodies []string
	calls  []*http.Request
}

func (r *replies) RoundTrip(call *http.Request) (*http.Response, error) {
	body := r.bodies[min(len(r.calls), len(r.bodies)-1)]
	r.calls = append(r.calls, call)
	if body == "" {
		return nil, errors.New("the line is cut")
	}
	status := r.status
	if strings.Contains(body, `"id"`) {
		status = http.StatusOK
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
}

func TestACallIsRepeatedOnceUnderItsKeyWhereThatMayHelp(t *testing.T) {
	t.Parallel()
	const made = `{"id":"re_1","status":"succeeded"}`
	for name, test := range map[string]struct {
		stripe replies
		calls  int
		fails  bool
	}{
		"it works":                 {replies{bodies: []string{made}}, 1, false},
		"nobody answers":           {replies{bodies: []string{"", made}}, 2, false},
		"nobody ever answers":      {replies{bodies: []string{""}}, 2, true},
		"somebody on the way does": {replies{status: 502, bodies: []string{"<html>", made}}, 2, false},
		"the payment is locked":    {replies{status: 429, bodies: []string{`{"error":{"code":"lock_timeout"}}`, made}}, 2, false},
		"there are too many calls": {replies{status: 429, bodies: []string{`{"error":{"code":"rate_limit"}}`}}, 1, true},
		"Stripe refuses":           {replies{status: 400, bodies: []string{`{"error":{"code":"charge_disputed"}}`}}, 1, true},
		"Stripe itself fails":      {replies{status: 500, bodies: []string{`{"error":{"type":"api_error"}}`}}, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) { // where the pause costs no time
				provider, err := stripe.New(stripe.Options{Key: key, WebhookSecret: secret, ReturnURL: "https://app.test", Transport: &test.stripe})
				if err != nil {
					t.Fatal(err)
				}
				order, began := payments.RefundOrder{RefundID: uuid.New(), Payment: "pi_1", Amount: money.FromInt(1)}, time.Now()
				_, err = provider.Refund(t.Context(), order)
				if (err != nil) != test.fails || len(test.stripe.calls) != test.calls {
					t.Errorf("%d calls in %v: %v", len(test.stripe.calls), time.Since(began), err)
				}
				for _, call := range test.stripe.calls {
					if got := call.Header.Get("Idempotency-Key"); got != order.RefundID.String() || call.URL.Host != "api.stripe.com" {
						t.Errorf("%s was called under %q", call.URL, got)
					}
				}
			})
		})
	}
}
