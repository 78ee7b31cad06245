package e2e_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"
)

// The investment operations that the specification states, but for the connections.

func TestTheSpecifiedInvestmentOperations(t *testing.T) {
	t.Parallel()
	onEachServer(t, scenarios{
		"a new user has no accounts and figures of nothing":         newUserHasNothingInvested,
		"an account is opened with its capital and waits for KYC":   accountIsOpened,
		"every agent and every risk profile can be had":             everyAgentCanBeHad,
		"a request that cannot be is refused by its field":          badInvestments,
		"the risk profile can be changed":                           riskProfileChanges,
		"figures are of one account or of all":                      figuresOfAccounts,
		"what belongs to another is not there":                      strangersSeeNoInvestments,
		"nobody invests without a token":                            investmentWantsAToken,
		"a key makes an opening repeatable":                         keyedOpeningIsRepeatable,
		"a body that is not the contract's is no":                   badInvestmentBodies,
		"every account and every opening is told":                   openingIsTold,
		"no more capital than there can be":                         hugeCapital,
		"an amount of more than two decimal places is not rounded":  fineCapital,
		"an empty change of an account leaves everything as it was": emptyAccountChange,
	})
}

func newUserHasNothingInvested(t *testing.T, s *server) {
	m := s.register(t)
	if all := m.get(t, accountsPath).ok(t, 200).list(t, shapeOfInvestment, nil); len(all) != 0 {
		t.Errorf("a new user has accounts: %v", all)
	}
	if all := m.get(t, connectionsPath).ok(t, 200).list(t, shapeOfConnection, nil); len(all) != 0 {
		t.Errorf("a new user has connections: %v", all)
	}
	for query, period := range map[string]string{
		"": "month", "?period=week": "week", "?period=month": "month", "?period=quarter": "quarter", "?period=year": "year", "?period=all": "all",
	} {
		figures := m.get(t, "/investment/performance"+query).ok(t, 200).object(t, shapeOfFigures)
		wantFields(t, figures, body{
			"period": period, "totalReturn": 0, "winRate": 0, "sharpeRatio": 0, "closedTrades": 0, "observations": 0,
		})
	}
	analytics := m.get(t, "/investment/analytics").ok(t, 200).object(t, shapeOfAnalytics)
	for _, name := range []string{"equityCurve", "monthlyReturns", "bySymbol", "byExitReason"} {
		if list := analytics[name].([]any); len(list) != 0 {
			t.Errorf("%s of a new user is %v", name, list)
		}
	}
	wantFields(t, analytics, body{"totalReturn": 0, "sharpeRatio": 0, "netDeposits": 0, "fees": 0, "bestTrade": 0, "closedTrades": 0})
}

func accountIsOpened(t *testing.T, s *server) {
	m := s.register(t)
	wanted := body{"tradingAgent": "nova", "initialCapital": 2500.5, "riskProfile": "aggressive"}
	made := m.post(t, accountsPath, wanted).ok(t, 201).object(t, shapeOfInvestment)
	wantFields(t, made, body{
		"userId": m.id, "tradingAgent": "nova", "initialCapital": 2500.5, "currentBalance": 2500.5, "accumulatedProfit": 0,
		"riskProfile": "aggressive", "status": "pending_kyc", "kycStatus": "none", "activatedAt": nil, "closedAt": nil, "kycReason": nil,
	})
	read := m.account(t, made["id"].(string))
	wantFields(t, read, made)
	second := m.invest(t, 100)
	all := m.get(t, accountsPath).ok(t, 200).list(t, shapeOfInvestment, nil)
	if len(all) != 2 || all[0]["id"] != second || all[1]["id"] != made["id"] {
		t.Errorf("the accounts are %v, want the newest first", all)
	}
	wantFields(t, all[1], made)
	// Paper money is no part of it.
	wantFields(t, m.portfolio(t), body{"positions": 0})
}

func everyAgentCanBeHad(t *testing.T, s *server) {
	m := s.register(t)
	for _, agent := range []string{"atlas", "orion", "nova"} {
		for _, profile := range []string{"conservative", "moderate", "aggressive"} {
			wanted := body{"tradingAgent": agent, "initialCapital": 100, "riskProfile": profile}
			wantFields(t, m.post(t, accountsPath, wanted).ok(t, 201).object(t, shapeOfInvestment), wanted)
		}
	}
	if all := m.get(t, accountsPath).ok(t, 200).list(t, shapeOfInvestment, nil); len(all) != 9 {
		t.Errorf("%d accounts, want 9", len(all))
	}
}

func badInvestments(t *testing.T, s *server) {
	m := s.register(t)
	id := m.invest(t, 100)
	for _, bad := range []struct {
		change body
		field  string
	}{
		{body{"tradingAgent": nil}, "tradingAgent"}, {body{"tradingAgent": "zeus"}, "tradingAgent"},
		{body{"tradingAgent": "Atlas"}, "tradingAgent"}, {body{"tradingAgent": ""}, "tradingAgent"},
		{body{"tradingAgent": 7}, "tradingAgent"},
		{body{"initialCapital": nil}, "initialCapital"}, {body{"initialCapital": 99.99}, "initialCapital"},
		{body{"initialCapital": 99.99999999}, "initialCapital"}, {body{"initialCapital": 0}, "initialCapital"},
		{body{"initialCapital": -100}, "initialCapital"}, {body{"initialCapital": "100"}, "initialCapital"},
		{body{"riskProfile": nil}, "riskProfile"}, {body{"riskProfile": "wild"}, "riskProfile"},
		{body{"status": "active"}, "status"}, {body{"currentBalance": 1e6}, "currentBalance"}, {body{"userId": m.id}, "userId"},
	} {
		wanted := body{"tradingAgent": "atlas", "initialCapital": 100, "riskProfile": "moderate"}
		for name, value := range bad.change {
			wanted[name] = value
			if value == nil {
				delete(wanted, name)
			}
		}
		m.post(t, accountsPath, wanted).failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	m.call(t, http.MethodPut, accountAt(id), body{"riskProfile": "wild"}).failed(t, 400, "VALIDATION_ERROR", "riskProfile")
	m.call(t, http.MethodPut, accountAt(id), body{"initialCapital": 1e6}).failed(t, 400, "VALIDATION_ERROR", "initialCapital")
	m.get(t, "/investment/performance?period=3months").failed(t, 400, "VALIDATION_ERROR", "period")
	m.get(t, "/investment/performance?period=").failed(t, 400, "VALIDATION_ERROR", "period")
	m.get(t, "/investment/performance?accountId=mine").failed(t, 400, "VALIDATION_ERROR", "accountId")
	m.get(t, "/investment/analytics?accountId=mine").failed(t, 400, "VALIDATION_ERROR", "accountId")
	m.get(t, accountAt("mine")).failed(t, 400, "VALIDATION_ERROR", "accountId")
	if all := m.get(t, accountsPath).ok(t, 200).list(t, shapeOfInvestment, nil); len(all) != 1 {
		t.Errorf("%d accounts after the refusals, want 1", len(all))
	}
}

func hugeCapital(t *testing.T, s *server) {
	m := s.register(t)
	for _, amount := range []string{"1e300", "92233720369", "1000000000.01", "1e-300"} {
		m.post(t, accountsPath, `{"tradingAgent":"atlas","riskProfile":"moderate","initialCapital":`+amount+`}`).
			failed(t, 400, "VALIDATION_ERROR", "initialCapital")
	}
}

func fineCapital(t *testing.T, s *server) {
	m := s.register(t)
	for _, amount := range []string{"100.001", "100.123456789"} {
		m.post(t, accountsPath, `{"tradingAgent":"atlas","riskProfile":"moderate","initialCapital":`+amount+`}`).
			failed(t, 400, "VALIDATION_ERROR", "initialCapital")
	}
}

func riskProfileChanges(t *testing.T, s *server) {
	m := s.register(t)
	id := m.invest(t, 100)
	changed := m.call(t, http.MethodPut, accountAt(id), body{"riskProfile": "conservative"}).ok(t, 200).object(t, shapeOfInvestment)
	wantFields(t, changed, body{"id": id, "riskProfile": "conservative", "status": "pending_kyc", "currentBalance": 100})
	wantFields(t, m.account(t, id), changed)
}

func emptyAccountChange(t *testing.T, s *server) {
	m := s.register(t)
	before := m.account(t, m.invest(t, 100))
	wantFields(t, m.call(t, http.MethodPut, accountAt(before["id"].(string)), body{}).ok(t, 200).object(t, shapeOfInvestment), before)
}

func figuresOfAccounts(t *testing.T, s *server) {
	m := s.register(t)
	id := m.invest(t, 300)
	m.invest(t, 200)
	for query, deposits := range map[string]float64{"": 500, "?accountId=" + id: 300} {
		analytics := m.get(t, "/investment/analytics"+query).ok(t, 200).object(t, shapeOfAnalytics)
		wantFields(t, analytics, body{"netDeposits": deposits, "closedTrades": 0, "totalReturn": 0})
		curve := analytics["equityCurve"].([]any)
		if len(curve) != 1 || curve[0].(map[string]any)["value"] != deposits {
			t.Errorf("the curve of %q is %v, want one day of %v", query, curve, deposits)
		}
	}
	wantFields(t, m.get(t, "/investment/performance?period=all&accountId="+id).ok(t, 200).object(t, shapeOfFigures), body{"period": "all", "totalReturn": 0})
}

func strangersSeeNoInvestments(t *testing.T, s *server) {
	m := s.register(t)
	id := m.invest(t, 100)
	// Another user of the tenant, and an admin of another tenant, who may do everything at home.
	for _, other := range []*member{s.register(t), s.tenantAdmin(t)} {
		for _, id := range []string{id, uuid.NewString()} {
			other.get(t, accountAt(id)).failed(t, 404, "NOT_FOUND", "")
			other.call(t, http.MethodPut, accountAt(id), body{"riskProfile": "moderate"}).failed(t, 404, "NOT_FOUND", "")
			other.post(t, accountAt(id)+"/kyc", person()).failed(t, 404, "NOT_FOUND", "")
			other.get(t, "/investment/performance?accountId="+id).failed(t, 404, "NOT_FOUND", "")
			other.get(t, "/investment/analytics?accountId="+id).failed(t, 404, "NOT_FOUND", "")
		}
		if all := other.get(t, accountsPath).ok(t, 200).list(t, shapeOfInvestment, nil); len(all) != 0 {
			t.Errorf("a stranger has the accounts %v", all)
		}
	}
	wantFields(t, m.account(t, id), body{"riskProfile": "moderate", "kycStatus": "none"})
}

func investmentWantsAToken(t *testing.T, s *server) {
	nobody, id := s.client(), uuid.NewString()
	for _, operation := range []struct {
		method, path string
		content      any
	}{
		{http.MethodGet, accountsPath, nil},
		{http.MethodPost, accountsPath, body{"tradingAgent": "atlas", "initialCapital": 100, "riskProfile": "moderate"}},
		{http.MethodGet, accountAt(id), nil}, {http.MethodPut, accountAt(id), body{}}, {http.MethodPost, accountAt(id) + "/kyc", person()},
		{http.MethodPatch, accountAt(id) + "/status", body{"status": "active"}},
		{http.MethodPost, connectPath, body{"provider": "binance", "credentials": body{}}},
		{http.MethodGet, connectionsPath, nil}, {http.MethodGet, connectionsPath + "/" + id, nil},
		{http.MethodDelete, connectionsPath + "/" + id, nil},
		{http.MethodGet, "/investment/performance", nil}, {http.MethodGet, "/investment/analytics", nil},
	} {
		nobody.call(t, operation.method, operation.path, operation.content).failed(t, 401, "UNAUTHORIZED", "")
		nobody.as("not.a.token").call(t, operation.method, operation.path, operation.content).failed(t, 401, "UNAUTHORIZED", "")
	}
}

func keyedOpeningIsRepeatable(t *testing.T, s *server) {
	m := s.register(t)
	keyed := m.with("Idempotency-Key", "this account")
	wanted := body{"tradingAgent": "atlas", "initialCapital": 100, "riskProfile": "moderate"}
	first := keyed.post(t, accountsPath, wanted).ok(t, 201)
	again := keyed.post(t, accountsPath, wanted).ok(t, 201)
	if string(first.text) != string(again.text) || again.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s with %v", first.text, again.text, again.header)
	}
	wanted["initialCapital"] = 200
	keyed.post(t, accountsPath, wanted).failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	if all := m.get(t, accountsPath).ok(t, 200).list(t, shapeOfInvestment, nil); len(all) != 1 {
		t.Errorf("%d accounts, want 1", len(all))
	}
}

func badInvestmentBodies(t *testing.T, s *server) {
	m := s.register(t)
	for _, text := range []string{"{", "", "[]", `"text"`, "null"} {
		if a := m.post(t, accountsPath, text); a.status != http.StatusBadRequest {
			t.Errorf("%q is answered by %d %s", text, a.status, a.text)
		}
	}
	m.with("Content-Type", "text/plain").post(t, accountsPath, "{}").failed(t, 415, "UNSUPPORTED_MEDIA_TYPE", "")
}

func openingIsTold(t *testing.T, s *server) {
	admin := s.tenantAdmin(t)
	id := admin.invest(t, 150)
	told := admin.events(t, "investment.account.created")
	if len(told) != 1 {
		t.Fatalf("%d events tell of the opening, want 1", len(told))
	}
	wantFields(t, told[0], body{
		"accountId": id, "userId": admin.id, "tradingAgent": "orion", "initialCapital": 150, "riskProfile": "moderate", "status": "pending_kyc",
	})
}
