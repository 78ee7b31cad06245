package portfolio_test

import (
	"net/http"
	"slices"
	"testing"

	"bourse/test/e2e/kit"
)

// The portfolio operations, those that the specification states and ours.

func TestPortfolios(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"a new user has a portfolio of nothing and one of paper":   newUserHasTwoPortfolios,
		"paper achieves no goal, and no goal has what another has": paperAchievesNothing,
		"a closed account counts no more":                          closedAccountsCountNoMore,
		"allocations follow the positions and sum to exactly 100":  allocationsFollowPositions,
		"targets replace those of the risk profile":                targetsReplaceProfile,
		"performance is a month unless asked otherwise":            performanceOfPeriods,
		"goals are made, listed, changed and removed":              goalsAreKept,
		"a goal that is reached is achieved and told once":         goalIsAchieved,
		"a rebalance is a preview and trades nothing":              rebalanceIsAPreview,
		"a portfolio can look at some accounts only":               portfolioOfSomeAccounts,
		"a portfolio can be changed":                               portfolioIsChanged,
		"assets that are short count below zero":                   shortPositionsInPortfolio,
	})
}

func newUserHasTwoPortfolios(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	all := holdings(t, m)
	if len(all) != 2 {
		t.Fatalf("a new user has the portfolios %v", all)
	}
	kit.WantFields(t, all[0], kit.Body{"userId": m.ID, "totalValue": 0, "unrealizedPnl": 0, "isPrimary": true, "isPaper": false, "riskProfile": "moderate"})
	kit.WantFields(t, all[1], kit.Body{"userId": m.ID, "name": "Paper", "totalValue": 100_000, "isPrimary": false, "isPaper": true})
	for i, value := range []float64{0, 100_000} {
		id := all[i]["id"].(string)
		read := m.Get(t, portfolioAt(id, "")).Ok(t, 200).Object(t, shapeOfHoldings)
		kit.WantFields(t, read, kit.Body{"id": id, "totalValue": value, "isPrimary": i == 0, "createdAt": all[i]["createdAt"]})
		kit.WantFields(t, allocations(t, m, id, value)["USD"], kit.Body{"currentPercent": 100, "quantity": value, "value": value})
		days := []any{inDays(0)}
		points := m.Get(t, portfolioAt(id, "/performance")).Ok(t, 200).List(t, shapeOfPoint, nil)
		if len(points) != 1 {
			t.Fatalf("the performance of a new user is %v, want one point", points)
		}
		kit.WantFields(t, points[0], kit.Body{"value": value, "pnl": 0})
		if days = append(days, inDays(0)); !slices.Contains(days, points[0]["date"]) { // two, around midnight
			t.Errorf("the point of a new user is of %v, want %v", points[0]["date"], days)
		}
		if goals := m.Get(t, portfolioAt(id, "/goals")).Ok(t, 200).List(t, shapeOfGoal, nil); len(goals) != 0 {
			t.Errorf("a new user has the goals %v", goals)
		}
	}
	if again := holdings(t, m); len(again) != 2 || again[0]["id"] != all[0]["id"] || again[1]["id"] != all[1]["id"] {
		t.Errorf("the second look finds %v", again)
	}
}

func paperAchievesNothing(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	id := primary(t, m)
	goal := newGoal(t, m, id, goalOf("A house", 80_000))
	kit.WantFields(t, goal, kit.Body{"status": "at_risk", "currentAmount": 0, "progressPercent": 0})
	account := m.Invest(t, 2000)
	kit.WantFields(t, holdings(t, m)[0], kit.Body{"totalValue": 2000})
	kit.WantFields(t, holdings(t, m)[1], kit.Body{"totalValue": 100_000})
	mixed := kit.Body{"name": "Both", "riskProfile": "moderate", "accountIds": []any{account, holdings(t, m)[1]["accountIds"].([]any)[0]}}
	m.Post(t, kit.PortfolioPath, mixed).Failed(t, 400, "VALIDATION_ERROR", "accountIds")
	summary := m.Portfolio(t)
	kit.WantFields(t, summary, kit.Body{"totalValue": 2000, "positions": 0, "kind": "investment", "accounts": 1})
	kit.WantFields(t, summary["paper"].(map[string]any), kit.Body{"totalValue": 100_000, "accounts": 1})
	kit.WantFields(t, summary["invested"].(map[string]any), kit.Body{"totalValue": 2000, "accounts": 1})
	newGoal(t, m, id, kit.Body{"name": "A bike", "targetAmount": 900, "targetDate": inDays(30)})
	newGoal(t, m, id, kit.Body{"name": "A car", "targetAmount": 90_000, "targetDate": inDays(900), "share": 0.25})
	goals := m.Get(t, portfolioAt(id, "/goals")).Ok(t, 200).List(t, shapeOfGoal, nil)
	kit.WantFields(t, goals[0], kit.Body{"name": "A bike", "currentAmount": 900, "status": "achieved"})
	kit.WantFields(t, goals[1], kit.Body{"name": "A house", "currentAmount": 600})
	kit.WantFields(t, goals[2], kit.Body{"name": "A car", "currentAmount": 500, "share": 0.25})
	m.Post(t, portfolioAt(id, "/goals"), kit.Body{"name": "All", "targetAmount": 1, "targetDate": inDays(9), "share": 0.76}).Failed(t, 400, "VALIDATION_ERROR", "share")
}

func closedAccountsCountNoMore(t *testing.T, v *kit.Venue) {
	m, admin, account := v.Funded(t, 1000)
	m.Invest(t, 300)
	id := primary(t, m)
	kit.WantFields(t, holdings(t, m)[0], kit.Body{"totalValue": 1300})
	admin.Moved(t, account, "closed")
	kit.WantFields(t, holdings(t, m)[0], kit.Body{"totalValue": 300})
	kit.WantFields(t, m.Portfolio(t), kit.Body{"totalValue": 300, "totalPnl": 0, "accounts": 1})
	points := m.Get(t, portfolioAt(id, "/performance")).Ok(t, 200).List(t, shapeOfPoint, nil)
	kit.WantFields(t, points[len(points)-1], kit.Body{"value": 300})
	kit.WantFields(t, m.Get(t, "/investment/analytics").Ok(t, 200).Object(t, kit.ShapeOfAnalytics), kit.Body{"netDeposits": 300, "totalReturn": 0})
}

func allocationsFollowPositions(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	id := paper(t, m)
	m.Opened(t, v.Signal(t, "entry_long", nil), 16_666) // 33 332, with a fee of 83.33
	byAsset := allocations(t, m, id, 99_916.67)
	kit.WantFields(t, byAsset["XRP"], kit.Body{"quantity": 16_666, "value": 33_332, "targetPercent": 0, "currentPercent": 33.36})
	kit.WantFields(t, byAsset["USD"], kit.Body{"value": 66_584.67, "currentPercent": 66.64})
	before := byAsset["XRP"]["id"]
	v.Price(t, kit.Xrp, "2.02")
	byAsset = allocations(t, m, id, 100_249.99)
	kit.WantFields(t, byAsset["XRP"], kit.Body{"id": before, "value": 33_665.32})
	kit.WantFields(t, holdings(t, m)[1], kit.Body{"totalValue": 100_249.99, "unrealizedPnl": 333.32})
	points := m.Get(t, portfolioAt(id, "/performance?period=all")).Ok(t, 200).List(t, shapeOfPoint, nil)
	kit.WantFields(t, points[len(points)-1], kit.Body{"value": 100_249.99})
	v.Price(t, kit.Xrp, "2")
}

func shortPositionsInPortfolio(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	id := paper(t, m)
	m.Opened(t, v.Signal(t, "entry_short", nil), 1000) // 2000 of margin and a fee of 5
	byAsset := allocations(t, m, id, 99_995)
	kit.WantFields(t, byAsset["XRP"], kit.Body{"quantity": -1000, "value": -2000, "currentPercent": -2})
	kit.WantFields(t, byAsset["USD"], kit.Body{"value": 101_995, "currentPercent": 102})
	v.Price(t, kit.Xrp, "2.1")
	kit.WantFields(t, allocations(t, m, id, 99_895)["XRP"], kit.Body{"quantity": -1000, "value": -2100})
	v.Price(t, kit.Xrp, "2")
}

func targetsReplaceProfile(t *testing.T, v *kit.Venue) {
	admin := v.TenantAdmin(t)
	id := paper(t, admin)
	set := func(targets ...kit.Body) map[string]map[string]any {
		t.Helper()
		a := admin.Call(t, http.MethodPut, portfolioAt(id, "/targets"), kit.Body{"targets": targets}).Ok(t, 200)
		return wantWhole(t, a.List(t, shapeOfAllocation, nil), id, 100_000)
	}
	byAsset := set(kit.Body{"asset": "XRP", "percent": 33.33}, kit.Body{"asset": "BTC", "percent": 0.01}, kit.Body{"asset": "USD", "percent": 66.66})
	kit.WantFields(t, byAsset["XRP"], kit.Body{"targetPercent": 33.33, "currentPercent": 0, "quantity": 0, "value": 0})
	kit.WantFields(t, allocations(t, admin, id, 100_000)["BTC"], kit.Body{"targetPercent": 0.01})
	byAsset = set(kit.Body{"asset": "USD", "percent": 100})
	if len(byAsset) != 1 {
		t.Errorf("the old targets are still there: %v", byAsset)
	}
	if told := admin.Events(t, "portfolio.targets_changed"); len(told) != 2 {
		t.Errorf("%d events tell of the targets, want 2", len(told))
	}
}

func performanceOfPeriods(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	id := primary(t, m)
	for _, query := range []string{"", "?period=week", "?period=month", "?period=3months", "?period=year", "?period=all"} {
		if points := m.Get(t, portfolioAt(id, "/performance"+query)).Ok(t, 200).List(t, shapeOfPoint, nil); len(points) != 1 {
			t.Errorf("%q has %d points, want 1", query, len(points))
		}
	}
	for _, query := range []string{"?period=quarter", "?period=", "?period=Month"} {
		m.Get(t, portfolioAt(id, "/performance"+query)).Failed(t, 400, "VALIDATION_ERROR", "period")
	}
}

func rebalanceIsAPreview(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	id := paper(t, m)
	m.Call(t, http.MethodPut, portfolioAt(id, "/targets"), kit.Body{"targets": []kit.Body{{"asset": "USD", "percent": 100}}}).Ok(t, 200)
	preview := m.Get(t, portfolioAt(id, "/rebalance")).Ok(t, 200).Object(t, shapeOfRebalance)
	kit.WantFields(t, preview, kit.Body{"portfolioId": id, "totalValue": 100_000, "needed": false})
	m.Call(t, http.MethodPut, portfolioAt(id, "/targets"),
		kit.Body{"targets": []kit.Body{{"asset": "USD", "percent": 60}, {"asset": "XRP", "percent": 40}}}).Ok(t, 200)
	preview = m.Get(t, portfolioAt(id, "/rebalance")).Ok(t, 200).Object(t, shapeOfRebalance)
	kit.WantFields(t, preview, kit.Body{"needed": true})
	lines := preview["lines"].([]any)
	if len(lines) != 2 {
		t.Fatalf("the preview has the lines %v", lines)
	}
	kit.WantFields(t, lines[0].(map[string]any), kit.Body{"asset": "USD", "action": "sell", "value": 40_000, "targetPercent": 60})
	kit.WantFields(t, lines[1].(map[string]any), kit.Body{"asset": "XRP", "action": "buy", "quantity": 20_000, "value": 40_000, "currentPercent": 0})
	kit.WantFields(t, m.Portfolio(t), kit.Body{"positions": 0, "cash": 100_000})
	m.Opened(t, v.Signal(t, "entry_long", nil), 20_000)
	kit.WantFields(t, m.Get(t, portfolioAt(id, "/rebalance")).Ok(t, 200).Object(t, shapeOfRebalance), kit.Body{"needed": false})
}

func portfolioOfSomeAccounts(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	account := m.Invest(t, 1000)
	primary := holdings(t, m)[0]
	kit.WantFields(t, primary, kit.Body{"totalValue": 1000})
	if accounts := kit.Texts(primary["accountIds"]); len(accounts) != 1 {
		t.Errorf("the primary portfolio looks at %v, want the investment", accounts)
	}
	wanted := kit.Body{"name": "Old age", "riskProfile": "conservative", "accountIds": []string{account}}
	made := m.Post(t, kit.PortfolioPath, wanted).Ok(t, 201).Object(t, shapeOfHoldings)
	kit.WantFields(t, made, kit.Body{"name": "Old age", "riskProfile": "conservative", "totalValue": 1000, "isPrimary": false, "userId": m.ID})
	id := made["id"].(string)
	kit.WantFields(t, allocations(t, m, id, 1000)["USD"], kit.Body{"currentPercent": 100, "targetPercent": 60})
	if all := holdings(t, m); len(all) != 3 || all[2]["id"] != id {
		t.Errorf("the portfolios are %v", all)
	}
	points := m.Get(t, portfolioAt(id, "/performance")).Ok(t, 200).List(t, shapeOfPoint, nil)
	if len(points) != 1 || points[0]["value"] != 1000.0 || points[0]["pnl"] != 0.0 {
		t.Errorf("the performance is %v", points)
	}
}

func portfolioIsChanged(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	id := paper(t, m)
	changed := m.Call(t, http.MethodPatch, portfolioAt(id, ""), kit.Body{"name": "Mine", "riskProfile": "aggressive"}).Ok(t, 200).Object(t, shapeOfHoldings)
	kit.WantFields(t, changed, kit.Body{"id": id, "name": "Mine", "riskProfile": "aggressive", "isPaper": true})
	kit.WantFields(t, allocations(t, m, id, 100_000)["BTC"], kit.Body{"targetPercent": 40})
	kit.WantFields(t, m.Call(t, http.MethodPatch, portfolioAt(id, ""), kit.Body{}).Ok(t, 200).Object(t, shapeOfHoldings), kit.Body{"name": "Mine"})
}
