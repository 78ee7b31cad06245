package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestInvestmentAccountsChangeTheirState(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"KYC is submitted by the owner and approved by an admin":          kycIsApproved,
		"rejected KYC says why and can be submitted again":                kycIsRejected,
		"what cannot be true is refused by its field":                     badKYC,
		"what KYC says is found nowhere":                                  kycIsSealed,
		"only an admin of the tenant moves an account":                    onlyAdminsMove,
		"every state can be followed by what the design says and no more": allTransitions,
		"an active account follows its agent and no other does":           activeAccountFollows,
		"twenty transitions at once are one":                              transitionsAtOnceAreOne,
		"twenty submissions at once are one":                              submissionsAtOnceAreOne,
	})
}

// TestKYCCanBeAutomatic is of an installation without anybody who decides.
func TestKYCCanBeAutomatic(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		s := place.serve(t, "--kyc", "auto")
		m := s.register(t)
		id := m.invest(t, 100)
		done := m.post(t, accountAt(id)+"/kyc", person()).ok(t, 200).object(t, shapeOfInvestment)
		wantFields(t, done, body{"status": "active", "kycStatus": "approved"})
		wantFields(t, m.account(t, id), done)
		moment(t, done["activatedAt"])
		m.post(t, accountAt(id)+"/kyc", person()).failed(t, 409, "INVALID_TRANSITION", "")
		told := s.officer(t, "admin", "").told(t, "investment.account.status_changed", "accountId", id)
		if len(told) != 1 {
			t.Fatalf("%d events tell of the activation, want 1", len(told))
		}
		wantFields(t, told[0], body{"status": "active", "previousStatus": "pending_kyc", "userId": m.id})
	})
}

func kycIsApproved(t *testing.T, s *server) {
	admin, m := s.officer(t, "admin", ""), s.register(t)
	id := m.invest(t, 100)
	kyc := accountAt(id) + "/kyc"
	admin.post(t, kyc, body{"decision": "approve"}).failed(t, 409, "INVALID_TRANSITION", "")
	m.post(t, kyc, body{"decision": "approve"}).failed(t, 403, "FORBIDDEN", "")

	submitted := m.post(t, kyc, person()).ok(t, 200).object(t, shapeOfInvestment)
	wantFields(t, submitted, body{"status": "pending_kyc", "kycStatus": "submitted"})
	m.post(t, kyc, person()).failed(t, 409, "INVALID_TRANSITION", "")
	m.post(t, kyc, body{"decision": "approve"}).failed(t, 403, "FORBIDDEN", "")
	s.tenantAdmin(t).post(t, kyc, body{"decision": "approve"}).failed(t, 404, "NOT_FOUND", "")

	approved := admin.post(t, kyc, body{"decision": "approve"}).ok(t, 200).object(t, shapeOfInvestment)
	wantFields(t, approved, body{"id": id, "userId": m.id, "status": "active", "kycStatus": "approved"})
	wantFields(t, m.account(t, id), approved)
	admin.post(t, kyc, body{"decision": "reject", "reason": "Too late."}).failed(t, 409, "INVALID_TRANSITION", "")
	if told := admin.told(t, "investment.account.kyc_submitted", "accountId", id); len(told) != 1 {
		t.Errorf("%d events tell of the submission, want 1", len(told))
	}
}

func kycIsRejected(t *testing.T, s *server) {
	admin, m := s.officer(t, "admin", ""), s.register(t)
	id := m.invest(t, 100)
	kyc := accountAt(id) + "/kyc"
	m.post(t, kyc, person()).ok(t, 200)
	admin.post(t, kyc, body{"decision": "reject"}).failed(t, 400, "VALIDATION_ERROR", "reason")
	admin.post(t, kyc, body{"decision": "maybe"}).failed(t, 400, "VALIDATION_ERROR", "decision")
	mixed := person()
	mixed["decision"] = "approve"
	admin.post(t, kyc, mixed).failed(t, 400, "VALIDATION_ERROR", "decision")
	rejected := admin.post(t, kyc, body{"decision": "reject", "reason": "The picture is blurred."}).ok(t, 200).object(t, shapeOfInvestment)
	wantFields(t, rejected, body{"status": "pending_kyc", "kycStatus": "rejected", "kycReason": "The picture is blurred."})
	wantFields(t, m.post(t, kyc, person()).ok(t, 200).object(t, shapeOfInvestment), body{"kycStatus": "submitted", "kycReason": nil})
	admin.post(t, kyc, body{"decision": "approve"}).ok(t, 200)
	wantFields(t, m.account(t, id), body{"status": "active", "kycStatus": "approved"})
}

func badKYC(t *testing.T, s *server) {
	m := s.register(t)
	id := m.invest(t, 100)
	for _, bad := range []struct {
		field string
		value any
	}{
		{"fullName", nil}, {"fullName", ""}, {"fullName", "   "}, {"fullName", strings.Repeat("n", 201)}, {"fullName", "a\u0000b"},
		{"country", nil}, {"country", "Switzerland"}, {"country", "ch"}, {"country", "C"}, {"country", "XX"}, {"country", "UK"},
		{"dateOfBirth", nil}, {"dateOfBirth", "17.05.1990"}, {"dateOfBirth", "2990-01-01"}, {"dateOfBirth", "1790-01-01"},
		{"dateOfBirth", "2020-01-01"}, {"dateOfBirth", "1990-02-30"},
		{"documentNumber", nil}, {"documentNumber", ""}, {"documentNumber", strings.Repeat("9", 51)}, {"documentNumber", "A1"},
		{"documentNumber", "A<b>4711"}, {"documentType", "library_card"}, {"dateOfBirth", "1899-12-31"}, {"verified", true},
	} {
		details := person()
		details[bad.field] = bad.value
		if bad.value == nil {
			delete(details, bad.field)
		}
		m.post(t, accountAt(id)+"/kyc", details).failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	wantFields(t, m.account(t, id), body{"kycStatus": "none"})
}

func kycIsSealed(t *testing.T, s *server) {
	m := s.register(t)
	id := m.invest(t, 100)
	known := secrets{"the name": "Melchior Unmistakable", "the document": "DOC-8842-UNMISTAKABLE", "the date of birth": "1971-03-29"}
	a := m.post(t, accountAt(id)+"/kyc", body{
		"fullName": known["the name"], "country": "CH", "dateOfBirth": known["the date of birth"], "documentNumber": known["the document"],
	}).ok(t, 200)
	kept := readDatabase(t, s.place)
	if !strings.Contains(kept, id) || !strings.Contains(s.Log(), "submitKyc") {
		t.Fatal("the account is not found in the database, or the request not in the log")
	}
	for name := range known {
		known.wantAbsent(t, name, "the database", kept)
		known.wantAbsent(t, name, "the log", s.Log())
		known.wantAbsent(t, name, "the answer", string(a.text))
	}
}

func onlyAdminsMove(t *testing.T, s *server) {
	m, stranger := s.register(t), s.tenantAdmin(t)
	id := m.invest(t, 100)
	for _, role := range []string{"trader", "analyst"} {
		s.officer(t, role, "").move(t, id, "active").failed(t, 403, "FORBIDDEN", "")
	}
	m.move(t, id, "active").failed(t, 403, "FORBIDDEN", "")
	stranger.move(t, id, "active").failed(t, 404, "NOT_FOUND", "")
	admin := s.officer(t, "admin", "")
	admin.move(t, id, "frozen").failed(t, 400, "VALIDATION_ERROR", "status")
	admin.call(t, http.MethodPatch, accountAt(id)+"/status", body{}).failed(t, 400, "VALIDATION_ERROR", "status")
	wantFields(t, m.account(t, id), body{"status": "pending_kyc"})
	admin.moved(t, id, "active")
	s.place.mustRun(t, "", "tenant create", "elsewhere", "Elsewhere")
	s.officer(t, "super_admin", "elsewhere").moved(t, id, "suspended")
}

// allTransitions tries every step from every state.
func allTransitions(t *testing.T, s *server) {
	admin, m := s.officer(t, "admin", ""), s.register(t)
	states := []string{"pending_kyc", "active", "suspended", "closed"}
	ways := map[string][]string{"pending_kyc": nil, "active": {"active"}, "suspended": {"active", "suspended"}, "closed": {"closed"}}
	allowed := map[string]string{ // by what they follow
		"pending_kyc": "active closed", "active": "suspended closed", "suspended": "active closed", "closed": "",
	}
	for _, from := range states {
		for _, to := range states {
			id := m.invest(t, 100)
			for _, step := range ways[from] {
				admin.moved(t, id, step)
			}
			a := admin.move(t, id, to)
			if strings.Contains(allowed[from], to) {
				a.ok(t, 200).object(t, shapeOfInvestment)
				wantFields(t, m.account(t, id), body{"status": to, "currentBalance": 100, "accumulatedProfit": 0})
				continue
			}
			message := a.failed(t, 409, "INVALID_TRANSITION", "").envelope["error"].(map[string]any)["message"].(string)
			for _, word := range append(strings.Fields(allowed[from]), from) {
				if !strings.Contains(message, word) {
					t.Errorf("%s to %s is refused by %q, which does not name %s", from, to, message, word)
				}
			}
			wantFields(t, m.account(t, id), body{"status": from})
		}
	}
	closed := admin.moved(t, m.invest(t, 100), "closed")
	moment(t, closed["closedAt"])
	id := closed["id"].(string)
	m.call(t, http.MethodPut, accountAt(id), body{"riskProfile": "moderate"}).failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	m.post(t, accountAt(id)+"/kyc", person()).failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
}

func activeAccountFollows(t *testing.T, s *server) {
	admin, m, db := s.officer(t, "admin", ""), s.register(t), s.place.books(t)
	for _, agent := range []string{"atlas", "orion", "nova"} {
		made := m.post(t, accountsPath, body{"tradingAgent": agent, "initialCapital": 100, "riskProfile": "moderate"}).ok(t, 201)
		id := made.object(t, shapeOfInvestment)["id"].(string)
		want := func(when string, following int) {
			t.Helper()
			if n := count(t, db, `SELECT COUNT(*) FROM bot_subscriptions WHERE account_id = $1 AND status = 'active'`, id); n != following {
				t.Errorf("%s, %s has %d active subscriptions, want %d", when, agent, n, following)
			}
		}
		want("pending", 0)
		admin.moved(t, id, "active")
		want("active", 1)
		if n := count(t, db, `SELECT COUNT(*) FROM bot_subscriptions s JOIN bots b ON b.id = s.bot_id
			WHERE s.account_id = $1 AND s.mode = 'auto' AND s.user_id = $2 AND LOWER(b.name) = $3`, id, m.id, agent); n != 1 {
			t.Errorf("%d automatic subscriptions to %s, want 1", n, agent)
		}
		admin.moved(t, id, "suspended")
		want("suspended", 1) // it enters nothing, and its exits run
		admin.moved(t, id, "active")
		want("active again", 1)
		admin.moved(t, id, "closed")
		want("closed", 0)
	}
}

func transitionsAtOnceAreOne(t *testing.T, s *server) {
	admin, m, _ := s.brand(t)
	id := m.invest(t, 100)
	for i, status := range []string{"active", "suspended", "closed"} {
		answers := atOnce(20, func(int) *answer { return admin.move(t, id, status) })
		wantOne(t, answers, 409, "INVALID_TRANSITION")
		told := admin.events(t, "investment.account.status_changed")
		if len(told) != i+1 {
			t.Fatalf("%d events after %s, want %d", len(told), status, i+1)
		}
		wantFields(t, told[0], body{"accountId": id, "status": status})
	}
	wantFields(t, m.account(t, id), body{"status": "closed", "currentBalance": 100})
}

func submissionsAtOnceAreOne(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	id := admin.invest(t, 100)
	answers := atOnce(20, func(i int) *answer {
		details := person()
		details["fullName"] = fmt.Sprintf("Person %d", i)
		return admin.post(t, accountAt(id)+"/kyc", details)
	})
	wantOne(t, answers, 409, "INVALID_TRANSITION")
	if told := admin.events(t, "investment.account.kyc_submitted"); len(told) != 1 {
		t.Errorf("%d events tell of the submission, want 1", len(told))
	}
}
