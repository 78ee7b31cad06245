package payments_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

func TestStripe(t *testing.T) {
	t.Parallel()
	onEachStripe(t, stripePurchases{
		"a checkout makes a session, and its event buys the course": stripeSellsACourse,
		"an event that comes three times at once counts once":       eventCountsOnce,
		"several events of one payment count once":                  severalEventsCountOnce,
		"an event without a good signature changes nothing":         badSignatures,
		"the previous secret is believed":                           previousSecret,
		"an event that does not match changes nothing":              mismatches,
		"events out of order and late change nothing":               outOfOrder,
		"a payment by bank is waited for":                           asynchronousPayment,
		"money that comes after a cancellation goes back":           lateMoneyGoesBack,
		"money that comes after the end of a session goes back":     moneyAfterExpiry,
		"a deposit is credited by its event":                        stripeDeposit,
		"a refund that takes its time is settled by its event":      pendingRefund,
		"a refund that fails gives the money back to the account":   failingRefund,
		"a refund that Stripe refuses fails":                        refusedRefund,
		"a checkout that Stripe refuses fails":                      stripeRefuses,
		"other events are heard and ignored":                        otherEvents,
		"the sandbox's page is not there":                           noSandbox,
	})
}

// TestStripeIsAway gives the server reason to log errors: it cannot do what is requested.
func TestStripeIsAway(t *testing.T) {
	t.Parallel()
	onEachStripe(t, stripePurchases{"a checkout that Stripe does not answer is repeatable": stripeIsAway})
}

// newSale is a user who is about to pay 49.90 for a course.
func (c *stripeCounter) newSale(t *testing.T) (m *kit.Member, course string, payment begun) {
	t.Helper()
	m, course = c.Register(t), c.paid(t, 49.9).ID
	return m, course, checkout(t, m, course)
}

// wantUnpaid checks that nothing has happened to a payment.
func (c *stripeCounter) wantUnpaid(t *testing.T, m *kit.Member, course string, payment begun) {
	t.Helper()
	wantPayment(t, m, payment, kit.Body{"status": "pending", "refundedAmount": 0})
	wantOwned(t, m, course, false)
	if booked := c.transactions(t, payment.id); booked != 0 {
		t.Errorf("%d transactions are booked", booked)
	}
}

func stripeSellsACourse(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	wantPayment(t, m, payment, kit.Body{"provider": "stripe", "checkoutUrl": payment.url, "status": "pending"})
	calls := c.stripe.callsOf("/v1/checkout/sessions", payment.id)
	if len(calls) != 1 || calls[0].key != payment.id || calls[0].authorization != "Bearer "+stripeKey {
		t.Fatalf("Stripe was called with %+v", calls)
	}
	for field, want := range map[string]string{
		"mode": "payment", "client_reference_id": payment.id, "metadata[payment_id]": payment.id,
		"line_items[0][price_data][unit_amount]": "4990", "line_items[0][price_data][currency]": "usd",
		"success_url": "https://app.example.test/base/payments/" + payment.id + "?checkout=success",
	} {
		if got := calls[0].form.Get(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	c.wantUnpaid(t, m, course, payment)
	c.tell(t, sessionCompleted, session(payment, 4990))
	c.wantPaidOnce(t, m, payment, course)
	refund(t, c.Author, payment, 0).Ok(t, 201)
	refunds := c.stripe.callsOf("/v1/refunds", payment.id)
	if len(refunds) != 1 || refunds[0].form.Get("payment_intent") != "pi_"+payment.id || refunds[0].form.Get("amount") != "4990" {
		t.Errorf("Stripe was asked to refund %+v", refunds)
	}
	wantPayment(t, m, payment, kit.Body{"status": "refunded"})
	wantOwned(t, m, course, false)
}

func eventCountsOnce(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	event := newEvent(t, sessionCompleted, session(payment, 4990))
	for _, a := range kit.AtOnce(3, func(int) *kit.Answer { return c.signed(t, event, stripeSecret) }) {
		a.Done(t, 200)
	}
	c.signed(t, event, stripeSecret).Done(t, 200)
	c.wantPaidOnce(t, m, payment, course)
}

func severalEventsCountOnce(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	for _, a := range kit.AtOnce(3, func(int) *kit.Answer {
		return c.signed(t, newEvent(t, sessionCompleted, session(payment, 4990)), stripeSecret)
	}) {
		a.Done(t, 200)
	}
	c.tell(t, asyncSucceeded, session(payment, 4990))
	c.wantPaidOnce(t, m, payment, course)
}

func badSignatures(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	event := newEvent(t, sessionCompleted, session(payment, 4990))
	stamp, v1 := signature(stripeSecret, event, time.Now())
	oldStamp, oldV1 := signature(stripeSecret, event, time.Now().Add(-301*time.Second))
	_, foreign := signature("whsec_somebody-else's", event, time.Now())
	_, other := signature(stripeSecret, event+" ", time.Now())
	for name, header := range map[string]string{
		"missing": "", "t only": stamp, "v1 only": v1, "v0 only": stamp + "," + strings.Replace(v1, "v1", "v0", 1),
		"junk": stamp + ",v1=junk", "too long junk": stamp + "," + v1 + "00", "empty v1": stamp + ",v1=", "another secret": stamp + "," + foreign,
		"another body": stamp + "," + other, "too old": oldStamp + "," + oldV1, "a new time on an old one": stamp + "," + oldV1,
		"no time": "t=," + v1, "no number": "t=now," + v1, "words": "signed, Stripe", "hexadecimal in capitals of another": stamp + "," + strings.ToUpper(foreign),
	} {
		if a := c.deliver(t, event, header); a.Status != 400 {
			t.Errorf("%s: %d %s", name, a.Status, a.Text)
		} else {
			a.Failed(t, 400, "VALIDATION_ERROR", "Stripe-Signature")
		}
	}
	altered := strings.Replace(event, "4990", "4991", 1)
	c.deliver(t, altered, stamp+","+v1).Failed(t, 400, "VALIDATION_ERROR", "Stripe-Signature")
	c.wantUnpaid(t, m, course, payment)
	if heard := kit.Count(t, c.books, `SELECT COUNT(*) FROM payment_events WHERE payment_id = $1`, payment.id); heard != 0 {
		t.Errorf("%d events were heard", heard)
	}
	// The same event with a valid signature among others is accepted.
	c.deliver(t, event, stamp+",v1=junk,v0=junk,"+v1+",v2=later").Done(t, 200)
	c.wantPaidOnce(t, m, payment, course)
}

func previousSecret(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.signed(t, newEvent(t, sessionCompleted, session(payment, 4990)), stripePreviousSecret).Done(t, 200)
	c.wantPaidOnce(t, m, payment, course)
}

// awaitLog waits until the server has logged a text.
func (c *stripeCounter) awaitLog(t *testing.T, text string) {
	t.Helper()
	waiting, cancel := context.WithTimeout(t.Context(), kit.Patience)
	defer cancel()
	if err := c.AwaitLog(waiting, text); err != nil {
		t.Fatal(err)
	}
}

func mismatches(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	_, _, other := c.newSale(t)
	paid := session(payment, 4990)
	nobody := begun{id: uuid.NewString(), url: payment.url}
	for name, object := range map[string]kit.Body{
		"less": withFields(paid, "amount_total", 4989), "more": withFields(paid, "amount_total", 4991), "nothing": withFields(paid, "amount_total", 0),
		"a debt": withFields(paid, "amount_total", -4990), "a hundred times": withFields(paid, "amount_total", 499000),
		"another currency": withFields(paid, "currency", "eur"), "no currency": withFields(paid, "currency", ""),
		"another session": withFields(paid, "id", session(other, 4990)["id"]), "a payment that there is not": session(nobody, 4990),
	} {
		event := newEvent(t, sessionCompleted, object)
		id := event[strings.Index(event, "evt_"):]
		id = id[:strings.IndexByte(id, '"')]
		c.signed(t, event, stripeSecret).Done(t, 200)
		wantPayment(t, m, payment, kit.Body{"status": "pending"})
		c.awaitLog(t, `"event":"`+id+`"`)
		if !hasLine(c.Log(), `"level":"WARN"`, `"event":"`+id+`"`) {
			t.Errorf("%s: no warning tells of the event %s", name, id)
		}
	}
	// The two marks of a session have to be the same.
	c.tell(t, sessionCompleted, withFields(paid, "metadata", kit.Body{"payment_id": other.id}))
	c.tell(t, sessionCompleted, withFields(paid, "client_reference_id", other.id))
	c.tell(t, sessionCompleted, withFields(paid, "metadata", kit.Body{}))
	c.wantUnpaid(t, m, course, payment)
	c.tell(t, sessionCompleted, paid)
	c.wantPaidOnce(t, m, payment, course)
}

// hasLine reports whether a line of a log contains all of the texts.
func hasLine(log string, texts ...string) bool {
	for line := range strings.Lines(log) {
		holds := true
		for _, text := range texts {
			holds = holds && strings.Contains(line, text)
		}
		if holds {
			return true
		}
	}
	return false
}

func outOfOrder(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	paid := session(payment, 4990)
	unpaid := withFields(paid, "payment_status", "unpaid")
	c.tell(t, asyncSucceeded, paid) // before the completion that it should follow
	c.wantPaidOnce(t, m, payment, course)
	c.tell(t, sessionCompleted, unpaid)
	c.tell(t, sessionCompleted, paid)
	c.tell(t, asyncFailed, unpaid)
	c.tell(t, sessionExpired, withFields(unpaid, "status", "expired"))
	c.wantPaidOnce(t, m, payment, course)
	refund(t, c.Author, payment, 0).Ok(t, 201)
	c.tell(t, sessionCompleted, paid) // nor does it undo a refund
	c.tell(t, sessionExpired, withFields(unpaid, "status", "expired"))
	wantPayment(t, m, payment, kit.Body{"status": "refunded", "refundedAmount": 49.9})
	wantOwned(t, m, course, false)
	if booked := c.transactions(t, payment.id); booked != 1 {
		t.Errorf("%d transactions are booked for the payment, want 1", booked)
	}
}

func asynchronousPayment(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	unpaid := withFields(session(payment, 4990), "payment_status", "unpaid")
	c.tell(t, sessionCompleted, unpaid)
	c.wantUnpaid(t, m, course, payment)
	c.tell(t, asyncSucceeded, session(payment, 4990))
	c.wantPaidOnce(t, m, payment, course)

	m, course, payment = c.newSale(t)
	c.tell(t, sessionCompleted, withFields(withFields(withFields(unpaid, "id", session(payment, 0)["id"]), "client_reference_id", payment.id), "metadata", kit.Body{"payment_id": payment.id}))
	c.tell(t, asyncFailed, withFields(session(payment, 4990), "payment_status", "unpaid"))
	wantPayment(t, m, payment, kit.Body{"status": "failed"})
	wantOwned(t, m, course, false)
	c.wantTold(t, "payment.failed", payment, 1)
}

// wantGivenBack checks that money that came too late bought nothing and is refunded automatically, once.
func (c *stripeCounter) wantGivenBack(t *testing.T, m *kit.Member, course string, payment begun, status string) {
	t.Helper()
	wantPayment(t, m, payment, kit.Body{"status": status})
	c.awaitNothingKept(t, payment)
	refunds := wantPayment(t, m, payment, kit.Body{"status": status, "refundedAmount": 49.9})["refunds"].([]any)
	if len(refunds) != 1 {
		t.Fatalf("the refunds are %v", refunds)
	}
	kit.WantFields(t, refunds[0].(map[string]any), kit.Body{"amount": 49.9, "status": "succeeded"})
	wantOwned(t, m, course, false)
	wantWallet(t, m, kit.Body{"spent": 0})
	if calls := c.stripe.callsOf("/v1/refunds", payment.id); len(calls) != 1 || calls[0].form.Get("amount") != "4990" {
		t.Errorf("Stripe was asked for %+v", calls)
	}
	if kept := c.booked(t, payment.id, "revenue"); kept != 0 {
		t.Errorf("%d cents of revenue are booked", kept)
	}
	c.wantTold(t, "payment.succeeded", payment, 0)
	if told := c.refundsTold(t, payment); len(told) != 1 {
		t.Errorf("%d events tell of the refund, want 1", len(told))
	}
}

func lateMoneyGoesBack(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	m.Post(t, payment.at("/cancel"), nil).Ok(t, 200)
	reference := session(payment, 0)["id"].(string)
	if calls := c.stripe.callsOf("/v1/checkout/sessions/"+reference+"/expire", reference); len(calls) != 1 {
		t.Errorf("the session was expired by %+v", calls)
	}
	c.tell(t, sessionCompleted, session(payment, 4990))
	c.tell(t, asyncSucceeded, session(payment, 4990))
	c.wantGivenBack(t, m, course, payment, "cancelled")
	if readPayment(t, m, payment)["paidAt"] == nil {
		t.Error("nobody is told that money came")
	}
	refund(t, c.Author, payment, 0).Failed(t, 409, "INVALID_TRANSITION", "")
}

func moneyAfterExpiry(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionExpired, withFields(withFields(session(payment, 4990), "payment_status", "unpaid"), "status", "expired"))
	wantPayment(t, m, payment, kit.Body{"status": "expired", "paidAt": nil})
	c.wantTold(t, "payment.failed", payment, 1)
	c.tell(t, sessionCompleted, session(payment, 4990))
	c.wantGivenBack(t, m, course, payment, "expired")
}

func stripeDeposit(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	kit.WantFields(t, m.Account(t, account), kit.Body{"initialCapital": 100, "currentBalance": 0}) // intended money is not there
	payment := depositing(t, m, account, 250.55)
	event := newEvent(t, sessionCompleted, session(payment, 25055))
	for _, a := range kit.AtOnce(3, func(int) *kit.Answer { return c.signed(t, event, stripeSecret) }) {
		a.Done(t, 200)
	}
	wantPayment(t, m, payment, kit.Body{"status": "succeeded"})
	wantWallet(t, m, kit.Body{"cash": 250.55, "deposited": 250.55, "withdrawable": 250.55})
	c.wantTold(t, "payment.succeeded", payment, 1)
}

func stripeIsAway(t *testing.T, c *stripeCounter) {
	c.Troubled = true
	m, account := c.customer(t)
	course := c.paid(t, 49.9)
	buying, depositing := once(m), once(m)
	deposit := kit.Body{"accountId": account, "amount": 50}
	c.stripe.fail(http.StatusServiceUnavailable)
	buying.Post(t, kit.CheckoutPath, kit.Body{"courseId": course.ID}).Failed(t, 503, "SERVICE_UNAVAILABLE", "")
	depositing.Post(t, kit.DepositsPath, deposit).Failed(t, 503, "SERVICE_UNAVAILABLE", "")
	c.stripe.fail(0)
	bought := begunOf(t, buying.Post(t, kit.CheckoutPath, kit.Body{"courseId": course.ID}))
	begunOf(t, depositing.Post(t, kit.DepositsPath, deposit))
	kit.WantFields(t, kit.MetaOf(t, m.Get(t, kit.PaymentsPath)), kit.Body{"total": 2})
	c.tell(t, sessionCompleted, session(bought, 4990))
	c.wantPaidOnce(t, m, bought, course.ID)
}

func stripeRefuses(t *testing.T, c *stripeCounter) {
	m := c.Register(t)
	course := c.paid(t, 49.9)
	c.stripe.fail(http.StatusBadRequest)
	once(m).Post(t, kit.CheckoutPath, kit.Body{"courseId": course.ID}).Failed(t, 409, "CONFLICT", "")
	c.stripe.fail(0)
	listed := m.Get(t, kit.PaymentsPath).Ok(t, 200).List(t, shapeOfPayment, kit.Shape{"meta": kit.AMeta})
	if len(listed) != 1 || listed[0]["status"] != "failed" {
		t.Errorf("the payments are %v, want one that failed", listed)
	}
	checkout(t, m, course.ID)
}

func otherEvents(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, "customer.created", kit.Body{"object": "customer", "id": "cus_1"})
	c.tell(t, "payment_intent.succeeded", session(payment, 4990))
	c.tell(t, sessionCompleted, kit.Body{"object": "checkout.session", "id": "cs_of_another_shop", "payment_status": "paid", "amount_total": 1})
	c.tell(t, "refund.updated", kit.Body{"object": "refund", "id": "re_of_another_shop", "status": "succeeded"})
	for _, event := range []string{`{}`, `{"id":"evt_x","object":"event","type":"checkout.session.completed"}`,
		`{"id":"evt_y","object":"event","type":"checkout.session.completed","data":{"object":{"amount_total":"much"}}}`} {
		if a := c.signed(t, event, stripeSecret); a.Status != 400 {
			t.Errorf("%s: %d %s", event, a.Status, a.Text)
		}
	}
	c.wantUnpaid(t, m, course, payment)
}

func noSandbox(t *testing.T, c *stripeCounter) {
	_, _, payment := c.newSale(t)
	reference := session(payment, 0)["id"].(string)
	form := c.Client().With("Content-Type", "application/x-www-form-urlencoded")
	form.Fetch(t, http.MethodGet, "/sandbox/checkout/"+reference, nil).Ok(t, 404)
	form.Fetch(t, http.MethodPost, "/sandbox/checkout/"+reference, "decision=pay").Ok(t, 404)
}
