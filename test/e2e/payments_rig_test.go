package e2e_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"bourse/internal/database"
)

const (
	paymentsPath    = "/payments"
	checkoutPath    = paymentsPath + "/checkout"
	depositsPath    = paymentsPath + "/deposits"
	withdrawalsPath = paymentsPath + "/withdrawals"
	walletPath      = paymentsPath + "/wallet"
	stripePath      = paymentsPath + "/webhooks/stripe"
)

// The objects of the contract.
var (
	aPaymentStatus  = oneOf("pending", "succeeded", "failed", "expired", "cancelled", "partially_refunded", "refunded")
	shapeOfCheckout = shape{"paymentId": aUUID, "status": aPaymentStatus, "checkoutUrl": aText}
	shapeOfRefund   = shape{
		"id": aUUID, "paymentId": aUUID, "amount": aPrice, "status": oneOf("pending", "succeeded", "failed"), "reason": aString,
		"createdAt": aTime,
	}
	shapeOfPayment = shape{
		"id": aUUID, "userId": aUUID, "kind": oneOf("course", "deposit"), "?courseId": aUUID, "?accountId": aUUID, "description": aText,
		"amount": aPrice, "refundedAmount": aLevel, "disputedAmount": aLevel, "currency": exactly("USD"), "status": aPaymentStatus,
		"provider": oneOf("sandbox", "stripe"), "?checkoutUrl": aText, "refunds": aListOf(anObject(shapeOfRefund)),
		"createdAt": aTime, "?completedAt": aTime,
	}
	shapeOfWithdrawal = shape{
		"id": aUUID, "userId": aUUID, "accountId": aUUID, "amount": aPrice, "currency": exactly("USD"),
		"refundedAmount": aLevel, "refundingAmount": aLevel, "transferAmount": aLevel,
		"status": oneOf("requested", "approved", "paid", "failed", "rejected", "cancelled"), "?reason": aText, "?reference": aText,
		"destination": anObject(shape{"method": exactly("bank_transfer"), "hint": aText}),
		"createdAt":   aTime, "?decidedAt": aTime, "?completedAt": aTime,
	}
	// shapeOfWholeWithdrawal is what the back office sees of a single one.
	shapeOfWholeWithdrawal = shapeOfWithdrawal.and(shape{"destination": anObject(shape{
		"method": exactly("bank_transfer"), "hint": aText, "holderName": aText, "iban": aText,
	})})
	shapeOfWallet = shape{
		"currency": exactly("USD"), "cash": aLevel, "held": aLevel, "owed": aLevel, "withdrawable": aLevel, "deposited": aLevel,
		"withdrawn": aLevel, "spent": aLevel, "accounts": aListOf(anObject(shape{
			"accountId": aUUID, "funding": oneOf("paper", "deposit"), "cash": aLevel, "held": aLevel, "owed": aLevel, "withdrawable": aLevel,
		})),
	}
)

// counter is a school whose courses can be paid for, on the sandbox's page unless the flags say otherwise. Its
// author is also who decides on withdrawals and refunds.
type counter struct {
	*school
	books *database.DB
}

// purchases are tests that share a counter, by what they show. Each brings people and courses of its own.
type purchases map[string]func(t *testing.T, c *counter)

// onEachCounter runs the purchases on one counter of every engine, one after the other.
func onEachCounter(t *testing.T, all purchases, flags ...string) {
	t.Helper()
	onEachEngine(t, func(t *testing.T, place *installation) {
		c := newCounter(t, place, flags...)
		for name, purchase := range all {
			t.Run(name, func(t *testing.T) { purchase(t, c) })
		}
	})
}

// counterFlags name an address for the pages that nobody is at: only their path is used.
var counterFlags = []string{"--public-url", "http://127.0.0.1:1", "--payments-provider", "sandbox", "--investment-funding", "deposit"}

func newCounter(t *testing.T, place *installation, flags ...string) *counter {
	t.Helper()
	c := &counter{school: newSchool(t, place, append(counterFlags, flags...)...)}
	c.books = place.books(t)
	return c
}

// newStripeCounter is a counter whose flags name another provider than the sandbox.
func newStripeCounter(t *testing.T, place *installation, flags ...string) *counter {
	t.Helper()
	return &counter{newSchool(t, place, flags...), place.books(t)}
}

// paid is a course that costs.
func (c *counter) paid(t *testing.T, price float64) course {
	t.Helper()
	return c.course(t, 1, body{"priceUsd": price})
}

var keyCount atomic.Int64

func newKey() string { return fmt.Sprintf("payment key %d", keyCount.Add(1)) }

// once is the member with an Idempotency-Key that nobody has used.
func (m *member) once() *client { return m.with("Idempotency-Key", newKey()) }

// begun is a payment that has begun.
type begun struct {
	id  string
	url string
}

func begunOf(t *testing.T, a *answer) begun {
	t.Helper()
	data := a.ok(t, 201).object(t, shapeOfCheckout)
	wantFields(t, data, body{"status": "pending"})
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

func (b begun) at(rest string) string { return paymentsPath + "/" + b.id + rest }

// checkout begins to buy a course.
func (m *member) checkout(t *testing.T, course string) begun {
	t.Helper()
	return begunOf(t, m.once().post(t, checkoutPath, body{"courseId": course}))
}

// depositing begins a deposit.
func (m *member) depositing(t *testing.T, account string, amount float64) begun {
	t.Helper()
	return begunOf(t, m.once().post(t, depositsPath, body{"accountId": account, "amount": amount}))
}

// decide sends the form of the sandbox's page, which leads back to the page.
func (c *counter) decide(t *testing.T, payment begun, decision string) *answer {
	t.Helper()
	page := payment.page(t)
	form := c.client().with("Content-Type", "application/x-www-form-urlencoded")
	a := form.fetch(t, http.MethodPost, page, "decision="+decision).ok(t, 303)
	if back := a.header.Get("Location"); back != page[strings.LastIndex(page, "/")+1:] {
		t.Errorf("the form leads to %q", back)
	}
	return a
}

// bought buys a course.
func (c *counter) bought(t *testing.T, m *member, course string) begun {
	t.Helper()
	payment := m.checkout(t, course)
	c.decide(t, payment, "pay")
	m.wantPayment(t, payment, body{"status": "succeeded"})
	return payment
}

// deposited pays money into an account.
func (c *counter) deposited(t *testing.T, m *member, account string, amount float64) begun {
	t.Helper()
	payment := m.depositing(t, account, amount)
	c.decide(t, payment, "pay")
	m.wantPayment(t, payment, body{"status": "succeeded"})
	return payment
}

// investor makes a user with an active investment account, into which they have paid.
func (c *counter) investor(t *testing.T, capital float64) (m *member, account string) {
	t.Helper()
	m = c.register(t)
	account = m.invest(t, capital)
	c.author.moved(t, account, "active")
	c.deposited(t, m, account, capital)
	return m, account
}

// payment reads a payment.
func (m *member) payment(t *testing.T, payment begun) map[string]any {
	t.Helper()
	return m.get(t, payment.at("")).ok(t, 200).object(t, shapeOfPayment)
}

// wantPayment reads a payment and checks some of its fields.
func (m *member) wantPayment(t *testing.T, payment begun, want body) map[string]any {
	t.Helper()
	found := m.payment(t, payment)
	wantFields(t, found, want)
	return found
}

// wantWallet reads the member's wallet and checks some of its fields.
func (m *member) wantWallet(t *testing.T, want body) map[string]any {
	t.Helper()
	found := m.get(t, walletPath).ok(t, 200).object(t, shapeOfWallet)
	wantFields(t, found, want)
	return found
}

// withdraw asks for money and returns the id of the withdrawal.
func (m *member) withdraw(t *testing.T, account string, amount float64) string {
	t.Helper()
	made := m.once().post(t, withdrawalsPath, withdrawing(account, amount)).ok(t, 201).object(t, shapeOfWithdrawal)
	wantFields(t, made, body{"userId": m.id, "accountId": account, "amount": amount, "status": "requested", "decidedAt": nil})
	return made["id"].(string)
}

// withdrawing asks for money to a destination that nothing is wrong with.
func withdrawing(account string, amount any) body {
	return body{"accountId": account, "amount": amount, "destination": body{
		"method": "bank_transfer", "holderName": "Ada Investor", "iban": "DE89 3704 0044 0532 0130 00",
	}}
}

// judge approves or rejects a withdrawal, as an admin does.
func (m *member) judge(t *testing.T, withdrawal, decision string) *answer {
	t.Helper()
	return m.call(t, http.MethodPatch, withdrawalsPath+"/"+withdrawal, body{"decision": decision})
}

// refund pays money back, as an admin does; all that is left without an amount.
func (m *member) refund(t *testing.T, payment begun, amount float64) *answer {
	t.Helper()
	content := body{"reason": "as was asked for"}
	if amount != 0 {
		content["amount"] = amount
	}
	return m.once().post(t, payment.at("/refunds"), content)
}

// wantOwned checks whether the member has a course, by the list of courses and by the door.
func (m *member) wantOwned(t *testing.T, course string, isOwned bool) {
	t.Helper()
	active := false
	for _, mine := range m.get(t, "/education/my-courses").ok(t, 200).list(t, shapeOfMyCourse, nil) {
		active = active || mine["id"] == course && mine["enrollment"].(map[string]any)["status"] == "active"
	}
	if active != isOwned {
		t.Fatalf("the course is owned: %v, want %v", active, isOwned)
	}
	if !isOwned {
		m.post(t, courseAt(course, "/enroll"), nil).failed(t, 402, "PAYMENT_REQUIRED", "")
	}
}

// cent is what the ledger counts a cent as.
const cent = 1_000_000

// booked is by how many cents what was booked for a source has changed the accounts of a code.
func (c *counter) booked(t *testing.T, source, code string) int {
	t.Helper()
	return count(t, c.books, `
		SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM ledger_postings p
		JOIN ledger_transactions l ON l.id = p.transaction_id JOIN ledger_accounts a ON a.id = p.account_id
		WHERE l.source_id = $1 AND a.code = $2`, source, code) / cent
}

// transactions counts what was booked for a source.
func (c *counter) transactions(t *testing.T, source string) int {
	t.Helper()
	return count(t, c.books, `SELECT COUNT(*) FROM ledger_transactions WHERE source_id = $1`, source)
}

// wantTold checks how many events of a type tell of a payment.
func (c *counter) wantTold(t *testing.T, eventType string, payment begun, want int) (data map[string]any) {
	t.Helper()
	told := c.author.told(t, eventType, "paymentId", payment.id)
	if len(told) != want {
		t.Fatalf("%d events %s of the payment, want %d", len(told), eventType, want)
	}
	if want > 0 {
		return told[0]
	}
	return nil
}

// onlyOne checks that one of the answers is the success and all others are the refusal, and returns the success.
func onlyOne(t *testing.T, answers []*answer, success, status int, code, field string) (one *answer) {
	t.Helper()
	for _, a := range answers {
		switch {
		case a == nil:
			t.Fatal("a call was not answered")
		case a.status != success:
			a.failed(t, status, code, field)
		case one != nil:
			t.Fatalf("two succeeded:\n%s\n%s", one.text, a.text)
		default:
			one = a
		}
	}
	if one == nil {
		t.Fatal("none succeeded")
	}
	return one
}
