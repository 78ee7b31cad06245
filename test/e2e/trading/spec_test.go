package trading_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/test/e2e/kit"
)

// The trading operations that the specification states, except the bots.

func TestTheSpecifiedTradingOperations(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"a new user has the paper capital and nothing else":       newUserHasPaperCapital,
		"a new user executes a signal with an empty object":       newUserExecutes,
		"signals are listed by symbol and type, the newest first": signalsAreListed,
		"a signal has every field":                                signalHasEveryField,
		"positions are listed by symbol, status and account":      positionsAreListed,
		"a position is closed without a body and only once":       positionIsClosedOnce,
		"an exit closes the oldest first and all there is":        exitClosesPositions,
		"history is paged and bounded by days":                    historyIsPaged,
		"a signal ends with its author's right":                   signalEndsWithItsAuthorsRight,
	})
}

// TestNobodyTradesWithoutAPrice gives the server reason to log errors about its feed.
func TestNobodyTradesWithoutAPrice(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		v := kit.NewVenue(t, place)
		v.Troubled = true
		const ada = "ADAUSD"
		v.Analyst.Post(t, "/trading/signals", kit.Body{"symbol": ada, "signalType": "hold"}).Failed(t, 503, "MARKET_DATA_STALE", "")
		m, signal := v.Register(t), v.Signal(t, "entry_long", kit.Body{"symbol": ada, "price": 0.45})
		m.Post(t, kit.Executing(signal), kit.Body{}).Failed(t, 503, "MARKET_DATA_STALE", "")
		v.Price(t, ada, "0.45")
		m.Execute(t, signal, kit.Body{})
	})
}

func newUserHasPaperCapital(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	kit.WantFields(t, m.Portfolio(t), kit.Body{
		"totalValue": 100_000, "totalPnl": 0, "positions": 0, "cash": 100_000, "margin": 0, "unrealizedPnl": 0, "realizedPnl": 0,
	})
	if positions, next := m.Stretch(t, "/trading/positions", kit.ShapeOfPosition); len(positions) != 0 || next != "" {
		t.Errorf("a new user has positions: %v", positions)
	}
	history := m.Get(t, "/trading/history")
	if trades := history.List(t, kit.ShapeOfTrade, kit.Shape{"meta": kit.AMeta}); len(trades) != 0 {
		t.Errorf("a new user has trades: %v", trades)
	}
	kit.WantFields(t, kit.MetaOf(t, history), kit.Body{"page": 1, "limit": 20, "total": 0, "totalPages": 0})
	if all := m.Get(t, "/trading/my-subscriptions").Ok(t, 200).List(t, kit.ShapeOfSubscription, nil); len(all) != 0 {
		t.Errorf("a new user has subscriptions: %v", all)
	}
}

func newUserExecutes(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	signal, m := v.Signal(t, "entry_long", nil), v.Register(t)
	done := m.Execute(t, signal, kit.Body{})
	// Without a stop a position takes a twentieth of the equity: 5000 at 2.
	kit.WantFields(t, done, kit.Body{"signalId": signal, "quantity": 2500, "fillPrice": 2, "fee": 12.5})
	if trades := done["trades"].([]any); len(trades) != 0 {
		t.Errorf("an entry closed %v", trades)
	}
	position := done["position"].(map[string]any)
	kit.WantFields(t, position, kit.Body{
		"symbol": kit.Xrp, "side": "buy", "status": "open", "quantity": 2500, "openedQuantity": 2500, "entryPrice": 2,
		"currentPrice": 2, "unrealizedPnl": 0, "realizedPnl": 0, "margin": 5000, "stopLoss": 0, "targetPrice": 0,
		"liquidationPrice": 0, "signalId": signal, "accountId": done["accountId"], "closedAt": nil,
	})
	kit.WantFields(t, m.Position(t, position["id"].(string)), position)
	v.Price(t, kit.Xrp, "2.1")
	kit.WantFields(t, m.Position(t, position["id"].(string)), kit.Body{"currentPrice": 2.1, "unrealizedPnl": 250})
	kit.WantFields(t, m.Portfolio(t), kit.Body{
		"totalValue": 100_237.5, "totalPnl": 237.5, "positions": 1, "cash": 94_987.5, "margin": 5000,
		"unrealizedPnl": 250, "realizedPnl": 0, "openFees": 12.5,
	})
	m.Post(t, kit.Executing(signal), kit.Body{}).Failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")
}

func signalHasEveryField(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	made := v.Analyst.Post(t, "/trading/signals", kit.Body{"symbol": kit.Xrp, "signalType": "hold"}).Ok(t, 201).Object(t, kit.ShapeOfSignal)
	kit.WantFields(t, made, kit.Body{
		"symbol": kit.Xrp, "signalType": "hold", "confidence": "medium", "price": 2, "targetPrice": 0, "stopLoss": 0,
		"reason": "", "status": "active", "botId": nil,
	})
	if left := kit.Moment(t, made["expiresAt"]).Sub(kit.Moment(t, made["createdAt"])); left != 4*time.Hour {
		t.Errorf("it expires after %v, want four hours", left)
	}
	whole := kit.Body{
		"symbol": kit.Xrp, "signalType": "entry_long", "confidence": "very_high", "price": 2.01, "targetPrice": 2.5, "stopLoss": 1.75,
		"reason": "The tape says so.",
	}
	id := v.Signal(t, "entry_long", kit.Body{
		"confidence": "very_high", "price": 2.01, "targetPrice": 2.5, "stopLoss": 1.75, "reason": "The tape says so.",
		"riskLevel": "high", "expiresInMinutes": 1,
	})
	read := v.Register(t).Get(t, "/trading/signals/"+id).Ok(t, 200).Object(t, kit.ShapeOfSignal)
	kit.WantFields(t, read, whole)
	if left := kit.Moment(t, read["expiresAt"]).Sub(kit.Moment(t, read["createdAt"])); left != time.Minute {
		t.Errorf("it expires after %v, want a minute", left)
	}
}

func signalsAreListed(t *testing.T, v *kit.Venue) {
	m := v.Register(t)
	const sol = "SOLUSD" // no other test uses it
	var made []string
	for i := range 22 {
		signalType := []string{"entry_long", "hold"}[i%2]
		made = append(made, v.Signal(t, signalType, kit.Body{"symbol": sol, "price": 150}))
	}
	first, next := m.Stretch(t, "/trading/signals?symbol="+sol, kit.ShapeOfSignal)
	if len(first) != 20 || next == "" {
		t.Fatalf("%d signals and next %q, want 20 and more", len(first), next)
	}
	second, end := m.Stretch(t, "/trading/signals?symbol="+sol+"&before="+next, kit.ShapeOfSignal)
	if len(second) != 2 || end != "" {
		t.Fatalf("%d signals and next %q, want 2 and no more", len(second), end)
	}
	for i, signal := range append(first, second...) {
		if want := made[len(made)-1-i]; signal["id"] != want {
			t.Fatalf("signal %d is %v, want %s", i, signal["id"], want)
		}
	}
	if some, _ := m.Stretch(t, "/trading/signals?limit=3&signalType=hold&symbol="+sol, kit.ShapeOfSignal); len(some) != 3 || some[0]["signalType"] != "hold" || some[1]["id"] != made[19] {
		t.Errorf("three holds are %v", some)
	}
	for _, none := range []string{"symbol=" + sol + "&signalType=exit_short", "symbol=NOBODY", "botId=" + uuid.NewString()} {
		if some, _ := m.Stretch(t, "/trading/signals?"+none, kit.ShapeOfSignal); len(some) != 0 {
			t.Errorf("%s finds %v", none, some)
		}
	}
}

func positionsAreListed(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	first := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
	second := m.Opened(t, v.Signal(t, "entry_short", nil), 10)
	m.Post(t, kit.Closing(first), nil).Ok(t, 200)
	account := m.Position(t, first)["accountId"].(string)
	for query, want := range map[string][]string{
		"": {second, first}, "?status=open": {second}, "?status=closed": {first}, "?status=liquidated": nil,
		"?symbol=" + kit.Xrp: {second, first}, "?symbol=BTCUSD": nil, "?symbol=" + kit.Xrp + "&status=closed": {first},
		"?accountId=" + account: {second, first}, "?accountId=" + uuid.NewString(): nil,
		"?limit=1": {second}, "?before=" + second: {first},
	} {
		found, _ := m.Stretch(t, "/trading/positions"+query, kit.ShapeOfPosition)
		var got []string
		for _, position := range found {
			got = append(got, position["id"].(string))
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q lists %v, want %v", query, got, want)
		}
	}
	if _, next := m.Stretch(t, "/trading/positions?limit=1", kit.ShapeOfPosition); next != second {
		t.Errorf("next is %q, want %s", next, second)
	}
}

func positionIsClosedOnce(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	id := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
	done := m.Post(t, kit.Closing(id), nil).Ok(t, 200).Object(t, kit.ShapeOfClosing)
	kit.WantFields(t, done, kit.Body{"fillPrice": 2, "fee": 0.15})
	position := done["position"].(map[string]any)
	kit.WantFields(t, position, kit.Body{
		"id": id, "status": "closed", "quantity": 30, "currentPrice": 2, "unrealizedPnl": 0, "realizedPnl": -0.3, "margin": 0,
	})
	if err := kit.ATime(position["closedAt"]); err != nil {
		t.Error(err)
	}
	kit.WantFields(t, m.Position(t, id), position)
	kit.WantFields(t, done["trade"].(map[string]any), kit.Body{"type": "close", "positionId": id, "quantity": 30, "exitReason": "manual"})
	m.Post(t, kit.Closing(id), nil).Failed(t, 409, "POSITION_NOT_OPEN", "")
	m.Post(t, kit.Closing(id), kit.Body{"quantity": 1}).Failed(t, 409, "POSITION_NOT_OPEN", "")
}

func exitClosesPositions(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	first := m.Opened(t, v.Signal(t, "entry_long", nil), 10)
	second := m.Opened(t, v.Signal(t, "entry_long", nil), 20)
	short := m.Opened(t, v.Signal(t, "entry_short", nil), 5)
	exit := v.Signal(t, "exit_long", nil)
	m.Post(t, kit.Executing(exit), kit.Body{"quantity": 31}).Failed(t, 400, "VALIDATION_ERROR", "quantity")
	done := m.Execute(t, exit, kit.Body{"quantity": 15})
	kit.WantFields(t, done, kit.Body{"quantity": 15, "fillPrice": 2, "fee": 0.075})
	kit.WantFields(t, m.Position(t, first), kit.Body{"status": "closed"})
	kit.WantFields(t, m.Position(t, second), kit.Body{"status": "open", "quantity": 15, "openedQuantity": 20})
	rest := m.Execute(t, v.Signal(t, "exit_long", nil), kit.Body{})
	kit.WantFields(t, rest, kit.Body{"quantity": 15})
	kit.WantFields(t, m.Position(t, second), kit.Body{"status": "closed", "quantity": 20})
	kit.WantFields(t, m.Position(t, short), kit.Body{"status": "open"})
	types := map[any]int{}
	for _, trade := range m.History(t) {
		kit.WantFields(t, trade, kit.Body{"exitReason": "signal"})
		types[trade["type"]]++
	}
	if types["close"] != 2 || types["partial_close"] != 1 {
		t.Errorf("the history has %v", types)
	}
	m.Post(t, kit.Executing(v.Signal(t, "exit_long", nil)), kit.Body{}).Failed(t, 409, "NO_MATCHING_POSITION", "")
}

func historyIsPaged(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	for range 3 {
		m.Post(t, kit.Closing(m.Opened(t, v.Signal(t, "entry_long", nil), 30)), nil).Ok(t, 200)
	}
	all := m.History(t)
	if len(all) != 3 {
		t.Fatalf("%d trades, want 3", len(all))
	}
	for i := range all[1:] {
		if kit.Moment(t, all[i]["closedAt"]).Before(kit.Moment(t, all[i+1]["closedAt"])) {
			t.Error("the newest is not the first")
		}
	}
	second := m.Get(t, "/trading/history?page=2&limit=2")
	if trades := second.List(t, kit.ShapeOfTrade, kit.Shape{"meta": kit.AMeta}); len(trades) != 1 || trades[0]["id"] != all[2]["id"] {
		t.Errorf("the second page is %v", trades)
	}
	kit.WantFields(t, kit.MetaOf(t, second), kit.Body{"page": 2, "limit": 2, "total": 3, "totalPages": 2})
	beyond := m.Get(t, "/trading/history?page=9")
	if trades := beyond.List(t, kit.ShapeOfTrade, kit.Shape{"meta": kit.AMeta}); len(trades) != 0 {
		t.Errorf("the ninth page is %v", trades)
	}
	kit.WantFields(t, kit.MetaOf(t, beyond), kit.Body{"page": 9, "limit": 20, "total": 3, "totalPages": 1})

	// The trades may be on two days if midnight has passed between them.
	oldest, newest := kit.Moment(t, all[2]["closedAt"]).UTC(), kit.Moment(t, all[0]["closedAt"]).UTC()
	day := func(at time.Time, days int) string { return at.AddDate(0, 0, days).Format(time.DateOnly) }
	for query, want := range map[string]float64{
		"?startDate=" + day(oldest, 0): 3, "?endDate=" + day(newest, 0): 3,
		"?startDate=" + day(oldest, 0) + "&endDate=" + day(newest, 0): 3,
		"?startDate=" + day(newest, 1):                                0, "?endDate=" + day(oldest, -1): 0,
	} {
		kit.WantFields(t, kit.MetaOf(t, m.Get(t, "/trading/history"+query)), kit.Body{"total": want})
	}
}

func signalEndsWithItsAuthorsRight(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m, usual := v.Register(t), v.Analyst
	defer func() { v.Analyst = usual }()
	for role, change := range map[string]kit.Body{
		"analyst":     {"suspended": true},
		"admin":       {"role": "trader"},
		"super_admin": {"role": "admin"}, // who has published for the platform
	} {
		v.Analyst = v.Officer(t, role, "")
		signal := v.Signal(t, "entry_long", kit.Body{"expiresInMinutes": 10080})
		usual.Update(t, v.Analyst, change).Ok(t, 200)
		m.Post(t, kit.Executing(signal), kit.Body{}).Failed(t, 409, "SIGNAL_EXPIRED", "")
		kit.WantFields(t, m.Get(t, "/trading/signals/"+signal).Ok(t, 200).Object(t, kit.ShapeOfSignal), kit.Body{"status": "expired"})
	}
}
