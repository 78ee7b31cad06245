package trading_test

import (
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// Manual orders, as a trader sees them from outside. A side costs a quarter of a percent, and there is no slippage.
func TestOrders(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"a limit order holds its money and fills where the price reaches it": limitOrderFills,
		"a stop order becomes a position with its own levels":                stopOrderFills,
		"an order is taken back once":                                        orderIsCancelled,
		"a preview is what placing does":                                     orderIsPreviewed,
		"a signal's preview is what executing does":                          signalIsPreviewed,
		"the stop of a position is moved, trails and is taken away":          stopIsMoved,
		"orders that cannot be are refused":                                  orderIsRefused,
	})
}

// awaitOrder waits until an order no longer works and returns it.
func awaitOrder(t *testing.T, m *kit.Member, id any) (found map[string]any) {
	t.Helper()
	testkit.Within(t, kit.Patience, "the order has ended", func() bool {
		found = m.Get(t, orderAt(id)).Ok(t, 200).Object(t, kit.ShapeOfOrder)
		return found["status"] != "working"
	})
	return found
}

func orderAt(id any) string { return "/trading/orders/" + id.(string) }

func place(t *testing.T, m *kit.Member, content kit.Body) map[string]any {
	t.Helper()
	return m.Post(t, "/trading/orders", content).Ok(t, 201).Object(t, kit.ShapeOfOrder)
}

// xrpOrder is an order for 30.
func xrpOrder(side, kind string, more kit.Body) kit.Body {
	content := kit.Body{"symbol": kit.Xrp, "side": side, "type": kind, "quantity": 30}
	for name, value := range more {
		content[name] = value
	}
	return content
}

func limitOrderFills(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	calm(t, v, kit.Xrp)
	m := v.Register(t)
	order := place(t, m, xrpOrder("buy", "limit", kit.Body{"limitPrice": 1.9, "stopLoss": 1.5, "targetPrice": 2.5}))
	kit.WantFields(t, order, kit.Body{"status": "working", "held": 57.1425, "notional": 0, "timeInForce": "gtc"})
	kit.WantFields(t, m.Portfolio(t), kit.Body{"totalValue": 100000, "cash": 99942.8575, "reserved": 57.1425, "positions": 0})
	listed, _ := m.Stretch(t, "/trading/orders?status=working&symbol=xrpusd", kit.ShapeOfOrder)
	if len(listed) != 1 || listed[0]["id"] != order["id"] {
		t.Fatalf("%v is listed, want the order", listed)
	}
	v.Bar(t, kit.Xrp, "2", "2", "1.9", "1.95")
	filled := awaitOrder(t, m, order["id"])
	kit.WantFields(t, filled, kit.Body{"status": "filled", "averagePrice": 1.9, "filledQuantity": 30, "fee": 0.1425, "held": 0})
	kit.WantFields(t, m.Position(t, filled["positionId"].(string)), kit.Body{
		"side": "buy", "entryPrice": 1.9, "quantity": 30, "stopLoss": 1.5, "targetPrice": 2.5, "margin": 57,
	})
	kit.WantFields(t, m.Portfolio(t), kit.Body{"cash": 99942.8575, "reserved": 0, "margin": 57, "positions": 1})
	if n := len(v.Analyst.Told(t, "trading.order.filled", "orderId", order["id"].(string))); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
}

func stopOrderFills(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	calm(t, v, kit.Xrp)
	m := v.Register(t)
	order := place(t, m, xrpOrder("sell", "stop", kit.Body{"stopPrice": 1.9, "trailingPercent": 10, "timeInForce": "day"}))
	if order["expiresAt"] == nil {
		t.Errorf("%v does not say when it expires", order)
	}
	v.Bar(t, kit.Xrp, "1.8", "1.8", "1.8", "1.8") // a jump
	filled := awaitOrder(t, m, order["id"])
	kit.WantFields(t, filled, kit.Body{"status": "filled", "averagePrice": 1.8})
	kit.WantFields(t, m.Position(t, filled["positionId"].(string)), kit.Body{"side": "sell", "stopLoss": 1.98, "trailingPercent": 10})
	v.Price(t, kit.Xrp, "1.5")
	testkit.Within(t, kit.Patience, "the stop follows", func() bool {
		return m.Position(t, filled["positionId"].(string))["stopLoss"] == 1.65
	})
	calm(t, v, kit.Xrp)
	v.Bar(t, kit.Xrp, "1.5", "1.7", "1.5", "1.7")
	m.AwaitStatus(t, filled["positionId"].(string), "closed")
	kit.WantFields(t, m.History(t)[0], kit.Body{"exitReason": "trailing_stop", "exitPrice": 1.65})
}

func orderIsCancelled(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m, other := v.Register(t), v.Register(t)
	order := place(t, m, xrpOrder("sell", "limit", kit.Body{"limitPrice": 3}))
	other.Get(t, orderAt(order["id"])).Failed(t, 404, "NOT_FOUND", "")
	other.Call(t, "DELETE", orderAt(order["id"]), nil).Failed(t, 404, "NOT_FOUND", "")
	cancelled := m.Call(t, "DELETE", orderAt(order["id"]), nil).Ok(t, 200).Object(t, kit.ShapeOfOrder)
	kit.WantFields(t, cancelled, kit.Body{"status": "cancelled", "held": 0, "reason": "cancelled by its owner"})
	m.Call(t, "DELETE", orderAt(order["id"]), nil).Failed(t, 409, "INVALID_TRANSITION", "")
	kit.WantFields(t, m.Portfolio(t), kit.Body{"cash": 100000, "reserved": 0})
}

func orderIsPreviewed(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	content := kit.Body{"symbol": "xrpusd", "side": "buy", "type": "market", "notional": 100, "stopLoss": 1.9, "targetPrice": 2.2}
	seen := m.Post(t, "/trading/orders/preview", content).Ok(t, 200).Object(t, kit.ShapeOfPreview)
	kit.WantFields(t, seen, kit.Body{
		"allowed": true, "quantity": 50, "price": 2, "notional": 100, "margin": 100, "fee": 0.25, "total": 100.25, "cashAfter": 99899.75,
		"lossAtStop": 5.4875, "gainAtTarget": 9.475,
	})
	kit.WantFields(t, m.Portfolio(t), kit.Body{"cash": 100000, "positions": 0})
	kit.WantFields(t, place(t, m, content), kit.Body{"status": "filled", "filledQuantity": seen["quantity"], "averagePrice": seen["price"], "fee": seen["fee"], "notional": 100})
	kit.WantFields(t, m.Portfolio(t), kit.Body{"cash": seen["cashAfter"]})
	content["notional"] = 1_000_000
	kit.WantFields(t, m.Post(t, "/trading/orders/preview", content).Ok(t, 200).Object(t, kit.ShapeOfPreview),
		kit.Body{"allowed": false, "code": "INSUFFICIENT_FUNDS", "quantity": 500000})
}

func signalIsPreviewed(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	signal := v.Signal(t, "entry_short", kit.Body{"stopLoss": 2.2, "targetPrice": 1.8})
	at := "/trading/signals/" + signal + "/preview"
	seen := m.Post(t, at, kit.Body{"quantity": 30}).Ok(t, 200).Object(t, kit.ShapeOfPreview)
	kit.WantFields(t, seen, kit.Body{"allowed": true, "side": "sell", "quantity": 30, "price": 2, "total": 60.15, "lossAtStop": 6.315, "gainAtTarget": 5.715})
	done := m.Execute(t, signal, kit.Body{"quantity": 30})
	kit.WantFields(t, done, kit.Body{"fillPrice": seen["price"], "quantity": seen["quantity"], "fee": seen["fee"]})
	kit.WantFields(t, m.Portfolio(t), kit.Body{"cash": seen["cashAfter"]})
	kit.WantFields(t, m.Post(t, at, kit.Body{}).Ok(t, 200).Object(t, kit.ShapeOfPreview), kit.Body{"allowed": false, "code": "SIGNAL_ALREADY_EXECUTED"})
	exit := m.Post(t, "/trading/signals/"+v.Signal(t, "exit_short", nil)+"/preview", kit.Body{}).Ok(t, 200).Object(t, kit.ShapeOfPreview)
	kit.WantFields(t, exit, kit.Body{"allowed": true, "side": "buy", "margin": -60, "total": -59.85})
	if closes := exit["positions"].([]any); len(closes) != 1 || closes[0] != done["position"].(map[string]any)["id"] {
		t.Errorf("the exit closes %v, want the position", closes)
	}
}

func stopIsMoved(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	calm(t, v, kit.Xrp)
	m := v.Register(t)
	id := place(t, m, xrpOrder("buy", "market", kit.Body{"stopLoss": 1.9}))["positionId"].(string)
	change := func(content kit.Body) map[string]any {
		t.Helper()
		return m.Call(t, "PATCH", kit.PositionAt(id), content).Ok(t, 200).Object(t, kit.ShapeOfPosition)
	}
	kit.WantFields(t, change(kit.Body{"stopLoss": 1.5, "targetPrice": 3}), kit.Body{"stopLoss": 1.5, "targetPrice": 3})
	m.Call(t, "PATCH", kit.PositionAt(id), kit.Body{"stopLoss": 2}).Failed(t, 400, "VALIDATION_ERROR", "stopLoss")
	v.Price(t, kit.Xrp, "1.8") // which the old stop would not have survived
	calm(t, v, kit.Xrp)
	kit.WantFields(t, m.Position(t, id), kit.Body{"status": "open"})
	kit.WantFields(t, change(kit.Body{"trailingPercent": 5}), kit.Body{"stopLoss": 1.71, "trailingPercent": 5, "targetPrice": 3})
	kit.WantFields(t, change(kit.Body{"stopLoss": 0, "targetPrice": 0, "trailingPercent": 0}), kit.Body{"stopLoss": 0, "targetPrice": 0, "trailingPercent": 0})
	m.Post(t, kit.Closing(id), nil).Ok(t, 200)
	m.Call(t, "PATCH", kit.PositionAt(id), kit.Body{"stopLoss": 1}).Failed(t, 409, "POSITION_NOT_OPEN", "")
}

func orderIsRefused(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	refused := func(content kit.Body, status int, code, field string) {
		t.Helper()
		m.Post(t, "/trading/orders", content).Failed(t, status, code, field)
	}
	refused(xrpOrder("buy", "limit", nil), 400, "VALIDATION_ERROR", "limitPrice")
	refused(xrpOrder("buy", "limit", kit.Body{"limitPrice": 1.90001}), 400, "VALIDATION_ERROR", "limitPrice")
	refused(xrpOrder("buy", "market", kit.Body{"notional": 10}), 400, "VALIDATION_ERROR", "quantity")
	refused(xrpOrder("buy", "stop", kit.Body{"stopPrice": 1.9}), 409, "PRICE_MOVED", "")
	refused(kit.Body{"symbol": kit.Xrp, "side": "buy", "type": "market", "notional": 0.1}, 422, "QUANTITY_TOO_SMALL", "")
	refused(kit.Body{"symbol": kit.Xrp, "side": "buy", "type": "market", "quantity": 60000}, 422, "INSUFFICIENT_FUNDS", "")
	refused(kit.Body{"symbol": "NOPE", "side": "buy", "type": "market", "quantity": 1}, 404, "NOT_FOUND", "symbol")
}
