package payments_test

import (
	"testing"

	"bourse/test/e2e/kit"
)

func TestRefunds(t *testing.T) {
	t.Parallel()
	onEachCounter(t, purchases{
		"a course is refunded in parts and lost with the last":         courseIsRefundedInParts,
		"refunds at once do not exceed the payment":                    refundsAtOnce,
		"a refunded course can be bought again":                        refundedCourseIsBoughtAgain,
		"only money that came goes back":                               refundOfNothing,
		"the refund of a deposit takes it off the account":             depositIsRefunded,
		"a deposit that was withdrawn is not refunded":                 withdrawnDepositIsNotRefunded,
		"a refund and a withdrawal at once cannot take the same money": refundAndWithdrawalAtOnce,
		"a refund needs no body":                                       refundWithoutABody,
	})
}

func courseIsRefundedInParts(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 100)
	payment := c.bought(t, m, course.ID)
	refund(t, c.Author, payment, 30).Ok(t, 201)
	wantPayment(t, m, payment, kit.Body{"status": "partially_refunded", "refundedAmount": 30})
	wantOwned(t, m, course.ID, true)
	wantWallet(t, m, kit.Body{"spent": 70})
	refund(t, c.Author, payment, 70.01).Failed(t, 400, "VALIDATION_ERROR", "amount")
	wantPayment(t, m, payment, kit.Body{"status": "partially_refunded", "refundedAmount": 30})
	rest := refund(t, c.Author, payment, 0).Ok(t, 201).Object(t, shapeOfRefund)
	kit.WantFields(t, rest, kit.Body{"amount": 70, "status": "succeeded"})
	wantPayment(t, m, payment, kit.Body{"status": "refunded", "refundedAmount": 100})
	wantOwned(t, m, course.ID, false)
	wantWallet(t, m, kit.Body{"spent": 0})
	refund(t, c.Author, payment, 0).Failed(t, 409, "INVALID_TRANSITION", "")
	refund(t, c.Author, payment, 0.01).Failed(t, 409, "INVALID_TRANSITION", "")
	if revenue := c.booked(t, rest["id"].(string), "revenue"); revenue != -7000 {
		t.Errorf("the rest has taken %d cents of the revenue, want 7000", -revenue)
	}
	if told := c.refundsTold(t, payment); len(told) != 2 || told[0]["amount"] != 70.0 || told[1]["amount"] != 30.0 {
		t.Errorf("told are %v", told)
	}
}

// refundsTold returns the events about refunds of a payment, newest first.
func (c *counter) refundsTold(t *testing.T, payment begun) (all []map[string]any) {
	t.Helper()
	for _, data := range c.Author.Events(t, "payment.refunded") {
		if data["payment"].(map[string]any)["paymentId"] == payment.id {
			all = append(all, data)
		}
	}
	return all
}

func refundsAtOnce(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 100)
	payment := c.bought(t, m, course.ID)
	answers := kit.AtOnce(6, func(int) *kit.Answer { return refund(t, c.Author, payment, 60) })
	onlyOne(t, answers, 201, 400, "VALIDATION_ERROR", "amount")
	refunds := wantPayment(t, m, payment, kit.Body{"status": "partially_refunded", "refundedAmount": 60})["refunds"].([]any)
	if len(refunds) != 1 {
		t.Errorf("the refunds are %v", refunds)
	}
	wantOwned(t, m, course.ID, true)
	// Without an amount each wants all of the rest.
	onlyOne(t, kit.AtOnce(4, func(int) *kit.Answer { return refund(t, c.Author, payment, 0) }), 201, 409, "INVALID_TRANSITION", "")
	wantPayment(t, m, payment, kit.Body{"status": "refunded", "refundedAmount": 100})
	wantOwned(t, m, course.ID, false)
	if told := c.refundsTold(t, payment); len(told) != 2 {
		t.Errorf("%d events tell of refunds, want 2", len(told))
	}
}

func refundedCourseIsBoughtAgain(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 100)
	first := c.bought(t, m, course.ID)
	refund(t, c.Author, first, 0).Ok(t, 201)
	second := c.bought(t, m, course.ID)
	wantOwned(t, m, course.ID, true)
	wantWallet(t, m, kit.Body{"spent": 100})
	wantPayment(t, m, first, kit.Body{"status": "refunded"})
	wantPayment(t, m, second, kit.Body{"status": "succeeded"})
}

func refundOfNothing(t *testing.T, c *counter) {
	m := c.Register(t)
	payment := checkout(t, m, c.paid(t, 100).ID)
	refund(t, c.Author, payment, 0).Failed(t, 409, "INVALID_TRANSITION", "")
	c.decide(t, payment, "decline")
	refund(t, c.Author, payment, 10).Failed(t, 409, "INVALID_TRANSITION", "")
	wantPayment(t, m, payment, kit.Body{"status": "failed", "refundedAmount": 0})
}

func depositIsRefunded(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := c.deposited(t, m, account, 50)
	refund(t, c.Author, payment, 20).Ok(t, 201)
	wantWallet(t, m, kit.Body{"cash": 130, "held": 0, "deposited": 130, "withdrawn": 0})
	refund(t, c.Author, payment, 0).Ok(t, 201)
	wantPayment(t, m, payment, kit.Body{"status": "refunded", "refundedAmount": 50})
	wantWallet(t, m, kit.Body{"cash": 100, "held": 0, "deposited": 100, "withdrawn": 0})
	kit.WantFields(t, m.Account(t, account), kit.Body{"currentBalance": 100, "accumulatedProfit": 0})
}

func withdrawnDepositIsNotRefunded(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := c.deposited(t, m, account, 50)
	withdraw(t, m, account, 120)
	refund(t, c.Author, payment, 0).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "refundedAmount": 0})
	refund(t, c.Author, payment, 30).Ok(t, 201)
	wantWallet(t, m, kit.Body{"cash": 0, "held": 120, "deposited": 120})
}

func refundAndWithdrawalAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := c.deposited(t, m, account, 50)
	answers := kit.AtOnce(6, func(i int) *kit.Answer {
		if i == 0 {
			return refund(t, c.Author, payment, 0)
		}
		return once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, 120))
	})
	won := onlyOne(t, answers, 201, 422, "INSUFFICIENT_FUNDS", "amount")
	want := kit.Body{"cash": 30, "held": 120, "deposited": 150}
	if won == answers[0] {
		want = kit.Body{"cash": 100, "held": 0, "deposited": 100}
	}
	wantWallet(t, m, want)
}

func refundWithoutABody(t *testing.T, c *counter) {
	m := c.Register(t)
	payment := c.bought(t, m, c.paid(t, 100).ID)
	made := once(c.Author).Post(t, payment.at("/refunds"), nil).Ok(t, 201).Object(t, shapeOfRefund)
	kit.WantFields(t, made, kit.Body{"amount": 100, "reason": ""})
}
