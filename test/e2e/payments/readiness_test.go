package payments_test

import (
	"net/http"
	"testing"

	"bourse/test/e2e/kit"
)

func TestABrokenPaymentProviderIsDegradedUntilItAnswers(t *testing.T) {
	t.Parallel()
	onEachStripe(t, stripePurchases{"broken": func(t *testing.T, c *stripeCounter) {
		m, account := c.customer(t)
		deposit := func() *kit.Answer {
			return m.With("Idempotency-Key", kit.NewEmail()).Post(t, "/payments/deposits", kit.Body{"accountId": account, "amount": 10})
		}
		c.stripe.fail(http.StatusServiceUnavailable)
		for range 3 {
			deposit()
		}
		c.AwaitReadiness(t, "degraded", "stripe")
		c.stripe.fail(0)
		deposit()
		c.AwaitReadiness(t, "ready", "")
	}}, kit.SimulatedMarket...) // without prices it is degraded in any case
}
