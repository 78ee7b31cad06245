package e2e_test

import (
	"net/http"
	"testing"
)

func TestMoneyThatStripeTakesBack(t *testing.T) {
	t.Parallel()
	onEachStripe(t, stripePurchases{
		"what Stripe does not take back is transferred":            transferIsReported,
		"a refund in the dashboard is booked once":                 dashboardRefund,
		"what was refunded in the dashboard is not freed":          alreadyRefunded,
		"a dispute of a course ends it and its certificate":        disputedCourse,
		"what takes money back comes before the money":             takenBackFirst,
		"a dispute of a deposit is held, and what is gone is owed": disputedDeposit,
	})
}

func transferIsReported(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := m.depositing(t, account, 80)
	c.tell(t, sessionCompleted, session(payment, 8000))
	paid, failed := m.withdraw(t, account, 50), m.withdraw(t, account, 30)
	c.stripe.fail(http.StatusBadRequest)
	for id, amount := range map[string]float64{paid: 50, failed: 30} {
		wantFields(t, c.author.judge(t, id, "approve").ok(t, 200).object(t, shapeOfWithdrawal), body{"status": "approved", "transferAmount": amount})
	}
	c.stripe.fail(0)
	m.wantWallet(t, body{"held": 80})
	done := c.author.post(t, withdrawalsPath+"/"+paid+"/paid", body{"reference": "SEPA 7"}).ok(t, 200).object(t, shapeOfWithdrawal)
	wantFields(t, done, body{"status": "paid", "reference": "SEPA 7"})
	c.author.post(t, withdrawalsPath+"/"+paid+"/failed", body{"reason": "too late"}).failed(t, 409, "INVALID_TRANSITION", "")
	c.author.post(t, withdrawalsPath+"/"+failed+"/failed", body{"reason": "closed account"}).ok(t, 200)
	m.wantWallet(t, body{"cash": 30, "held": 0, "withdrawable": 30, "withdrawn": 50})
	c.wantWithdrawal(t, paid, "requested", "approved", "paid")
	c.wantWithdrawal(t, failed, "requested", "approved", "failed")
	if booked := c.transactions(t, paid); booked != 2 { // held, and paid out
		t.Errorf("a paid withdrawal is booked %d times", booked)
	}
}

// dashboardRefund is what Stripe tells of a refund that somebody has made there.
func (c *stripeCounter) dashboardRefund(payment begun, id string, cents int) body {
	refund := body{
		"object": "refund", "id": id, "status": "succeeded", "amount": cents, "currency": "usd", "payment_intent": "pi_" + payment.id,
		"charge": "ch_" + payment.id, "metadata": body{},
	}
	c.stripe.mutex.Lock()
	defer c.stripe.mutex.Unlock()
	intent := "pi_" + payment.id
	c.stripe.dashboard[intent] = append(c.stripe.dashboard[intent], refund)
	return refund
}

func charge(payment begun) body {
	return body{"object": "charge", "id": "ch_" + payment.id, "payment_intent": "pi_" + payment.id, "refunded": true}
}

// dispute is what Stripe tells of a dispute.
func dispute(payment begun, cents int, status string) body {
	return body{
		"object": "dispute", "id": "dp_" + payment.id, "charge": "ch_" + payment.id, "payment_intent": "pi_" + payment.id,
		"amount": cents, "currency": "usd", "status": status, "reason": "fraudulent",
	}
}

func dashboardRefund(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionCompleted, session(payment, 4990))
	part := c.dashboardRefund(payment, "re_part_"+payment.id, 990)
	c.tell(t, "refund.created", part)
	c.tell(t, "charge.refunded", charge(payment))
	c.tell(t, "refund.updated", part)
	m.wantPayment(t, payment, body{"status": "partially_refunded", "refundedAmount": 9.9})
	m.wantOwned(t, course, true)
	c.dashboardRefund(payment, "re_rest_"+payment.id, 4000)
	event := newEvent(t, "charge.refunded", charge(payment))
	for _, a := range atOnce(3, func(int) *answer { return c.signed(t, event, stripeSecret) }) {
		a.done(t, 200)
	}
	m.wantPayment(t, payment, body{"status": "refunded", "refundedAmount": 49.9})
	m.wantOwned(t, course, false)
	if told := c.refundsTold(t, payment); len(told) != 2 {
		t.Errorf("%d events tell of refunds, want 2", len(told))
	}
}

func alreadyRefunded(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := m.depositing(t, account, 50)
	c.tell(t, sessionCompleted, session(payment, 5000))
	made := c.dashboardRefund(payment, "re_"+payment.id, 5000) // and Stripe has not told yet
	wantFields(t, c.author.refund(t, payment, 0).ok(t, 201).object(t, shapeOfRefund), body{"status": "succeeded", "amount": 50})
	m.wantWallet(t, body{"cash": 0, "held": 0, "deposited": 0})
	c.tell(t, "refund.created", made)
	c.tell(t, "charge.refunded", charge(payment))
	m.wantPayment(t, payment, body{"status": "refunded", "refundedAmount": 50})
	m.wantWallet(t, body{"cash": 0, "held": 0, "owed": 0})
	if told := c.refundsTold(t, payment); len(told) != 1 {
		t.Errorf("%d events tell of refunds, want 1", len(told))
	}
}

func takenBackFirst(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := m.depositing(t, account, 80)
	refund := c.dashboardRefund(payment, "re_early_"+payment.id, 3000)
	c.tell(t, "refund.created", refund) // of money that nobody knows
	m.wantPayment(t, payment, body{"status": "pending", "refundedAmount": 0})
	c.stripe.mutex.Lock()
	c.stripe.paid["pi_"+payment.id] = []any{session(payment, 8000).with("payment_intent", body{"object": "payment_intent", "id": "pi_" + payment.id})}
	c.stripe.mutex.Unlock()
	c.tell(t, "refund.updated", refund)
	m.wantPayment(t, payment, body{"status": "partially_refunded", "refundedAmount": 30})
	c.tell(t, sessionCompleted, session(payment, 8000))
	m.wantWallet(t, body{"cash": 50, "held": 0})
}

func disputedCourse(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionCompleted, session(payment, 4990))
	serial := m.finish(t, c, course)
	valid := m.get(t, "/education/certificates/"+serial).ok(t, 200).object(t, shapeOfCertificate)
	wantFields(t, valid, body{"status": "valid", "revokedAt": nil})
	c.tell(t, "charge.dispute.created", dispute(payment, 4990, "needs_response"))
	c.tell(t, "charge.dispute.funds_withdrawn", dispute(payment, 4990, "needs_response"))
	m.wantPayment(t, payment, body{"status": "succeeded", "disputedAmount": 49.9})
	m.wantWallet(t, body{"spent": 0})
	m.post(t, courseAt(course, "/enroll"), nil).failed(t, 402, "PAYMENT_REQUIRED", "")
	revoked := m.get(t, "/education/certificates/"+serial).ok(t, 200).object(t, shapeOfCertificate)
	if wantFields(t, revoked, body{"status": "revoked"}); revoked["revokedAt"] == nil {
		t.Error("nobody is told when it was revoked")
	}
	c.author.refund(t, payment, 0).failed(t, 409, "INVALID_TRANSITION", "")
	c.tell(t, "charge.dispute.closed", dispute(payment, 4990, "won"))
	c.tell(t, "charge.dispute.funds_reinstated", dispute(payment, 4990, "won"))
	c.tell(t, "charge.dispute.updated", dispute(payment, 4990, "needs_response")) // late
	m.wantPayment(t, payment, body{"status": "succeeded", "disputedAmount": 0})
	m.wantWallet(t, body{"spent": 49.9})
	wantFields(t, m.get(t, "/education/certificates/"+serial).ok(t, 200).object(t, shapeOfCertificate), body{"status": "valid", "revokedAt": nil})
	for eventType, want := range map[string]int{"payment.disputed": 1, "payment.dispute_closed": 1} {
		got := 0
		for _, data := range c.author.events(t, eventType) {
			if data["payment"].(map[string]any)["paymentId"] == payment.id {
				got++
			}
		}
		if got != want {
			t.Errorf("%d events %s, want %d", got, eventType, want)
		}
	}
	c.author.refund(t, payment, 0).ok(t, 201)
	wantFields(t, m.get(t, "/education/certificates/"+serial).ok(t, 200).object(t, shapeOfCertificate), body{"status": "revoked"})
}

func disputedDeposit(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := m.depositing(t, account, 50)
	c.tell(t, sessionCompleted, session(payment, 5000))
	withdrawal := m.withdraw(t, account, 30)
	c.tell(t, "charge.dispute.created", dispute(payment, 5000, "warning_needs_response"))
	m.wantWallet(t, body{"cash": 20, "held": 30, "owed": 0})
	c.tell(t, "charge.dispute.updated", dispute(payment, 5000, "needs_response"))
	m.wantWallet(t, body{"cash": 0, "held": 50, "owed": 30, "withdrawable": 0})
	wantFields(t, m.account(t, account), body{"status": "suspended"})
	c.author.judge(t, withdrawal, "approve").failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	c.author.judge(t, withdrawal, "reject").ok(t, 200) // what was held pays what is owed
	m.wantWallet(t, body{"cash": 0, "held": 20, "owed": 0})
	c.tell(t, "charge.dispute.closed", dispute(payment, 5000, "lost"))
	m.wantWallet(t, body{"cash": 0, "held": 0, "owed": 0, "deposited": 0})
	wantLedger(t, c.books)
	wantNone(t, c.books, impossiblePayments)
}

// finish completes all lessons of a course and returns the serial of the certificate.
func (m *member) finish(t *testing.T, c *stripeCounter, course string) string {
	t.Helper()
	rows, err := c.books.Query(t.Context(), `SELECT id FROM lessons WHERE course_id = $1`, course)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var lessons []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			t.Fatal(err)
		}
		lessons = append(lessons, id)
	}
	for _, lesson := range lessons {
		m.post(t, lessonAt(lesson, "/complete"), nil).ok(t, 200)
	}
	serial, _ := m.get(t, courseAt(course, "/progress")).ok(t, 200).object(t, shapeOfProgress)["certificateSerial"].(string)
	if serial == "" {
		t.Fatal("there is no certificate")
	}
	return serial
}
