package e2e_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// The portfolio operations, those that the specification states and ours.

func TestPortfolios(t *testing.T) {
	t.Parallel()
	onEachVenue(t, stories{
		"a new user has a portfolio of nothing and one of paper":   newUserHasTwoPortfolios,
		"paper achieves no goal, and no goal has what another has": paperAchievesNothing,
		"a closed account counts no more":                          closedAccountsCountNoMore,
		"allocations follow the positions and sum to exactly 100":  allocationsFollowPositions,
		"targets replace those of the risk profile":                targetsReplaceProfile,
		"targets that cannot be are refused":                       badTargets,
		"performance is a month unless asked otherwise":            performanceOfPeriods,
		"goals are made, listed, changed and removed":              goalsAreKept,
		"a goal that is reached is achieved and told once":         goalIsAchieved,
		"goals that cannot be are refused by their field":          badGoals,
		"a rebalance is a preview and trades nothing":              rebalanceIsAPreview,
		"a portfolio can look at some accounts only":               portfolioOfSomeAccounts,
		"a portfolio can be changed":                               portfolioIsChanged,
		"portfolios that cannot be are refused by their field":     badPortfolios,
		"what belongs to another is not there":                     strangersSeeNoPortfolios,
		"nobody sees a portfolio without a token":                  portfolioWantsAToken,
		"fifty first looks at once make two portfolios":            firstLooksMakeTwo,
		"an investment account is part of the portfolio at once":   portfolioSeesInvestments,
		"assets that are short count below zero":                   shortPositionsInPortfolio,
	})
}

func newUserHasTwoPortfolios(t *testing.T, v *venue) {
	m := v.register(t)
	all := m.holdings(t)
	if len(all) != 2 {
		t.Fatalf("a new user has the portfolios %v", all)
	}
	wantFields(t, all[0], body{"userId": m.id, "totalValue": 0, "unrealizedPnl": 0, "isPrimary": true, "isPaper": false, "riskProfile": "moderate"})
	wantFields(t, all[1], body{"userId": m.id, "name": "Paper", "totalValue": 100_000, "isPrimary": false, "isPaper": true})
	for i, value := range []float64{0, 100_000} {
		id := all[i]["id"].(string)
		read := m.get(t, portfolioAt(id, "")).ok(t, 200).object(t, shapeOfHoldings)
		wantFields(t, read, body{"id": id, "totalValue": value, "isPrimary": i == 0, "createdAt": all[i]["createdAt"]})
		wantFields(t, m.allocations(t, id, value)["USD"], body{"currentPercent": 100, "quantity": value, "value": value})
		points := m.get(t, portfolioAt(id, "/performance")).ok(t, 200).list(t, shapeOfPoint, nil)
		if len(points) != 1 {
			t.Fatalf("the performance of a new user is %v, want one point", points)
		}
		wantFields(t, points[0], body{"value": value, "pnl": 0, "date": time.Now().UTC().Format(time.DateOnly)})
		if goals := m.get(t, portfolioAt(id, "/goals")).ok(t, 200).list(t, shapeOfGoal, nil); len(goals) != 0 {
			t.Errorf("a new user has the goals %v", goals)
		}
	}
	if again := m.holdings(t); len(again) != 2 || again[0]["id"] != all[0]["id"] || again[1]["id"] != all[1]["id"] {
		t.Errorf("the second look finds %v", again)
	}
}

func paperAchievesNothing(t *testing.T, v *venue) {
	m := v.register(t)
	id := m.primary(t)
	goal := m.newGoal(t, id, goalOf("A house", 80_000))
	wantFields(t, goal, body{"status": "at_risk", "currentAmount": 0, "progressPercent": 0})
	account := m.invest(t, 2000)
	wantFields(t, m.holdings(t)[0], body{"totalValue": 2000})
	wantFields(t, m.holdings(t)[1], body{"totalValue": 100_000})
	mixed := body{"name": "Both", "riskProfile": "moderate", "accountIds": []any{account, m.holdings(t)[1]["accountIds"].([]any)[0]}}
	m.post(t, portfolioPath, mixed).failed(t, 400, "VALIDATION_ERROR", "accountIds")
	summary := m.portfolio(t)
	wantFields(t, summary, body{"totalValue": 2000, "positions": 0, "kind": "investment", "accounts": 1})
	wantFields(t, summary["paper"].(map[string]any), body{"totalValue": 100_000, "accounts": 1})
	wantFields(t, summary["invested"].(map[string]any), body{"totalValue": 2000, "accounts": 1})
	m.newGoal(t, id, body{"name": "A bike", "targetAmount": 900, "targetDate": inDays(30)})
	m.newGoal(t, id, body{"name": "A car", "targetAmount": 90_000, "targetDate": inDays(900), "share": 0.25})
	goals := m.get(t, portfolioAt(id, "/goals")).ok(t, 200).list(t, shapeOfGoal, nil)
	wantFields(t, goals[0], body{"name": "A bike", "currentAmount": 900, "status": "achieved"})
	wantFields(t, goals[1], body{"name": "A house", "currentAmount": 600})
	wantFields(t, goals[2], body{"name": "A car", "currentAmount": 500, "share": 0.25})
	m.post(t, portfolioAt(id, "/goals"), body{"name": "All", "targetAmount": 1, "targetDate": inDays(9), "share": 0.76}).failed(t, 400, "VALIDATION_ERROR", "share")
}

func closedAccountsCountNoMore(t *testing.T, v *venue) {
	m, admin, account := v.funded(t, 1000)
	m.invest(t, 300)
	id := m.primary(t)
	wantFields(t, m.holdings(t)[0], body{"totalValue": 1300})
	admin.moved(t, account, "closed")
	wantFields(t, m.holdings(t)[0], body{"totalValue": 300})
	wantFields(t, m.portfolio(t), body{"totalValue": 300, "totalPnl": 0, "accounts": 1})
	points := m.get(t, portfolioAt(id, "/performance")).ok(t, 200).list(t, shapeOfPoint, nil)
	wantFields(t, points[len(points)-1], body{"value": 300})
	wantFields(t, m.get(t, "/investment/analytics").ok(t, 200).object(t, shapeOfAnalytics), body{"netDeposits": 300, "totalReturn": 0})
}

func allocationsFollowPositions(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	id := m.paper(t)
	m.opened(t, v.signal(t, "entry_long", nil), 16_666) // 33 332, for which 83.33 are paid
	byAsset := m.allocations(t, id, 99_916.67)
	wantFields(t, byAsset["XRP"], body{"quantity": 16_666, "value": 33_332, "targetPercent": 0, "currentPercent": 33.36})
	wantFields(t, byAsset["USD"], body{"value": 66_584.67, "currentPercent": 66.64})
	before := byAsset["XRP"]["id"]
	v.price(t, xrp, "2.02")
	byAsset = m.allocations(t, id, 100_249.99)
	wantFields(t, byAsset["XRP"], body{"id": before, "value": 33_665.32})
	wantFields(t, m.holdings(t)[1], body{"totalValue": 100_249.99, "unrealizedPnl": 333.32})
	points := m.get(t, portfolioAt(id, "/performance?period=all")).ok(t, 200).list(t, shapeOfPoint, nil)
	wantFields(t, points[len(points)-1], body{"value": 100_249.99})
	v.price(t, xrp, "2")
}

func shortPositionsInPortfolio(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	id := m.paper(t)
	m.opened(t, v.signal(t, "entry_short", nil), 1000) // 2000 of margin and a fee of 5
	byAsset := m.allocations(t, id, 99_995)
	wantFields(t, byAsset["XRP"], body{"quantity": -1000, "value": -2000, "currentPercent": -2})
	wantFields(t, byAsset["USD"], body{"value": 101_995, "currentPercent": 102})
	v.price(t, xrp, "2.1")
	wantFields(t, m.allocations(t, id, 99_895)["XRP"], body{"quantity": -1000, "value": -2100})
	v.price(t, xrp, "2")
}

func targetsReplaceProfile(t *testing.T, v *venue) {
	admin := v.tenantAdmin(t)
	id := admin.paper(t)
	set := func(targets ...body) map[string]map[string]any {
		t.Helper()
		a := admin.call(t, http.MethodPut, portfolioAt(id, "/targets"), body{"targets": targets}).ok(t, 200)
		return wantWhole(t, a.list(t, shapeOfAllocation, nil), id, 100_000)
	}
	byAsset := set(body{"asset": "XRP", "percent": 33.33}, body{"asset": "BTC", "percent": 0.01}, body{"asset": "USD", "percent": 66.66})
	wantFields(t, byAsset["XRP"], body{"targetPercent": 33.33, "currentPercent": 0, "quantity": 0, "value": 0})
	wantFields(t, admin.allocations(t, id, 100_000)["BTC"], body{"targetPercent": 0.01})
	byAsset = set(body{"asset": "USD", "percent": 100})
	if len(byAsset) != 1 {
		t.Errorf("the old targets are still there: %v", byAsset)
	}
	if told := admin.events(t, "portfolio.targets_changed"); len(told) != 2 {
		t.Errorf("%d events tell of the targets, want 2", len(told))
	}
}

func badTargets(t *testing.T, v *venue) {
	m := v.register(t)
	id := m.paper(t)
	usd := func(percent any) body { return body{"asset": "USD", "percent": percent} }
	btc := func(percent any) body { return body{"asset": "BTC", "percent": percent} }
	many := make([]body, 101)
	for i := range many {
		many[i] = usd(1)
	}
	for _, targets := range []any{
		[]body{}, []body{usd(99.99)}, []body{usd(100.01)}, []body{usd(50), btc(49.99)}, []body{usd(50), btc(50.01)},
		[]body{usd(50), usd(50)}, []body{usd(110), btc(-10)}, []body{usd(99.999), btc(0.001)}, many,
		[]body{usd(50), {"asset": "UNOBTAINIUM", "percent": 50}}, []body{usd(50), {"asset": "xrp", "percent": 50}},
	} {
		m.call(t, http.MethodPut, portfolioAt(id, "/targets"), body{"targets": targets}).failed(t, 400, "VALIDATION_ERROR", "targets")
	}
	for _, content := range []any{body{}, body{"targets": "all cash"}, body{"targets": nil}} {
		m.call(t, http.MethodPut, portfolioAt(id, "/targets"), content).failed(t, 400, "VALIDATION_ERROR", "targets")
	}
	m.allocations(t, id, 100_000)
}

func performanceOfPeriods(t *testing.T, v *venue) {
	m := v.register(t)
	id := m.primary(t)
	for _, query := range []string{"", "?period=week", "?period=month", "?period=3months", "?period=year", "?period=all"} {
		if points := m.get(t, portfolioAt(id, "/performance"+query)).ok(t, 200).list(t, shapeOfPoint, nil); len(points) != 1 {
			t.Errorf("%q has %d points, want 1", query, len(points))
		}
	}
	for _, query := range []string{"?period=quarter", "?period=", "?period=Month"} {
		m.get(t, portfolioAt(id, "/performance"+query)).failed(t, 400, "VALIDATION_ERROR", "period")
	}
}

func rebalanceIsAPreview(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	id := m.paper(t)
	m.call(t, http.MethodPut, portfolioAt(id, "/targets"), body{"targets": []body{{"asset": "USD", "percent": 100}}}).ok(t, 200)
	preview := m.get(t, portfolioAt(id, "/rebalance")).ok(t, 200).object(t, shapeOfRebalance)
	wantFields(t, preview, body{"portfolioId": id, "totalValue": 100_000, "needed": false})
	m.call(t, http.MethodPut, portfolioAt(id, "/targets"),
		body{"targets": []body{{"asset": "USD", "percent": 60}, {"asset": "XRP", "percent": 40}}}).ok(t, 200)
	preview = m.get(t, portfolioAt(id, "/rebalance")).ok(t, 200).object(t, shapeOfRebalance)
	wantFields(t, preview, body{"needed": true})
	lines := preview["lines"].([]any)
	if len(lines) != 2 {
		t.Fatalf("the preview has the lines %v", lines)
	}
	wantFields(t, lines[0].(map[string]any), body{"asset": "USD", "action": "sell", "value": 40_000, "targetPercent": 60})
	wantFields(t, lines[1].(map[string]any), body{"asset": "XRP", "action": "buy", "quantity": 20_000, "value": 40_000, "currentPercent": 0})
	wantFields(t, m.portfolio(t), body{"positions": 0, "cash": 100_000})
	m.opened(t, v.signal(t, "entry_long", nil), 20_000)
	wantFields(t, m.get(t, portfolioAt(id, "/rebalance")).ok(t, 200).object(t, shapeOfRebalance), body{"needed": false})
}

func portfolioOfSomeAccounts(t *testing.T, v *venue) {
	m := v.register(t)
	account := m.invest(t, 1000)
	primary := m.holdings(t)[0]
	wantFields(t, primary, body{"totalValue": 1000})
	if accounts := texts(primary["accountIds"]); len(accounts) != 1 {
		t.Errorf("the primary portfolio looks at %v, want the investment", accounts)
	}
	wanted := body{"name": "Old age", "riskProfile": "conservative", "accountIds": []string{account}}
	made := m.post(t, portfolioPath, wanted).ok(t, 201).object(t, shapeOfHoldings)
	wantFields(t, made, body{"name": "Old age", "riskProfile": "conservative", "totalValue": 1000, "isPrimary": false, "userId": m.id})
	id := made["id"].(string)
	wantFields(t, m.allocations(t, id, 1000)["USD"], body{"currentPercent": 100, "targetPercent": 60})
	if all := m.holdings(t); len(all) != 3 || all[2]["id"] != id {
		t.Errorf("the portfolios are %v", all)
	}
	points := m.get(t, portfolioAt(id, "/performance")).ok(t, 200).list(t, shapeOfPoint, nil)
	if len(points) != 1 || points[0]["value"] != 1000.0 || points[0]["pnl"] != 0.0 {
		t.Errorf("the performance is %v", points)
	}
}

func portfolioSeesInvestments(t *testing.T, v *venue) {
	m := v.register(t)
	id := m.primary(t)
	m.invest(t, 500)
	wantFields(t, m.holdings(t)[0], body{"id": id, "totalValue": 500})
	points := m.get(t, portfolioAt(id, "/performance")).ok(t, 200).list(t, shapeOfPoint, nil)
	wantFields(t, points[len(points)-1], body{"value": 500, "pnl": 0}) // what is paid in is no profit
}

func portfolioIsChanged(t *testing.T, v *venue) {
	m := v.register(t)
	id := m.paper(t)
	changed := m.call(t, http.MethodPatch, portfolioAt(id, ""), body{"name": "Mine", "riskProfile": "aggressive"}).ok(t, 200).object(t, shapeOfHoldings)
	wantFields(t, changed, body{"id": id, "name": "Mine", "riskProfile": "aggressive", "isPaper": true})
	wantFields(t, m.allocations(t, id, 100_000)["BTC"], body{"targetPercent": 40})
	wantFields(t, m.call(t, http.MethodPatch, portfolioAt(id, ""), body{}).ok(t, 200).object(t, shapeOfHoldings), body{"name": "Mine"})
}

func badPortfolios(t *testing.T, v *venue) {
	m, other := v.register(t), v.register(t)
	mine, theirs := m.invest(t, 100), other.invest(t, 100)
	id := m.primary(t)
	good := body{"name": "Some", "riskProfile": "moderate", "accountIds": []string{mine}}
	for _, bad := range []struct {
		field string
		value any
	}{
		{"name", nil}, {"name", ""}, {"name", strings.Repeat("n", 101)}, {"riskProfile", nil}, {"riskProfile", "wild"},
		{"accountIds", nil}, {"accountIds", []string{}}, {"accountIds", []string{mine, mine}}, {"isPrimary", true},
	} {
		content := body{}
		for name, value := range good {
			content[name] = value
		}
		content[bad.field] = bad.value
		if bad.value == nil {
			delete(content, bad.field)
		}
		m.post(t, portfolioPath, content).failed(t, 400, "VALIDATION_ERROR", bad.field)
	}
	for _, account := range []string{theirs, uuid.NewString()} {
		good["accountIds"] = []string{mine, account}
		m.post(t, portfolioPath, good).failed(t, 404, "NOT_FOUND", "accountIds")
	}
	m.call(t, http.MethodPatch, portfolioAt(id, ""), body{"riskProfile": "wild"}).failed(t, 400, "VALIDATION_ERROR", "riskProfile")
	m.call(t, http.MethodPatch, portfolioAt(id, ""), body{"name": ""}).failed(t, 400, "VALIDATION_ERROR", "name")
	m.get(t, portfolioAt("mine", "")).failed(t, 400, "VALIDATION_ERROR", "portfolioId")
	if all := m.holdings(t); len(all) != 2 {
		t.Errorf("the portfolios are %v after the refusals", all)
	}
}

// portfolioOperations are all operations on a portfolio.
func portfolioOperations(id, goal string) []struct {
	method, path string
	content      any
} {
	return []struct {
		method, path string
		content      any
	}{
		{http.MethodGet, portfolioAt(id, ""), nil}, {http.MethodPatch, portfolioAt(id, ""), body{"name": "Theirs"}},
		{http.MethodGet, portfolioAt(id, "/allocations"), nil}, {http.MethodGet, portfolioAt(id, "/performance"), nil},
		{http.MethodPut, portfolioAt(id, "/targets"), body{"targets": []body{{"asset": "USD", "percent": 100}}}},
		{http.MethodGet, portfolioAt(id, "/goals"), nil}, {http.MethodPost, portfolioAt(id, "/goals"), goalOf("A boat", 1000)},
		{http.MethodPatch, portfolioAt(id, "/goals/"+goal), body{"name": "Theirs"}},
		{http.MethodDelete, portfolioAt(id, "/goals/"+goal), nil}, {http.MethodGet, portfolioAt(id, "/rebalance"), nil},
	}
}

func strangersSeeNoPortfolios(t *testing.T, v *venue) {
	m := v.register(t)
	id := m.primary(t)
	goal := m.newGoal(t, id, goalOf("A house", 500_000))["id"].(string)
	for _, other := range []*member{v.register(t), v.officer(t, "admin", ""), v.tenantAdmin(t)} {
		for _, id := range []string{id, uuid.NewString()} {
			for _, operation := range portfolioOperations(id, goal) {
				other.call(t, operation.method, operation.path, operation.content).failed(t, 404, "NOT_FOUND", "")
			}
		}
		// Nor is the goal there under a portfolio of one's own.
		own := portfolioAt(other.primary(t), "/goals/"+goal)
		other.call(t, http.MethodDelete, own, nil).failed(t, 404, "NOT_FOUND", "")
		other.call(t, http.MethodPatch, own, body{"name": "Theirs"}).failed(t, 404, "NOT_FOUND", "")
	}
	wantFields(t, m.holdings(t)[0], body{"name": "Main portfolio"})
	if goals := m.get(t, portfolioAt(id, "/goals")).ok(t, 200).list(t, shapeOfGoal, nil); len(goals) != 1 || goals[0]["name"] != "A house" {
		t.Errorf("the goals are %v", goals)
	}
}

func portfolioWantsAToken(t *testing.T, v *venue) {
	nobody := v.client()
	nobody.get(t, portfolioPath).failed(t, 401, "UNAUTHORIZED", "")
	nobody.post(t, portfolioPath, body{"name": "n", "riskProfile": "moderate", "accountIds": []string{uuid.NewString()}}).failed(t, 401, "UNAUTHORIZED", "")
	for _, operation := range portfolioOperations(uuid.NewString(), uuid.NewString()) {
		nobody.call(t, operation.method, operation.path, operation.content).failed(t, 401, "UNAUTHORIZED", "")
	}
}

func firstLooksMakeTwo(t *testing.T, v *venue) {
	admin := v.tenantAdmin(t)
	ids := map[any]bool{}
	for _, a := range atOnce(50, func(int) *answer { return admin.get(t, portfolioPath) }) {
		all := a.ok(t, 200).list(t, shapeOfHoldings, nil)
		if len(all) != 2 || all[1]["totalValue"] != 100_000.0 {
			t.Fatalf("a first look finds %v", all)
		}
		ids[all[0]["id"]], ids[all[1]["id"]] = true, true
	}
	if len(ids) != 2 {
		t.Errorf("fifty looks find the portfolios %v", ids)
	}
	if n := count(t, v.place.books(t), `SELECT COUNT(*) FROM portfolios WHERE user_id = $1`, admin.id); n != 2 {
		t.Errorf("%d portfolios are in the database, want 2", n)
	}
	if told := admin.events(t, "portfolio.created"); len(told) != 2 {
		t.Errorf("%d events tell of the portfolios, want 2", len(told))
	}
}
