package investment_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const ordersPath = "/trading/orders"

func orderAt(id any) string { return ordersPath + "/" + id.(string) }

// TestLiveOrders trades at an exchange that takes a commission of a thousandth: of the coins that are bought, and of
// the dollars that are paid for them.
func TestLiveOrders(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		x := newSpot(t)
		v := kit.NewVenue(t, place, "--broker-binance-url", x.URL)
		for name, story := range map[string]func(t *testing.T, v *kit.Venue, x *spot){
			"an order is sent once, and what it bought is sold": orderIsTradedThere,
			"without the owner's word no order leaves":          noOrderLeaves,
			"nobody disconnects while an order is there":        ordersKeepTheConnection,
			"who disconnects keeps what was bought, and leaves": disconnectedLetsGo,
		} {
			t.Run(name, func(t *testing.T) { story(t, v, x) })
		}
	})
}

// liveOrder is an order for a connected account.
func liveOrder(account, side, kind string, quantity float64) kit.Body {
	return kit.Body{"symbol": kit.Xrp, "side": side, "type": kind, "quantity": quantity, "accountId": account}
}

func place(t *testing.T, m *kit.Member, content kit.Body) map[string]any {
	t.Helper()
	return m.Post(t, ordersPath, content).Ok(t, 201).Object(t, kit.ShapeOfOrder)
}

// awaitOrder waits until an order no longer works, and checks its final status.
func awaitOrder(t *testing.T, m *kit.Member, id any, status string) (found map[string]any) {
	t.Helper()
	testkit.Within(t, kit.Patience, "the order is "+status, func() bool {
		found = m.Get(t, orderAt(id)).Ok(t, 200).Object(t, kit.ShapeOfOrder)
		return found["status"] != "working"
	})
	kit.WantFields(t, found, kit.Body{"status": status, "held": 0})
	return found
}

// connected is a member with a thousand dollars at the exchange.
func connected(t *testing.T, v *kit.Venue, x *spot) (m *kit.Member, k *exchangeKey, connection map[string]any) {
	t.Helper()
	m, k = v.Register(t), x.newKey("1000")
	return m, k, awaitConnection(t, m, connect(t, m, k), "connected")
}

func orderIsTradedThere(t *testing.T, v *kit.Venue, x *spot) {
	v.Price(t, kit.Xrp, "2")
	x.SetPrice(xrpThere, "2")
	m, k, connection := connected(t, v, x)
	kit.WantFields(t, awaitHoldings(t, m, connection, time.Time{}), kit.Body{"totalValueUsd": 1000})
	account := letTrade(t, m, connection, true)

	order := place(t, m, liveOrder(account, "buy", "market", 30))
	kit.WantFields(t, order, kit.Body{"accountId": account, "status": "working", "held": 0})
	order = awaitOrder(t, m, order["id"], "filled")
	kit.WantFields(t, order, kit.Body{"filledQuantity": 29.97, "averagePrice": 2, "fee": 0.06, "reason": ""})
	there := x.Orders(k.key)
	if name := "b-" + strings.ReplaceAll(order["id"].(string), "-", ""); len(there) != 1 || there[0].ClientID != name || there[0].Status != "FILLED" {
		t.Fatalf("the exchange has %+v, want the order %s", there, name)
	}
	listed, _ := m.Stretch(t, ordersPath+"?accountId="+account, kit.ShapeOfOrder)
	if len(listed) != 1 {
		t.Fatalf("the orders are %v", listed)
	}
	kit.WantFields(t, listed[0], order)
	positions, _ := m.Stretch(t, "/trading/positions?accountId="+account, kit.ShapeOfPosition)
	if len(positions) != 1 {
		t.Fatalf("the positions are %v", positions)
	}
	bought := kit.Body{"id": order["positionId"], "side": "buy", "status": "open", "quantity": 29.97, "entryPrice": 2, "openFee": 0.06}
	kit.WantFields(t, positions[0], bought)
	kit.WantFields(t, connectedAccount(t, m), kit.Body{"id": account, "status": "active", "cash": 0, "reserved": 0, "margin": 59.94, "openPositions": 1})

	v.Price(t, kit.Xrp, "2.1")
	x.SetPrice(xrpThere, "2.1")
	position := order["positionId"].(string)
	answer := m.Post(t, kit.Closing(position), nil).Ok(t, 200).Envelope["data"].(map[string]any)
	sale := awaitOrder(t, m, answer["order"].(map[string]any)["id"], "filled")
	kit.WantFields(t, sale, kit.Body{"side": "sell", "filledQuantity": 29.97, "averagePrice": 2.1, "fee": 0.06279})
	kit.WantFields(t, m.Position(t, position), kit.Body{"status": "closed"})
	if there = x.Orders(k.key); len(there) != 2 || there[1].Executed.String() != "29.9" {
		t.Fatalf("the exchange has %+v, want the sale of what is a lot there", there)
	}
	for name, status := range map[string]string{"trading.order.placed": "working", "trading.order.filled": "filled"} {
		for _, id := range []any{order["id"], sale["id"]} {
			told := v.Analyst.Told(t, name, "orderId", id.(string))
			if len(told) != 1 || told[0]["status"] != status {
				t.Errorf("%s was told as %v", name, told)
			}
		}
	}
	wantInTheBooks(t, m, account, order)
}

// connectedAccount is the member's account at the exchange as listed.
func connectedAccount(t *testing.T, m *kit.Member) map[string]any {
	t.Helper()
	for _, account := range m.Get(t, "/trading/accounts").Ok(t, 200).List(t, kit.ShapeOfTradingAccount, nil) {
		if account["kind"] == "connected" {
			return account
		}
	}
	t.Fatal("no account at an exchange is listed")
	return nil
}

// wantInTheBooks finds a purchase and its sale in the history and on the statement of an account with nothing else.
func wantInTheBooks(t *testing.T, m *kit.Member, account string, purchase map[string]any) {
	t.Helper()
	quantity, profit := 0.0, 0.0
	history := m.History(t)
	for _, trade := range history {
		kit.WantFields(t, trade, kit.Body{"accountId": account, "positionId": purchase["positionId"], "entryPrice": 2, "exitPrice": 2.1, "exitReason": "manual"})
		quantity += trade["quantity"].(float64)
		profit += trade["realizedPnl"].(float64)
	}
	near := func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }
	if won := 29.97*0.1 - 0.06 - 0.06279; !near(quantity, 29.97) || !near(profit, won) {
		t.Errorf("%v were sold with %v of profit, want %v", quantity, profit, won)
	}
	kit.WantFields(t, connectedAccount(t, m), kit.Body{"margin": 0, "equity": 0, "openPositions": 0, "totalPnl": 2.87421})
	lines, _ := m.Stretch(t, "/trading/accounts/"+account+"/statement", kit.ShapeOfStatementLine)
	if len(lines) != len(history)+1 {
		t.Fatalf("the statement is %v", lines)
	}
	kit.WantFields(t, lines[0], kit.Body{"balance": 0, "kind": "position_closed", "positionId": purchase["positionId"]})
	kit.WantFields(t, lines[len(history)], kit.Body{
		"kind": "position_opened", "description": "Bought 29.97 " + kit.Xrp + " at 2", "fee": 0.06, "amount": 59.94, "balance": 59.94,
		"positionId": purchase["positionId"], "orderId": purchase["id"],
	})
}

func noOrderLeaves(t *testing.T, v *kit.Venue, x *spot) {
	v.Price(t, kit.Xrp, "2")
	x.SetPrice(xrpThere, "2")
	m, k, connection := connected(t, v, x)
	before := x.placings()
	buying := func(account string) kit.Body { return liveOrder(account, "buy", "market", 30) }
	m.Post(t, ordersPath, buying(connection["id"].(string))).Failed(t, 404, "NOT_FOUND", "")
	account := letTrade(t, m, connection, true)
	letTrade(t, m, connection, false)
	m.Post(t, ordersPath, buying(account)).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	m.Post(t, kit.Executing(v.Signal(t, "entry_long", nil)), kit.Body{"accountId": account, "quantity": 30}).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	other := v.Register(t)
	other.Post(t, ordersPath, buying(account)).Failed(t, 404, "NOT_FOUND", "")
	if after := x.placings(); after != before || len(x.Orders(k.key)) != 0 {
		t.Errorf("%d orders have left", after-before)
	}
	letTrade(t, m, connection, true)
	other.Post(t, ordersPath, buying(account)).Failed(t, 404, "NOT_FOUND", "")
	awaitOrder(t, m, place(t, m, buying(account))["id"], "filled")
	if after := x.placings(); after != before+1 || len(x.Orders(k.key)) != 1 {
		t.Errorf("%d orders have left, want the one that was allowed", after-before)
	}
	// What was bought there stays open here while selling is not allowed.
	position, _ := m.Stretch(t, "/trading/positions?accountId="+account, kit.ShapeOfPosition)
	letTrade(t, m, connection, false)
	m.Post(t, kit.Closing(position[0]["id"].(string)), nil).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	if after := x.placings(); after != before+1 {
		t.Errorf("%d orders have left, want 1", after-before)
	}
}

func ordersKeepTheConnection(t *testing.T, v *kit.Venue, x *spot) {
	v.Price(t, kit.Xrp, "2")
	x.SetPrice(xrpThere, "2")
	m, k, connection := connected(t, v, x)
	account := letTrade(t, m, connection, true)
	waiting := liveOrder(account, "buy", "limit", 30)
	waiting["limitPrice"] = 1.5
	order := place(t, m, waiting)
	testkit.Within(t, kit.Patience, "the order is at the exchange", func() bool { return len(x.Orders(k.key)) == 1 })
	m.Call(t, http.MethodDelete, connectionAt(connection), nil).Failed(t, 409, "CONFLICT", "")
	letTrade(t, m, connection, false) // existing orders can be cancelled without it
	m.Call(t, http.MethodDelete, connectionAt(connection), nil).Failed(t, 409, "CONFLICT", "")
	m.Call(t, http.MethodDelete, orderAt(order["id"]), nil).Ok(t, 200)
	kit.WantFields(t, awaitOrder(t, m, order["id"], "cancelled"), kit.Body{"filledQuantity": 0})
	if there := x.Orders(k.key); len(there) != 1 || there[0].Status != "CANCELED" {
		t.Errorf("the exchange has %+v", there)
	}
	m.Call(t, http.MethodDelete, connectionAt(connection), nil).Done(t, 200)
	m.Post(t, ordersPath, waiting).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	if there := x.Orders(k.key); len(there) != 1 {
		t.Errorf("the exchange has %+v", there)
	}
}

func disconnectedLetsGo(t *testing.T, v *kit.Venue, x *spot) {
	v.Price(t, kit.Xrp, "2")
	x.SetPrice(xrpThere, "2")
	m, k, connection := connected(t, v, x)
	kit.WantFields(t, awaitHoldings(t, m, connection, time.Time{}), kit.Body{"totalValueUsd": 1000})
	account := letTrade(t, m, connection, true)
	bot := v.Officer(t, "admin", "").NewBot(t, nil)
	following := kit.Body{"mode": "auto", "accountId": account, "allocatedCapital": 1001}
	m.Post(t, kit.BotAt(bot, "/subscribe"), following).Failed(t, 422, "INSUFFICIENT_FUNDS", "allocatedCapital")
	following["allocatedCapital"] = 100
	m.Post(t, kit.BotAt(bot, "/subscribe"), following).Ok(t, 201)
	// Sized by what the exchange account held when read: a twentieth of it without a stop.
	done := m.Post(t, kit.Executing(v.Signal(t, "entry_long", nil)), kit.Body{"accountId": account}).Ok(t, 200).Envelope["data"].(map[string]any)
	order := awaitOrder(t, m, done["order"].(map[string]any)["id"], "filled")
	kit.WantFields(t, order, kit.Body{"quantity": 25})

	v.Price(t, kit.Xrp, "2.1")
	m.Call(t, http.MethodDelete, connectionAt(connection), nil).Done(t, 200)
	if there := x.Orders(k.key); len(there) != 1 {
		t.Errorf("the exchange has %+v, want nothing but the purchase", there)
	}
	kit.WantFields(t, m.Position(t, order["positionId"].(string)), kit.Body{"status": "closed"})
	history := m.History(t)
	if len(history) != 1 {
		t.Fatalf("the history is %v", history)
	}
	kit.WantFields(t, history[0], kit.Body{"exitReason": "account_closed", "exitPrice": 2.1, "accountId": account})
	for _, subscription := range m.Get(t, "/trading/my-subscriptions").Ok(t, 200).Envelope["data"].([]any) {
		kit.WantFields(t, subscription.(map[string]any), kit.Body{"status": "ended"})
	}
	m.Call(t, http.MethodDelete, "/auth/me", nil).Done(t, 200)
}
