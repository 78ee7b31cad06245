package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// Every operation on payments: what it takes, what it answers and whom it refuses.

func TestThePaymentOperations(t *testing.T) {
	t.Parallel()
	onEachCounter(t, purchases{
		"a new user has an empty wallet and has paid nothing":       newUserHasPaidNothing,
		"a payment has every field":                                 paymentHasEveryField,
		"a withdrawal has every field":                              withdrawalHasEveryField,
		"money moves under a key alone":                             moneyWantsAKey,
		"an amount that cannot be is refused by its field":          badAmounts,
		"a body or an id that cannot be is refused by its field":    badPaymentBodies,
		"a query that cannot be is refused by its field":            badPaymentQueries,
		"nobody pays without a token":                               paymentsWantAToken,
		"what is the admin's is not for users":                      usersDecideNothing,
		"what belongs to another is not there":                      strangersPaymentsAreNotThere,
		"payments are listed a page at a time, by status and scope": paymentsAreListed,
		"withdrawals are listed a page at a time":                   withdrawalsAreListed,
		"a payment is cancelled by its owner while it is pending":   paymentIsCancelled,
		"Stripe's events are not for the sandbox":                   sandboxHearsNoStripe,
		"a page that there is not is not found":                     unknownPages,
	})
}

func newUserHasPaidNothing(t *testing.T, c *counter) {
	m := c.register(t)
	wallet := m.wantWallet(t, body{"cash": 0, "held": 0, "deposited": 0, "withdrawn": 0, "spent": 0})
	if accounts := wallet["accounts"].([]any); len(accounts) != 0 {
		t.Errorf("the accounts are %v", accounts)
	}
	for path, want := range map[string]shape{paymentsPath: shapeOfPayment, withdrawalsPath: shapeOfWithdrawal} {
		a := m.get(t, path).ok(t, 200)
		if all := a.list(t, want, shape{"meta": aMeta}); len(all) != 0 {
			t.Errorf("%s is %v", path, all)
		}
		wantFields(t, metaOf(t, a), body{"page": 1, "limit": 20, "total": 0, "totalPages": 0})
	}
}

func paymentHasEveryField(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	course := c.paid(t, 49.9)
	purchase := m.checkout(t, course.id)
	m.wantPayment(t, purchase, body{
		"id": purchase.id, "userId": m.id, "kind": "course", "courseId": course.id, "accountId": nil, "description": course.title,
		"amount": 49.9, "refundedAmount": 0, "status": "pending", "provider": "sandbox", "checkoutUrl": purchase.url, "completedAt": nil,
	})
	deposit := m.depositing(t, account, 10)
	m.wantPayment(t, deposit, body{
		"kind": "deposit", "accountId": account, "courseId": nil, "amount": 10, "status": "pending", "checkoutUrl": deposit.url,
	})
	c.decide(t, purchase, "pay")
	done := m.wantPayment(t, purchase, body{"status": "succeeded", "checkoutUrl": nil})
	if done["completedAt"] == nil {
		t.Error("a payment that has succeeded has no time of that")
	}
	delete(done, "refunds")
	wantFields(t, c.author.payment(t, purchase), done) // the tenant's admin sees the same
	made := c.author.refund(t, purchase, 9.9).ok(t, 201).object(t, shapeOfRefund)
	wantFields(t, made, body{"paymentId": purchase.id, "amount": 9.9, "status": "succeeded", "reason": "as was asked for"})
	refunds := m.wantPayment(t, purchase, body{"status": "partially_refunded", "refundedAmount": 9.9})["refunds"].([]any)
	if len(refunds) != 1 {
		t.Fatalf("the refunds are %v", refunds)
	}
	wantFields(t, refunds[0].(map[string]any), made)
	m.wantWallet(t, body{"spent": 40})
}

func withdrawalHasEveryField(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	id := m.withdraw(t, account, 60.25)
	wallet := m.wantWallet(t, body{"cash": 39.75, "held": 60.25, "withdrawn": 0})
	wantFields(t, wallet["accounts"].([]any)[0].(map[string]any), body{
		"accountId": account, "funding": "deposit", "cash": 39.75, "held": 60.25, "owed": 0, "withdrawable": 39.75,
	})
	decided := c.author.call(t, http.MethodPatch, withdrawalsPath+"/"+id, body{"decision": "reject", "reason": "Ask again."}).
		ok(t, 200).object(t, shapeOfWithdrawal)
	wantFields(t, decided, body{"id": id, "userId": m.id, "accountId": account, "amount": 60.25, "status": "rejected", "reason": "Ask again."})
	if decided["decidedAt"] == nil {
		t.Error("a withdrawal that is decided has no time of that")
	}
	listed := m.get(t, withdrawalsPath).ok(t, 200).list(t, shapeOfWithdrawal, shape{"meta": aMeta})
	if len(listed) != 1 {
		t.Fatalf("the withdrawals are %v", listed)
	}
	delete(decided, "destination") // fields are compared, not objects
	wantFields(t, listed[0], decided)
	wantFields(t, m.get(t, withdrawalsPath+"/"+id).ok(t, 200).object(t, shapeOfWithdrawal), decided)
	whole := c.author.get(t, withdrawalsPath+"/"+id).ok(t, 200).object(t, shapeOfWholeWithdrawal)["destination"].(map[string]any)
	wantFields(t, whole, body{"hint": "DE****3000", "holderName": "Ada Investor", "iban": "DE89370400440532013000"})
	if read := count(t, c.books, `SELECT COUNT(*) FROM audit_log WHERE action = 'payments.withdrawal.destination_read' AND subject_id = $1 AND actor_id = $2`,
		id, c.author.id); read != 1 {
		t.Errorf("reading the destination is audited %d times, want once", read)
	}
}

func moneyWantsAKey(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	course := c.paid(t, 5)
	payment := c.bought(t, m, course.id)
	amount := body{"accountId": account, "amount": 20}
	for path, content := range map[string]any{
		checkoutPath: body{"courseId": c.paid(t, 5).id}, depositsPath: amount, withdrawalsPath: withdrawing(account, 20), payment.at("/refunds"): body{},
	} {
		for _, caller := range []*member{m, c.author} {
			caller.post(t, path, content).failed(t, 400, "VALIDATION_ERROR", "Idempotency-Key")
			for _, key := range []string{"", strings.Repeat("k", 256)} {
				caller.with("Idempotency-Key", key).post(t, path, content).failed(t, 400, "VALIDATION_ERROR", "Idempotency-Key")
			}
		}
	}
	m.wantWallet(t, body{"cash": 100, "held": 0, "spent": 5})
	if total := metaOf(t, m.get(t, paymentsPath))["total"]; total != 2.0 { // with the deposit that opened the account
		t.Errorf("%v payments, want 2", total)
	}
}

func badAmounts(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := c.bought(t, m, c.paid(t, 50).id)
	send := func(by *member, path, amount string) {
		t.Helper()
		content := `{"accountId":"` + account + `","amount":` + amount + `}`
		if path == payment.at("/refunds") {
			content = `{"amount":` + amount + `}`
		}
		if path == withdrawalsPath {
			content = strings.TrimSuffix(content, "}") + `,"destination":{"method":"bank_transfer","holderName":"Ada","iban":"DE89370400440532013000"}}`
		}
		by.once().post(t, path, content).failed(t, 400, "VALIDATION_ERROR", "amount")
	}
	for _, amount := range []string{"9.99", "9.99999999", "1000000.01"} {
		send(m, depositsPath, amount)
	}
	for _, amount := range []string{"0", "-10", "10.001", "10.00000001", `"10"`, "1e300", "92233720369", "1e-300", "true", "null"} {
		send(m, depositsPath, amount)
		send(m, withdrawalsPath, amount)
		send(c.author, payment.at("/refunds"), amount)
	}
	send(c.author, payment.at("/refunds"), "50.01")
	m.wantWallet(t, body{"cash": 100, "held": 0, "deposited": 100, "spent": 50})
	m.depositing(t, account, 10)
	m.depositing(t, account, 1_000_000)
	m.withdraw(t, account, 0.01)
}

func badPaymentBodies(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	withdrawal := withdrawalsPath + "/" + m.withdraw(t, account, 10)
	payment := c.bought(t, m, c.paid(t, 50).id)
	for _, bad := range []struct {
		by           *member
		method, path string
		content      body
		field        string
	}{
		{m, "POST", checkoutPath, body{}, "courseId"},
		{m, "POST", checkoutPath, body{"courseId": "7"}, "courseId"},
		{m, "POST", checkoutPath, body{"courseId": 7}, "courseId"},
		{m, "POST", checkoutPath, body{"courseId": uuid.NewString(), "amount": 1}, "amount"},
		{m, "POST", depositsPath, body{"amount": 10}, "accountId"},
		{m, "POST", depositsPath, body{"accountId": account}, "amount"},
		{m, "POST", depositsPath, body{"accountId": "mine", "amount": 10}, "accountId"},
		{m, "POST", depositsPath, body{"accountId": account, "amount": 10, "currency": "EUR"}, "currency"},
		{m, "POST", withdrawalsPath, body{"accountId": account, "amount": 10}, "destination"},
		{m, "POST", withdrawalsPath, withdrawing("mine", 10), "accountId"},
		{m, "POST", withdrawalsPath, withdrawing(account, 10).with("status", "approved"), "status"},
		{m, "POST", withdrawalsPath, withdrawing(account, 10).with("destination", body{"method": "bank_transfer", "holderName": "Ada"}), "destination.iban"},
		{m, "POST", withdrawalsPath, withdrawing(account, 10).with("destination", body{
			"method": "bank_transfer", "holderName": "Ada", "iban": "DE88370400440532013000",
		}), "destination.iban"},
		{c.author, "POST", withdrawal + "/paid", body{}, "reference"},
		{c.author, "POST", withdrawal + "/paid", body{"reference": strings.Repeat("r", 141)}, "reference"},
		{c.author, "POST", withdrawal + "/failed", body{}, "reason"},
		{c.author, "PATCH", withdrawal, body{}, "decision"},
		{c.author, "PATCH", withdrawal, body{"decision": "maybe"}, "decision"},
		{c.author, "PATCH", withdrawal, body{"decision": "reject", "reason": ""}, "reason"},
		{c.author, "PATCH", withdrawal, body{"decision": "reject", "reason": strings.Repeat("r", 501)}, "reason"},
		{c.author, "PATCH", withdrawalsPath + "/7", body{"decision": "approve"}, "withdrawalId"},
		{c.author, "POST", payment.at("/refunds"), body{"reason": ""}, "reason"},
		{c.author, "POST", payment.at("/refunds"), body{"reason": strings.Repeat("r", 501)}, "reason"},
		{c.author, "POST", payment.at("/refunds"), body{"all": true}, "all"},
		{c.author, "POST", paymentsPath + "/7/refunds", body{}, "paymentId"},
	} {
		bad.by.once().call(t, bad.method, bad.path, bad.content).failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	m.get(t, paymentsPath+"/7").failed(t, 400, "VALIDATION_ERROR", "paymentId")
	m.post(t, paymentsPath+"/7/cancel", nil).failed(t, 400, "VALIDATION_ERROR", "paymentId")
	m.once().post(t, checkoutPath, "{").failed(t, 400, "INVALID_JSON", "")
	m.wantPayment(t, payment, body{"status": "succeeded", "refundedAmount": 0})
	m.wantWallet(t, body{"held": 10, "cash": 90})
}

func badPaymentQueries(t *testing.T, c *counter) {
	m := c.register(t)
	for _, path := range []string{paymentsPath, withdrawalsPath} {
		for query, field := range map[string]string{
			"page=0": "page", "page=x": "page", "limit=0": "limit", "limit=101": "limit", "status=settled": "status", "status=": "status",
			"scope=all": "scope",
		} {
			m.get(t, path+"?"+query).failed(t, 400, "VALIDATION_ERROR", field)
		}
	}
}

// paymentOperations are all operations that want a token.
func paymentOperations(payment, withdrawal, course, account string) map[string]any {
	amount := body{"accountId": account, "amount": 10}
	return map[string]any{
		"POST " + checkoutPath: body{"courseId": course}, "POST " + depositsPath: amount, "POST " + withdrawalsPath: withdrawing(account, 10),
		"GET " + withdrawalsPath + "/" + withdrawal: nil, "POST " + withdrawalsPath + "/" + withdrawal + "/cancel": nil,
		"POST " + withdrawalsPath + "/" + withdrawal + "/paid": body{"reference": "r"}, "POST " + withdrawalsPath + "/" + withdrawal + "/failed": body{"reason": "r"},
		"GET " + withdrawalsPath: nil, "PATCH " + withdrawalsPath + "/" + withdrawal: body{"decision": "approve"},
		"GET " + walletPath: nil, "GET " + paymentsPath: nil, "GET " + paymentsPath + "/" + payment: nil,
		"POST " + paymentsPath + "/" + payment + "/cancel": nil, "POST " + paymentsPath + "/" + payment + "/refunds": body{},
	}
}

func paymentsWantAToken(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	course := c.paid(t, 50)
	payment, withdrawal := m.checkout(t, course.id), m.withdraw(t, account, 10)
	for operation, content := range paymentOperations(payment.id, withdrawal, course.id, account) {
		method, path, _ := strings.Cut(operation, " ")
		for _, token := range []string{"", "nobody's"} {
			c.client().as(token).with("Idempotency-Key", newKey()).call(t, method, path, content).failed(t, 401, "UNAUTHORIZED", "")
		}
	}
	m.wantPayment(t, payment, body{"status": "pending"})
	m.wantWallet(t, body{"held": 10})
}

func usersDecideNothing(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment, withdrawal := c.bought(t, m, c.paid(t, 50).id), m.withdraw(t, account, 10)
	for _, other := range []*member{m, c.register(t), c.officer(t, "analyst", "")} {
		other.refund(t, payment, 0).failed(t, 403, "FORBIDDEN", "")
		other.judge(t, withdrawal, "approve").failed(t, 403, "FORBIDDEN", "")
		other.post(t, withdrawalsPath+"/"+withdrawal+"/paid", body{"reference": "r"}).failed(t, 403, "FORBIDDEN", "")
		other.post(t, withdrawalsPath+"/"+withdrawal+"/failed", body{"reason": "r"}).failed(t, 403, "FORBIDDEN", "")
		other.get(t, paymentsPath+"?scope=tenant").failed(t, 403, "FORBIDDEN", "")
		other.get(t, withdrawalsPath+"?scope=tenant").failed(t, 403, "FORBIDDEN", "")
	}
	m.wantPayment(t, payment, body{"status": "succeeded", "refundedAmount": 0})
	m.wantWallet(t, body{"held": 10, "cash": 90})
}

func strangersPaymentsAreNotThere(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	pending, bought := m.checkout(t, c.paid(t, 50).id), c.bought(t, m, c.paid(t, 50).id)
	withdrawal := m.withdraw(t, account, 10)
	other, foreign := c.register(t), c.tenantAdmin(t)
	for _, stranger := range []*member{other, foreign} {
		stranger.get(t, bought.at("")).failed(t, 404, "NOT_FOUND", "")
		stranger.get(t, withdrawalsPath+"/"+withdrawal).failed(t, 404, "NOT_FOUND", "")
		stranger.post(t, withdrawalsPath+"/"+withdrawal+"/cancel", nil).failed(t, 404, "NOT_FOUND", "")
	}
	foreign.refund(t, bought, 0).failed(t, 404, "NOT_FOUND", "")
	foreign.judge(t, withdrawal, "approve").failed(t, 404, "NOT_FOUND", "")
	for _, stranger := range []*member{other, foreign, c.author} { // nor does the admin act for the user
		stranger.post(t, pending.at("/cancel"), nil).failed(t, 404, "NOT_FOUND", "")
		stranger.once().post(t, depositsPath, body{"accountId": account, "amount": 10}).failed(t, 404, "NOT_FOUND", "")
		stranger.once().post(t, withdrawalsPath, withdrawing(account, 10)).failed(t, 404, "NOT_FOUND", "")
		wantFields(t, metaOf(t, stranger.get(t, paymentsPath)), body{"total": 0})
	}
	nothing := begun{id: uuid.NewString()}
	m.get(t, nothing.at("")).failed(t, 404, "NOT_FOUND", "")
	m.post(t, nothing.at("/cancel"), nil).failed(t, 404, "NOT_FOUND", "")
	c.author.refund(t, nothing, 0).failed(t, 404, "NOT_FOUND", "")
	c.author.judge(t, nothing.id, "approve").failed(t, 404, "NOT_FOUND", "")
	m.once().post(t, checkoutPath, body{"courseId": nothing.id}).failed(t, 404, "NOT_FOUND", "")
	m.once().post(t, checkoutPath, body{"courseId": c.draft(t, 1, body{"priceUsd": 5}).id}).failed(t, 404, "NOT_FOUND", "")
	paper := m.paperAccount(t, c)
	for _, account := range []string{nothing.id, paper} { // play money is never paid in or out
		m.once().post(t, depositsPath, body{"accountId": account, "amount": 10}).failed(t, 404, "NOT_FOUND", "")
		m.once().post(t, withdrawalsPath, withdrawing(account, 10)).failed(t, 404, "NOT_FOUND", "")
	}
	m.wantPayment(t, pending, body{"status": "pending"})
	m.wantWallet(t, body{"cash": 90, "held": 10, "spent": 50})
}

// paperAccount is the id of the account with play money that every user has.
func (m *member) paperAccount(t *testing.T, c *counter) (id string) {
	t.Helper()
	m.portfolio(t) // it is opened by the first look
	row := c.books.QueryRow(t.Context(), `SELECT id FROM trading_accounts WHERE user_id = $1 AND kind = 'paper'`, m.id)
	if err := row.Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

func paymentsAreListed(t *testing.T, c *counter) {
	m := c.tenantAdmin(t)
	account := m.invest(t, 100)
	first, second, third := m.depositing(t, account, 10), m.depositing(t, account, 20), m.depositing(t, account, 30)
	c.decide(t, second, "pay")
	page := func(query string) []string {
		t.Helper()
		return idsOf(m.get(t, paymentsPath+query).ok(t, 200).list(t, shapeOfPayment, shape{"meta": aMeta}))
	}
	for query, want := range map[string][]begun{
		"": {third, second, first}, "?limit=2": {third, second}, "?limit=2&page=2": {first}, "?page=3": nil,
		"?status=succeeded": {second}, "?status=pending&limit=1": {third}, "?status=refunded": nil,
		"?scope=tenant": {third, second, first}, "?scope=own&status=pending": {third, first}, "?scope=tenant&status=succeeded": {second},
	} {
		wanted := []string{}
		for _, one := range want {
			wanted = append(wanted, one.id)
		}
		if got := page(query); strings.Join(got, " ") != strings.Join(wanted, " ") {
			t.Errorf("%q lists %v, want %v", query, got, wanted)
		}
	}
	wantFields(t, metaOf(t, m.get(t, paymentsPath+"?limit=2&page=2")), body{"page": 2, "limit": 2, "total": 3, "totalPages": 2})
	wantFields(t, metaOf(t, m.get(t, paymentsPath+"?status=pending")), body{"total": 2, "totalPages": 1})
	// An admin's own list holds nothing of the tenant's others.
	user, _ := c.investor(t, 100)
	paid := user.checkout(t, c.paid(t, 5).id)
	wantFields(t, metaOf(t, c.author.get(t, paymentsPath)), body{"total": 0})
	listed := c.author.get(t, paymentsPath+"?scope=tenant&limit=1").ok(t, 200).list(t, shapeOfPayment, shape{"meta": aMeta})
	if len(listed) != 1 || listed[0]["id"] != paid.id || listed[0]["userId"] != user.id {
		t.Errorf("the tenant's newest payment is %v, want %s", listed, paid.id)
	}
}

func withdrawalsAreListed(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	first, second, third := m.withdraw(t, account, 1), m.withdraw(t, account, 2), m.withdraw(t, account, 3)
	c.author.judge(t, second, "approve").ok(t, 200)
	newest := c.author.get(t, withdrawalsPath+"?scope=tenant&status=requested&limit=2").ok(t, 200).list(t, shapeOfWithdrawal, shape{"meta": aMeta})
	if got := idsOf(newest); strings.Join(got, " ") != third+" "+first {
		t.Errorf("the tenant's newest are %v", got)
	}
	for query, want := range map[string][]string{
		"": {third, second, first}, "?limit=2": {third, second}, "?limit=2&page=2": {first}, "?status=paid": {second},
		"?status=requested": {third, first}, "?status=rejected": nil,
	} {
		a := m.get(t, withdrawalsPath+query).ok(t, 200)
		got := idsOf(a.list(t, shapeOfWithdrawal, shape{"meta": aMeta}))
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q lists %v, want %v", query, got, want)
		}
	}
	wantFields(t, metaOf(t, m.get(t, withdrawalsPath+"?limit=2")), body{"page": 1, "limit": 2, "total": 3, "totalPages": 2})
}

func paymentIsCancelled(t *testing.T, c *counter) {
	m := c.register(t)
	course := c.paid(t, 50)
	payment := m.checkout(t, course.id)
	cancelled := m.post(t, payment.at("/cancel"), nil).ok(t, 200).object(t, shapeOfPayment)
	wantFields(t, cancelled, body{"id": payment.id, "status": "cancelled", "checkoutUrl": nil})
	m.post(t, payment.at("/cancel"), nil).failed(t, 409, "INVALID_TRANSITION", "")
	bought := c.bought(t, m, course.id) // a new payment
	if bought.id == payment.id {
		t.Error("a cancelled payment was taken up again")
	}
	m.post(t, bought.at("/cancel"), nil).failed(t, 409, "INVALID_TRANSITION", "")
	c.author.refund(t, payment, 0).failed(t, 409, "INVALID_TRANSITION", "") // no money came
}

func sandboxHearsNoStripe(t *testing.T, c *counter) {
	c.client().with("Stripe-Signature", "t=1,v1=00").post(t, stripePath, body{"id": "evt_1"}).failed(t, 404, "NOT_FOUND", "")
}

func unknownPages(t *testing.T, c *counter) {
	form := c.client().with("Content-Type", "application/x-www-form-urlencoded")
	const nowhere = "/sandbox/checkout/AAAAAAAAAAAAAAAAAAAAAAAAAA"
	form.fetch(t, http.MethodGet, nowhere, nil).ok(t, 404)
	form.fetch(t, http.MethodPost, nowhere, "decision=pay").ok(t, 404)
	form.fetch(t, http.MethodGet, "/sandbox/checkout/", nil).ok(t, 404)
	form.fetch(t, http.MethodGet, "/sandbox/checkout/%00%ff", nil).ok(t, 404)
	m := c.register(t)
	payment := m.checkout(t, c.paid(t, 50).id)
	form.fetch(t, http.MethodDelete, payment.page(t), nil).ok(t, 405)
	for _, content := range []string{"", "decision=", "decision=Pay", "decision=%zz", "pay=pay"} {
		form.fetch(t, http.MethodPost, payment.page(t), content).ok(t, 400)
	}
	m.wantPayment(t, payment, body{"status": "pending"})
}
