package payments_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

// refundEvent is Stripe's object for a refund.
func (c *stripeCounter) refundEvent(refund map[string]any, status string) kit.Body {
	id := refund["id"].(string)
	c.stripe.mutex.Lock()
	defer c.stripe.mutex.Unlock()
	return kit.Body{"object": "refund", "id": c.stripe.made[id]["id"], "status": status, "metadata": kit.Body{"refund_id": id}}
}

func pendingRefund(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionCompleted, session(payment, 4990))
	c.stripe.refunding("pending")
	made := refund(t, c.Author, payment, 0).Ok(t, 201).Object(t, shapeOfRefund)
	c.stripe.refunding("succeeded")
	kit.WantFields(t, made, kit.Body{"status": "pending", "amount": 49.9})
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "refundedAmount": 0})
	wantOwned(t, m, course, true)
	refund(t, c.Author, payment, 0.01).Failed(t, 409, "INVALID_TRANSITION", "") // all of it is on its way
	c.tell(t, "refund.updated", c.refundEvent(made, "pending"))
	c.tell(t, "refund.updated", withFields(c.refundEvent(made, "succeeded"), "id", "re_another"))
	c.tell(t, "refund.updated", withFields(c.refundEvent(made, "succeeded"), "metadata", kit.Body{"refund_id": uuid.NewString()}))
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "refundedAmount": 0})
	event := newEvent(t, "refund.updated", c.refundEvent(made, "succeeded"))
	for _, a := range kit.AtOnce(3, func(int) *kit.Answer { return c.signed(t, event, stripeSecret) }) {
		a.Done(t, 200)
	}
	wantPayment(t, m, payment, kit.Body{"status": "refunded", "refundedAmount": 49.9})
	wantOwned(t, m, course, false)
	if told := c.refundsTold(t, payment); len(told) != 1 {
		t.Errorf("%d events tell of the refund, want 1", len(told))
	}
}

// returnedRefund is a refund that Stripe has made and that the payer's bank sends back, reported in two events, one
// of them twice.
func returnedRefund(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionCompleted, session(payment, 4990))
	made := refund(t, c.Author, payment, 0).Ok(t, 201).Object(t, shapeOfRefund)
	event := newEvent(t, "refund.failed", c.refundEvent(made, "failed"))
	for _, a := range kit.AtOnce(3, func(int) *kit.Answer { return c.signed(t, event, stripeSecret) }) {
		a.Done(t, 200)
	}
	c.tell(t, "charge.refund.updated", c.refundEvent(made, "failed"))
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "refundedAmount": 0})
	wantOwned(t, m, course, false)
	c.wantRefundFailed(t, made, 1)
	if owed, earned := c.booked(t, made["id"].(string), "hold"), c.booked(t, made["id"].(string), "revenue"); owed != 4990 || earned != -4990 {
		t.Errorf("%d cents are owed and %d earned by it", owed, earned)
	}
	kit.WantNone(t, c.books, impossiblePayments)
	refund(t, c.Author, payment, 0).Ok(t, 201)
	wantPayment(t, m, payment, kit.Body{"status": "refunded", "refundedAmount": 49.9})
	wantLedger(t, c.books)
	kit.WantNone(t, c.books, impossiblePayments)
}

// returnedWithdrawal is a withdrawal whose money the payer's bank sends back.
func returnedWithdrawal(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := depositing(t, m, account, 50)
	c.tell(t, sessionCompleted, session(payment, 5000))
	withdrawal := withdraw(t, m, account, 50)
	judge(t, c.Author, withdrawal, "approve").Ok(t, 200)
	part := wantPayment(t, m, payment, kit.Body{"status": "refunded"})["refunds"].([]any)[0].(map[string]any)
	c.tell(t, "refund.failed", c.refundEvent(part, "failed"))
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "refundedAmount": 0})
	wantWallet(t, m, kit.Body{"cash": 50, "held": 0, "deposited": 50, "withdrawn": 0})
	shown := m.Get(t, kit.WithdrawalsPath+"/"+withdrawal).Ok(t, 200).Object(t, shapeOfWithdrawal)
	kit.WantFields(t, shown, kit.Body{"status": "paid", "refundedAmount": 0, "transferAmount": 0})
	c.wantRefundFailed(t, part, 1)
	again := withdraw(t, m, account, 50)
	kit.WantFields(t, judge(t, c.Author, again, "approve").Ok(t, 200).Object(t, shapeOfWithdrawal), kit.Body{"status": "approved", "transferAmount": 50})
	wantLedger(t, c.books)
	kit.WantNone(t, c.books, impossiblePayments)
}

// wantRefundFailed checks the number of events that a refund has failed.
func (c *stripeCounter) wantRefundFailed(t *testing.T, refund map[string]any, want int) {
	t.Helper()
	got := 0
	for _, data := range c.Author.Events(t, "payment.refund_failed") {
		if data["refundId"] == refund["id"] {
			got++
		}
	}
	if got != want {
		t.Errorf("%d events tell that the refund failed, want %d", got, want)
	}
}

func failingRefund(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := depositing(t, m, account, 50)
	c.tell(t, sessionCompleted, session(payment, 5000))
	c.stripe.refunding("pending")
	made := refund(t, c.Author, payment, 30).Ok(t, 201).Object(t, shapeOfRefund)
	c.stripe.refunding("succeeded")
	wantWallet(t, m, kit.Body{"cash": 20, "held": 30, "deposited": 50})
	c.tell(t, "refund.failed", c.refundEvent(made, "failed"))
	c.tell(t, "refund.updated", c.refundEvent(made, "succeeded")) // too late
	wantWallet(t, m, kit.Body{"cash": 50, "held": 0, "deposited": 50})
	c.wantRefundFailed(t, made, 1)
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "refundedAmount": 0})
	refund(t, c.Author, payment, 50).Ok(t, 201)
	wantWallet(t, m, kit.Body{"cash": 0, "held": 0, "deposited": 0})
}

func refusedRefund(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionCompleted, session(payment, 4990))
	c.stripe.fail(http.StatusBadRequest)
	made := refund(t, c.Author, payment, 0).Ok(t, 201).Object(t, shapeOfRefund)
	c.stripe.fail(0)
	kit.WantFields(t, made, kit.Body{"status": "failed"})
	c.wantPaidOnce(t, m, payment, course)
	refund(t, c.Author, payment, 0).Ok(t, 201)
	wantPayment(t, m, payment, kit.Body{"status": "refunded"})
}
