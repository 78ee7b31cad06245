package payments_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/test/e2e/kit"
)

// The objects of the contract.
var (
	aPaymentStatus  = kit.OneOf("pending", "succeeded", "failed", "expired", "cancelled", "partially_refunded", "refunded")
	shapeOfCheckout = kit.Shape{"paymentId": kit.AUUID, "status": aPaymentStatus, "checkoutUrl": kit.AText}
	shapeOfRefund   = kit.Shape{
		"id": kit.AUUID, "paymentId": kit.AUUID, "amount": kit.APrice, "status": kit.OneOf("pending", "succeeded", "failed"), "reason": kit.AString,
		"createdAt": kit.ATime,
	}
	shapeOfPayment = kit.Shape{
		"id": kit.AUUID, "userId": kit.AUUID, "kind": kit.OneOf("course", "deposit"), "?courseId": kit.AUUID, "?accountId": kit.AUUID, "description": kit.AText,
		"amount": kit.APrice, "refundedAmount": kit.ALevel, "disputedAmount": kit.ALevel, "currency": kit.Exactly("USD"), "status": aPaymentStatus,
		"provider": kit.OneOf("sandbox", "stripe"), "?checkoutUrl": kit.AText, "refunds": kit.AListOf(kit.AnObject(shapeOfRefund)),
		"createdAt": kit.ATime, "?paidAt": kit.ATime, "?completedAt": kit.ATime,
	}
	shapeOfWithdrawal = kit.Shape{
		"id": kit.AUUID, "userId": kit.AUUID, "accountId": kit.AUUID, "amount": kit.APrice, "currency": kit.Exactly("USD"),
		"refundedAmount": kit.ALevel, "refundingAmount": kit.ALevel, "transferAmount": kit.ALevel,
		"status": kit.OneOf("requested", "approved", "paid", "failed", "rejected", "cancelled"), "?reason": kit.AText, "?reference": kit.AText,
		"destination": kit.AnObject(kit.Shape{"method": kit.Exactly("bank_transfer"), "hint": kit.AText}),
		"createdAt":   kit.ATime, "?decidedAt": kit.ATime, "?completedAt": kit.ATime,
	}
	// shapeOfWholeWithdrawal is a single withdrawal in the back office's view.
	shapeOfWholeWithdrawal = shapeOfWithdrawal.And(kit.Shape{"destination": kit.AnObject(kit.Shape{
		"method": kit.Exactly("bank_transfer"), "hint": kit.AText, "holderName": kit.AText, "iban": kit.AText,
	})})
	shapeOfWallet = kit.Shape{
		"currency": kit.Exactly("USD"), "cash": kit.ALevel, "held": kit.ALevel, "owed": kit.ALevel, "withdrawable": kit.ALevel, "deposited": kit.ALevel,
		"withdrawn": kit.ALevel, "spent": kit.ALevel, "accounts": kit.AListOf(kit.AnObject(kit.Shape{
			"accountId": kit.AUUID, "funding": kit.OneOf("paper", "deposit"), "cash": kit.ALevel, "held": kit.ALevel, "owed": kit.ALevel, "withdrawable": kit.ALevel,
		})),
	}
)

// counter is a school whose courses are paid for on the sandbox's page, unless the flags say otherwise. Its author
// also decides on withdrawals and refunds.
type counter struct {
	*kit.School
	books *database.DB
}

// purchases are tests that share a counter, by what they show. Each creates its own users and courses.
type purchases map[string]func(t *testing.T, c *counter)

// onEachCounter runs the purchases on one counter of every engine, one after the other.
func onEachCounter(t *testing.T, all purchases, flags ...string) {
	t.Helper()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		c := newCounter(t, place, flags...)
		for name, purchase := range all {
			t.Run(name, func(t *testing.T) { purchase(t, c) })
		}
	})
}

// counterFlags name an unused address for the pages: only their path is used.
var counterFlags = []string{"--public-url", "http://127.0.0.1:1", "--payments-provider", "sandbox", "--investment-funding", "deposit"}

func newCounter(t *testing.T, place *kit.Installation, flags ...string) *counter {
	t.Helper()
	c := &counter{School: kit.NewSchool(t, place, append(counterFlags, flags...)...)}
	c.books = place.Books(t)
	return c
}

// newStripeCounter is a counter whose flags name a provider other than the sandbox.
func newStripeCounter(t *testing.T, place *kit.Installation, flags ...string) *counter {
	t.Helper()
	return &counter{kit.NewSchool(t, place, flags...), place.Books(t)}
}

// paid is a course with a price.
func (c *counter) paid(t *testing.T, price float64) kit.Course {
	t.Helper()
	return c.Course(t, 1, kit.Body{"priceUsd": price})
}

// once is the member with an unused Idempotency-Key.
func once(m *kit.Member) *kit.Client { return m.With("Idempotency-Key", kit.NewKey()) }

// begun is a payment that has begun.
type begun struct {
	id  string
	url string
}

func begunOf(t *testing.T, a *kit.Answer) begun {
	t.Helper()
	data := a.Ok(t, 201).Object(t, shapeOfCheckout)
	kit.WantFields(t, data, kit.Body{"status": "pending"})
	return begun{data["paymentId"].(string), data["checkoutUrl"].(string)}
}

// page is the path of the sandbox's page.
func (b begun) page(t *testing.T) string {
	t.Helper()
	address, err := url.Parse(b.url)
	if err != nil || address.Host != "127.0.0.1:1" || !strings.HasPrefix(address.Path, "/sandbox/checkout/") {
		t.Fatalf("the checkout is at %q: %v", b.url, err)
	}
	return address.Path
}

func (b begun) at(rest string) string { return kit.PaymentsPath + "/" + b.id + rest }

// checkout begins to buy a course.
func checkout(t *testing.T, m *kit.Member, course string) begun {
	t.Helper()
	return begunOf(t, once(m).Post(t, kit.CheckoutPath, kit.Body{"courseId": course}))
}

// depositing begins a deposit.
func depositing(t *testing.T, m *kit.Member, account string, amount float64) begun {
	t.Helper()
	return begunOf(t, once(m).Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": amount}))
}

// decide sends the form of the sandbox's page, which redirects to the page.
func (c *counter) decide(t *testing.T, payment begun, decision string) *kit.Answer {
	t.Helper()
	page := payment.page(t)
	form := c.Client().With("Content-Type", "application/x-www-form-urlencoded")
	a := form.Fetch(t, http.MethodPost, page, "decision="+decision).Ok(t, 303)
	if back := a.Header.Get("Location"); back != page[strings.LastIndex(page, "/")+1:] {
		t.Errorf("the form leads to %q", back)
	}
	return a
}

// bought buys a course.
func (c *counter) bought(t *testing.T, m *kit.Member, course string) begun {
	t.Helper()
	payment := checkout(t, m, course)
	c.decide(t, payment, "pay")
	wantPayment(t, m, payment, kit.Body{"status": "succeeded"})
	return payment
}

// deposited pays money into an account.
func (c *counter) deposited(t *testing.T, m *kit.Member, account string, amount float64) begun {
	t.Helper()
	payment := depositing(t, m, account, amount)
	c.decide(t, payment, "pay")
	wantPayment(t, m, payment, kit.Body{"status": "succeeded"})
	return payment
}

// investor is a user with a funded, active investment account.
func (c *counter) investor(t *testing.T, capital float64) (m *kit.Member, account string) {
	t.Helper()
	m = c.Register(t)
	account = m.Invest(t, capital)
	c.Author.Moved(t, account, "active")
	c.deposited(t, m, account, capital)
	return m, account
}

// readPayment reads a payment.
func readPayment(t *testing.T, m *kit.Member, payment begun) map[string]any {
	t.Helper()
	return m.Get(t, payment.at("")).Ok(t, 200).Object(t, shapeOfPayment)
}

// wantPayment reads a payment and checks some of its fields.
func wantPayment(t *testing.T, m *kit.Member, payment begun, want kit.Body) map[string]any {
	t.Helper()
	found := readPayment(t, m, payment)
	kit.WantFields(t, found, want)
	return found
}

// wantWallet reads the member's wallet and checks some of its fields.
func wantWallet(t *testing.T, m *kit.Member, want kit.Body) map[string]any {
	t.Helper()
	found := m.Get(t, kit.WalletPath).Ok(t, 200).Object(t, shapeOfWallet)
	kit.WantFields(t, found, want)
	return found
}

// withdraw requests a withdrawal and returns its id.
func withdraw(t *testing.T, m *kit.Member, account string, amount float64) string {
	t.Helper()
	made := once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, amount)).Ok(t, 201).Object(t, shapeOfWithdrawal)
	kit.WantFields(t, made, kit.Body{"userId": m.ID, "accountId": account, "amount": amount, "status": "requested", "decidedAt": nil})
	return made["id"].(string)
}

// withdrawing is a request for a withdrawal to a valid destination.
func withdrawing(account string, amount any) kit.Body {
	return kit.Body{"accountId": account, "amount": amount, "destination": kit.Body{
		"method": "bank_transfer", "holderName": "Ada Investor", "iban": "DE89 3704 0044 0532 0130 00",
	}}
}

// judge approves or rejects a withdrawal, as an admin does.
func judge(t *testing.T, m *kit.Member, withdrawal, decision string) *kit.Answer {
	t.Helper()
	return m.Call(t, http.MethodPatch, kit.WithdrawalsPath+"/"+withdrawal, kit.Body{"decision": decision})
}

// refund refunds a payment, as an admin does; everything that is left if the amount is zero.
func refund(t *testing.T, m *kit.Member, payment begun, amount float64) *kit.Answer {
	t.Helper()
	content := kit.Body{"reason": "as was asked for"}
	if amount != 0 {
		content["amount"] = amount
	}
	return once(m).Post(t, payment.at("/refunds"), content)
}

// wantOwned checks whether the member has a course, by the list of courses and by its access.
func wantOwned(t *testing.T, m *kit.Member, course string, isOwned bool) {
	t.Helper()
	active := false
	for _, mine := range m.Get(t, "/education/my-courses").Ok(t, 200).List(t, kit.ShapeOfMyCourse, nil) {
		active = active || mine["id"] == course && mine["enrollment"].(map[string]any)["status"] == "active"
	}
	if active != isOwned {
		t.Fatalf("the course is owned: %v, want %v", active, isOwned)
	}
	if !isOwned {
		m.Post(t, kit.CourseAt(course, "/enroll"), nil).Failed(t, 402, "PAYMENT_REQUIRED", "")
	}
}

// cent is a cent in the ledger's units.
const cent = 1_000_000

// booked is by how many cents the transactions of a source have changed the accounts of a code.
func (c *counter) booked(t *testing.T, source, code string) int {
	t.Helper()
	return kit.Count(t, c.books, `
		SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM ledger_postings p
		JOIN ledger_transactions l ON l.id = p.transaction_id JOIN ledger_accounts a ON a.id = p.account_id
		WHERE l.source_id = $1 AND a.code = $2`, source, code) / cent
}

// transactions counts the ledger transactions of a source.
func (c *counter) transactions(t *testing.T, source string) int {
	t.Helper()
	return kit.Count(t, c.books, `SELECT COUNT(*) FROM ledger_transactions WHERE source_id = $1`, source)
}

// wantTold checks how many events of a type are about a payment.
func (c *counter) wantTold(t *testing.T, eventType string, payment begun, want int) (data map[string]any) {
	t.Helper()
	told := c.Author.Told(t, eventType, "paymentId", payment.id)
	if len(told) != want {
		t.Fatalf("%d events %s of the payment, want %d", len(told), eventType, want)
	}
	if want > 0 {
		return told[0]
	}
	return nil
}

// onlyOne checks that one answer is the success and all others are the refusal, and returns the success.
func onlyOne(t *testing.T, answers []*kit.Answer, success, status int, code, field string) (one *kit.Answer) {
	t.Helper()
	for _, a := range answers {
		switch {
		case a == nil:
			t.Fatal("a call was not answered")
		case a.Status != success:
			a.Failed(t, status, code, field)
		case one != nil:
			t.Fatalf("two succeeded:\n%s\n%s", one.Text, a.Text)
		default:
			one = a
		}
	}
	if one == nil {
		t.Fatal("none succeeded")
	}
	return one
}
