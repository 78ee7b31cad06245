package payments_test

import (
	"html"
	"net/http"
	"strings"
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestBuyingACourse(t *testing.T) {
	t.Parallel()
	onEachCounter(t, purchases{
		"a course is bought on the sandbox's page":              courseIsBought,
		"the page shows what is paid for and runs nothing":      pageRunsNothing,
		"a declined payment buys nothing":                       declinedPaymentBuysNothing,
		"a new price is of the next payment":                    newPriceIsOfTheNext,
		"a form that is sent again and again pays once":         formPaysOnce,
		"nobody pays for what is cancelled":                     cancelledPageTakesNoMoney,
		"cancelling and paying at once is never both":           cancellingAndPayingAtOnce,
		"whoever asks again is led to the same page":            checkoutIsTakenUpAgain,
		"a course that is owned, free or archived is not sold":  notForSale,
		"a course that was left needs no second payment":        leftCourseStaysPaid,
		"a course that is archived meanwhile is still paid for": archivedMeanwhile,
	})
}

func courseIsBought(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 49.9)
	wantOwned(t, m, course.ID, false)
	payment := checkout(t, m, course.ID)
	wantOwned(t, m, course.ID, false)
	if booked := c.transactions(t, payment.id); booked != 0 {
		t.Errorf("%d transactions before anybody has paid", booked)
	}
	c.decide(t, payment, "pay")
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "refundedAmount": 0})
	wantOwned(t, m, course.ID, true)
	m.Get(t, kit.LessonAt(course.Lessons[0], "")).Ok(t, 200)
	wantWallet(t, m, kit.Body{"spent": 49.9, "cash": 0})
	if revenue, external := c.booked(t, payment.id, "revenue"), c.booked(t, payment.id, "external"); revenue != 4990 || external != -4990 {
		t.Errorf("booked are %d cents of revenue and %d from outside, want 4990", revenue, external)
	}
	kit.WantFields(t, c.wantTold(t, "payment.succeeded", payment, 1), kit.Body{
		"userId": m.ID, "kind": "course", "courseId": course.ID, "description": course.Title, "amount": 49.9, "refundedAmount": 0,
		"currency": "USD", "status": "succeeded", "provider": "sandbox",
	})
	c.wantTold(t, "payment.failed", payment, 0)
	paidBy := kit.Count(t, c.books, `SELECT COUNT(*) FROM enrollments WHERE user_id = $1 AND payment_id = $2`, m.ID, payment.id)
	if paidBy != 1 {
		t.Errorf("%d enrollments rest on the payment, want 1", paidBy)
	}
}

func newPriceIsOfTheNext(t *testing.T, c *counter) {
	course := c.paid(t, 5)
	first, second := c.Register(t), c.Register(t)
	before := checkout(t, first, course.ID)
	c.Author.Call(t, http.MethodPatch, course.At(""), kit.Body{"priceUsd": 7.5}).Ok(t, 200)
	c.decide(t, before, "pay")
	wantPayment(t, first, before, kit.Body{"status": "succeeded", "amount": 5})
	wantPayment(t, second, c.bought(t, second, course.ID), kit.Body{"amount": 7.5})
}

func pageRunsNothing(t *testing.T, c *counter) {
	m := c.Register(t)
	const title = `<script>alert("pay")</script> & 'Sons' <img src=x onerror=pay()>`
	payment := checkout(t, m, c.Course(t, 1, kit.Body{"title": title, "priceUsd": 49.9}).ID)
	wantPayment(t, m, payment, kit.Body{"description": title})
	page := c.Client().Fetch(t, http.MethodGet, payment.page(t), nil).Ok(t, 200)
	text := string(page.Text)
	if shown := html.UnescapeString(text); !strings.Contains(shown, title) || !strings.Contains(shown, "49.9 USD") || !strings.Contains(shown, payment.id) {
		t.Errorf("the page does not show what is paid for: %s", text)
	}
	for _, tag := range []string{"<script", "<img", "onerror=pay()>"} {
		if strings.Contains(text, tag) {
			t.Errorf("the page holds %s", tag)
		}
	}
	policy := page.Header.Get("Content-Security-Policy")
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
		if got := page.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if head := c.Client().Fetch(t, http.MethodHead, payment.page(t), nil).Ok(t, 200); len(head.Text) != 0 {
		t.Errorf("HEAD is answered with %s", head.Text)
	}
	token := payment.page(t)[strings.LastIndex(payment.page(t), "/")+1:]
	if strings.Contains(c.Log(), token) {
		t.Error("the log holds the token of the page")
	}
}

// page is the content of the sandbox's page.
func (c *counter) page(t *testing.T, payment begun) string {
	t.Helper()
	return string(c.Client().Fetch(t, http.MethodGet, payment.page(t), nil).Ok(t, 200).Text)
}

func declinedPaymentBuysNothing(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 49.9)
	payment := checkout(t, m, course.ID)
	c.decide(t, payment, "decline")
	wantPayment(t, m, payment, kit.Body{"status": "failed", "checkoutUrl": nil})
	wantOwned(t, m, course.ID, false)
	c.decide(t, payment, "pay") // too late
	wantPayment(t, m, payment, kit.Body{"status": "failed"})
	if page := c.page(t, payment); !strings.Contains(page, "failed") || strings.Contains(page, "<form") {
		t.Errorf("the page is %s", page)
	}
	wantOwned(t, m, course.ID, false)
	wantWallet(t, m, kit.Body{"spent": 0})
	if booked := c.transactions(t, payment.id); booked != 0 {
		t.Errorf("%d transactions are booked", booked)
	}
	kit.WantFields(t, c.wantTold(t, "payment.failed", payment, 1), kit.Body{"userId": m.ID, "status": "failed"})
	c.wantTold(t, "payment.succeeded", payment, 0)
	c.bought(t, m, course.ID)
	wantOwned(t, m, course.ID, true)
}

func formPaysOnce(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 49.9)
	payment := checkout(t, m, course.ID)
	kit.AtOnce(3, func(int) *kit.Answer { return c.decide(t, payment, "pay") })
	c.decide(t, payment, "pay")
	c.decide(t, payment, "decline")
	c.wantPaidOnce(t, m, payment, course.ID)
	wantWallet(t, m, kit.Body{"spent": 49.9})
}

// wantPaidOnce checks that a payment has bought one enrollment, is booked once and has one event.
func (c *counter) wantPaidOnce(t *testing.T, m *kit.Member, payment begun, course string) {
	t.Helper()
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "refundedAmount": 0})
	wantOwned(t, m, course, true)
	if booked := c.transactions(t, payment.id); booked != 1 {
		t.Errorf("%d transactions are booked, want 1", booked)
	}
	if all := kit.Count(t, c.books, `SELECT COUNT(*) FROM enrollments WHERE user_id = $1 AND course_id = $2`, m.ID, course); all != 1 {
		t.Errorf("%d enrollments, want 1", all)
	}
	c.wantTold(t, "payment.succeeded", payment, 1)
	c.wantTold(t, "payment.failed", payment, 0)
}

// awaitNothingKept waits until all money of a payment has gone back.
func (c *counter) awaitNothingKept(t *testing.T, payment begun) {
	t.Helper()
	testkit.Within(t, kit.Patience, "the money has gone back", func() bool {
		return kit.Count(t, c.books, `
			SELECT COUNT(*) FROM payments WHERE id = $1 AND (paid_at IS NULL OR refunded_amount = amount)`, payment.id) == 1
	})
}

func cancelledPageTakesNoMoney(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 49.9)
	payment := checkout(t, m, course.ID)
	m.Post(t, payment.at("/cancel"), nil).Ok(t, 200)
	c.decide(t, payment, "pay")
	if page := c.page(t, payment); !strings.Contains(page, "cancelled") || strings.Contains(page, "<form") {
		t.Errorf("the page is %s", page)
	}
	wantPayment(t, m, payment, kit.Body{"status": "cancelled", "refundedAmount": 0})
	wantOwned(t, m, course.ID, false)
	if booked := c.transactions(t, payment.id); booked != 0 {
		t.Errorf("%d transactions are booked", booked)
	}
}

func cancellingAndPayingAtOnce(t *testing.T, c *counter) {
	m := c.Register(t)
	var cancelled []begun
	for range 6 {
		course := c.paid(t, 5)
		payment := checkout(t, m, course.ID)
		answers := kit.AtOnce(2, func(i int) *kit.Answer {
			if i == 0 {
				return m.Post(t, payment.at("/cancel"), nil)
			}
			return c.decide(t, payment, "pay")
		})
		if answers[0].Status == 200 {
			wantPayment(t, m, payment, kit.Body{"status": "cancelled"})
			wantOwned(t, m, course.ID, false)
			c.wantTold(t, "payment.succeeded", payment, 0)
			cancelled = append(cancelled, payment)
			continue
		}
		answers[0].Failed(t, 409, "INVALID_TRANSITION", "")
		c.wantPaidOnce(t, m, payment, course.ID)
	}
	for _, payment := range cancelled {
		c.awaitNothingKept(t, payment)
	}
}

func checkoutIsTakenUpAgain(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 49.9)
	first := checkout(t, m, course.ID)
	for _, a := range kit.AtOnce(4, func(int) *kit.Answer { return once(m).Post(t, kit.CheckoutPath, kit.Body{"courseId": course.ID}) }) {
		if again := begunOf(t, a); again != first {
			t.Errorf("another checkout is %v, want %v", again, first)
		}
	}
	// Also when none of them was there before.
	course = c.paid(t, 49.9)
	payments := map[begun]bool{}
	for _, a := range kit.AtOnce(4, func(int) *kit.Answer { return once(m).Post(t, kit.CheckoutPath, kit.Body{"courseId": course.ID}) }) {
		payments[begunOf(t, a)] = true
	}
	if len(payments) != 1 {
		t.Errorf("the checkouts at once are %v", payments)
	}
}

func notForSale(t *testing.T, c *counter) {
	m := c.Register(t)
	refuse := func(course string) {
		t.Helper()
		once(m).Post(t, kit.CheckoutPath, kit.Body{"courseId": course}).Failed(t, 409, "CONFLICT", "")
	}
	owned := c.paid(t, 5)
	c.bought(t, m, owned.ID)
	refuse(owned.ID)
	refuse(c.Course(t, 1, nil).ID)
	archived := c.paid(t, 5)
	c.Author.Post(t, archived.At("/archive"), nil).Ok(t, 200)
	refuse(archived.ID)
	kit.WantFields(t, kit.MetaOf(t, m.Get(t, kit.PaymentsPath)), kit.Body{"total": 1})
}

func leftCourseStaysPaid(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 5)
	c.bought(t, m, course.ID)
	m.Call(t, http.MethodDelete, course.At("/enroll"), nil).Ok(t, 200)
	once(m).Post(t, kit.CheckoutPath, kit.Body{"courseId": course.ID}).Failed(t, 409, "CONFLICT", "")
	kit.WantFields(t, m.Enroll(t, course), kit.Body{"status": "active", "attempt": 2})
}

func archivedMeanwhile(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 5)
	payment := checkout(t, m, course.ID)
	c.Author.Post(t, course.At("/archive"), nil).Ok(t, 200)
	c.decide(t, payment, "pay")
	c.wantPaidOnce(t, m, payment, course.ID)
}
