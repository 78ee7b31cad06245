package e2e_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
)

// The trading operations that the specification states, but for the bots.

func TestTheSpecifiedTradingOperations(t *testing.T) {
	t.Parallel()
	onEachVenue(t, stories{
		"a new user has the paper capital and nothing else":            newUserHasPaperCapital,
		"a new user executes a signal with an empty object":            newUserExecutes,
		"what may be lost sizes a position":                            riskSizesPosition,
		"signals are listed by symbol and type, the newest first":      signalsAreListed,
		"a signal has every field":                                     signalHasEveryField,
		"positions are listed by symbol, status and account":           positionsAreListed,
		"a position is closed without a body and only once":            positionIsClosedOnce,
		"an exit closes the oldest first and all there is":             exitClosesPositions,
		"history is paged and bounded by days":                         historyIsPaged,
		"what belongs to another is not there":                         strangersSeeNoTrading,
		"an execution that cannot be is refused and may be tried anew": impossibleExecutions,
		"signals come from analysts":                                   signalsComeFromAnalysts,
	})
}

// TestNobodyTradesWithoutAPrice gives the server reason to complain of its feed.
func TestNobodyTradesWithoutAPrice(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		v := newVenue(t, place)
		v.troubled = true
		const ada = "ADAUSD"
		v.analyst.post(t, "/trading/signals", body{"symbol": ada, "signalType": "hold"}).failed(t, 503, "MARKET_DATA_STALE", "")
		m, signal := v.register(t), v.signal(t, "entry_long", body{"symbol": ada, "price": 0.45})
		m.post(t, executing(signal), body{}).failed(t, 503, "MARKET_DATA_STALE", "")
		v.price(t, ada, "0.45")
		m.execute(t, signal, body{})
	})
}

func newUserHasPaperCapital(t *testing.T, v *venue) {
	m := v.register(t)
	wantFields(t, m.portfolio(t), body{
		"totalValue": 100_000, "totalPnl": 0, "positions": 0, "cash": 100_000, "margin": 0, "unrealizedPnl": 0, "realizedPnl": 0,
	})
	if positions, next := m.stretch(t, "/trading/positions", shapeOfPosition); len(positions) != 0 || next != "" {
		t.Errorf("a new user has positions: %v", positions)
	}
	history := m.get(t, "/trading/history")
	if trades := history.list(t, shapeOfTrade, shape{"meta": aMeta}); len(trades) != 0 {
		t.Errorf("a new user has trades: %v", trades)
	}
	wantFields(t, metaOf(t, history), body{"page": 1, "limit": 20, "total": 0, "totalPages": 0})
	if all := m.get(t, "/trading/my-subscriptions").ok(t, 200).list(t, shapeOfSubscription, nil); len(all) != 0 {
		t.Errorf("a new user has subscriptions: %v", all)
	}
}

func newUserExecutes(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	signal, m := v.signal(t, "entry_long", nil), v.register(t)
	done := m.execute(t, signal, body{})
	// Without a stop a position takes a twentieth of the equity: 5000 at 2.
	wantFields(t, done, body{"signalId": signal, "quantity": 2500, "fillPrice": 2, "fee": 12.5})
	if trades := done["trades"].([]any); len(trades) != 0 {
		t.Errorf("an entry closed %v", trades)
	}
	position := done["position"].(map[string]any)
	wantFields(t, position, body{
		"symbol": xrp, "side": "buy", "status": "open", "quantity": 2500, "openedQuantity": 2500, "entryPrice": 2,
		"currentPrice": 2, "unrealizedPnl": 0, "realizedPnl": 0, "margin": 5000, "stopLoss": 0, "targetPrice": 0,
		"liquidationPrice": 0, "signalId": signal, "accountId": done["accountId"], "closedAt": nil,
	})
	wantFields(t, m.position(t, position["id"].(string)), position)
	v.price(t, xrp, "2.1")
	wantFields(t, m.position(t, position["id"].(string)), body{"currentPrice": 2.1, "unrealizedPnl": 250})
	wantFields(t, m.portfolio(t), body{
		"totalValue": 100_237.5, "totalPnl": 237.5, "positions": 1, "cash": 94_987.5, "margin": 5000,
		"unrealizedPnl": 250, "realizedPnl": 0, "openFees": 12.5,
	})
	m.post(t, executing(signal), body{}).failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")
}

func riskSizesPosition(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	for _, test := range []struct {
		level          string
		stop, quantity float64
	}{{"low", 3, 500}, {"medium", 3, 1000}, {"high", 3, 2000}, {"high", 2.1, 5000}} { // the last is a tenth of the equity
		signal := v.signal(t, "entry_short", body{"stopLoss": test.stop, "targetPrice": 1.8, "riskLevel": test.level})
		done := m.execute(t, signal, body{})
		position := done["position"].(map[string]any)
		wantFields(t, position, body{
			"side": "sell", "quantity": test.quantity, "margin": 2 * test.quantity, "stopLoss": test.stop, "targetPrice": 1.8, "liquidationPrice": 3.9,
		})
		m.post(t, closing(position["id"].(string)), nil).ok(t, 200)
		m = v.register(t) // with the whole capital again
	}
}

func signalHasEveryField(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	made := v.analyst.post(t, "/trading/signals", body{"symbol": xrp, "signalType": "hold"}).ok(t, 201).object(t, shapeOfSignal)
	wantFields(t, made, body{
		"symbol": xrp, "signalType": "hold", "confidence": "medium", "price": 2, "targetPrice": 0, "stopLoss": 0,
		"reason": "", "status": "active", "botId": nil,
	})
	if left := moment(t, made["expiresAt"]).Sub(moment(t, made["createdAt"])); left != 4*time.Hour {
		t.Errorf("it expires after %v, want four hours", left)
	}
	whole := body{
		"symbol": xrp, "signalType": "entry_long", "confidence": "very_high", "price": 2.01, "targetPrice": 2.5, "stopLoss": 1.75,
		"reason": "The tape says so.",
	}
	id := v.signal(t, "entry_long", body{
		"confidence": "very_high", "price": 2.01, "targetPrice": 2.5, "stopLoss": 1.75, "reason": "The tape says so.",
		"riskLevel": "high", "expiresInMinutes": 1,
	})
	read := v.register(t).get(t, "/trading/signals/"+id).ok(t, 200).object(t, shapeOfSignal)
	wantFields(t, read, whole)
	if left := moment(t, read["expiresAt"]).Sub(moment(t, read["createdAt"])); left != time.Minute {
		t.Errorf("it expires after %v, want a minute", left)
	}
}

func signalsAreListed(t *testing.T, v *venue) {
	m := v.register(t)
	const sol = "SOLUSD" // nobody else uses it
	var made []string
	for i := range 22 {
		signalType := []string{"entry_long", "hold"}[i%2]
		made = append(made, v.signal(t, signalType, body{"symbol": sol, "price": 150}))
	}
	first, next := m.stretch(t, "/trading/signals?symbol="+sol, shapeOfSignal)
	if len(first) != 20 || next == "" {
		t.Fatalf("%d signals and next %q, want 20 and more", len(first), next)
	}
	second, end := m.stretch(t, "/trading/signals?symbol="+sol+"&before="+next, shapeOfSignal)
	if len(second) != 2 || end != "" {
		t.Fatalf("%d signals and next %q, want 2 and no more", len(second), end)
	}
	for i, signal := range append(first, second...) {
		if want := made[len(made)-1-i]; signal["id"] != want {
			t.Fatalf("signal %d is %v, want %s", i, signal["id"], want)
		}
	}
	if some, _ := m.stretch(t, "/trading/signals?limit=3&signalType=hold&symbol="+sol, shapeOfSignal); len(some) != 3 || some[0]["signalType"] != "hold" || some[1]["id"] != made[19] {
		t.Errorf("three holds are %v", some)
	}
	for _, none := range []string{"symbol=" + sol + "&signalType=exit_short", "symbol=NOBODY", "botId=" + uuid.NewString()} {
		if some, _ := m.stretch(t, "/trading/signals?"+none, shapeOfSignal); len(some) != 0 {
			t.Errorf("%s finds %v", none, some)
		}
	}
}

func positionsAreListed(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	first := m.opened(t, v.signal(t, "entry_long", nil), 30)
	second := m.opened(t, v.signal(t, "entry_short", nil), 10)
	m.post(t, closing(first), nil).ok(t, 200)
	account := m.position(t, first)["accountId"].(string)
	for query, want := range map[string][]string{
		"": {second, first}, "?status=open": {second}, "?status=closed": {first}, "?status=liquidated": nil,
		"?symbol=" + xrp: {second, first}, "?symbol=BTCUSD": nil, "?symbol=" + xrp + "&status=closed": {first},
		"?accountId=" + account: {second, first}, "?accountId=" + uuid.NewString(): nil,
		"?limit=1": {second}, "?before=" + second: {first},
	} {
		found, _ := m.stretch(t, "/trading/positions"+query, shapeOfPosition)
		var got []string
		for _, position := range found {
			got = append(got, position["id"].(string))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q lists %v, want %v", query, got, want)
		}
	}
	if _, next := m.stretch(t, "/trading/positions?limit=1", shapeOfPosition); next != second {
		t.Errorf("next is %q, want %s", next, second)
	}
}

func positionIsClosedOnce(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	id := m.opened(t, v.signal(t, "entry_long", nil), 30)
	done := m.post(t, closing(id), nil).ok(t, 200).object(t, shapeOfClosing)
	wantFields(t, done, body{"fillPrice": 2, "fee": 0.15})
	position := done["position"].(map[string]any)
	wantFields(t, position, body{
		"id": id, "status": "closed", "quantity": 30, "currentPrice": 2, "unrealizedPnl": 0, "realizedPnl": -0.3, "margin": 0,
	})
	if err := aTime(position["closedAt"]); err != nil {
		t.Error(err)
	}
	wantFields(t, m.position(t, id), position)
	wantFields(t, done["trade"].(map[string]any), body{"type": "close", "positionId": id, "quantity": 30, "exitReason": "manual"})
	m.post(t, closing(id), nil).failed(t, 409, "POSITION_NOT_OPEN", "")
	m.post(t, closing(id), body{"quantity": 1}).failed(t, 409, "POSITION_NOT_OPEN", "")
}

func exitClosesPositions(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	first := m.opened(t, v.signal(t, "entry_long", nil), 10)
	second := m.opened(t, v.signal(t, "entry_long", nil), 20)
	short := m.opened(t, v.signal(t, "entry_short", nil), 5)
	exit := v.signal(t, "exit_long", nil)
	m.post(t, executing(exit), body{"quantity": 31}).failed(t, 400, "VALIDATION_ERROR", "quantity")
	done := m.execute(t, exit, body{"quantity": 15})
	wantFields(t, done, body{"quantity": 15, "fillPrice": 2, "fee": 0.075})
	wantFields(t, m.position(t, first), body{"status": "closed"})
	wantFields(t, m.position(t, second), body{"status": "open", "quantity": 15, "openedQuantity": 20})
	rest := m.execute(t, v.signal(t, "exit_long", nil), body{})
	wantFields(t, rest, body{"quantity": 15})
	wantFields(t, m.position(t, second), body{"status": "closed", "quantity": 20})
	wantFields(t, m.position(t, short), body{"status": "open"})
	types := map[any]int{}
	for _, trade := range m.history(t) {
		wantFields(t, trade, body{"exitReason": "signal"})
		types[trade["type"]]++
	}
	if types["close"] != 2 || types["partial_close"] != 1 {
		t.Errorf("the history has %v", types)
	}
	m.post(t, executing(v.signal(t, "exit_long", nil)), body{}).failed(t, 409, "NO_MATCHING_POSITION", "")
}

func historyIsPaged(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	for range 3 {
		m.post(t, closing(m.opened(t, v.signal(t, "entry_long", nil), 30)), nil).ok(t, 200)
	}
	all := m.history(t)
	if len(all) != 3 {
		t.Fatalf("%d trades, want 3", len(all))
	}
	for i := range all[1:] {
		if moment(t, all[i]["closedAt"]).Before(moment(t, all[i+1]["closedAt"])) {
			t.Error("the newest is not the first")
		}
	}
	second := m.get(t, "/trading/history?page=2&limit=2")
	if trades := second.list(t, shapeOfTrade, shape{"meta": aMeta}); len(trades) != 1 || trades[0]["id"] != all[2]["id"] {
		t.Errorf("the second page is %v", trades)
	}
	wantFields(t, metaOf(t, second), body{"page": 2, "limit": 2, "total": 3, "totalPages": 2})
	beyond := m.get(t, "/trading/history?page=9")
	if trades := beyond.list(t, shapeOfTrade, shape{"meta": aMeta}); len(trades) != 0 {
		t.Errorf("the ninth page is %v", trades)
	}
	wantFields(t, metaOf(t, beyond), body{"page": 9, "limit": 20, "total": 3, "totalPages": 1})

	// The trades may lie on two days when midnight has come between them.
	oldest, newest := moment(t, all[2]["closedAt"]).UTC(), moment(t, all[0]["closedAt"]).UTC()
	day := func(at time.Time, days int) string { return at.AddDate(0, 0, days).Format(time.DateOnly) }
	for query, want := range map[string]float64{
		"?startDate=" + day(oldest, 0): 3, "?endDate=" + day(newest, 0): 3,
		"?startDate=" + day(oldest, 0) + "&endDate=" + day(newest, 0): 3,
		"?startDate=" + day(newest, 1):                                0, "?endDate=" + day(oldest, -1): 0,
	} {
		wantFields(t, metaOf(t, m.get(t, "/trading/history"+query)), body{"total": want})
	}
}

func strangersSeeNoTrading(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	owner := v.register(t)
	signal := v.signal(t, "entry_long", nil)
	id := owner.opened(t, signal, 30)
	account := owner.position(t, id)["accountId"].(string)
	for _, stranger := range []*member{v.register(t), v.tenantAdmin(t)} {
		stranger.get(t, positionAt(id)).failed(t, 404, "NOT_FOUND", "")
		stranger.post(t, closing(id), nil).failed(t, 404, "NOT_FOUND", "")
		stranger.post(t, executing(signal), body{"accountId": account}).failed(t, 404, "NOT_FOUND", "")
		if found, _ := stranger.stretch(t, "/trading/positions?accountId="+account, shapeOfPosition); len(found) != 0 {
			t.Errorf("a stranger lists %v", found)
		}
		if trades := stranger.history(t); len(trades) != 0 {
			t.Errorf("a stranger has the history %v", trades)
		}
		wantFields(t, stranger.portfolio(t), body{"positions": 0, "totalValue": 100_000})
		stranger.execute(t, signal, body{}) // the catalogue of signals is everybody's
	}
	wantFields(t, owner.position(t, id), body{"status": "open", "quantity": 30})
}

func impossibleExecutions(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	signal := v.signal(t, "entry_long", nil)
	for _, bad := range []struct {
		content     any
		status      int
		code, field string
	}{
		{body{"quantity": 0}, 400, "VALIDATION_ERROR", "quantity"}, {body{"quantity": -30}, 400, "VALIDATION_ERROR", "quantity"},
		{body{"quantity": "30"}, 400, "VALIDATION_ERROR", "quantity"}, {body{"quantity": nil}, 400, "VALIDATION_ERROR", "quantity"},
		{body{"quantity": 0.15}, 400, "VALIDATION_ERROR", "quantity"}, {`{"quantity":30.000000001}`, 400, "VALIDATION_ERROR", "quantity"},
		{`{"quantity":1e300}`, 400, "VALIDATION_ERROR", "quantity"}, {body{"quantity": 0.05}, 422, "QUANTITY_TOO_SMALL", ""},
		{body{"quantity": 50_000}, 422, "INSUFFICIENT_FUNDS", ""},
		{body{"accountId": "mine"}, 400, "VALIDATION_ERROR", "accountId"}, {body{"accountId": uuid.NewString()}, 404, "NOT_FOUND", ""},
		{body{"leverage": 2}, 400, "VALIDATION_ERROR", "leverage"}, {`{`, 400, "INVALID_JSON", ""},
	} {
		m.post(t, executing(signal), bad.content).failed(t, bad.status, bad.code, bad.field)
	}
	if refused := m.post(t, executing(signal), nil); refused.status != http.StatusBadRequest {
		t.Errorf("without a body: %d %s", refused.status, refused.text)
	}
	v.price(t, xrp, "2.03")
	m.post(t, executing(signal), body{}).failed(t, 409, "PRICE_MOVED", "")
	v.price(t, xrp, "2.02") // one percent, and no more
	m.execute(t, signal, body{"quantity": 30})

	m.post(t, executing(v.signal(t, "hold", nil)), body{}).failed(t, 422, "SIGNAL_NOT_ACTIONABLE", "")
	m.post(t, executing(v.signal(t, "exit_short", nil)), body{}).failed(t, 409, "NO_MATCHING_POSITION", "")
	if found, _ := m.stretch(t, "/trading/positions", shapeOfPosition); len(found) != 1 {
		t.Errorf("%d positions, want the one that was possible", len(found))
	}
}

func signalsComeFromAnalysts(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	good := body{"symbol": xrp, "signalType": "hold"}
	for _, other := range []*member{v.register(t), v.officer(t, "trader", "")} {
		other.post(t, "/trading/signals", good).failed(t, 403, "FORBIDDEN", "")
	}
	v.analyst.post(t, "/trading/signals", body{"symbol": "NOBODY", "signalType": "hold"}).failed(t, 404, "NOT_FOUND", "")
	for field, value := range map[string]any{
		"symbol": "", "signalType": "entry", "confidence": "certain", "price": -1, "targetPrice": 1.9, "stopLoss": 2.1,
		"riskLevel": "none", "expiresInMinutes": 0, "leverage": 2,
	} {
		content := body{"symbol": xrp, "signalType": "entry_long", field: value}
		v.analyst.post(t, "/trading/signals", content).failed(t, 400, "VALIDATION_ERROR", field)
	}
	v.analyst.post(t, "/trading/signals", body{"signalType": "hold"}).failed(t, 400, "VALIDATION_ERROR", "symbol")
	v.analyst.post(t, "/trading/signals", body{"symbol": xrp}).failed(t, 400, "VALIDATION_ERROR", "signalType")
}
