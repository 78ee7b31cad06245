package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/payments/stripe"
	"bourse/internal/testkit"
)

func TestStripesPathIsThereOnlyWithStripeAndReadsNoBodyWithoutASignature(t *testing.T) {
	t.Parallel()
	const post = "POST /api/v1/payments/webhooks/stripe HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n" +
		"Expect: 100-continue\r\n" // so that whoever reads the body first says that it may come
	provider, err := stripe.New(stripe.Options{Key: "sk_test", WebhookSecret: "whsec_for_tests", ReturnURL: "https://app.test"})
	if err != nil {
		t.Fatal(err)
	}
	with, without := newCashDesk(t, sqlite(t), provider), newCashDesk(t, sqlite(t), newSandbox(t))
	digest := strings.Repeat("ab", 32)
	for name, test := range map[string]struct {
		desk   *cashDesk
		header string
		want   int
	}{
		"without Stripe":     {without, fmt.Sprintf("Stripe-Signature: t=%d,v1=%s\r\n", time.Now().Unix(), digest), 404},
		"without signature":  {with, "", 400},
		"not of its form":    {with, "Stripe-Signature: signed\r\n", 400},
		"a short signature":  {with, fmt.Sprintf("Stripe-Signature: t=%d,v1=abab\r\n", time.Now().Unix()), 400},
		"an old signature":   {with, fmt.Sprintf("Stripe-Signature: t=%d,v1=%s\r\n", time.Now().Unix()-301, digest), 400},
		"one of the future":  {with, fmt.Sprintf("Stripe-Signature: t=%d,v1=%s\r\n", time.Now().Unix()+400, digest), 400},
		"no time at all":     {with, "Stripe-Signature: v1=" + digest + "\r\n", 400},
		"a time of no clock": {with, "Stripe-Signature: t=soon,v1=" + digest + "\r\n", 400},
	} {
		connection := edgetest.Dial(t, edgetest.Listen(t, test.desk.Handler), "%s%s\r\n{", post, test.header)
		if code, _ := edgetest.Status(t, connection); code != test.want {
			t.Errorf("%s: it is answered with %d, want %d", name, code, test.want)
		}
	}
}

func TestStreamsLeaveConnectionsForOthers(t *testing.T) {
	t.Parallel()
	f := newExchangeFloor(t, time.Minute, func(o *edge.Options) { o.Streams = 2 })
	first := f.listen("alice")
	f.listen("bob")
	refused := f.open("bob", "")
	if refused.StatusCode != http.StatusServiceUnavailable || refused.Header.Get("Retry-After") == "" {
		t.Fatalf("got %s with Retry-After %q for a third stream", refused.Status, refused.Header.Get("Retry-After"))
	}
	_ = first.answer.Body.Close()
	testkit.Until(t, "a place is free again", func() bool {
		answer := f.open("bob", "")
		_ = answer.Body.Close() // idle connections would make room for each other
		return answer.StatusCode == http.StatusOK
	})
}
