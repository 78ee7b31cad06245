package e2e_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"
)

// refundEvent is what Stripe tells of a refund.
func (c *stripeCounter) refundEvent(refund map[string]any, status string) body {
	id := refund["id"].(string)
	c.stripe.mutex.Lock()
	defer c.stripe.mutex.Unlock()
	return body{"object": "refund", "id": c.stripe.made[id]["id"], "status": status, "metadata": body{"refund_id": id}}
}

func pendingRefund(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionCompleted, session(payment, 4990))
	c.stripe.refunding("pending")
	made := c.author.refund(t, payment, 0).ok(t, 201).object(t, shapeOfRefund)
	c.stripe.refunding("succeeded")
	wantFields(t, made, body{"status": "pending", "amount": 49.9})
	m.wantPayment(t, payment, body{"status": "succeeded", "refundedAmount": 0})
	m.wantOwned(t, course, true)
	c.author.refund(t, payment, 0.01).failed(t, 409, "INVALID_TRANSITION", "") // all of it is on its way
	c.tell(t, "refund.updated", c.refundEvent(made, "pending"))
	c.tell(t, "refund.updated", c.refundEvent(made, "succeeded").with("id", "re_another"))
	c.tell(t, "refund.updated", c.refundEvent(made, "succeeded").with("metadata", body{"refund_id": uuid.NewString()}))
	m.wantPayment(t, payment, body{"status": "succeeded", "refundedAmount": 0})
	event := newEvent(t, "refund.updated", c.refundEvent(made, "succeeded"))
	for _, a := range atOnce(3, func(int) *answer { return c.signed(t, event, stripeSecret) }) {
		a.done(t, 200)
	}
	c.tell(t, "refund.failed", c.refundEvent(made, "failed")) // an operator's business
	m.wantPayment(t, payment, body{"status": "refunded", "refundedAmount": 49.9})
	m.wantOwned(t, course, false)
	if told := c.refundsTold(t, payment); len(told) != 1 {
		t.Errorf("%d events tell of the refund, want 1", len(told))
	}
}

func failingRefund(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := m.depositing(t, account, 50)
	c.tell(t, sessionCompleted, session(payment, 5000))
	c.stripe.refunding("pending")
	made := c.author.refund(t, payment, 30).ok(t, 201).object(t, shapeOfRefund)
	c.stripe.refunding("succeeded")
	m.wantWallet(t, body{"cash": 20, "held": 30, "deposited": 50})
	c.tell(t, "refund.failed", c.refundEvent(made, "failed"))
	c.tell(t, "refund.updated", c.refundEvent(made, "succeeded")) // too late
	m.wantWallet(t, body{"cash": 50, "held": 0, "deposited": 50})
	m.wantPayment(t, payment, body{"status": "succeeded", "refundedAmount": 0})
	c.author.refund(t, payment, 50).ok(t, 201)
	m.wantWallet(t, body{"cash": 0, "held": 0, "deposited": 0})
}

func refusedRefund(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionCompleted, session(payment, 4990))
	c.stripe.fail(http.StatusBadRequest)
	made := c.author.refund(t, payment, 0).ok(t, 201).object(t, shapeOfRefund)
	c.stripe.fail(0)
	wantFields(t, made, body{"status": "failed"})
	c.wantPaidOnce(t, m, payment, course)
	c.author.refund(t, payment, 0).ok(t, 201)
	m.wantPayment(t, payment, body{"status": "refunded"})
}
