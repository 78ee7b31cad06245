package payments_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

// Every payment operation: its input, its answers and its refusals.

func TestThePaymentOperations(t *testing.T) {
	t.Parallel()
	onEachCounter(t, purchases{
		"a new user has an empty wallet and has paid nothing":       newUserHasPaidNothing,
		"a payment has every field":                                 paymentHasEveryField,
		"a withdrawal has every field":                              withdrawalHasEveryField,
		"money moves under a key alone":                             moneyWantsAKey,
		"an amount that cannot be is refused by its field":          badAmounts,
		"what belongs to another is not there":                      strangersPaymentsAreNotThere,
		"payments are listed a page at a time, by status and scope": paymentsAreListed,
		"withdrawals are listed a page at a time":                   withdrawalsAreListed,
		"a payment is cancelled by its owner while it is pending":   paymentIsCancelled,
		"Stripe's events are not for the sandbox":                   sandboxHearsNoStripe,
		"a page that there is not is not found":                     unknownPages,
	})
}

func newUserHasPaidNothing(t *testing.T, c *counter) {
	m := c.Register(t)
	wallet := wantWallet(t, m, kit.Body{"cash": 0, "held": 0, "deposited": 0, "withdrawn": 0, "spent": 0})
	if accounts := wallet["accounts"].([]any); len(accounts) != 0 {
		t.Errorf("the accounts are %v", accounts)
	}
	for path, want := range map[string]kit.Shape{kit.PaymentsPath: shapeOfPayment, kit.WithdrawalsPath: shapeOfWithdrawal} {
		a := m.Get(t, path).Ok(t, 200)
		if all := a.List(t, want, kit.Shape{"meta": kit.AMeta}); len(all) != 0 {
			t.Errorf("%s is %v", path, all)
		}
		kit.WantFields(t, kit.MetaOf(t, a), kit.Body{"page": 1, "limit": 20, "total": 0, "totalPages": 0})
	}
}

func paymentHasEveryField(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	course := c.paid(t, 49.9)
	purchase := checkout(t, m, course.ID)
	wantPayment(t, m, purchase, kit.Body{
		"id": purchase.id, "userId": m.ID, "kind": "course", "courseId": course.ID, "accountId": nil, "description": course.Title,
		"amount": 49.9, "refundedAmount": 0, "status": "pending", "provider": "sandbox", "checkoutUrl": purchase.url, "completedAt": nil,
	})
	deposit := depositing(t, m, account, 10)
	wantPayment(t, m, deposit, kit.Body{
		"kind": "deposit", "accountId": account, "courseId": nil, "amount": 10, "status": "pending", "checkoutUrl": deposit.url,
	})
	c.decide(t, purchase, "pay")
	done := wantPayment(t, m, purchase, kit.Body{"status": "succeeded", "checkoutUrl": nil})
	if done["completedAt"] == nil {
		t.Error("a payment that has succeeded has no time of that")
	}
	delete(done, "refunds")
	kit.WantFields(t, readPayment(t, c.Author, purchase), done) // the tenant's admin sees the same
	made := refund(t, c.Author, purchase, 9.9).Ok(t, 201).Object(t, shapeOfRefund)
	kit.WantFields(t, made, kit.Body{"paymentId": purchase.id, "amount": 9.9, "status": "succeeded", "reason": "as was asked for"})
	refunds := wantPayment(t, m, purchase, kit.Body{"status": "partially_refunded", "refundedAmount": 9.9})["refunds"].([]any)
	if len(refunds) != 1 {
		t.Fatalf("the refunds are %v", refunds)
	}
	kit.WantFields(t, refunds[0].(map[string]any), made)
	wantWallet(t, m, kit.Body{"spent": 40})
}

func withdrawalHasEveryField(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	id := withdraw(t, m, account, 60.25)
	wallet := wantWallet(t, m, kit.Body{"cash": 39.75, "held": 60.25, "withdrawn": 0})
	kit.WantFields(t, wallet["accounts"].([]any)[0].(map[string]any), kit.Body{
		"accountId": account, "funding": "deposit", "cash": 39.75, "held": 60.25, "owed": 0, "withdrawable": 39.75,
	})
	decided := c.Author.Call(t, http.MethodPatch, kit.WithdrawalsPath+"/"+id, kit.Body{"decision": "reject", "reason": "Ask again."}).
		Ok(t, 200).Object(t, shapeOfWithdrawal)
	kit.WantFields(t, decided, kit.Body{"id": id, "userId": m.ID, "accountId": account, "amount": 60.25, "status": "rejected", "reason": "Ask again."})
	if decided["decidedAt"] == nil {
		t.Error("a withdrawal that is decided has no time of that")
	}
	listed := m.Get(t, kit.WithdrawalsPath).Ok(t, 200).List(t, shapeOfWithdrawal, kit.Shape{"meta": kit.AMeta})
	if len(listed) != 1 {
		t.Fatalf("the withdrawals are %v", listed)
	}
	delete(decided, "destination") // compare fields, not objects
	kit.WantFields(t, listed[0], decided)
	kit.WantFields(t, m.Get(t, kit.WithdrawalsPath+"/"+id).Ok(t, 200).Object(t, shapeOfWithdrawal), decided)
	whole := c.Author.Get(t, kit.WithdrawalsPath+"/"+id).Ok(t, 200).Object(t, shapeOfWholeWithdrawal)["destination"].(map[string]any)
	kit.WantFields(t, whole, kit.Body{"hint": "DE****3000", "holderName": "Ada Investor", "iban": "DE89370400440532013000"})
	if read := kit.Count(t, c.books, `SELECT COUNT(*) FROM audit_log WHERE action = 'payments.withdrawal.destination_read' AND subject_id = $1 AND actor_id = $2`,
		id, c.Author.ID); read != 1 {
		t.Errorf("reading the destination is audited %d times, want once", read)
	}
}

func moneyWantsAKey(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	course := c.paid(t, 5)
	payment := c.bought(t, m, course.ID)
	amount := kit.Body{"accountId": account, "amount": 20}
	for path, content := range map[string]any{
		kit.CheckoutPath: kit.Body{"courseId": c.paid(t, 5).ID}, kit.DepositsPath: amount, kit.WithdrawalsPath: withdrawing(account, 20), payment.at("/refunds"): kit.Body{},
	} {
		callers := []*kit.Member{m, c.Author}
		if path == payment.at("/refunds") {
			callers = callers[1:] // a caller without the role is refused for that first
		}
		for _, caller := range callers {
			caller.Post(t, path, content).Failed(t, 400, "VALIDATION_ERROR", "Idempotency-Key")
			for _, key := range []string{"", strings.Repeat("k", 256)} {
				caller.With("Idempotency-Key", key).Post(t, path, content).Failed(t, 400, "VALIDATION_ERROR", "Idempotency-Key")
			}
		}
	}
	wantWallet(t, m, kit.Body{"cash": 100, "held": 0, "spent": 5})
	if total := kit.MetaOf(t, m.Get(t, kit.PaymentsPath))["total"]; total != 2.0 { // including the deposit that opened the account
		t.Errorf("%v payments, want 2", total)
	}
}

func badAmounts(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	payment := c.bought(t, m, c.paid(t, 50).ID)
	send := func(by *kit.Member, path, amount string) {
		t.Helper()
		content := `{"accountId":"` + account + `","amount":` + amount + `}`
		if path == payment.at("/refunds") {
			content = `{"amount":` + amount + `}`
		}
		if path == kit.WithdrawalsPath {
			content = strings.TrimSuffix(content, "}") + `,"destination":{"method":"bank_transfer","holderName":"Ada","iban":"DE89370400440532013000"}}`
		}
		once(by).Post(t, path, content).Failed(t, 400, "VALIDATION_ERROR", "amount")
	}
	for _, amount := range []string{"9.99", "9.99999999", "1000000"} {
		send(m, kit.DepositsPath, amount)
	}
	for _, amount := range []string{"0", "-10", "10.001", "10.00000001", `"10"`, "1e300", "92233720369", "1e-300", "true", "null"} {
		send(m, kit.DepositsPath, amount)
		send(m, kit.WithdrawalsPath, amount)
		send(c.Author, payment.at("/refunds"), amount)
	}
	send(c.Author, payment.at("/refunds"), "50.01")
	wantWallet(t, m, kit.Body{"cash": 100, "held": 0, "deposited": 100, "spent": 50})
	depositing(t, m, account, 10)
	depositing(t, m, account, 999_999.99)
	withdraw(t, m, account, 0.01)
}

func strangersPaymentsAreNotThere(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	pending, bought := checkout(t, m, c.paid(t, 50).ID), c.bought(t, m, c.paid(t, 50).ID)
	withdrawal := withdraw(t, m, account, 10)
	other, foreign := c.Register(t), c.TenantAdmin(t)
	for _, stranger := range []*kit.Member{other, foreign} {
		stranger.Get(t, bought.at("")).Failed(t, 404, "NOT_FOUND", "")
		stranger.Get(t, kit.WithdrawalsPath+"/"+withdrawal).Failed(t, 404, "NOT_FOUND", "")
		stranger.Post(t, kit.WithdrawalsPath+"/"+withdrawal+"/cancel", nil).Failed(t, 404, "NOT_FOUND", "")
	}
	refund(t, foreign, bought, 0).Failed(t, 404, "NOT_FOUND", "")
	judge(t, foreign, withdrawal, "approve").Failed(t, 404, "NOT_FOUND", "")
	for _, stranger := range []*kit.Member{other, foreign, c.Author} { // nor may the admin act for the user
		stranger.Post(t, pending.at("/cancel"), nil).Failed(t, 404, "NOT_FOUND", "")
		once(stranger).Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": 10}).Failed(t, 404, "NOT_FOUND", "")
		once(stranger).Post(t, kit.WithdrawalsPath, withdrawing(account, 10)).Failed(t, 404, "NOT_FOUND", "")
		kit.WantFields(t, kit.MetaOf(t, stranger.Get(t, kit.PaymentsPath)), kit.Body{"total": 0})
	}
	nothing := begun{id: uuid.NewString()}
	m.Get(t, nothing.at("")).Failed(t, 404, "NOT_FOUND", "")
	m.Post(t, nothing.at("/cancel"), nil).Failed(t, 404, "NOT_FOUND", "")
	refund(t, c.Author, nothing, 0).Failed(t, 404, "NOT_FOUND", "")
	judge(t, c.Author, nothing.id, "approve").Failed(t, 404, "NOT_FOUND", "")
	once(m).Post(t, kit.CheckoutPath, kit.Body{"courseId": nothing.id}).Failed(t, 404, "NOT_FOUND", "")
	once(m).Post(t, kit.CheckoutPath, kit.Body{"courseId": c.Draft(t, 1, kit.Body{"priceUsd": 5}).ID}).Failed(t, 404, "NOT_FOUND", "")
	paper := paperAccount(t, m, c)
	for _, account := range []string{nothing.id, paper} { // play money is never paid in or out
		once(m).Post(t, kit.DepositsPath, kit.Body{"accountId": account, "amount": 10}).Failed(t, 404, "NOT_FOUND", "")
		once(m).Post(t, kit.WithdrawalsPath, withdrawing(account, 10)).Failed(t, 404, "NOT_FOUND", "")
	}
	wantPayment(t, m, pending, kit.Body{"status": "pending"})
	wantWallet(t, m, kit.Body{"cash": 90, "held": 10, "spent": 50})
}

// paperAccount is the id of every user's account with play money.
func paperAccount(t *testing.T, m *kit.Member, c *counter) (id string) {
	t.Helper()
	m.Portfolio(t) // the first read opens it
	row := c.books.QueryRow(t.Context(), `SELECT id FROM trading_accounts WHERE user_id = $1 AND kind = 'paper'`, m.ID)
	if err := row.Scan(&id); err != nil {
		t.Fatal(err)
	}
	return id
}

func paymentsAreListed(t *testing.T, c *counter) {
	m := c.TenantAdmin(t)
	account := m.Invest(t, 100)
	first, second, third := depositing(t, m, account, 10), depositing(t, m, account, 20), depositing(t, m, account, 30)
	c.decide(t, second, "pay")
	page := func(query string) []string {
		t.Helper()
		return kit.IdsOf(m.Get(t, kit.PaymentsPath+query).Ok(t, 200).List(t, shapeOfPayment, kit.Shape{"meta": kit.AMeta}))
	}
	for query, want := range map[string][]begun{
		"": {third, second, first}, "?limit=2": {third, second}, "?limit=2&page=2": {first}, "?page=3": nil,
		"?status=succeeded": {second}, "?status=pending&limit=1": {third}, "?status=refunded": nil,
		"?scope=tenant": {third, second, first}, "?scope=own&status=pending": {third, first}, "?scope=tenant&status=succeeded": {second},
		"?scope=tenant&userId=" + m.ID: {third, second, first}, "?scope=tenant&userId=" + c.Author.ID: nil, "?scope=tenant&status=pending&userId=" + m.ID: {third, first},
	} {
		wanted := []string{}
		for _, one := range want {
			wanted = append(wanted, one.id)
		}
		if got := page(query); strings.Join(got, " ") != strings.Join(wanted, " ") {
			t.Errorf("%q lists %v, want %v", query, got, wanted)
		}
	}
	m.Get(t, kit.PaymentsPath+"?userId="+m.ID).Failed(t, 400, "VALIDATION_ERROR", "userId")
	kit.WantFields(t, kit.MetaOf(t, m.Get(t, kit.PaymentsPath+"?limit=2&page=2")), kit.Body{"page": 2, "limit": 2, "total": 3, "totalPages": 2})
	kit.WantFields(t, kit.MetaOf(t, m.Get(t, kit.PaymentsPath+"?status=pending")), kit.Body{"total": 2, "totalPages": 1})
	// An admin's own list has nothing of other users of the tenant.
	user, _ := c.investor(t, 100)
	paid := checkout(t, user, c.paid(t, 5).ID)
	kit.WantFields(t, kit.MetaOf(t, c.Author.Get(t, kit.PaymentsPath)), kit.Body{"total": 0})
	for _, list := range []string{kit.PaymentsPath, kit.WithdrawalsPath} {
		user.Get(t, list+"?scope=tenant").Failed(t, 403, "FORBIDDEN", "")
	}
	listed := c.Author.Get(t, kit.PaymentsPath+"?scope=tenant&limit=1").Ok(t, 200).List(t, shapeOfPayment, kit.Shape{"meta": kit.AMeta})
	if len(listed) != 1 || listed[0]["id"] != paid.id || listed[0]["userId"] != user.ID {
		t.Errorf("the tenant's newest payment is %v, want %s", listed, paid.id)
	}
}

func withdrawalsAreListed(t *testing.T, c *counter) {
	m, account := c.investor(t, 100)
	first, second, third := withdraw(t, m, account, 1), withdraw(t, m, account, 2), withdraw(t, m, account, 3)
	judge(t, c.Author, second, "approve").Ok(t, 200)
	newest := c.Author.Get(t, kit.WithdrawalsPath+"?scope=tenant&status=requested&limit=2&userId="+m.ID).Ok(t, 200).List(t, shapeOfWithdrawal, kit.Shape{"meta": kit.AMeta})
	if got := kit.IdsOf(newest); strings.Join(got, " ") != third+" "+first {
		t.Errorf("the tenant's newest are %v", got)
	}
	for query, want := range map[string][]string{
		"": {third, second, first}, "?limit=2": {third, second}, "?limit=2&page=2": {first}, "?status=paid": {second},
		"?status=requested": {third, first}, "?status=rejected": nil,
	} {
		a := m.Get(t, kit.WithdrawalsPath+query).Ok(t, 200)
		got := kit.IdsOf(a.List(t, shapeOfWithdrawal, kit.Shape{"meta": kit.AMeta}))
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%q lists %v, want %v", query, got, want)
		}
	}
	kit.WantFields(t, kit.MetaOf(t, m.Get(t, kit.WithdrawalsPath+"?limit=2")), kit.Body{"page": 1, "limit": 2, "total": 3, "totalPages": 2})
}

func paymentIsCancelled(t *testing.T, c *counter) {
	m := c.Register(t)
	course := c.paid(t, 50)
	payment := checkout(t, m, course.ID)
	cancelled := m.Post(t, payment.at("/cancel"), nil).Ok(t, 200).Object(t, shapeOfPayment)
	kit.WantFields(t, cancelled, kit.Body{"id": payment.id, "status": "cancelled", "checkoutUrl": nil})
	m.Post(t, payment.at("/cancel"), nil).Failed(t, 409, "INVALID_TRANSITION", "")
	bought := c.bought(t, m, course.ID) // a new payment
	if bought.id == payment.id {
		t.Error("a cancelled payment was taken up again")
	}
	m.Post(t, bought.at("/cancel"), nil).Failed(t, 409, "INVALID_TRANSITION", "")
	refund(t, c.Author, payment, 0).Failed(t, 409, "INVALID_TRANSITION", "") // no money came
}

func sandboxHearsNoStripe(t *testing.T, c *counter) {
	c.Client().With("Stripe-Signature", "t=1,v1=00").Post(t, kit.StripePath, kit.Body{"id": "evt_1"}).Failed(t, 404, "NOT_FOUND", "")
}

func unknownPages(t *testing.T, c *counter) {
	form := c.Client().With("Content-Type", "application/x-www-form-urlencoded")
	const nowhere = "/sandbox/checkout/AAAAAAAAAAAAAAAAAAAAAAAAAA"
	form.Fetch(t, http.MethodGet, nowhere, nil).Ok(t, 404)
	form.Fetch(t, http.MethodPost, nowhere, "decision=pay").Ok(t, 404)
	form.Fetch(t, http.MethodGet, "/sandbox/checkout/", nil).Ok(t, 404)
	form.Fetch(t, http.MethodGet, "/sandbox/checkout/%00%ff", nil).Ok(t, 404)
	m := c.Register(t)
	payment := checkout(t, m, c.paid(t, 50).ID)
	form.Fetch(t, http.MethodDelete, payment.page(t), nil).Ok(t, 405)
	for _, content := range []string{"", "decision=", "decision=Pay", "decision=%zz", "pay=pay"} {
		form.Fetch(t, http.MethodPost, payment.page(t), content).Ok(t, 400)
	}
	wantPayment(t, m, payment, kit.Body{"status": "pending"})
}
