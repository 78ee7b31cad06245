package e2e_test

import (
	"html"
	"net/http"
	"strings"
	"testing"
)

func TestBuyingACourse(t *testing.T) {
	t.Parallel()
	onEachCounter(t, purchases{
		"a course is bought on the sandbox's page":              courseIsBought,
		"the page shows what is paid for and runs nothing":      pageRunsNothing,
		"a declined payment buys nothing":                       declinedPaymentBuysNothing,
		"a form that is sent again and again pays once":         formPaysOnce,
		"paying and declining at once is one of both":           payingAndDecliningAtOnce,
		"nobody pays for what is cancelled":                     cancelledPageTakesNoMoney,
		"cancelling and paying at once is never both":           cancellingAndPayingAtOnce,
		"a key makes a checkout repeatable":                     keyedCheckoutIsRepeatable,
		"whoever asks again is led to the same page":            checkoutIsTakenUpAgain,
		"a course that is owned, free or archived is not sold":  notForSale,
		"a course that was left needs no second payment":        leftCourseStaysPaid,
		"a new price is of the next payment":                    newPriceIsOfTheNext,
		"a course that is archived meanwhile is still paid for": archivedMeanwhile,
	})
}

func courseIsBought(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 49.9)
	m.wantOwned(t, course.id, false)
	payment := m.checkout(t, course.id)
	m.wantOwned(t, course.id, false)
	if booked := c.transactions(t, payment.id); booked != 0 {
		t.Errorf("%d transactions before anybody has paid", booked)
	}
	c.decide(t, payment, "pay")
	m.wantPayment(t, payment, body{"status": "succeeded", "refundedAmount": 0})
	m.wantOwned(t, course.id, true)
	m.get(t, lessonAt(course.lessons[0], "")).ok(t, 200)
	m.wantWallet(t, body{"spent": 49.9, "cash": 0})
	if revenue, external := c.booked(t, payment.id, "revenue"), c.booked(t, payment.id, "external"); revenue != 4990 || external != -4990 {
		t.Errorf("booked are %d cents of revenue and %d from outside, want 4990", revenue, external)
	}
	wantFields(t, c.wantTold(t, "payment.succeeded", payment, 1), body{
		"userId": m.id, "kind": "course", "courseId": course.id, "description": course.title, "amount": 49.9, "refundedAmount": 0,
		"currency": "USD", "status": "succeeded", "provider": "sandbox",
	})
	c.wantTold(t, "payment.failed", payment, 0)
	paidBy := count(t, c.books, `SELECT COUNT(*) FROM enrollments WHERE user_id = $1 AND payment_id = $2`, m.id, payment.id)
	if paidBy != 1 {
		t.Errorf("%d enrollments rest on the payment, want 1", paidBy)
	}
}

func pageRunsNothing(t *testing.T, c *counter) {
	m := c.register(t)
	const title = `<script>alert("pay")</script> & 'Sons' <img src=x onerror=pay()>`
	payment := m.checkout(t, c.course(t, 1, body{"title": title, "priceUsd": 49.9}).id)
	m.wantPayment(t, payment, body{"description": title})
	page := c.client().fetch(t, http.MethodGet, payment.page(t), nil).ok(t, 200)
	text := string(page.text)
	if shown := html.UnescapeString(text); !strings.Contains(shown, title) || !strings.Contains(shown, "49.9 USD") || !strings.Contains(shown, payment.id) {
		t.Errorf("the page does not show what is paid for: %s", text)
	}
	for _, tag := range []string{"<script", "<img", "onerror=pay()>"} {
		if strings.Contains(text, tag) {
			t.Errorf("the page holds %s", tag)
		}
	}
	policy := page.header.Get("Content-Security-Policy")
	for _, rule := range []string{"default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'", "style-src 'sha256-"} {
		if !strings.Contains(policy, rule) {
			t.Errorf("the policy %q has no %s", policy, rule)
		}
	}
	if strings.Contains(policy, "unsafe") || strings.Contains(policy, "script-src") {
		t.Errorf("the policy %q lets scripts or styles in", policy)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
	} {
		if got := page.header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if head := c.client().fetch(t, http.MethodHead, payment.page(t), nil).ok(t, 200); len(head.text) != 0 {
		t.Errorf("HEAD is answered with %s", head.text)
	}
	token := payment.page(t)[strings.LastIndex(payment.page(t), "/")+1:]
	if strings.Contains(c.Log(), token) {
		t.Error("the log holds the token of the page")
	}
}

// page is what the sandbox's page shows.
func (c *counter) page(t *testing.T, payment begun) string {
	t.Helper()
	return string(c.client().fetch(t, http.MethodGet, payment.page(t), nil).ok(t, 200).text)
}

func declinedPaymentBuysNothing(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 49.9)
	payment := m.checkout(t, course.id)
	c.decide(t, payment, "decline")
	m.wantPayment(t, payment, body{"status": "failed", "checkoutUrl": nil})
	m.wantOwned(t, course.id, false)
	c.decide(t, payment, "pay") // too late
	m.wantPayment(t, payment, body{"status": "failed"})
	if page := c.page(t, payment); !strings.Contains(page, "failed") || strings.Contains(page, "<form") {
		t.Errorf("the page is %s", page)
	}
	m.wantOwned(t, course.id, false)
	m.wantWallet(t, body{"spent": 0})
	if booked := c.transactions(t, payment.id); booked != 0 {
		t.Errorf("%d transactions are booked", booked)
	}
	wantFields(t, c.wantTold(t, "payment.failed", payment, 1), body{"userId": m.id, "status": "failed"})
	c.wantTold(t, "payment.succeeded", payment, 0)
	c.bought(t, m, course.id)
	m.wantOwned(t, course.id, true)
}

func formPaysOnce(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 49.9)
	payment := m.checkout(t, course.id)
	atOnce(3, func(int) *answer { return c.decide(t, payment, "pay") })
	c.decide(t, payment, "pay")
	c.decide(t, payment, "decline")
	c.wantPaidOnce(t, m, payment, course.id)
	m.wantWallet(t, body{"spent": 49.9})
}

// wantPaidOnce checks that a payment has bought one enrollment, is booked once and told once.
func (c *counter) wantPaidOnce(t *testing.T, m *member, payment begun, course string) {
	t.Helper()
	m.wantPayment(t, payment, body{"status": "succeeded", "refundedAmount": 0})
	m.wantOwned(t, course, true)
	if booked := c.transactions(t, payment.id); booked != 1 {
		t.Errorf("%d transactions are booked, want 1", booked)
	}
	if all := count(t, c.books, `SELECT COUNT(*) FROM enrollments WHERE user_id = $1 AND course_id = $2`, m.id, course); all != 1 {
		t.Errorf("%d enrollments, want 1", all)
	}
	c.wantTold(t, "payment.succeeded", payment, 1)
	c.wantTold(t, "payment.failed", payment, 0)
}

func payingAndDecliningAtOnce(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 49.9)
	payment := m.checkout(t, course.id)
	atOnce(4, func(i int) *answer { return c.decide(t, payment, []string{"pay", "decline"}[i%2]) })
	found := m.payment(t, payment)
	if found["status"] == "succeeded" {
		c.wantPaidOnce(t, m, payment, course.id)
		return
	}
	// Money that came behind the decline is on its way back.
	wantFields(t, found, body{"status": "failed"})
	m.wantOwned(t, course.id, false)
	c.wantTold(t, "payment.failed", payment, 1)
	c.wantTold(t, "payment.succeeded", payment, 0)
	c.awaitNothingKept(t, payment)
}

// awaitNothingKept waits until all money of a payment has gone back.
func (c *counter) awaitNothingKept(t *testing.T, payment begun) {
	t.Helper()
	eventually(t, patience, "the money has gone back", func() bool {
		return count(t, c.books, `
			SELECT COUNT(*) FROM payments WHERE id = $1 AND (paid_at IS NULL OR refunded_amount = amount)`, payment.id) == 1
	})
}

func cancelledPageTakesNoMoney(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 49.9)
	payment := m.checkout(t, course.id)
	m.post(t, payment.at("/cancel"), nil).ok(t, 200)
	c.decide(t, payment, "pay")
	if page := c.page(t, payment); !strings.Contains(page, "cancelled") || strings.Contains(page, "<form") {
		t.Errorf("the page is %s", page)
	}
	m.wantPayment(t, payment, body{"status": "cancelled", "refundedAmount": 0})
	m.wantOwned(t, course.id, false)
	if booked := c.transactions(t, payment.id); booked != 0 {
		t.Errorf("%d transactions are booked", booked)
	}
}

func cancellingAndPayingAtOnce(t *testing.T, c *counter) {
	m := c.register(t)
	var cancelled []begun
	for range 6 {
		course := c.paid(t, 5)
		payment := m.checkout(t, course.id)
		answers := atOnce(2, func(i int) *answer {
			if i == 0 {
				return m.post(t, payment.at("/cancel"), nil)
			}
			return c.decide(t, payment, "pay")
		})
		if answers[0].status == 200 {
			m.wantPayment(t, payment, body{"status": "cancelled"})
			m.wantOwned(t, course.id, false)
			c.wantTold(t, "payment.succeeded", payment, 0)
			cancelled = append(cancelled, payment)
			continue
		}
		answers[0].failed(t, 409, "INVALID_TRANSITION", "")
		c.wantPaidOnce(t, m, payment, course.id)
	}
	for _, payment := range cancelled {
		c.awaitNothingKept(t, payment)
	}
}

func keyedCheckoutIsRepeatable(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 49.9)
	keyed := m.once()
	first := keyed.post(t, checkoutPath, body{"courseId": course.id}).ok(t, 201)
	again := keyed.post(t, checkoutPath, body{"courseId": course.id}).ok(t, 201)
	payment := begunOf(t, first)
	c.decide(t, payment, "pay")
	afterwards := keyed.post(t, checkoutPath, body{"courseId": course.id}).ok(t, 201)
	for _, a := range []*answer{again, afterwards} {
		if string(a.text) != string(first.text) || a.header.Get("Idempotent-Replay") != "true" {
			t.Errorf("the answers are\n%s\n%s", first.text, a.text)
		}
	}
	keyed.post(t, checkoutPath, body{"courseId": c.paid(t, 5).id}).failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	wantFields(t, metaOf(t, m.get(t, paymentsPath)), body{"total": 1})
	c.wantPaidOnce(t, m, payment, course.id)
}

func checkoutIsTakenUpAgain(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 49.9)
	first := m.checkout(t, course.id)
	for _, a := range atOnce(4, func(int) *answer { return m.once().post(t, checkoutPath, body{"courseId": course.id}) }) {
		if again := begunOf(t, a); again != first {
			t.Errorf("another checkout is %v, want %v", again, first)
		}
	}
	// Also when all of them are the first.
	course = c.paid(t, 49.9)
	payments := map[begun]bool{}
	for _, a := range atOnce(4, func(int) *answer { return m.once().post(t, checkoutPath, body{"courseId": course.id}) }) {
		payments[begunOf(t, a)] = true
	}
	if len(payments) != 1 {
		t.Errorf("the checkouts at once are %v", payments)
	}
}

func notForSale(t *testing.T, c *counter) {
	m := c.register(t)
	refuse := func(course string) {
		t.Helper()
		m.once().post(t, checkoutPath, body{"courseId": course}).failed(t, 409, "CONFLICT", "")
	}
	owned := c.paid(t, 5)
	c.bought(t, m, owned.id)
	refuse(owned.id)
	refuse(c.course(t, 1, nil).id)
	archived := c.paid(t, 5)
	c.author.post(t, archived.at("/archive"), nil).ok(t, 200)
	refuse(archived.id)
	wantFields(t, metaOf(t, m.get(t, paymentsPath)), body{"total": 1})
}

func leftCourseStaysPaid(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 5)
	c.bought(t, m, course.id)
	m.call(t, http.MethodDelete, course.at("/enroll"), nil).ok(t, 200)
	m.once().post(t, checkoutPath, body{"courseId": course.id}).failed(t, 409, "CONFLICT", "")
	wantFields(t, m.enroll(t, course), body{"status": "active", "attempt": 2})
}

func newPriceIsOfTheNext(t *testing.T, c *counter) {
	course := c.paid(t, 5)
	first, second := c.register(t), c.register(t)
	before := first.checkout(t, course.id)
	c.author.call(t, http.MethodPatch, course.at(""), body{"priceUsd": 7.5}).ok(t, 200)
	c.decide(t, before, "pay")
	first.wantPayment(t, before, body{"status": "succeeded", "amount": 5})
	second.wantPayment(t, c.bought(t, second, course.id), body{"amount": 7.5})
}

func archivedMeanwhile(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 5)
	payment := m.checkout(t, course.id)
	c.author.post(t, course.at("/archive"), nil).ok(t, 200)
	c.decide(t, payment, "pay")
	c.wantPaidOnce(t, m, payment, course.id)
}
