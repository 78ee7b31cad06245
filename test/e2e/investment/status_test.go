package investment_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

func TestInvestmentAccountsChangeTheirState(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"KYC is submitted by the owner and approved by an admin":        kycIsApproved,
		"rejected KYC says why and can be submitted again":              kycIsRejected,
		"what cannot be true is refused by its field":                   badKYC,
		"what KYC says is found nowhere":                                kycIsSealed,
		"only an admin of the tenant moves an account":                  onlyAdminsMove,
		"every state can be followed by what the rules say and no more": allTransitions,
		"an active account follows its agent and no other does":         activeAccountFollows,
		"twenty transitions at once are one":                            transitionsAtOnceAreOne,
		"twenty submissions at once are one":                            submissionsAtOnceAreOne,
	})
}

// TestKYCCanBeAutomatic uses an installation without anybody who decides.
func TestKYCCanBeAutomatic(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		s := place.Serve(t, "--kyc", "auto")
		m := s.Register(t)
		id := m.Invest(t, 100)
		done := m.Post(t, kit.AccountAt(id)+"/kyc", kit.Person()).Ok(t, 200).Object(t, kit.ShapeOfInvestment)
		kit.WantFields(t, done, kit.Body{"status": "active", "kycStatus": "approved"})
		kit.WantFields(t, m.Account(t, id), done)
		kit.Moment(t, done["activatedAt"])
		m.Post(t, kit.AccountAt(id)+"/kyc", kit.Person()).Failed(t, 409, "INVALID_TRANSITION", "")
		told := s.Officer(t, "admin", "").Told(t, "investment.account.status_changed", "accountId", id)
		if len(told) != 1 {
			t.Fatalf("%d events tell of the activation, want 1", len(told))
		}
		kit.WantFields(t, told[0], kit.Body{"status": "active", "previousStatus": "pending_kyc", "userId": m.ID})
	})
}

func kycIsApproved(t *testing.T, s *kit.Server) {
	admin, m := s.Officer(t, "admin", ""), s.Register(t)
	id := m.Invest(t, 100)
	kyc := kit.AccountAt(id) + "/kyc"
	admin.Post(t, kyc, kit.Body{"decision": "approve"}).Failed(t, 409, "INVALID_TRANSITION", "")
	m.Post(t, kyc, kit.Body{"decision": "approve"}).Failed(t, 403, "FORBIDDEN", "")

	submitted := m.Post(t, kyc, kit.Person()).Ok(t, 200).Object(t, kit.ShapeOfInvestment)
	kit.WantFields(t, submitted, kit.Body{"status": "pending_kyc", "kycStatus": "submitted"})
	m.Post(t, kyc, kit.Person()).Failed(t, 409, "INVALID_TRANSITION", "")
	m.Post(t, kyc, kit.Body{"decision": "approve"}).Failed(t, 403, "FORBIDDEN", "")
	s.TenantAdmin(t).Post(t, kyc, kit.Body{"decision": "approve"}).Failed(t, 404, "NOT_FOUND", "")

	approved := admin.Post(t, kyc, kit.Body{"decision": "approve"}).Ok(t, 200).Object(t, kit.ShapeOfInvestment)
	kit.WantFields(t, approved, kit.Body{"id": id, "userId": m.ID, "status": "active", "kycStatus": "approved"})
	kit.WantFields(t, m.Account(t, id), approved)
	admin.Post(t, kyc, kit.Body{"decision": "reject", "reason": "Too late."}).Failed(t, 409, "INVALID_TRANSITION", "")
	if told := admin.Told(t, "investment.account.kyc_submitted", "accountId", id); len(told) != 1 {
		t.Errorf("%d events tell of the submission, want 1", len(told))
	}
}

func kycIsRejected(t *testing.T, s *kit.Server) {
	admin, m := s.Officer(t, "admin", ""), s.Register(t)
	id := m.Invest(t, 100)
	kyc := kit.AccountAt(id) + "/kyc"
	m.Post(t, kyc, kit.Person()).Ok(t, 200)
	admin.Post(t, kyc, kit.Body{"decision": "reject"}).Failed(t, 400, "VALIDATION_ERROR", "reason")
	admin.Post(t, kyc, kit.Body{"decision": "maybe"}).Failed(t, 400, "VALIDATION_ERROR", "decision")
	mixed := kit.Person()
	mixed["decision"] = "approve"
	admin.Post(t, kyc, mixed).Failed(t, 400, "VALIDATION_ERROR", "decision")
	rejected := admin.Post(t, kyc, kit.Body{"decision": "reject", "reason": "The picture is blurred."}).Ok(t, 200).Object(t, kit.ShapeOfInvestment)
	kit.WantFields(t, rejected, kit.Body{"status": "pending_kyc", "kycStatus": "rejected", "kycReason": "The picture is blurred."})
	kit.WantFields(t, m.Post(t, kyc, kit.Person()).Ok(t, 200).Object(t, kit.ShapeOfInvestment), kit.Body{"kycStatus": "submitted", "kycReason": nil})
	admin.Post(t, kyc, kit.Body{"decision": "approve"}).Ok(t, 200)
	kit.WantFields(t, m.Account(t, id), kit.Body{"status": "active", "kycStatus": "approved"})
}

func badKYC(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	id := m.Invest(t, 100)
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
		details := kit.Person()
		details[bad.field] = bad.value
		if bad.value == nil {
			delete(details, bad.field)
		}
		m.Post(t, kit.AccountAt(id)+"/kyc", details).Failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	kit.WantFields(t, m.Account(t, id), kit.Body{"kycStatus": "none"})
}

func kycIsSealed(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	id := m.Invest(t, 100)
	known := kit.Secrets{"the name": "Melchior Unmistakable", "the document": "DOC-8842-UNMISTAKABLE", "the date of birth": "1971-03-29"}
	a := m.Post(t, kit.AccountAt(id)+"/kyc", kit.Body{
		"fullName": known["the name"], "country": "CH", "dateOfBirth": known["the date of birth"], "documentNumber": known["the document"],
	}).Ok(t, 200)
	if err := s.AwaitLog(t.Context(), "submitKyc"); err != nil { // it is written after the answer
		t.Fatal(err)
	}
	kept := kit.ReadDatabase(t, s.Place)
	if !strings.Contains(kept, id) {
		t.Fatal("the account is not found in the database")
	}
	for name := range known {
		known.WantAbsent(t, name, "the database", kept)
		known.WantAbsent(t, name, "the log", s.Log())
		known.WantAbsent(t, name, "the answer", string(a.Text))
	}
}

func onlyAdminsMove(t *testing.T, s *kit.Server) {
	m, stranger := s.Register(t), s.TenantAdmin(t)
	id := m.Invest(t, 100)
	for _, role := range []string{"trader", "analyst"} {
		s.Officer(t, role, "").Move(t, id, "active").Failed(t, 403, "FORBIDDEN", "")
	}
	m.Move(t, id, "active").Failed(t, 403, "FORBIDDEN", "")
	stranger.Move(t, id, "active").Failed(t, 404, "NOT_FOUND", "")
	admin := s.Officer(t, "admin", "")
	admin.Move(t, id, "frozen").Failed(t, 400, "VALIDATION_ERROR", "status")
	admin.Call(t, http.MethodPatch, kit.AccountAt(id)+"/status", kit.Body{}).Failed(t, 400, "VALIDATION_ERROR", "status")
	kit.WantFields(t, m.Account(t, id), kit.Body{"status": "pending_kyc"})
	admin.Moved(t, id, "active")
	s.Place.MustRun(t, "", "tenant create", "elsewhere", "Elsewhere")
	s.Officer(t, "super_admin", "elsewhere").Moved(t, id, "suspended")
}

// allTransitions tries every step from every state.
func allTransitions(t *testing.T, s *kit.Server) {
	admin, m := s.Officer(t, "admin", ""), s.Register(t)
	states := []string{"pending_kyc", "active", "suspended", "closed"}
	ways := map[string][]string{"pending_kyc": nil, "active": {"active"}, "suspended": {"active", "suspended"}, "closed": {"closed"}}
	allowed := map[string]string{ // by the preceding state
		"pending_kyc": "active closed", "active": "suspended closed", "suspended": "active closed", "closed": "",
	}
	for _, from := range states {
		for _, to := range states {
			m = s.Register(t) // not yet approved
			id := m.Invest(t, 100)
			for _, step := range ways[from] {
				admin.Moved(t, id, step)
			}
			a := admin.Move(t, id, to)
			if strings.Contains(allowed[from], to) {
				a.Ok(t, 200).Object(t, kit.ShapeOfInvestment)
				kit.WantFields(t, m.Account(t, id), kit.Body{"status": to, "currentBalance": 100, "accumulatedProfit": 0})
				continue
			}
			message := a.Failed(t, 409, "INVALID_TRANSITION", "").Envelope["error"].(map[string]any)["message"].(string)
			for _, word := range append(strings.Fields(allowed[from]), from) {
				if !strings.Contains(message, word) {
					t.Errorf("%s to %s is refused by %q, which does not name %s", from, to, message, word)
				}
			}
			kit.WantFields(t, m.Account(t, id), kit.Body{"status": from})
		}
	}
	closed := admin.Moved(t, m.Invest(t, 100), "closed")
	kit.Moment(t, closed["closedAt"])
	id := closed["id"].(string)
	m.Call(t, http.MethodPut, kit.AccountAt(id), kit.Body{"riskProfile": "moderate"}).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	m.Post(t, kit.AccountAt(id)+"/kyc", kit.Person()).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
}

func activeAccountFollows(t *testing.T, s *kit.Server) {
	admin, db := s.Officer(t, "admin", ""), s.Place.Books(t)
	for _, agent := range []string{"atlas", "orion", "nova"} {
		m := s.Register(t)
		made := m.Post(t, kit.AccountsPath, kit.Body{"tradingAgent": agent, "initialCapital": 100, "riskProfile": "moderate"}).Ok(t, 201)
		id := made.Object(t, kit.ShapeOfInvestment)["id"].(string)
		want := func(when string, following int) {
			t.Helper()
			if n := kit.Count(t, db, `SELECT COUNT(*) FROM bot_subscriptions WHERE account_id = $1 AND status = 'active'`, id); n != following {
				t.Errorf("%s, %s has %d active subscriptions, want %d", when, agent, n, following)
			}
		}
		want("pending", 0)
		admin.Moved(t, id, "active")
		want("active", 1)
		if n := kit.Count(t, db, `SELECT COUNT(*) FROM bot_subscriptions s JOIN bots b ON b.id = s.bot_id
			WHERE s.account_id = $1 AND s.mode = 'auto' AND s.user_id = $2 AND LOWER(b.name) = $3`, id, m.ID, agent); n != 1 {
			t.Errorf("%d automatic subscriptions to %s, want 1", n, agent)
		}
		admin.Moved(t, id, "suspended")
		want("suspended", 1) // it enters nothing, but its exits run
		admin.Moved(t, id, "active")
		want("active again", 1)
		admin.Moved(t, id, "closed")
		want("closed", 0)
	}
}

func transitionsAtOnceAreOne(t *testing.T, s *kit.Server) {
	admin, m, _ := brand(t, s)
	id := m.Invest(t, 100)
	for i, status := range []string{"active", "suspended", "closed"} {
		answers := kit.AtOnce(20, func(int) *kit.Answer { return admin.Move(t, id, status) })
		kit.WantOne(t, answers, 409, "INVALID_TRANSITION")
		told := admin.Events(t, "investment.account.status_changed")
		if len(told) != i+1 {
			t.Fatalf("%d events after %s, want %d", len(told), status, i+1)
		}
		kit.WantFields(t, told[0], kit.Body{"accountId": id, "status": status})
	}
	kit.WantFields(t, m.Account(t, id), kit.Body{"status": "closed", "currentBalance": 100})
}

func submissionsAtOnceAreOne(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	id := admin.Invest(t, 100)
	answers := kit.AtOnce(20, func(i int) *kit.Answer {
		details := kit.Person()
		details["fullName"] = fmt.Sprintf("Person %d", i)
		return admin.Post(t, kit.AccountAt(id)+"/kyc", details)
	})
	kit.WantOne(t, answers, 409, "INVALID_TRANSITION")
	if told := admin.Events(t, "investment.account.kyc_submitted"); len(told) != 1 {
		t.Errorf("%d events tell of the submission, want 1", len(told))
	}
}
