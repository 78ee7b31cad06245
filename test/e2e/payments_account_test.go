package e2e_test

import (
	"slices"
	"testing"
)

func TestMoneyOfInvestmentAccounts(t *testing.T) {
	t.Parallel()
	onEachCounter(t, purchases{
		"a deposit is there when it is paid":                  depositArrives,
		"a deposit waits for no KYC":                          depositBeforeKYC,
		"a closed account takes no money and gives its own":   closedAccountIsEmptied,
		"money for an account that was closed goes back":      closedMeanwhile,
		"a key makes a deposit repeatable":                    keyedDepositIsRepeatable,
		"a deposit that is paid three times at once is one":   depositPaidAtOnce,
		"an approved withdrawal leaves the account":           withdrawalIsApproved,
		"a rejected withdrawal comes back":                    withdrawalIsRejected,
		"nobody withdraws more than there is":                 withdrawalBeyondTheCash,
		"withdrawals at once cannot spend the same cash":      withdrawalsAtOnce,
		"decisions at once are one":                           decisionsAtOnce,
		"a key makes a withdrawal repeatable":                 keyedWithdrawalIsRepeatable,
		"a withdrawal outlives the closing of its account":    withdrawalOfAClosedAccount,
		"the trial balance is nothing after all of it":        booksAreInOrder,
		"no money leaves an account that is suspended":        suspendedAccountKeepsItsMoney,
		"deposits and withdrawals add up whoever comes first": depositsAndWithdrawalsAtOnce,
	})
}

func depositArrives(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := m.depositing(t, account, 250.55)
	m.wantWallet(t, body{"cash": 100, "deposited": 100})
	c.decide(t, payment, "pay")
	m.wantPayment(t, payment, body{"status": "succeeded", "amount": 250.55})
	m.wantWallet(t, body{"cash": 350.55, "held": 0, "deposited": 350.55, "spent": 0})
	wantFields(t, m.account(t, account), body{"initialCapital": 100, "currentBalance": 350.55, "accumulatedProfit": 0})
	if cash, external := c.booked(t, payment.id, "cash"), c.booked(t, payment.id, "external"); cash != 25055 || external != -25055 {
		t.Errorf("booked are %d cents of cash and %d from outside", cash, external)
	}
	wantFields(t, c.wantTold(t, "payment.succeeded", payment, 1), body{"kind": "deposit", "accountId": account, "amount": 250.55, "userId": m.id})
	declined := m.depositing(t, account, 50)
	c.decide(t, declined, "decline")
	m.wantPayment(t, declined, body{"status": "failed"})
	m.wantWallet(t, body{"cash": 350.55, "deposited": 350.55})
}

func depositBeforeKYC(t *testing.T, c *counter) {
	m := c.register(t)
	account := m.invest(t, 100)
	c.deposited(t, m, account, 50)
	m.wantWallet(t, body{"cash": 50})
	wantFields(t, m.account(t, account), body{"status": "pending_kyc", "currentBalance": 50})
}

func closedAccountIsEmptied(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	c.author.moved(t, account, "closed")
	m.once().post(t, depositsPath, body{"accountId": account, "amount": 10}).failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	m.once().post(t, withdrawalsPath, withdrawing(account, 101)).failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	m.once().post(t, withdrawalsPath, withdrawing(account, 100)).ok(t, 201)
	m.wantWallet(t, body{"cash": 0, "held": 100})
}

func closedMeanwhile(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := m.depositing(t, account, 50)
	c.author.moved(t, account, "closed")
	c.decide(t, payment, "pay")
	m.wantPayment(t, payment, body{"status": "failed"})
	c.awaitNothingKept(t, payment)
	m.wantPayment(t, payment, body{"status": "failed", "refundedAmount": 50})
	m.wantWallet(t, body{"deposited": 100, "held": 0})
	wantFields(t, m.account(t, account), body{"status": "closed", "currentBalance": 100})
	c.wantTold(t, "payment.failed", payment, 1)
	c.wantTold(t, "payment.succeeded", payment, 0)
}

func keyedDepositIsRepeatable(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	keyed, wanted := m.once(), body{"accountId": account, "amount": 50}
	first := keyed.post(t, depositsPath, wanted).ok(t, 201)
	again := keyed.post(t, depositsPath, wanted).ok(t, 201)
	if string(first.text) != string(again.text) || again.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s", first.text, again.text)
	}
	keyed.post(t, depositsPath, body{"accountId": account, "amount": 51}).failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	if other := begunOf(t, m.once().post(t, depositsPath, wanted)); other == begunOf(t, first) {
		t.Error("two keys have one deposit")
	}
}

func depositPaidAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := m.depositing(t, account, 50)
	atOnce(3, func(int) *answer { return c.decide(t, payment, "pay") })
	m.wantPayment(t, payment, body{"status": "succeeded"})
	m.wantWallet(t, body{"cash": 150, "deposited": 150})
	c.wantTold(t, "payment.succeeded", payment, 1)
}

// wantWithdrawal checks how a withdrawal is told: once for each of these statuses, and of no other.
func (c *counter) wantWithdrawal(t *testing.T, id string, statuses ...string) {
	t.Helper()
	for _, status := range []string{"requested", "approved", "paid", "failed", "rejected", "cancelled"} {
		told, want := c.author.told(t, "payment.withdrawal."+status, "withdrawalId", id), 0
		if slices.Contains(statuses, status) {
			want = 1
		}
		if len(told) != want {
			t.Errorf("%d events tell that it was %s, want %d", len(told), status, want)
		}
	}
}

func withdrawalIsApproved(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	id := m.withdraw(t, account, 60.25)
	m.wantWallet(t, body{"cash": 39.75, "held": 60.25, "withdrawn": 0})
	c.wantWithdrawal(t, id, "requested")
	paid := c.author.judge(t, id, "approve").ok(t, 200).object(t, shapeOfWithdrawal)
	wantFields(t, paid, body{"status": "paid", "refundedAmount": 60.25, "transferAmount": 0}) // it went back to the deposit
	m.wantWallet(t, body{"cash": 39.75, "held": 0, "deposited": 100, "withdrawn": 60.25})
	wantFields(t, m.account(t, account), body{"currentBalance": 39.75})
	if hold, booked := c.booked(t, id, "hold"), c.transactions(t, id); hold != 6025 || booked != 1 {
		t.Errorf("booked are %d cents held in %d transactions", hold, booked)
	}
	for _, decision := range []string{"approve", "reject"} {
		c.author.judge(t, id, decision).failed(t, 409, "INVALID_TRANSITION", "")
	}
	m.post(t, withdrawalsPath+"/"+id+"/cancel", nil).failed(t, 409, "INVALID_TRANSITION", "")
	m.wantWallet(t, body{"cash": 39.75, "held": 0, "withdrawn": 60.25})
	c.wantWithdrawal(t, id, "requested", "approved", "paid")
}

func withdrawalIsRejected(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	id := m.withdraw(t, account, 60.25)
	c.author.judge(t, id, "reject").ok(t, 200).object(t, shapeOfWithdrawal)
	m.wantWallet(t, body{"cash": 100, "held": 0, "withdrawn": 0})
	c.author.judge(t, id, "approve").failed(t, 409, "INVALID_TRANSITION", "")
	m.wantWallet(t, body{"cash": 100, "held": 0, "withdrawn": 0})
	c.wantWithdrawal(t, id, "requested", "rejected")
}

func withdrawalBeyondTheCash(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	ask := func(amount float64) *answer {
		return m.once().post(t, withdrawalsPath, withdrawing(account, amount))
	}
	ask(100.01).failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	m.withdraw(t, account, 70)
	ask(30.01).failed(t, 422, "INSUFFICIENT_FUNDS", "amount") // what is held is not there to be asked for again
	m.withdraw(t, account, 30)
	ask(0.01).failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	m.wantWallet(t, body{"cash": 0, "held": 100})
	wantFields(t, metaOf(t, m.get(t, withdrawalsPath)), body{"total": 2})
}

func withdrawalsAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	answers := atOnce(6, func(int) *answer {
		return m.once().post(t, withdrawalsPath, withdrawing(account, 60))
	})
	onlyOne(t, answers, 201, 422, "INSUFFICIENT_FUNDS", "amount")
	m.wantWallet(t, body{"cash": 40, "held": 60})
	wantFields(t, metaOf(t, m.get(t, withdrawalsPath)), body{"total": 1})
}

func decisionsAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	id := m.withdraw(t, account, 60)
	answers := atOnce(6, func(i int) *answer {
		if i%3 == 2 {
			return m.post(t, withdrawalsPath+"/"+id+"/cancel", nil)
		}
		return c.author.judge(t, id, []string{"approve", "reject"}[i%3])
	})
	decided := onlyOne(t, answers, 200, 409, "INVALID_TRANSITION", "").object(t, shapeOfWithdrawal)
	if decided["status"] == "paid" {
		m.wantWallet(t, body{"cash": 40, "held": 0, "withdrawn": 60})
		c.wantWithdrawal(t, id, "requested", "approved", "paid")
		return
	}
	m.wantWallet(t, body{"cash": 100, "held": 0, "withdrawn": 0})
	c.wantWithdrawal(t, id, "requested", decided["status"].(string))
}

func keyedWithdrawalIsRepeatable(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	keyed, wanted := m.once(), withdrawing(account, 30)
	first := keyed.post(t, withdrawalsPath, wanted).ok(t, 201)
	again := keyed.post(t, withdrawalsPath, wanted).ok(t, 201)
	if string(first.text) != string(again.text) || again.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s", first.text, again.text)
	}
	m.wantWallet(t, body{"cash": 70, "held": 30})
}

func withdrawalOfAClosedAccount(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	approved, rejected := m.withdraw(t, account, 60), m.withdraw(t, account, 10)
	c.author.moved(t, account, "closed")
	c.author.judge(t, approved, "approve").ok(t, 200)
	c.author.judge(t, rejected, "reject").ok(t, 200)
	wantFields(t, m.account(t, account), body{"status": "closed", "currentBalance": 40})
}

func suspendedAccountKeepsItsMoney(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	id := m.withdraw(t, account, 10)
	c.author.moved(t, account, "suspended")
	m.once().post(t, withdrawalsPath, withdrawing(account, 10)).failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	c.author.judge(t, id, "approve").failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	c.author.judge(t, id, "reject").ok(t, 200)
	m.wantWallet(t, body{"cash": 100, "held": 0, "withdrawn": 0})
}

func depositsAndWithdrawalsAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payments := []begun{m.depositing(t, account, 10), m.depositing(t, account, 20), m.depositing(t, account, 30)}
	answers := atOnce(8, func(i int) *answer {
		if i < len(payments) {
			return c.decide(t, payments[i], "pay")
		}
		return m.once().post(t, withdrawalsPath, withdrawing(account, 20))
	})
	for i, a := range answers {
		if a == nil || i >= len(payments) && a.status != 201 { // the first 100 are enough for all five
			t.Fatalf("call %d is answered with %+v", i, a)
		}
	}
	m.wantWallet(t, body{"cash": 60, "held": 100, "deposited": 160})
}

func booksAreInOrder(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	for i := range 3 {
		c.deposited(t, m, account, 10+float64(i))
		c.author.judge(t, m.withdraw(t, account, 7), []string{"approve", "reject"}[i%2]).ok(t, 200)
	}
	wantLedger(t, c.books)
	wantNone(t, c.books, impossiblePayments)
}
