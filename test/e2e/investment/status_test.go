package investment_test

import (
	"fmt"
	"strings"
	"testing"

	"bourse/test/e2e/kit"
)

func TestInvestmentAccountsChangeTheirState(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"what KYC says is found nowhere":                        kycIsSealed,
		"an active account follows its agent and no other does": activeAccountFollows,
		"twenty transitions at once are one":                    transitionsAtOnceAreOne,
		"twenty submissions at once are one":                    submissionsAtOnceAreOne,
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
