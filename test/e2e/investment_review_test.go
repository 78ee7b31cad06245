package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

const kycCasesPath = "/investment/kyc-cases"

// shapeOfCase is a KYC case in the list; a case of its own has what was handed in beside it.
var (
	shapeOfCase = shape{
		"accountId": aUUID, "userId": aUUID, "tenantId": aUUID, "state": oneOf("none", "submitted", "approved", "rejected"),
		"accountStatus": oneOf("pending_kyc", "active", "suspended", "closed"), "openedAt": aTime,
		"?submittedAt": aTime, "?decidedAt": aTime, "?decidedBy": aUUID, "?reason": aText,
	}
	shapeOfOpenedCase = shape{
		"accountId": aUUID, "userId": aUUID, "tenantId": aUUID, "state": oneOf("none", "submitted", "approved", "rejected"),
		"accountStatus": oneOf("pending_kyc", "active", "suspended", "closed"), "openedAt": aTime,
		"?submittedAt": aTime, "?decidedAt": aTime, "?decidedBy": aUUID, "?reason": aText,
		"?submission": anObject(shape{
			"fullName": aText, "country": aText, "dateOfBirth": aText, "documentNumber": aText,
			"?documentType": oneOf("passport", "id_card", "driving_licence", "residence_permit"),
		}),
	}
)

func TestInvestmentAccountsAreReviewed(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"a KYC case goes from the queue to a decision":      caseIsDecided,
		"cases are for admins of their tenant":              casesAreForAdmins,
		"nobody decides on their own KYC or account":        nobodyDecidesForThemselves,
		"an owner closes an account unless it is suspended": ownerCloses,
		"the 21st open account is refused, also at once":    twentyAccounts,
	})
}

// brand makes a tenant of its own with an admin and a customer.
func (s *server) brand(t *testing.T) (admin, customer *member, slug string) {
	t.Helper()
	slug = fmt.Sprintf("brand-%d", tenantCount.Add(1))
	s.place.mustRun(t, "", "tenant create", slug, "Brand "+slug)
	return s.officer(t, "admin", slug), s.officer(t, "user", slug), slug
}

// cases are the accounts of the queue's first page, in its order.
func (m *member) cases(t *testing.T, query string) (accounts []string) {
	t.Helper()
	for _, one := range m.get(t, kycCasesPath+query).ok(t, 200).list(t, shapeOfCase, withMeta) {
		accounts = append(accounts, one["accountId"].(string))
	}
	return accounts
}

func (m *member) openCase(t *testing.T, account string) map[string]any {
	t.Helper()
	return m.get(t, kycCasesPath+"/"+account).ok(t, 200).object(t, shapeOfOpenedCase)
}

func caseIsDecided(t *testing.T, s *server) {
	admin, m, _ := s.brand(t)
	first, second, third := m.invest(t, 100), m.invest(t, 100), m.invest(t, 100)
	if accounts := admin.cases(t, ""); len(accounts) != 0 {
		t.Errorf("before anything is handed in the queue holds %v", accounts)
	}
	wantFields(t, admin.openCase(t, first), body{"state": "none", "submittedAt": nil, "submission": nil})
	given := person()
	given["documentType"] = "id_card"
	for _, account := range []string{second, third, first} {
		m.post(t, accountAt(account)+"/kyc", given).ok(t, 200)
	}
	if accounts := admin.cases(t, ""); !slices.Equal(accounts, []string{second, third, first}) {
		t.Errorf("the queue is %v, want the oldest first: %v", accounts, []string{second, third, first})
	}
	if accounts := admin.cases(t, "?limit=1&page=2"); !slices.Equal(accounts, []string{third}) {
		t.Errorf("the second page is %v, want %s", accounts, third)
	}
	wantFields(t, metaOf(t, admin.get(t, kycCasesPath+"?limit=1&page=2")), body{"page": 2, "limit": 1, "total": 3, "totalPages": 3})
	admin.get(t, kycCasesPath+"?state=lost").failed(t, 400, "VALIDATION_ERROR", "state")
	if list := admin.get(t, kycCasesPath); strings.Contains(string(list.text), "Ada Investor") {
		t.Errorf("the list holds what was handed in: %s", list.text)
	}

	opened := admin.openCase(t, second)
	wantFields(t, opened, body{"accountId": second, "userId": m.id, "state": "submitted", "accountStatus": "pending_kyc"})
	wantFields(t, opened["submission"].(map[string]any), given)
	moment(t, opened["submittedAt"])
	admin.post(t, accountAt(second)+"/kyc", body{"decision": "approve"}).ok(t, 200)
	admin.post(t, accountAt(third)+"/kyc", body{"decision": "reject", "reason": "It has run out."}).ok(t, 200)
	for state, want := range map[string]string{"submitted": first, "approved": second, "rejected": third} {
		if accounts := admin.cases(t, "?state="+state); !slices.Equal(accounts, []string{want}) {
			t.Errorf("%s are %v, want %s", state, accounts, want)
		}
	}
	wantFields(t, admin.openCase(t, third), body{"state": "rejected", "reason": "It has run out.", "decidedBy": admin.id})

	var actions []string
	for _, entry := range admin.get(t, "/audit-log?subjectId="+second).ok(t, 200).list(t, shapeOfAudit, withMeta) {
		actions = append(actions, entry["action"].(string))
		wantFields(t, entry, body{"actorId": admin.id, "userId": m.id, "subjectKind": "investment_account"})
	}
	if want := []string{"investment.kyc.approved", "investment.kyc.read"}; !slices.Equal(actions, want) {
		t.Errorf("the audit log tells of %v, want %v", actions, want)
	}
	if log := admin.get(t, "/audit-log?limit=100"); strings.Contains(string(log.text), "Ada Investor") || strings.Contains(s.Log(), "Ada Investor") {
		t.Error("a log holds what was handed in")
	}
}

func casesAreForAdmins(t *testing.T, s *server) {
	admin, m, slug := s.brand(t)
	id := m.invest(t, 100)
	m.post(t, accountAt(id)+"/kyc", person()).ok(t, 200)
	for _, role := range []string{"user", "trader", "analyst"} {
		officer := s.officer(t, role, slug)
		officer.get(t, kycCasesPath).failed(t, 403, "FORBIDDEN", "")
		officer.get(t, kycCasesPath+"/"+id).failed(t, 403, "FORBIDDEN", "")
	}
	m.get(t, kycCasesPath+"/"+id).failed(t, 403, "FORBIDDEN", "")
	stranger, _, _ := s.brand(t)
	if accounts := stranger.cases(t, ""); len(accounts) != 0 {
		t.Errorf("an admin of another tenant sees %v", accounts)
	}
	stranger.get(t, kycCasesPath+"/"+id).failed(t, 404, "NOT_FOUND", "")
	tenant := admin.me(t)["tenantId"].(string)
	stranger.get(t, kycCasesPath+"?tenantId="+tenant).failed(t, 404, "NOT_FOUND", "")
	super := s.officer(t, "super_admin", "")
	if accounts := super.cases(t, "?tenantId="+tenant); !slices.Equal(accounts, []string{id}) {
		t.Errorf("a super_admin sees %v, want %s", accounts, id)
	}
	super.openCase(t, id)
}

func nobodyDecidesForThemselves(t *testing.T, s *server) {
	_, _, slug := s.brand(t)
	colleague := s.officer(t, "admin", slug)
	for _, role := range []string{"admin", "super_admin"} {
		m := s.officer(t, role, slug)
		id := m.invest(t, 100)
		m.move(t, id, "active").failed(t, 409, "SELF_DECISION", "")
		m.post(t, accountAt(id)+"/kyc", person()).ok(t, 200)
		m.post(t, accountAt(id)+"/kyc", body{"decision": "approve"}).failed(t, 409, "SELF_DECISION", "")
		m.post(t, accountAt(id)+"/kyc", body{"decision": "reject", "reason": "No."}).failed(t, 409, "SELF_DECISION", "")
		wantFields(t, m.account(t, id), body{"status": "pending_kyc", "kycStatus": "submitted"})
		colleague.post(t, accountAt(id)+"/kyc", body{"decision": "approve"}).ok(t, 200)
		m.move(t, id, "suspended").failed(t, 409, "SELF_DECISION", "")
		colleague.moved(t, id, "suspended")
		m.move(t, id, "active").failed(t, 409, "SELF_DECISION", "")
		wantFields(t, m.account(t, id), body{"status": "suspended"})
	}
}

func ownerCloses(t *testing.T, s *server) {
	admin, m, _ := s.brand(t)
	stranger := s.register(t)
	id := m.invest(t, 100)
	admin.moved(t, id, "active")
	admin.moved(t, id, "suspended")
	m.move(t, id, "closed").failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	admin.moved(t, id, "active")
	stranger.move(t, id, "closed").failed(t, 404, "NOT_FOUND", "")
	m.moved(t, id, "closed")
	m.move(t, id, "closed").failed(t, 409, "INVALID_TRANSITION", "")
}

func twentyAccounts(t *testing.T, s *server) {
	admin, m, _ := s.brand(t)
	wanted := body{"tradingAgent": "nova", "initialCapital": 100, "riskProfile": "moderate"}
	opened := 0
	for _, a := range atOnce(30, func(int) *answer { return m.post(t, accountsPath, wanted) }) {
		if a.status == http.StatusCreated {
			opened++
			continue
		}
		a.failed(t, 409, "CONFLICT", "")
	}
	accounts := m.get(t, accountsPath).ok(t, 200).list(t, shapeOfInvestment, nil)
	if opened != 20 || len(accounts) != 20 {
		t.Fatalf("%d were opened and %d are there, want 20", opened, len(accounts))
	}
	m.post(t, accountsPath, wanted).failed(t, 409, "CONFLICT", "")
	admin.moved(t, accounts[0]["id"].(string), "closed")
	m.invest(t, 100)
	m.post(t, accountsPath, wanted).failed(t, 409, "CONFLICT", "")
}

// TestAgentsHaveAPastFromTheStart is of a fresh installation that is told to keep no history of its own accord:
// the agents look back, so theirs is made.
func TestAgentsHaveAPastFromTheStart(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		m := place.serve(t).register(t)
		for series, candles := range map[string]int{ // as far back as atlas, orion and nova look
			"symbol=BTCUSD&interval=1h": 201, "symbol=ETHUSD&interval=1h": 201,
			"symbol=SOLUSD&interval=5m": 200, "symbol=ADAUSD&interval=1m": 400,
		} {
			eventually(t, patience, series, func() bool {
				found := m.get(t, "/trading/candles?limit=500&"+series).ok(t, 200).list(t, shapeOfCandle, nil)
				return len(found) >= candles && time.Since(moment(t, found[len(found)-1]["openTime"])) < 3*time.Hour
			})
		}
	})
}
