package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"bourse/test/e2e/bourse"
)

// What an insider would try: money that was never paid in, and deciding on one's own.
func TestGrantedMoneyStaysAndNobodyDecidesOnTheirOwn(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		c := newCounter(t, place, "--investment-funding", "paper")
		t.Run("an account that was opened with a million withdraws nothing", func(t *testing.T) { millionStays(t, c) })
		t.Run("an admin does not decide on their own", func(t *testing.T) { adminsOwnMoney(t, c) })
		t.Run("without a provider nothing is paid", func(t *testing.T) { withoutAProvider(t, c) })
		t.Run("a change of the setting frees no granted money", func(t *testing.T) { settingChanges(t, c) })
		wantLedger(t, c.books)
		wantNone(t, c.books, impossiblePayments)
	})
}

// movedTo is the member at another server of the same installation.
func (m *member) movedTo(other *server) *member {
	moved := *m
	moved.client = m.at(other)
	return &moved
}

func millionStays(t *testing.T, c *counter) {
	m := c.register(t)
	account := m.invest(t, 1_000_000)
	wantFields(t, m.account(t, account), body{"currentBalance": 1_000_000})
	ask := func(amount float64) *answer { return m.once().post(t, withdrawalsPath, withdrawing(account, amount)) }
	ask(0.01).failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	c.author.moved(t, account, "active")
	ask(0.01).failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	m.wantWallet(t, body{"cash": 1_000_000, "withdrawable": 0})
	c.deposited(t, m, account, 250)
	m.wantWallet(t, body{"cash": 1_000_250, "withdrawable": 250})
	refusal := ask(250.01).failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	if !strings.Contains(string(ask(250.01).text), "250 USD can be withdrawn") {
		t.Errorf("told %v, want how much can be withdrawn", refusal)
	}
	c.author.judge(t, m.withdraw(t, account, 250), "approve").ok(t, 200)
	ask(0.01).failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	m.wantWallet(t, body{"cash": 1_000_000, "withdrawable": 0, "deposited": 250, "withdrawn": 250})
	c.author.moved(t, account, "closed")
	ask(0.01).failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
}

func adminsOwnMoney(t *testing.T, c *counter) {
	for _, role := range []string{"admin", "super_admin"} {
		m := c.officer(t, role, "")
		account := m.invest(t, 100)
		c.author.moved(t, account, "active")
		payment := c.deposited(t, m, account, 50)
		withdrawal := m.withdraw(t, account, 20)
		for _, decision := range []string{"approve", "reject"} {
			m.judge(t, withdrawal, decision).failed(t, 409, "SELF_DECISION", "")
		}
		m.refund(t, payment, 10).failed(t, 409, "SELF_DECISION", "")
		for path, content := range map[string]body{"/paid": {"reference": "mine"}, "/failed": {"reason": "mine"}} {
			m.post(t, withdrawalsPath+"/"+withdrawal+path, content).failed(t, 409, "SELF_DECISION", "")
		}
		m.get(t, withdrawalsPath+"/"+withdrawal).ok(t, 200).object(t, shapeOfWithdrawal) // the hint alone
		m.wantWallet(t, body{"cash": 130, "held": 20, "withdrawn": 0, "deposited": 50})
		c.author.judge(t, withdrawal, "approve").ok(t, 200)
	}
}

func withoutAProvider(t *testing.T, c *counter) {
	m := c.register(t)
	account := m.invest(t, 100)
	c.author.moved(t, account, "active")
	payment := c.deposited(t, m, account, 80)
	withdrawal := m.withdraw(t, account, 50)
	course := c.paid(t, 5)
	c.stop(t)
	c.server = c.place.serve(t)
	m, c.author = m.movedTo(c.server), c.author.movedTo(c.server)
	if log := c.Log(); !strings.Contains(log, "no payments provider is chosen") {
		t.Errorf("the start says nothing of a missing provider:\n%s", log)
	}
	m.once().post(t, checkoutPath, body{"courseId": course.id}).failed(t, 503, "PAYMENTS_UNAVAILABLE", "")
	m.once().post(t, depositsPath, body{"accountId": account, "amount": 10}).failed(t, 503, "PAYMENTS_UNAVAILABLE", "")
	m.wantPayment(t, payment, body{"status": "succeeded"})
	m.wantWallet(t, body{"cash": 130, "held": 50})
	// Play money of the sandbox does not become real when the sandbox goes.
	c.author.judge(t, withdrawal, "approve").failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	m.post(t, withdrawalsPath+"/"+withdrawal+"/cancel", nil).ok(t, 200)
	m.once().post(t, withdrawalsPath, withdrawing(account, 10)).failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
}

func settingChanges(t *testing.T, c *counter) {
	c.server = c.place.serve(t)
	c.author = c.author.movedTo(c.server)
	m := c.register(t)
	account := m.invest(t, 100) // granted: paper is the default without a provider
	c.author.moved(t, account, "active")
	c.stop(t)
	c.server = c.place.serve(t, counterFlags...)
	m, c.author = m.movedTo(c.server), c.author.movedTo(c.server)
	m.once().post(t, withdrawalsPath, withdrawing(account, 1)).failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	own := m.invest(t, 100)
	c.author.moved(t, own, "active")
	wantFields(t, m.account(t, own), body{"initialCapital": 100, "currentBalance": 0})
	c.deposited(t, m, own, 40)
	m.wantWallet(t, body{"cash": 140, "withdrawable": 40})
}

func TestRealMoneyIsRefusedWherePricesAreNot(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		flags []string
		named string
	}{
		"a live key on the simulated feed":            {[]string{"--payments-stripe-key", "sk_live_4242"}, "--payments-stripe-key"},
		"a restricted live key on the simulated feed": {[]string{"--payments-stripe-key", "rk_live_4242"}, "--payments-stripe-key"},
		"granted money beside real money":             {[]string{"--payments-stripe-key", "sk_test_1", "--investment-funding", "paper"}, "--investment-funding"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ended := run(t, bourse.Command{Binary: plainBinary, Args: append([]string{
				"serve", "--listen", "127.0.0.1:0", "--data-dir", filepath.Join(t.TempDir(), "data"),
				"--payments-provider", "stripe", "--payments-stripe-webhook-secret", "whsec_1",
			}, test.flags...)}, "")
			sentence := lastLine(ended.log)
			if ended.status != 2 || !strings.Contains(sentence, test.named) || strings.Contains(sentence, "4242") {
				t.Errorf("it ended with status %d and said %q, want 2 and a sentence about %s", ended.status, sentence, test.named)
			}
		})
	}
}
