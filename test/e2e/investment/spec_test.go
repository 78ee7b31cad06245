package investment_test

import (
	"net/http"
	"testing"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

// The investment operations that the specification states, except the connections.

func TestTheSpecifiedInvestmentOperations(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
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

func newUserHasNothingInvested(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	if all := m.Get(t, kit.AccountsPath).Ok(t, 200).List(t, kit.ShapeOfInvestment, nil); len(all) != 0 {
		t.Errorf("a new user has accounts: %v", all)
	}
	if all := m.Get(t, kit.ConnectionsPath).Ok(t, 200).List(t, kit.ShapeOfConnection, nil); len(all) != 0 {
		t.Errorf("a new user has connections: %v", all)
	}
	for query, period := range map[string]string{
		"": "month", "?period=week": "week", "?period=month": "month", "?period=quarter": "quarter", "?period=year": "year", "?period=all": "all",
	} {
		figures := m.Get(t, "/investment/performance"+query).Ok(t, 200).Object(t, kit.ShapeOfFigures)
		kit.WantFields(t, figures, kit.Body{
			"period": period, "totalReturn": 0, "winRate": 0, "sharpeRatio": 0, "closedTrades": 0, "observations": 0,
		})
	}
	analytics := m.Get(t, "/investment/analytics").Ok(t, 200).Object(t, kit.ShapeOfAnalytics)
	for _, name := range []string{"equityCurve", "monthlyReturns", "bySymbol", "byExitReason"} {
		if list := analytics[name].([]any); len(list) != 0 {
			t.Errorf("%s of a new user is %v", name, list)
		}
	}
	kit.WantFields(t, analytics, kit.Body{"totalReturn": 0, "sharpeRatio": 0, "netDeposits": 0, "fees": 0, "bestTrade": 0, "closedTrades": 0})
}

func accountIsOpened(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	wanted := kit.Body{"tradingAgent": "nova", "initialCapital": 2500.5, "riskProfile": "aggressive"}
	made := m.Post(t, kit.AccountsPath, wanted).Ok(t, 201).Object(t, kit.ShapeOfInvestment)
	kit.WantFields(t, made, kit.Body{
		"userId": m.ID, "tradingAgent": "nova", "initialCapital": 2500.5, "currentBalance": 2500.5, "accumulatedProfit": 0,
		"riskProfile": "aggressive", "status": "pending_kyc", "kycStatus": "none", "activatedAt": nil, "closedAt": nil, "kycReason": nil,
	})
	read := m.Account(t, made["id"].(string))
	kit.WantFields(t, read, made)
	second := m.Invest(t, 100)
	all := m.Get(t, kit.AccountsPath).Ok(t, 200).List(t, kit.ShapeOfInvestment, nil)
	if len(all) != 2 || all[0]["id"] != second || all[1]["id"] != made["id"] {
		t.Errorf("the accounts are %v, want the newest first", all)
	}
	kit.WantFields(t, all[1], made)
	// Paper money is not part of it.
	kit.WantFields(t, m.Portfolio(t), kit.Body{"positions": 0})
}

func everyAgentCanBeHad(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	for _, agent := range []string{"atlas", "orion", "nova"} {
		for _, profile := range []string{"conservative", "moderate", "aggressive"} {
			wanted := kit.Body{"tradingAgent": agent, "initialCapital": 100, "riskProfile": profile}
			kit.WantFields(t, m.Post(t, kit.AccountsPath, wanted).Ok(t, 201).Object(t, kit.ShapeOfInvestment), wanted)
		}
	}
	if all := m.Get(t, kit.AccountsPath).Ok(t, 200).List(t, kit.ShapeOfInvestment, nil); len(all) != 9 {
		t.Errorf("%d accounts, want 9", len(all))
	}
}

func badInvestments(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	id := m.Invest(t, 100)
	for _, bad := range []struct {
		change kit.Body
		field  string
	}{
		{kit.Body{"tradingAgent": nil}, "tradingAgent"}, {kit.Body{"tradingAgent": "zeus"}, "tradingAgent"},
		{kit.Body{"tradingAgent": "Atlas"}, "tradingAgent"}, {kit.Body{"tradingAgent": ""}, "tradingAgent"},
		{kit.Body{"tradingAgent": 7}, "tradingAgent"},
		{kit.Body{"initialCapital": nil}, "initialCapital"}, {kit.Body{"initialCapital": 99.99}, "initialCapital"},
		{kit.Body{"initialCapital": 99.99999999}, "initialCapital"}, {kit.Body{"initialCapital": 0}, "initialCapital"},
		{kit.Body{"initialCapital": -100}, "initialCapital"}, {kit.Body{"initialCapital": "100"}, "initialCapital"},
		{kit.Body{"riskProfile": nil}, "riskProfile"}, {kit.Body{"riskProfile": "wild"}, "riskProfile"},
		{kit.Body{"status": "active"}, "status"}, {kit.Body{"currentBalance": 1e6}, "currentBalance"}, {kit.Body{"userId": m.ID}, "userId"},
	} {
		wanted := kit.Body{"tradingAgent": "atlas", "initialCapital": 100, "riskProfile": "moderate"}
		for name, value := range bad.change {
			wanted[name] = value
			if value == nil {
				delete(wanted, name)
			}
		}
		m.Post(t, kit.AccountsPath, wanted).Failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	m.Call(t, http.MethodPut, kit.AccountAt(id), kit.Body{"riskProfile": "wild"}).Failed(t, 400, "VALIDATION_ERROR", "riskProfile")
	m.Call(t, http.MethodPut, kit.AccountAt(id), kit.Body{"initialCapital": 1e6}).Failed(t, 400, "VALIDATION_ERROR", "initialCapital")
	m.Get(t, "/investment/performance?period=3months").Failed(t, 400, "VALIDATION_ERROR", "period")
	m.Get(t, "/investment/performance?period=").Failed(t, 400, "VALIDATION_ERROR", "period")
	m.Get(t, "/investment/performance?accountId=mine").Failed(t, 400, "VALIDATION_ERROR", "accountId")
	m.Get(t, "/investment/analytics?accountId=mine").Failed(t, 400, "VALIDATION_ERROR", "accountId")
	m.Get(t, kit.AccountAt("mine")).Failed(t, 400, "VALIDATION_ERROR", "accountId")
	if all := m.Get(t, kit.AccountsPath).Ok(t, 200).List(t, kit.ShapeOfInvestment, nil); len(all) != 1 {
		t.Errorf("%d accounts after the refusals, want 1", len(all))
	}
}

func hugeCapital(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	for _, amount := range []string{"1e300", "92233720369", "1000000000.01", "1e-300"} {
		m.Post(t, kit.AccountsPath, `{"tradingAgent":"atlas","riskProfile":"moderate","initialCapital":`+amount+`}`).
			Failed(t, 400, "VALIDATION_ERROR", "initialCapital")
	}
}

func fineCapital(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	for _, amount := range []string{"100.001", "100.123456789"} {
		m.Post(t, kit.AccountsPath, `{"tradingAgent":"atlas","riskProfile":"moderate","initialCapital":`+amount+`}`).
			Failed(t, 400, "VALIDATION_ERROR", "initialCapital")
	}
}

func riskProfileChanges(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	id := m.Invest(t, 100)
	changed := m.Call(t, http.MethodPut, kit.AccountAt(id), kit.Body{"riskProfile": "conservative"}).Ok(t, 200).Object(t, kit.ShapeOfInvestment)
	kit.WantFields(t, changed, kit.Body{"id": id, "riskProfile": "conservative", "status": "pending_kyc", "currentBalance": 100})
	kit.WantFields(t, m.Account(t, id), changed)
}

func emptyAccountChange(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	before := m.Account(t, m.Invest(t, 100))
	kit.WantFields(t, m.Call(t, http.MethodPut, kit.AccountAt(before["id"].(string)), kit.Body{}).Ok(t, 200).Object(t, kit.ShapeOfInvestment), before)
}

func figuresOfAccounts(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	id := m.Invest(t, 300)
	m.Invest(t, 200)
	for query, deposits := range map[string]float64{"": 500, "?accountId=" + id: 300} {
		analytics := m.Get(t, "/investment/analytics"+query).Ok(t, 200).Object(t, kit.ShapeOfAnalytics)
		kit.WantFields(t, analytics, kit.Body{"netDeposits": deposits, "closedTrades": 0, "totalReturn": 0})
		curve := analytics["equityCurve"].([]any)
		if len(curve) != 1 || curve[0].(map[string]any)["value"] != deposits {
			t.Errorf("the curve of %q is %v, want one day of %v", query, curve, deposits)
		}
	}
	kit.WantFields(t, m.Get(t, "/investment/performance?period=all&accountId="+id).Ok(t, 200).Object(t, kit.ShapeOfFigures), kit.Body{"period": "all", "totalReturn": 0})
}

func strangersSeeNoInvestments(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	id := m.Invest(t, 100)
	// Another user of the tenant, and an admin of another tenant, who has all rights there.
	for _, other := range []*kit.Member{s.Register(t), s.TenantAdmin(t)} {
		for _, id := range []string{id, uuid.NewString()} {
			other.Get(t, kit.AccountAt(id)).Failed(t, 404, "NOT_FOUND", "")
			other.Call(t, http.MethodPut, kit.AccountAt(id), kit.Body{"riskProfile": "moderate"}).Failed(t, 404, "NOT_FOUND", "")
			other.Post(t, kit.AccountAt(id)+"/kyc", kit.Person()).Failed(t, 404, "NOT_FOUND", "")
			other.Get(t, "/investment/performance?accountId="+id).Failed(t, 404, "NOT_FOUND", "")
			other.Get(t, "/investment/analytics?accountId="+id).Failed(t, 404, "NOT_FOUND", "")
		}
		if all := other.Get(t, kit.AccountsPath).Ok(t, 200).List(t, kit.ShapeOfInvestment, nil); len(all) != 0 {
			t.Errorf("a stranger has the accounts %v", all)
		}
	}
	kit.WantFields(t, m.Account(t, id), kit.Body{"riskProfile": "moderate", "kycStatus": "none"})
}

func investmentWantsAToken(t *testing.T, s *kit.Server) {
	nobody, id := s.Client(), uuid.NewString()
	for _, operation := range []struct {
		method, path string
		content      any
	}{
		{http.MethodGet, kit.AccountsPath, nil},
		{http.MethodPost, kit.AccountsPath, kit.Body{"tradingAgent": "atlas", "initialCapital": 100, "riskProfile": "moderate"}},
		{http.MethodGet, kit.AccountAt(id), nil}, {http.MethodPut, kit.AccountAt(id), kit.Body{}}, {http.MethodPost, kit.AccountAt(id) + "/kyc", kit.Person()},
		{http.MethodPatch, kit.AccountAt(id) + "/status", kit.Body{"status": "active"}},
		{http.MethodPost, kit.ConnectPath, kit.Body{"provider": "binance", "credentials": kit.Body{}}},
		{http.MethodGet, kit.ConnectionsPath, nil}, {http.MethodGet, kit.ConnectionsPath + "/" + id, nil},
		{http.MethodDelete, kit.ConnectionsPath + "/" + id, nil},
		{http.MethodGet, "/investment/performance", nil}, {http.MethodGet, "/investment/analytics", nil},
	} {
		nobody.Call(t, operation.method, operation.path, operation.content).Failed(t, 401, "UNAUTHORIZED", "")
		nobody.As("not.a.token").Call(t, operation.method, operation.path, operation.content).Failed(t, 401, "UNAUTHORIZED", "")
	}
}

func keyedOpeningIsRepeatable(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	keyed := m.With("Idempotency-Key", "this account")
	wanted := kit.Body{"tradingAgent": "atlas", "initialCapital": 100, "riskProfile": "moderate"}
	first := keyed.Post(t, kit.AccountsPath, wanted).Ok(t, 201)
	again := keyed.Post(t, kit.AccountsPath, wanted).Ok(t, 201)
	if string(first.Text) != string(again.Text) || again.Header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s with %v", first.Text, again.Text, again.Header)
	}
	wanted["initialCapital"] = 200
	keyed.Post(t, kit.AccountsPath, wanted).Failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	if all := m.Get(t, kit.AccountsPath).Ok(t, 200).List(t, kit.ShapeOfInvestment, nil); len(all) != 1 {
		t.Errorf("%d accounts, want 1", len(all))
	}
}

func badInvestmentBodies(t *testing.T, s *kit.Server) {
	m := s.Register(t)
	for _, text := range []string{"{", "", "[]", `"text"`, "null"} {
		if a := m.Post(t, kit.AccountsPath, text); a.Status != http.StatusBadRequest {
			t.Errorf("%q is answered by %d %s", text, a.Status, a.Text)
		}
	}
	m.With("Content-Type", "text/plain").Post(t, kit.AccountsPath, "{}").Failed(t, 415, "UNSUPPORTED_MEDIA_TYPE", "")
}

func openingIsTold(t *testing.T, s *kit.Server) {
	admin := s.TenantAdmin(t)
	id := admin.Invest(t, 150)
	told := admin.Events(t, "investment.account.created")
	if len(told) != 1 {
		t.Fatalf("%d events tell of the opening, want 1", len(told))
	}
	kit.WantFields(t, told[0], kit.Body{
		"accountId": id, "userId": admin.ID, "tradingAgent": "orion", "initialCapital": 150, "riskProfile": "moderate", "status": "pending_kyc",
	})
}
