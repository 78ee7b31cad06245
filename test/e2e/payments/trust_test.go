package payments_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bourse/test/e2e/bourse"
	"bourse/test/e2e/kit"
)

// What an insider would try: to withdraw money that was never paid in, and to decide on their own requests.
func TestGrantedMoneyStaysAndNobodyDecidesOnTheirOwn(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		c := newCounter(t, place, "--investment-funding", "paper")
		t.Run("an account that was opened with a million withdraws nothing", func(t *testing.T) { millionStays(t, c) })
		t.Run("an admin does not decide on their own", func(t *testing.T) { adminsOwnMoney(t, c) })
		t.Run("without a provider nothing is paid", func(t *testing.T) { withoutAProvider(t, c) })
		t.Run("a change of the setting frees no granted money", func(t *testing.T) { settingChanges(t, c) })
		wantLedger(t, c.books)
		kit.WantNone(t, c.books, impossiblePayments)
	})
}

// movedTo is the member at another server of the same installation.
func movedTo(m *kit.Member, other *kit.Server) *kit.Member {
	moved := *m
	moved.Client = m.At(other)
	return &moved
}

func millionStays(t *testing.T, c *counter) {
	m := c.Register(t)
	account := m.Invest(t, 1_000_000)
	kit.WantFields(t, m.Account(t, account), kit.Body{"currentBalance": 1_000_000})
	ask := func(amount float64) *kit.Answer {
		return once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, amount))
	}
	ask(0.01).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	c.Author.Moved(t, account, "active")
	ask(0.01).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	wantWallet(t, m, kit.Body{"cash": 1_000_000, "withdrawable": 0})
	c.deposited(t, m, account, 250)
	wantWallet(t, m, kit.Body{"cash": 1_000_250, "withdrawable": 250})
	refusal := ask(250.01).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	if !strings.Contains(string(ask(250.01).Text), "250 USD can be withdrawn") {
		t.Errorf("told %v, want how much can be withdrawn", refusal)
	}
	judge(t, c.Author, withdraw(t, m, account, 250), "approve").Ok(t, 200)
	ask(0.01).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	wantWallet(t, m, kit.Body{"cash": 1_000_000, "withdrawable": 0, "deposited": 250, "withdrawn": 250})
	c.Author.Moved(t, account, "closed")
	ask(0.01).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
}

func adminsOwnMoney(t *testing.T, c *counter) {
	for _, role := range []string{"admin", "super_admin"} {
		m := c.Officer(t, role, "")
		account := m.Invest(t, 100)
		c.Author.Moved(t, account, "active")
		payment := c.deposited(t, m, account, 50)
		withdrawal := withdraw(t, m, account, 20)
		for _, decision := range []string{"approve", "reject"} {
			judge(t, m, withdrawal, decision).Failed(t, 409, "SELF_DECISION", "")
		}
		refund(t, m, payment, 10).Failed(t, 409, "SELF_DECISION", "")
		for path, content := range map[string]kit.Body{"/paid": {"reference": "mine"}, "/failed": {"reason": "mine"}} {
			m.Post(t, kit.WithdrawalsPath+"/"+withdrawal+path, content).Failed(t, 409, "SELF_DECISION", "")
		}
		m.Get(t, kit.WithdrawalsPath+"/"+withdrawal).Ok(t, 200).Object(t, shapeOfWithdrawal) // only the hint
		wantWallet(t, m, kit.Body{"cash": 130, "held": 20, "withdrawn": 0, "deposited": 50})
		judge(t, c.Author, withdrawal, "approve").Ok(t, 200)
	}
}

func withoutAProvider(t *testing.T, c *counter) {
	m := c.Register(t)
	account := m.Invest(t, 100)
	c.Author.Moved(t, account, "active")
	payment := c.deposited(t, m, account, 80)
	withdrawal := withdraw(t, m, account, 50)
	course := c.paid(t, 5)
	c.MustStop(t)
	c.Server = c.Place.Serve(t, kit.SilentMarket...)
	m, c.Author = movedTo(m, c.Server), movedTo(c.Author, c.Server)
	if log := c.Log(); !strings.Contains(log, "no payments provider is chosen") {
		t.Errorf("the start says nothing of a missing provider:\n%s", log)
	}
	once(m).Post(t, kit.CheckoutPath, kit.Body{"courseId": course.ID}).Failed(t, 503, "PAYMENTS_UNAVAILABLE", "")
	once(m).Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": 10}).Failed(t, 503, "PAYMENTS_UNAVAILABLE", "")
	wantPayment(t, m, payment, kit.Body{"status": "succeeded"})
	wantWallet(t, m, kit.Body{"cash": 130, "held": 50})
	// The sandbox's play money does not become real when the sandbox is replaced.
	judge(t, c.Author, withdrawal, "approve").Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	m.Post(t, kit.WithdrawalsPath+"/"+withdrawal+"/cancel", nil).Ok(t, 200)
	once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, 10)).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
}

func settingChanges(t *testing.T, c *counter) {
	c.Server = c.Place.Serve(t, kit.SilentMarket...)
	c.Author = movedTo(c.Author, c.Server)
	m := c.Register(t)
	account := m.Invest(t, 100) // granted: paper is the default without a provider
	c.Author.Moved(t, account, "active")
	c.MustStop(t)
	c.Server = c.Place.Serve(t, append(slices.Clone(kit.SilentMarket), counterFlags...)...)
	m, c.Author = movedTo(m, c.Server), movedTo(c.Author, c.Server)
	once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, 1)).Failed(t, 422, "INSUFFICIENT_FUNDS", "amount")
	own := m.Invest(t, 100) // active at once, as its owner is approved
	kit.WantFields(t, m.Account(t, own), kit.Body{"initialCapital": 100, "currentBalance": 0})
	c.deposited(t, m, own, 40)
	wantWallet(t, m, kit.Body{"cash": 140, "withdrawable": 40})
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
			ended := kit.Run(t, bourse.Command{Binary: kit.Binary, Args: append([]string{
				"serve", "--listen", "127.0.0.1:0", "--data-dir", filepath.Join(t.TempDir(), "data"),
				"--payments-provider", "stripe", "--payments-stripe-webhook-secret", "whsec_1",
			}, test.flags...)}, "")
			sentence := kit.LastLine(ended.Log)
			if ended.Status != 2 || !strings.Contains(sentence, test.named) || strings.Contains(sentence, "4242") {
				t.Errorf("it ended with status %d and said %q, want 2 and a sentence about %s", ended.Status, sentence, test.named)
			}
		})
	}
}
