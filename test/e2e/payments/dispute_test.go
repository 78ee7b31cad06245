package payments_test

import (
	"net/http"
	"reflect"
	"testing"

	"bourse/test/e2e/kit"
)

func TestMoneyThatStripeTakesBack(t *testing.T) {
	t.Parallel()
	onEachStripe(t, stripePurchases{
		"what Stripe does not take back is transferred":            transferIsReported,
		"a refund in the dashboard is booked once":                 dashboardRefund,
		"what was refunded in the dashboard is not freed":          alreadyRefunded,
		"a dispute of a course ends it and its certificate":        disputedCourse,
		"a refund that comes back is owed to its payer":            returnedRefund,
		"a withdrawal that comes back is on the account again":     returnedWithdrawal,
		"what takes money back comes before the money":             takenBackFirst,
		"a dispute of a deposit is held, and what is gone is owed": disputedDeposit,
		"a lost dispute is lost, though money is reinstated":       lostAfterRefund,
		"events show the payment with all of its refunds":          eventsShowThePayment,
	})
}

func transferIsReported(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := depositing(t, m, account, 80)
	c.tell(t, sessionCompleted, session(payment, 8000))
	paid, failed := withdraw(t, m, account, 50), withdraw(t, m, account, 30)
	c.stripe.fail(http.StatusBadRequest)
	for id, amount := range map[string]float64{paid: 50, failed: 30} {
		kit.WantFields(t, judge(t, c.Author, id, "approve").Ok(t, 200).Object(t, shapeOfWithdrawal), kit.Body{"status": "approved", "transferAmount": amount})
	}
	c.stripe.fail(0)
	wantWallet(t, m, kit.Body{"held": 80})
	done := c.Author.Post(t, kit.WithdrawalsPath+"/"+paid+"/paid", kit.Body{"reference": "SEPA 7"}).Ok(t, 200).Object(t, shapeOfWithdrawal)
	kit.WantFields(t, done, kit.Body{"status": "paid", "reference": "SEPA 7"})
	c.Author.Post(t, kit.WithdrawalsPath+"/"+paid+"/failed", kit.Body{"reason": "too late"}).Failed(t, 409, "INVALID_TRANSITION", "")
	c.Author.Post(t, kit.WithdrawalsPath+"/"+failed+"/failed", kit.Body{"reason": "closed account"}).Ok(t, 200)
	wantWallet(t, m, kit.Body{"cash": 30, "held": 0, "withdrawable": 30, "withdrawn": 50})
	c.wantWithdrawal(t, paid, "requested", "approved", "paid")
	c.wantWithdrawal(t, failed, "requested", "approved", "failed")
	if booked := c.transactions(t, paid); booked != 2 { // held, and paid out
		t.Errorf("a paid withdrawal is booked %d times", booked)
	}
}

// dashboardRefund is Stripe's object for a refund made in its dashboard.
func (c *stripeCounter) dashboardRefund(payment begun, id string, cents int) kit.Body {
	refund := kit.Body{
		"object": "refund", "id": id, "status": "succeeded", "amount": cents, "currency": "usd", "payment_intent": "pi_" + payment.id,
		"charge": "ch_" + payment.id, "metadata": kit.Body{},
	}
	c.stripe.mutex.Lock()
	defer c.stripe.mutex.Unlock()
	intent := "pi_" + payment.id
	c.stripe.dashboard[intent] = append(c.stripe.dashboard[intent], refund)
	return refund
}

func charge(payment begun) kit.Body {
	return kit.Body{"object": "charge", "id": "ch_" + payment.id, "payment_intent": "pi_" + payment.id, "refunded": true}
}

// dispute is Stripe's object for a dispute.
func dispute(payment begun, cents int, status string) kit.Body {
	return kit.Body{
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
	wantPayment(t, m, payment, kit.Body{"status": "partially_refunded", "refundedAmount": 9.9})
	wantOwned(t, m, course, true)
	c.dashboardRefund(payment, "re_rest_"+payment.id, 4000)
	event := newEvent(t, "charge.refunded", charge(payment))
	for _, a := range kit.AtOnce(3, func(int) *kit.Answer { return c.signed(t, event, stripeSecret) }) {
		a.Done(t, 200)
	}
	wantPayment(t, m, payment, kit.Body{"status": "refunded", "refundedAmount": 49.9})
	wantOwned(t, m, course, false)
	if told := c.refundsTold(t, payment); len(told) != 2 {
		t.Errorf("%d events tell of refunds, want 2", len(told))
	}
}

func alreadyRefunded(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := depositing(t, m, account, 50)
	c.tell(t, sessionCompleted, session(payment, 5000))
	made := c.dashboardRefund(payment, "re_"+payment.id, 5000) // and Stripe has not reported it yet
	kit.WantFields(t, refund(t, c.Author, payment, 0).Ok(t, 201).Object(t, shapeOfRefund), kit.Body{"status": "succeeded", "amount": 50})
	wantWallet(t, m, kit.Body{"cash": 0, "held": 0, "deposited": 0})
	c.tell(t, "refund.created", made)
	c.tell(t, "charge.refunded", charge(payment))
	wantPayment(t, m, payment, kit.Body{"status": "refunded", "refundedAmount": 50})
	wantWallet(t, m, kit.Body{"cash": 0, "held": 0, "owed": 0})
	if told := c.refundsTold(t, payment); len(told) != 1 {
		t.Errorf("%d events tell of refunds, want 1", len(told))
	}
}

func takenBackFirst(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := depositing(t, m, account, 80)
	refund := c.dashboardRefund(payment, "re_early_"+payment.id, 3000)
	c.tell(t, "refund.created", refund) // of unknown money
	wantPayment(t, m, payment, kit.Body{"status": "pending", "refundedAmount": 0})
	c.stripe.mutex.Lock()
	c.stripe.paid["pi_"+payment.id] = []any{withFields(session(payment, 8000), "payment_intent", kit.Body{"object": "payment_intent", "id": "pi_" + payment.id})}
	c.stripe.mutex.Unlock()
	c.tell(t, "refund.updated", refund)
	wantPayment(t, m, payment, kit.Body{"status": "partially_refunded", "refundedAmount": 30})
	c.tell(t, sessionCompleted, session(payment, 8000))
	wantWallet(t, m, kit.Body{"cash": 50, "held": 0})
}

func disputedCourse(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionCompleted, session(payment, 4990))
	serial := finish(t, m, c, course)
	valid := m.Get(t, "/education/certificates/"+serial).Ok(t, 200).Object(t, kit.ShapeOfCertificate)
	kit.WantFields(t, valid, kit.Body{"status": "valid", "revokedAt": nil})
	c.tell(t, "charge.dispute.created", dispute(payment, 4990, "needs_response"))
	c.tell(t, "charge.dispute.funds_withdrawn", dispute(payment, 4990, "needs_response"))
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "disputedAmount": 49.9})
	wantWallet(t, m, kit.Body{"spent": 0})
	m.Post(t, kit.CourseAt(course, "/enroll"), nil).Failed(t, 402, "PAYMENT_REQUIRED", "")
	revoked := m.Get(t, "/education/certificates/"+serial).Ok(t, 200).Object(t, kit.ShapeOfCertificate)
	if kit.WantFields(t, revoked, kit.Body{"status": "revoked"}); revoked["revokedAt"] == nil {
		t.Error("nobody is told when it was revoked")
	}
	refund(t, c.Author, payment, 0).Failed(t, 409, "INVALID_TRANSITION", "")
	c.tell(t, "charge.dispute.closed", dispute(payment, 4990, "won"))
	c.tell(t, "charge.dispute.funds_reinstated", dispute(payment, 4990, "won"))
	c.tell(t, "charge.dispute.updated", dispute(payment, 4990, "needs_response")) // late
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "disputedAmount": 0})
	wantWallet(t, m, kit.Body{"spent": 49.9})
	kit.WantFields(t, m.Get(t, "/education/certificates/"+serial).Ok(t, 200).Object(t, kit.ShapeOfCertificate), kit.Body{"status": "valid", "revokedAt": nil})
	for eventType, want := range map[string]int{"payment.disputed": 1, "payment.dispute_closed": 1} {
		got := 0
		for _, data := range c.Author.Events(t, eventType) {
			if data["payment"].(map[string]any)["paymentId"] == payment.id {
				got++
			}
		}
		if got != want {
			t.Errorf("%d events %s, want %d", got, eventType, want)
		}
	}
	refund(t, c.Author, payment, 0).Ok(t, 201)
	kit.WantFields(t, m.Get(t, "/education/certificates/"+serial).Ok(t, 200).Object(t, kit.ShapeOfCertificate), kit.Body{"status": "revoked"})
}

func disputedDeposit(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	payment := depositing(t, m, account, 50)
	c.tell(t, sessionCompleted, session(payment, 5000))
	withdrawal := withdraw(t, m, account, 30)
	c.tell(t, "charge.dispute.created", dispute(payment, 5000, "warning_needs_response"))
	wantWallet(t, m, kit.Body{"cash": 20, "held": 30, "owed": 0})
	c.tell(t, "charge.dispute.updated", dispute(payment, 5000, "needs_response"))
	wantWallet(t, m, kit.Body{"cash": 0, "held": 50, "owed": 30, "withdrawable": 0})
	kit.WantFields(t, m.Account(t, account), kit.Body{"status": "suspended"})
	judge(t, c.Author, withdrawal, "approve").Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	judge(t, c.Author, withdrawal, "reject").Ok(t, 200) // the held money pays the debt
	wantWallet(t, m, kit.Body{"cash": 0, "held": 20, "owed": 0})
	c.tell(t, "charge.dispute.closed", dispute(payment, 5000, "lost"))
	wantWallet(t, m, kit.Body{"cash": 0, "held": 0, "owed": 0, "deposited": 0})
	wantLedger(t, c.books)
	kit.WantNone(t, c.books, impossiblePayments)
}

// lostAfterRefund loses disputes of all of a deposit that had been partly refunded: Stripe gives that part back,
// before or after it reports that the dispute is lost.
func lostAfterRefund(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	for _, ends := range [][]string{
		{"charge.dispute.closed", "charge.dispute.funds_reinstated"}, {"charge.dispute.funds_reinstated", "charge.dispute.closed"},
	} {
		payment := depositing(t, m, account, 100)
		c.tell(t, sessionCompleted, session(payment, 10000))
		refund(t, c.Author, payment, 30).Ok(t, 201)
		c.tell(t, "charge.dispute.created", dispute(payment, 10000, "needs_response"))
		for _, eventType := range ends {
			c.tell(t, eventType, dispute(payment, 10000, "lost"))
		}
		wantPayment(t, m, payment, kit.Body{"refundedAmount": 30, "disputedAmount": 70})
		wantWallet(t, m, kit.Body{"cash": 0, "held": 0, "owed": 0, "deposited": 0})
	}
	wantLedger(t, c.books)
}

// finish completes all lessons of a course and returns the serial of the certificate.
func finish(t *testing.T, m *kit.Member, c *stripeCounter, course string) string {
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
		m.Post(t, kit.LessonAt(lesson, "/complete"), nil).Ok(t, 200)
	}
	serial, _ := m.Get(t, kit.CourseAt(course, "/progress")).Ok(t, 200).Object(t, kit.ShapeOfProgress)["certificateSerial"].(string)
	if serial == "" {
		t.Fatal("there is no certificate")
	}
	return serial
}

// eventsShowThePayment compares a payment in events with its state when they were published.
func eventsShowThePayment(t *testing.T, c *stripeCounter) {
	m, _, payment := c.newSale(t)
	c.tell(t, sessionCompleted, session(payment, 4990))
	wantShown := func(eventType string) {
		t.Helper()
		read := wantPayment(t, m, payment, kit.Body{})
		var told map[string]any
		for _, data := range c.Author.Events(t, eventType) {
			if about, ok := data["payment"].(map[string]any); ok && about["id"] == payment.id && reflect.DeepEqual(about["refunds"], read["refunds"]) {
				told = about
			}
		}
		if told == nil {
			t.Fatalf("no %s shows the refunds %v", eventType, read["refunds"])
		}
		delete(told, "paymentId") // its id under another name
		if !reflect.DeepEqual(told, read) {
			t.Errorf("%s shows %v, and read is %v", eventType, told, read)
		}
	}
	for _, amount := range []float64{10, 5} {
		refund(t, c.Author, payment, amount).Ok(t, 201)
		wantShown("payment.refunded")
	}
	c.tell(t, "charge.dispute.created", dispute(payment, 1000, "needs_response"))
	wantShown("payment.disputed")
}
