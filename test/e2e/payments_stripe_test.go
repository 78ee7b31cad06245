package e2e_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
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

// TestStripeIsAway gives the server reason to complain: it cannot do what it is asked for.
func TestStripeIsAway(t *testing.T) {
	t.Parallel()
	onEachStripe(t, stripePurchases{"a checkout that Stripe does not answer is repeatable": stripeIsAway})
}

// newSale makes a user who is about to pay 49.90 for a course.
func (c *stripeCounter) newSale(t *testing.T) (m *member, course string, payment begun) {
	t.Helper()
	m, course = c.register(t), c.paid(t, 49.9).id
	return m, course, m.checkout(t, course)
}

// wantUnpaid checks that nothing has happened to a payment.
func (c *stripeCounter) wantUnpaid(t *testing.T, m *member, course string, payment begun) {
	t.Helper()
	m.wantPayment(t, payment, body{"status": "pending", "refundedAmount": 0})
	m.wantOwned(t, course, false)
	if booked := c.transactions(t, payment.id); booked != 0 {
		t.Errorf("%d transactions are booked", booked)
	}
}

func stripeSellsACourse(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	m.wantPayment(t, payment, body{"provider": "stripe", "checkoutUrl": payment.url, "status": "pending"})
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
	c.author.refund(t, payment, 0).ok(t, 201)
	refunds := c.stripe.callsOf("/v1/refunds", payment.id)
	if len(refunds) != 1 || refunds[0].form.Get("payment_intent") != "pi_"+payment.id || refunds[0].form.Get("amount") != "4990" {
		t.Errorf("Stripe was asked to refund %+v", refunds)
	}
	m.wantPayment(t, payment, body{"status": "refunded"})
	m.wantOwned(t, course, false)
}

func eventCountsOnce(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	event := newEvent(t, sessionCompleted, session(payment, 4990))
	for _, a := range atOnce(3, func(int) *answer { return c.signed(t, event, stripeSecret) }) {
		a.done(t, 200)
	}
	c.signed(t, event, stripeSecret).done(t, 200)
	c.wantPaidOnce(t, m, payment, course)
}

func severalEventsCountOnce(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	for _, a := range atOnce(3, func(int) *answer {
		return c.signed(t, newEvent(t, sessionCompleted, session(payment, 4990)), stripeSecret)
	}) {
		a.done(t, 200)
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
		if a := c.deliver(t, event, header); a.status != 400 {
			t.Errorf("%s: %d %s", name, a.status, a.text)
		} else {
			a.failed(t, 400, "VALIDATION_ERROR", "Stripe-Signature")
		}
	}
	altered := strings.Replace(event, "4990", "4991", 1)
	c.deliver(t, altered, stamp+","+v1).failed(t, 400, "VALIDATION_ERROR", "Stripe-Signature")
	c.wantUnpaid(t, m, course, payment)
	if heard := count(t, c.books, `SELECT COUNT(*) FROM payment_events WHERE payment_id = $1`, payment.id); heard != 0 {
		t.Errorf("%d events were heard", heard)
	}
	// The same event with a good signature among others is believed.
	c.deliver(t, event, stamp+",v1=junk,v0=junk,"+v1+",v2=later").done(t, 200)
	c.wantPaidOnce(t, m, payment, course)
}

func previousSecret(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.signed(t, newEvent(t, sessionCompleted, session(payment, 4990)), stripePreviousSecret).done(t, 200)
	c.wantPaidOnce(t, m, payment, course)
}

// awaitLog waits until the server has logged a text.
func (c *stripeCounter) awaitLog(t *testing.T, text string) {
	t.Helper()
	waiting, cancel := context.WithTimeout(t.Context(), patience)
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
	for name, object := range map[string]body{
		"less": paid.with("amount_total", 4989), "more": paid.with("amount_total", 4991), "nothing": paid.with("amount_total", 0),
		"a debt": paid.with("amount_total", -4990), "a hundred times": paid.with("amount_total", 499000),
		"another currency": paid.with("currency", "eur"), "no currency": paid.with("currency", ""),
		"another session": paid.with("id", session(other, 4990)["id"]), "a payment that there is not": session(nobody, 4990),
	} {
		event := newEvent(t, sessionCompleted, object)
		id := event[strings.Index(event, "evt_"):]
		id = id[:strings.IndexByte(id, '"')]
		c.signed(t, event, stripeSecret).done(t, 200)
		m.wantPayment(t, payment, body{"status": "pending"})
		c.awaitLog(t, `"event":"`+id+`"`)
		if !hasLine(c.Log(), `"level":"WARN"`, `"event":"`+id+`"`) {
			t.Errorf("%s: no warning tells of the event %s", name, id)
		}
	}
	// The two marks of a session have to be the same.
	c.tell(t, sessionCompleted, paid.with("metadata", body{"payment_id": other.id}))
	c.tell(t, sessionCompleted, paid.with("client_reference_id", other.id))
	c.tell(t, sessionCompleted, paid.with("metadata", body{}))
	c.wantUnpaid(t, m, course, payment)
	c.tell(t, sessionCompleted, paid)
	c.wantPaidOnce(t, m, payment, course)
}

// hasLine tells whether a line of a log holds all of the texts.
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
	unpaid := paid.with("payment_status", "unpaid")
	c.tell(t, asyncSucceeded, paid) // before the completion that it follows
	c.wantPaidOnce(t, m, payment, course)
	c.tell(t, sessionCompleted, unpaid)
	c.tell(t, sessionCompleted, paid)
	c.tell(t, asyncFailed, unpaid)
	c.tell(t, sessionExpired, unpaid.with("status", "expired"))
	c.wantPaidOnce(t, m, payment, course)
	c.author.refund(t, payment, 0).ok(t, 201)
	c.tell(t, sessionCompleted, paid) // nor does it undo a refund
	c.tell(t, sessionExpired, unpaid.with("status", "expired"))
	m.wantPayment(t, payment, body{"status": "refunded", "refundedAmount": 49.9})
	m.wantOwned(t, course, false)
	if booked := c.transactions(t, payment.id); booked != 1 {
		t.Errorf("%d transactions are booked for the payment, want 1", booked)
	}
}

func asynchronousPayment(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	unpaid := session(payment, 4990).with("payment_status", "unpaid")
	c.tell(t, sessionCompleted, unpaid)
	c.wantUnpaid(t, m, course, payment)
	c.tell(t, asyncSucceeded, session(payment, 4990))
	c.wantPaidOnce(t, m, payment, course)

	m, course, payment = c.newSale(t)
	c.tell(t, sessionCompleted, unpaid.with("id", session(payment, 0)["id"]).with("client_reference_id", payment.id).with("metadata", body{"payment_id": payment.id}))
	c.tell(t, asyncFailed, session(payment, 4990).with("payment_status", "unpaid"))
	m.wantPayment(t, payment, body{"status": "failed"})
	m.wantOwned(t, course, false)
	c.wantTold(t, "payment.failed", payment, 1)
}

// wantGivenBack checks that money that came too late bought nothing and goes back by itself, once.
func (c *stripeCounter) wantGivenBack(t *testing.T, m *member, course string, payment begun, status string) {
	t.Helper()
	m.wantPayment(t, payment, body{"status": status})
	c.awaitNothingKept(t, payment)
	refunds := m.wantPayment(t, payment, body{"status": status, "refundedAmount": 49.9})["refunds"].([]any)
	if len(refunds) != 1 {
		t.Fatalf("the refunds are %v", refunds)
	}
	wantFields(t, refunds[0].(map[string]any), body{"amount": 49.9, "status": "succeeded"})
	m.wantOwned(t, course, false)
	m.wantWallet(t, body{"spent": 0})
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
	m.post(t, payment.at("/cancel"), nil).ok(t, 200)
	reference := session(payment, 0)["id"].(string)
	if calls := c.stripe.callsOf("/v1/checkout/sessions/"+reference+"/expire", reference); len(calls) != 1 {
		t.Errorf("the session was expired by %+v", calls)
	}
	c.tell(t, sessionCompleted, session(payment, 4990))
	c.tell(t, asyncSucceeded, session(payment, 4990))
	c.wantGivenBack(t, m, course, payment, "cancelled")
	c.author.refund(t, payment, 0).failed(t, 409, "INVALID_TRANSITION", "")
}

func moneyAfterExpiry(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, sessionExpired, session(payment, 4990).with("payment_status", "unpaid").with("status", "expired"))
	m.wantPayment(t, payment, body{"status": "expired"})
	c.wantTold(t, "payment.failed", payment, 1)
	c.tell(t, sessionCompleted, session(payment, 4990))
	c.wantGivenBack(t, m, course, payment, "expired")
}

func stripeDeposit(t *testing.T, c *stripeCounter) {
	m, account := c.customer(t)
	wantFields(t, m.account(t, account), body{"initialCapital": 100, "currentBalance": 0}) // what is intended is not there
	payment := m.depositing(t, account, 250.55)
	event := newEvent(t, sessionCompleted, session(payment, 25055))
	for _, a := range atOnce(3, func(int) *answer { return c.signed(t, event, stripeSecret) }) {
		a.done(t, 200)
	}
	m.wantPayment(t, payment, body{"status": "succeeded"})
	m.wantWallet(t, body{"cash": 250.55, "deposited": 250.55, "withdrawable": 250.55})
	c.wantTold(t, "payment.succeeded", payment, 1)
}

func stripeIsAway(t *testing.T, c *stripeCounter) {
	c.troubled = true
	m, account := c.customer(t)
	course := c.paid(t, 49.9)
	buying, depositing := m.once(), m.once()
	deposit := body{"accountId": account, "amount": 50}
	c.stripe.fail(http.StatusServiceUnavailable)
	buying.post(t, checkoutPath, body{"courseId": course.id}).failed(t, 503, "SERVICE_UNAVAILABLE", "")
	depositing.post(t, depositsPath, deposit).failed(t, 503, "SERVICE_UNAVAILABLE", "")
	c.stripe.fail(0)
	bought := begunOf(t, buying.post(t, checkoutPath, body{"courseId": course.id}))
	begunOf(t, depositing.post(t, depositsPath, deposit))
	wantFields(t, metaOf(t, m.get(t, paymentsPath)), body{"total": 2})
	c.tell(t, sessionCompleted, session(bought, 4990))
	c.wantPaidOnce(t, m, bought, course.id)
}

func stripeRefuses(t *testing.T, c *stripeCounter) {
	m := c.register(t)
	course := c.paid(t, 49.9)
	c.stripe.fail(http.StatusBadRequest)
	m.once().post(t, checkoutPath, body{"courseId": course.id}).failed(t, 409, "CONFLICT", "")
	c.stripe.fail(0)
	listed := m.get(t, paymentsPath).ok(t, 200).list(t, shapeOfPayment, shape{"meta": aMeta})
	if len(listed) != 1 || listed[0]["status"] != "failed" {
		t.Errorf("the payments are %v, want one that failed", listed)
	}
	m.checkout(t, course.id)
}

func otherEvents(t *testing.T, c *stripeCounter) {
	m, course, payment := c.newSale(t)
	c.tell(t, "customer.created", body{"object": "customer", "id": "cus_1"})
	c.tell(t, "payment_intent.succeeded", session(payment, 4990))
	c.tell(t, sessionCompleted, body{"object": "checkout.session", "id": "cs_of_another_shop", "payment_status": "paid", "amount_total": 1})
	c.tell(t, "refund.updated", body{"object": "refund", "id": "re_of_another_shop", "status": "succeeded"})
	for _, event := range []string{`{}`, `{"id":"evt_x","object":"event","type":"checkout.session.completed"}`,
		`{"id":"evt_y","object":"event","type":"checkout.session.completed","data":{"object":{"amount_total":"much"}}}`} {
		if a := c.signed(t, event, stripeSecret); a.status != 400 {
			t.Errorf("%s: %d %s", event, a.status, a.text)
		}
	}
	c.wantUnpaid(t, m, course, payment)
}

func noSandbox(t *testing.T, c *stripeCounter) {
	_, _, payment := c.newSale(t)
	reference := session(payment, 0)["id"].(string)
	form := c.client().with("Content-Type", "application/x-www-form-urlencoded")
	form.fetch(t, http.MethodGet, "/sandbox/checkout/"+reference, nil).ok(t, 404)
	form.fetch(t, http.MethodPost, "/sandbox/checkout/"+reference, "decision=pay").ok(t, 404)
}
