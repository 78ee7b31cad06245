package e2e_test

import "testing"

func TestRefunds(t *testing.T) {
	t.Parallel()
	onEachCounter(t, purchases{
		"a course is refunded in parts and lost with the last":         courseIsRefundedInParts,
		"refunds at once do not exceed the payment":                    refundsAtOnce,
		"small refunds at once take what there is":                     smallRefundsAtOnce,
		"a refunded course can be bought again":                        refundedCourseIsBoughtAgain,
		"only money that came goes back":                               refundOfNothing,
		"the refund of a deposit takes it off the account":             depositIsRefunded,
		"a deposit that was withdrawn is not refunded":                 withdrawnDepositIsNotRefunded,
		"a refund and a withdrawal at once cannot take the same money": refundAndWithdrawalAtOnce,
		"a key makes a refund repeatable":                              keyedRefundIsRepeatable,
		"a refund needs no body":                                       refundWithoutABody,
	})
}

func courseIsRefundedInParts(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 100)
	payment := c.bought(t, m, course.id)
	c.author.refund(t, payment, 30).ok(t, 201)
	m.wantPayment(t, payment, body{"status": "partially_refunded", "refundedAmount": 30})
	m.wantOwned(t, course.id, true)
	m.wantWallet(t, body{"spent": 70})
	c.author.refund(t, payment, 70.01).failed(t, 400, "VALIDATION_ERROR", "amount")
	m.wantPayment(t, payment, body{"status": "partially_refunded", "refundedAmount": 30})
	rest := c.author.refund(t, payment, 0).ok(t, 201).object(t, shapeOfRefund)
	wantFields(t, rest, body{"amount": 70, "status": "succeeded"})
	m.wantPayment(t, payment, body{"status": "refunded", "refundedAmount": 100})
	m.wantOwned(t, course.id, false)
	m.wantWallet(t, body{"spent": 0})
	c.author.refund(t, payment, 0).failed(t, 409, "INVALID_TRANSITION", "")
	c.author.refund(t, payment, 0.01).failed(t, 409, "INVALID_TRANSITION", "")
	if revenue := c.booked(t, rest["id"].(string), "revenue"); revenue != -7000 {
		t.Errorf("the rest has taken %d cents of the revenue, want 7000", -revenue)
	}
	if told := c.refundsTold(t, payment); len(told) != 2 || told[0]["amount"] != 70.0 || told[1]["amount"] != 30.0 {
		t.Errorf("told are %v", told)
	}
}

// refundsTold are the events about refunds of a payment, the newest first.
func (c *counter) refundsTold(t *testing.T, payment begun) (all []map[string]any) {
	t.Helper()
	for _, data := range c.author.events(t, "payment.refunded") {
		if data["payment"].(map[string]any)["paymentId"] == payment.id {
			all = append(all, data)
		}
	}
	return all
}

func refundsAtOnce(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 100)
	payment := c.bought(t, m, course.id)
	answers := atOnce(6, func(int) *answer { return c.author.refund(t, payment, 60) })
	onlyOne(t, answers, 201, 400, "VALIDATION_ERROR", "amount")
	refunds := m.wantPayment(t, payment, body{"status": "partially_refunded", "refundedAmount": 60})["refunds"].([]any)
	if len(refunds) != 1 {
		t.Errorf("the refunds are %v", refunds)
	}
	m.wantOwned(t, course.id, true)
	// Without an amount each wants all of the rest.
	onlyOne(t, atOnce(4, func(int) *answer { return c.author.refund(t, payment, 0) }), 201, 409, "INVALID_TRANSITION", "")
	m.wantPayment(t, payment, body{"status": "refunded", "refundedAmount": 100})
	m.wantOwned(t, course.id, false)
	if told := c.refundsTold(t, payment); len(told) != 2 {
		t.Errorf("%d events tell of refunds, want 2", len(told))
	}
}

func smallRefundsAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := c.deposited(t, m, account, 100)
	made := 0
	for _, a := range atOnce(6, func(int) *answer { return c.author.refund(t, payment, 30) }) {
		if a.status == 201 {
			made++
			continue
		}
		a.failed(t, 400, "VALIDATION_ERROR", "amount")
	}
	if made != 3 {
		t.Errorf("%d refunds of 30 were made of 100, want 3", made)
	}
	m.wantPayment(t, payment, body{"status": "partially_refunded", "refundedAmount": 90})
	m.wantWallet(t, body{"cash": 110, "held": 0, "deposited": 110})
}

func refundedCourseIsBoughtAgain(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 100)
	first := c.bought(t, m, course.id)
	c.author.refund(t, first, 0).ok(t, 201)
	second := c.bought(t, m, course.id)
	m.wantOwned(t, course.id, true)
	m.wantWallet(t, body{"spent": 100})
	m.wantPayment(t, first, body{"status": "refunded"})
	m.wantPayment(t, second, body{"status": "succeeded"})
}

func refundOfNothing(t *testing.T, c *counter) {
	m := c.register(t)
	payment := m.checkout(t, c.paid(t, 100).id)
	c.author.refund(t, payment, 0).failed(t, 409, "INVALID_TRANSITION", "")
	c.decide(t, payment, "decline")
	c.author.refund(t, payment, 10).failed(t, 409, "INVALID_TRANSITION", "")
	m.wantPayment(t, payment, body{"status": "failed", "refundedAmount": 0})
}

func depositIsRefunded(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := c.deposited(t, m, account, 50)
	c.author.refund(t, payment, 20).ok(t, 201)
	m.wantWallet(t, body{"cash": 130, "held": 0, "deposited": 130, "withdrawn": 0})
	c.author.refund(t, payment, 0).ok(t, 201)
	m.wantPayment(t, payment, body{"status": "refunded", "refundedAmount": 50})
	m.wantWallet(t, body{"cash": 100, "held": 0, "deposited": 100, "withdrawn": 0})
	wantFields(t, m.account(t, account), body{"currentBalance": 100, "accumulatedProfit": 0})
}

func withdrawnDepositIsNotRefunded(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := c.deposited(t, m, account, 50)
	m.withdraw(t, account, 120)
	c.author.refund(t, payment, 0).failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	m.wantPayment(t, payment, body{"status": "succeeded", "refundedAmount": 0})
	c.author.refund(t, payment, 30).ok(t, 201)
	m.wantWallet(t, body{"cash": 0, "held": 120, "deposited": 120})
}

func refundAndWithdrawalAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := c.deposited(t, m, account, 50)
	answers := atOnce(6, func(i int) *answer {
		if i == 0 {
			return c.author.refund(t, payment, 0)
		}
		return m.once().post(t, withdrawalsPath, withdrawing(account, 120))
	})
	won := onlyOne(t, answers, 201, 422, "INSUFFICIENT_FUNDS", "amount")
	want := body{"cash": 30, "held": 120, "deposited": 150}
	if won == answers[0] {
		want = body{"cash": 100, "held": 0, "deposited": 100}
	}
	m.wantWallet(t, want)
}

func keyedRefundIsRepeatable(t *testing.T, c *counter) {
	m := c.register(t)
	payment := c.bought(t, m, c.paid(t, 100).id)
	keyed := c.author.once()
	first := keyed.post(t, payment.at("/refunds"), body{"amount": 10}).ok(t, 201)
	again := keyed.post(t, payment.at("/refunds"), body{"amount": 10}).ok(t, 201)
	if string(first.text) != string(again.text) || again.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s", first.text, again.text)
	}
	keyed.post(t, payment.at("/refunds"), body{"amount": 11}).failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	m.wantPayment(t, payment, body{"refundedAmount": 10})
}

func refundWithoutABody(t *testing.T, c *counter) {
	m := c.register(t)
	payment := c.bought(t, m, c.paid(t, 100).id)
	made := c.author.once().post(t, payment.at("/refunds"), nil).ok(t, 201).object(t, shapeOfRefund)
	wantFields(t, made, body{"amount": 100, "reason": ""})
}
