package investment_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const kycCasesPath = "/investment/kyc-cases"

// shapeOfCase is a KYC case in the list; a single case also has the submission.
var (
	shapeOfCase = kit.Shape{
		"accountId": kit.AUUID, "userId": kit.AUUID, "tenantId": kit.AUUID, "state": kit.AKYCState,
		"accountStatus": kit.OneOf("pending_kyc", "active", "suspended", "closed"), "openedAt": kit.ATime,
		"?submittedAt": kit.ATime, "?decidedAt": kit.ATime, "?decidedBy": kit.AUUID, "?reason": kit.AText,
	}
	shapeOfOpenedCase = kit.Shape{
		"accountId": kit.AUUID, "userId": kit.AUUID, "tenantId": kit.AUUID, "state": kit.AKYCState,
		"accountStatus": kit.OneOf("pending_kyc", "active", "suspended", "closed"), "openedAt": kit.ATime,
		"?submittedAt": kit.ATime, "?decidedAt": kit.ATime, "?decidedBy": kit.AUUID, "?reason": kit.AText,
		"?submission": kit.AnObject(kit.Shape{
			"fullName": kit.AText, "country": kit.AText, "dateOfBirth": kit.AText, "documentNumber": kit.AText,
			"?documentType": kit.OneOf("passport", "id_card", "driving_licence", "residence_permit"),
		}),
	}
)

func TestInvestmentAccountsAreReviewed(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a KYC case goes from the queue to a decision":      caseIsDecided,
		"nobody decides on their own KYC or account":        nobodyDecidesForThemselves,
		"an owner closes an account unless it is suspended": ownerCloses,
		"the 21st open account is refused, also at once":    twentyAccounts,
	})
}

// brand creates a tenant with an admin and a customer.
func brand(t *testing.T, s *kit.Server) (admin, customer *kit.Member, slug string) {
	t.Helper()
	slug = fmt.Sprintf("brand-%d", kit.TenantCount.Add(1))
	s.Place.MustRun(t, "", "tenant create", slug, "Brand "+slug)
	return s.Officer(t, "admin", slug), s.Officer(t, "user", slug), slug
}

// cases are the accounts on the queue's first page, in order.
func cases(t *testing.T, m *kit.Member, query string) (accounts []string) {
	t.Helper()
	for _, one := range m.Get(t, kycCasesPath+query).Ok(t, 200).List(t, shapeOfCase, kit.WithMeta) {
		accounts = append(accounts, one["accountId"].(string))
	}
	return accounts
}

func openCase(t *testing.T, m *kit.Member, account string) map[string]any {
	t.Helper()
	return m.Get(t, kycCasesPath+"/"+account).Ok(t, 200).Object(t, shapeOfOpenedCase)
}

func caseIsDecided(t *testing.T, s *kit.Server) {
	admin, m, slug := brand(t, s)
	people := []*kit.Member{s.Officer(t, "user", slug), m, s.Officer(t, "user", slug)}
	first, second, third := people[0].Invest(t, 100), people[1].Invest(t, 100), people[2].Invest(t, 100)
	if accounts := cases(t, admin, ""); len(accounts) != 0 {
		t.Errorf("before anything is handed in the queue holds %v", accounts)
	}
	kit.WantFields(t, openCase(t, admin, first), kit.Body{"state": "none", "submittedAt": nil, "submission": nil})
	given := kit.Person()
	given["documentType"] = "id_card"
	for _, i := range []int{1, 2, 0} {
		people[i].Post(t, kit.AccountAt([]string{first, second, third}[i])+"/kyc", given).Ok(t, 200)
	}
	if accounts := cases(t, admin, ""); !slices.Equal(accounts, []string{second, third, first}) {
		t.Errorf("the queue is %v, want the oldest first: %v", accounts, []string{second, third, first})
	}
	if accounts := cases(t, admin, "?limit=1&page=2"); !slices.Equal(accounts, []string{third}) {
		t.Errorf("the second page is %v, want %s", accounts, third)
	}
	kit.WantFields(t, kit.MetaOf(t, admin.Get(t, kycCasesPath+"?limit=1&page=2")), kit.Body{"page": 2, "limit": 1, "total": 3, "totalPages": 3})
	admin.Get(t, kycCasesPath+"?state=lost").Failed(t, 400, "VALIDATION_ERROR", "state")
	if list := admin.Get(t, kycCasesPath); strings.Contains(string(list.Text), "Ada Investor") {
		t.Errorf("the list holds what was handed in: %s", list.Text)
	}

	opened := openCase(t, admin, second)
	kit.WantFields(t, opened, kit.Body{"accountId": second, "userId": m.ID, "state": "submitted", "accountStatus": "pending_kyc"})
	kit.WantFields(t, opened["submission"].(map[string]any), given)
	kit.Moment(t, opened["submittedAt"])
	given["decision"] = "approve" // beside a submission
	admin.Post(t, kit.AccountAt(second)+"/kyc", given).Failed(t, 400, "VALIDATION_ERROR", "decision")
	admin.Post(t, kit.AccountAt(second)+"/kyc", kit.Body{"decision": "approve"}).Ok(t, 200)
	admin.Post(t, kit.AccountAt(third)+"/kyc", kit.Body{"decision": "reject", "reason": "It has run out."}).Ok(t, 200)
	for state, want := range map[string]string{"submitted": first, "approved": second, "rejected": third} {
		if accounts := cases(t, admin, "?state="+state); !slices.Equal(accounts, []string{want}) {
			t.Errorf("%s are %v, want %s", state, accounts, want)
		}
	}
	kit.WantFields(t, openCase(t, admin, third), kit.Body{"state": "rejected", "reason": "It has run out.", "decidedBy": admin.ID})

	var actions []string
	known := admin.Get(t, "/kyc/cases?state=approved").Ok(t, 200).List(t, shapeOfPersonCase, kit.WithMeta)[0]["id"].(string)
	for _, entry := range admin.Get(t, "/audit-log?subjectId="+known).Ok(t, 200).List(t, kit.ShapeOfAudit, kit.WithMeta) {
		actions = append(actions, entry["action"].(string))
		kit.WantFields(t, entry, kit.Body{"actorId": admin.ID, "userId": m.ID, "subjectKind": "kyc_case"})
	}
	if want := []string{"kyc.case.approved", "kyc.case.read"}; !slices.Equal(actions, want) {
		t.Errorf("the audit log tells of %v, want %v", actions, want)
	}
	if log := admin.Get(t, "/audit-log?limit=100"); strings.Contains(string(log.Text), "Ada Investor") || strings.Contains(s.Log(), "Ada Investor") {
		t.Error("a log holds what was handed in")
	}
}

func nobodyDecidesForThemselves(t *testing.T, s *kit.Server) {
	_, _, slug := brand(t, s)
	colleague := s.Officer(t, "admin", slug)
	for _, role := range []string{"admin", "super_admin"} {
		m := s.Officer(t, role, slug)
		id := m.Invest(t, 100)
		m.Move(t, id, "active").Failed(t, 409, "SELF_DECISION", "")
		m.Post(t, kit.AccountAt(id)+"/kyc", kit.Person()).Ok(t, 200)
		m.Post(t, kit.AccountAt(id)+"/kyc", kit.Body{"decision": "approve"}).Failed(t, 409, "SELF_DECISION", "")
		m.Post(t, kit.AccountAt(id)+"/kyc", kit.Body{"decision": "reject", "reason": "No."}).Failed(t, 409, "SELF_DECISION", "")
		kit.WantFields(t, m.Account(t, id), kit.Body{"status": "pending_kyc", "kycStatus": "submitted"})
		colleague.Post(t, kit.AccountAt(id)+"/kyc", kit.Body{"decision": "approve"}).Ok(t, 200)
		m.Move(t, id, "suspended").Failed(t, 409, "SELF_DECISION", "")
		colleague.Moved(t, id, "suspended")
		m.Move(t, id, "active").Failed(t, 409, "SELF_DECISION", "")
		kit.WantFields(t, m.Account(t, id), kit.Body{"status": "suspended"})
	}
}

func ownerCloses(t *testing.T, s *kit.Server) {
	admin, m, _ := brand(t, s)
	stranger := s.Register(t)
	id := m.Invest(t, 100)
	admin.Moved(t, id, "active")
	admin.Moved(t, id, "suspended")
	m.Move(t, id, "closed").Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	admin.Moved(t, id, "active")
	stranger.Move(t, id, "closed").Failed(t, 404, "NOT_FOUND", "")
	m.Moved(t, id, "closed")
	m.Move(t, id, "closed").Failed(t, 409, "INVALID_TRANSITION", "")
}

func twentyAccounts(t *testing.T, s *kit.Server) {
	admin, m, _ := brand(t, s)
	wanted := kit.Body{"tradingAgent": "nova", "initialCapital": 100, "riskProfile": "moderate"}
	opened := 0
	for _, a := range kit.AtOnce(30, func(int) *kit.Answer { return m.Post(t, kit.AccountsPath, wanted) }) {
		if a.Status == http.StatusCreated {
			opened++
			continue
		}
		a.Failed(t, 409, "CONFLICT", "")
	}
	accounts := m.Get(t, kit.AccountsPath).Ok(t, 200).List(t, kit.ShapeOfInvestment, nil)
	if opened != 20 || len(accounts) != 20 {
		t.Fatalf("%d were opened and %d are there, want 20", opened, len(accounts))
	}
	m.Post(t, kit.AccountsPath, wanted).Failed(t, 409, "CONFLICT", "")
	admin.Moved(t, accounts[0]["id"].(string), "closed")
	m.Invest(t, 100)
	m.Post(t, kit.AccountsPath, wanted).Failed(t, 409, "CONFLICT", "")
}

// TestAgentsHaveAPastFromTheStart uses a fresh installation that is configured to keep no history of its own: the
// agents look back, so their history is still created.
func TestAgentsHaveAPastFromTheStart(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		m := place.Serve(t).Register(t)
		for _, look := range []struct { // the look-backs of atlas, orion and nova
			series  string
			candles int
			young   time.Duration
		}{
			{"symbol=BTCUSD&interval=1h", 401, 3 * time.Hour}, {"symbol=ETHUSD&interval=1h", 401, 3 * time.Hour},
			{"symbol=SOLUSD&interval=1d", 58, 3 * 24 * time.Hour}, {"symbol=ADAUSD&interval=1h", 145, 3 * time.Hour},
		} {
			testkit.Within(t, kit.Patience, look.series, func() bool {
				found := m.Get(t, "/trading/candles?limit=500&"+look.series).Ok(t, 200).List(t, kit.ShapeOfCandle, nil)
				return len(found) >= look.candles && time.Since(kit.Moment(t, found[len(found)-1]["openTime"])) < look.young
			})
		}
	})
}
