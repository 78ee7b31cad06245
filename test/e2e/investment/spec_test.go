package investment_test

import (
	"net/http"
	"testing"

	"bourse/test/e2e/kit"
)

// The investment operations that the specification states, except the connections.

func TestTheSpecifiedInvestmentOperations(t *testing.T) {
	t.Parallel()
	kit.OnEachServer(t, kit.Scenarios{
		"a new user has no accounts and figures of nothing":         newUserHasNothingInvested,
		"an account is opened with its capital and waits for KYC":   accountIsOpened,
		"the risk profile can be changed":                           riskProfileChanges,
		"figures are of one account or of all":                      figuresOfAccounts,
		"every account and every opening is told":                   openingIsTold,
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
