package payments_test

import (
	"math"
	"net/http"
	"slices"
	"testing"

	"bourse/test/e2e/kit"
)

func TestMoneyOfInvestmentAccounts(t *testing.T) {
	t.Parallel()
	onEachCounter(t, purchases{
		"a deposit is there when it is paid":                depositArrives,
		"a deposit waits for no KYC":                        depositBeforeKYC,
		"a closed account takes no money and gives its own": closedAccountIsEmptied,
		"money for an account that was closed goes back":    closedMeanwhile,
		"a deposit that is paid three times at once is one": depositPaidAtOnce,
		"an approved withdrawal leaves the account":         withdrawalIsApproved,
		"a rejected withdrawal comes back":                  withdrawalIsRejected,
		"nobody withdraws more than there is":               withdrawalBeyondTheCash,
		"withdrawals at once cannot spend the same cash":    withdrawalsAtOnce,
		"decisions at once are one":                         decisionsAtOnce,
		"a withdrawal outlives the closing of its account":  withdrawalOfAClosedAccount,
		"no money leaves an account that is suspended":      suspendedAccountKeepsItsMoney,
	})
}

func depositArrives(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := depositing(t, m, account, 250.55)
	wantWallet(t, m, kit.Body{"cash": 100, "deposited": 100})
	c.decide(t, payment, "pay")
	wantPayment(t, m, payment, kit.Body{"status": "succeeded", "amount": 250.55})
	wantWallet(t, m, kit.Body{"cash": 350.55, "held": 0, "deposited": 350.55, "spent": 0})
	kit.WantFields(t, m.Account(t, account), kit.Body{"initialCapital": 100, "currentBalance": 350.55, "accumulatedProfit": 0})
	if cash, external := c.booked(t, payment.id, "cash"), c.booked(t, payment.id, "external"); cash != 25055 || external != -25055 {
		t.Errorf("booked are %d cents of cash and %d from outside", cash, external)
	}
	kit.WantFields(t, c.wantTold(t, "payment.succeeded", payment, 1), kit.Body{"kind": "deposit", "accountId": account, "amount": 250.55, "userId": m.ID})
	declined := depositing(t, m, account, 50)
	c.decide(t, declined, "decline")
	wantPayment(t, m, declined, kit.Body{"status": "failed"})
	wantWallet(t, m, kit.Body{"cash": 350.55, "deposited": 350.55})
}

func TestWhoeverHasTradedLeavesWhenTheirMoneyHas(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		v := kit.NewVenue(t, place, counterFlags...)
		c := &counter{School: &kit.School{Server: v.Server, Author: v.Officer(t, "admin", "")}, books: place.Books(t)}
		m, account := c.investor(t, 100)
		v.Price(t, kit.Xrp, "0.5")
		m.Post(t, "/trading/orders", kit.Body{"accountId": account, "symbol": kit.Xrp, "side": "buy", "type": "market", "quantity": 30}).Ok(t, 201)
		open, _ := m.Stretch(t, "/trading/positions?status=open&accountId="+account, kit.ShapeOfPosition)
		m.Post(t, kit.Closing(open[0]["id"].(string)), kit.Body{}).Ok(t, 200)
		c.Author.Moved(t, account, "closed")
		m.Call(t, http.MethodDelete, "/auth/me", nil).Failed(t, 409, "CONFLICT", "") // there is money left
		cash := m.Get(t, kit.WalletPath).Ok(t, 200).Object(t, shapeOfWallet)["cash"].(float64)
		judge(t, c.Author, withdraw(t, m, account, math.Floor(cash*100)/100), "approve").Ok(t, 200)
		m.Call(t, http.MethodDelete, "/auth/me", nil).Done(t, 200) // less than a cent may remain
	})
}

func depositBeforeKYC(t *testing.T, c *counter) {
	m := c.Register(t)
	account := m.Invest(t, 100)
	c.deposited(t, m, account, 50)
	wantWallet(t, m, kit.Body{"cash": 50})
	kit.WantFields(t, m.Account(t, account), kit.Body{"status": "pending_kyc", "currentBalance": 50})
}

func closedAccountIsEmptied(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	c.Author.Moved(t, account, "closed")
	once(m).Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": 10}).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, 101)).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, 100)).Ok(t, 201)
	wantWallet(t, m, kit.Body{"cash": 0, "held": 100})
}

func closedMeanwhile(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := depositing(t, m, account, 50)
	c.Author.Moved(t, account, "closed")
	c.decide(t, payment, "pay")
	wantPayment(t, m, payment, kit.Body{"status": "failed"})
	c.awaitNothingKept(t, payment)
	wantPayment(t, m, payment, kit.Body{"status": "failed", "refundedAmount": 50})
	wantWallet(t, m, kit.Body{"deposited": 100, "held": 0})
	kit.WantFields(t, m.Account(t, account), kit.Body{"status": "closed", "currentBalance": 100})
	c.wantTold(t, "payment.failed", payment, 1)
	c.wantTold(t, "payment.succeeded", payment, 0)
}

func depositPaidAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := depositing(t, m, account, 50)
	kit.AtOnce(3, func(int) *kit.Answer { return c.decide(t, payment, "pay") })
	wantPayment(t, m, payment, kit.Body{"status": "succeeded"})
	wantWallet(t, m, kit.Body{"cash": 150, "deposited": 150})
	c.wantTold(t, "payment.succeeded", payment, 1)
}

// wantWithdrawal checks a withdrawal's events: one for each of these statuses, and no others.
func (c *counter) wantWithdrawal(t *testing.T, id string, statuses ...string) {
	t.Helper()
	for _, status := range []string{"requested", "approved", "paid", "failed", "rejected", "cancelled"} {
		told, want := c.Author.Told(t, "payment.withdrawal."+status, "withdrawalId", id), 0
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
	id := withdraw(t, m, account, 60.25)
	wantWallet(t, m, kit.Body{"cash": 39.75, "held": 60.25, "withdrawn": 0})
	c.wantWithdrawal(t, id, "requested")
	paid := judge(t, c.Author, id, "approve").Ok(t, 200).Object(t, shapeOfWithdrawal)
	kit.WantFields(t, paid, kit.Body{"status": "paid", "refundedAmount": 60.25, "transferAmount": 0}) // it was refunded to the deposit
	wantWallet(t, m, kit.Body{"cash": 39.75, "held": 0, "deposited": 100, "withdrawn": 60.25})
	kit.WantFields(t, m.Account(t, account), kit.Body{"currentBalance": 39.75})
	if hold, booked := c.booked(t, id, "hold"), c.transactions(t, id); hold != 6025 || booked != 1 {
		t.Errorf("booked are %d cents held in %d transactions", hold, booked)
	}
	for _, decision := range []string{"approve", "reject"} {
		judge(t, c.Author, id, decision).Failed(t, 409, "INVALID_TRANSITION", "")
	}
	m.Post(t, kit.WithdrawalsPath+"/"+id+"/cancel", nil).Failed(t, 409, "INVALID_TRANSITION", "")
	wantWallet(t, m, kit.Body{"cash": 39.75, "held": 0, "withdrawn": 60.25})
	c.wantWithdrawal(t, id, "requested", "approved", "paid")
}

func withdrawalIsRejected(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	id := withdraw(t, m, account, 60.25)
	judge(t, c.Author, id, "reject").Ok(t, 200).Object(t, shapeOfWithdrawal)
	wantWallet(t, m, kit.Body{"cash": 100, "held": 0, "withdrawn": 0})
	judge(t, c.Author, id, "approve").Failed(t, 409, "INVALID_TRANSITION", "")
	wantWallet(t, m, kit.Body{"cash": 100, "held": 0, "withdrawn": 0})
	c.wantWithdrawal(t, id, "requested", "rejected")
}

func withdrawalBeyondTheCash(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	ask := func(amount float64) *kit.Answer {
		return once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, amount))
	}
	ask(100.01).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	withdraw(t, m, account, 70)
	ask(30.01).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount") // held money cannot be requested again
	withdraw(t, m, account, 30)
	ask(0.01).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	wantWallet(t, m, kit.Body{"cash": 0, "held": 100})
	kit.WantFields(t, kit.MetaOf(t, m.Get(t, kit.WithdrawalsPath)), kit.Body{"total": 2})
}

func withdrawalsAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	answers := kit.AtOnce(6, func(int) *kit.Answer {
		return once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, 60))
	})
	onlyOne(t, answers, 201, 422, "INSUFFICIENT_FUNDS", "amount")
	wantWallet(t, m, kit.Body{"cash": 40, "held": 60})
	kit.WantFields(t, kit.MetaOf(t, m.Get(t, kit.WithdrawalsPath)), kit.Body{"total": 1})
}

func decisionsAtOnce(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	id := withdraw(t, m, account, 60)
	answers := kit.AtOnce(6, func(i int) *kit.Answer {
		if i%3 == 2 {
			return m.Post(t, kit.WithdrawalsPath+"/"+id+"/cancel", nil)
		}
		return judge(t, c.Author, id, []string{"approve", "reject"}[i%3])
	})
	decided := onlyOne(t, answers, 200, 409, "INVALID_TRANSITION", "").Object(t, shapeOfWithdrawal)
	if decided["status"] == "paid" {
		wantWallet(t, m, kit.Body{"cash": 40, "held": 0, "withdrawn": 60})
		c.wantWithdrawal(t, id, "requested", "approved", "paid")
		return
	}
	wantWallet(t, m, kit.Body{"cash": 100, "held": 0, "withdrawn": 0})
	c.wantWithdrawal(t, id, "requested", decided["status"].(string))
}

func withdrawalOfAClosedAccount(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	approved, rejected := withdraw(t, m, account, 60), withdraw(t, m, account, 10)
	c.Author.Moved(t, account, "closed")
	judge(t, c.Author, approved, "approve").Ok(t, 200)
	judge(t, c.Author, rejected, "reject").Ok(t, 200)
	kit.WantFields(t, m.Account(t, account), kit.Body{"status": "closed", "currentBalance": 40})
}

func suspendedAccountKeepsItsMoney(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	id := withdraw(t, m, account, 10)
	c.Author.Moved(t, account, "suspended")
	once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, 10)).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	judge(t, c.Author, id, "approve").Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	judge(t, c.Author, id, "reject").Ok(t, 200)
	wantWallet(t, m, kit.Body{"cash": 100, "held": 0, "withdrawn": 0})
}
