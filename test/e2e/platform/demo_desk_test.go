package platform_test

import (
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// wantLaidDesks checks the desks of the demo's users, and the trader's account at the demo's exchange. It also holds
// after a second start: nothing is duplicated.
func wantLaidDesks(t *testing.T, s *kit.Server) {
	t.Helper()
	for _, email := range []string{
		"trader@demo.test", "analyst@demo.test", "admin@demo.test", "super@demo.test", "trader@northwind.test", "admin@northwind.test",
	} {
		wantLaidDesk(t, (&kit.Member{Email: email, Password: "bourse-demo-1"}).Login(t, s))
	}
	trader := (&kit.Member{Email: "trader@demo.test", Password: "bourse-demo-1"}).Login(t, s)
	// A twentieth of a percent: the simulated price reaches it within a minute, hardly ever later.
	testkit.Within(t, 4*time.Minute, "an alert of the trader fires and is told", onceASecond(func() bool {
		fired, _ := trader.Stretch(t, "/trading/alerts?status=fired", kit.ShapeOfAlert)
		told, _ := trader.Stretch(t, "/trading/notices", kit.ShapeOfNotice)
		return len(fired) == 1 && len(told) > 0
	}))
	wantConnectedTrader(t, trader)
}

func wantLaidDesk(t *testing.T, m *kit.Member) {
	t.Helper()
	var orders, alerts []map[string]any
	testkit.Within(t, kit.Patience, m.Email+" has orders and alerts", onceASecond(func() bool {
		alerts, _ = m.Stretch(t, "/trading/alerts", kit.ShapeOfAlert) // the last one created
		orders, _ = m.Stretch(t, "/trading/orders?status=working", kit.ShapeOfOrder)
		return len(orders) > 0 && len(alerts) > 0
	}))
	kinds, guarded := map[any]int{}, 0
	for _, order := range orders {
		kinds[order["type"]]++
		if order["stopLoss"].(float64) > 0 && order["targetPrice"].(float64) > 0 {
			guarded++
		}
	}
	if working := kinds["limit"] + kinds["stop"]; kinds["limit"] < 1 || kinds["stop"] < 1 || working > 3 || guarded != 1 {
		t.Errorf("the working orders of %s are %v, and %d of them have a stop and a target", m.Email, kinds, guarded)
	}
	watched := m.Get(t, "/trading/watchlist").Ok(t, 200).Envelope["data"].(map[string]any)
	if symbols, quotes := watched["symbols"].([]any), watched["quotes"].([]any); len(symbols) < 3 || len(quotes) != len(symbols) {
		t.Errorf("%s watches %v and sees %d prices", m.Email, symbols, len(quotes))
	}
	if len(alerts) > 2 {
		t.Errorf("%s has set %d alerts", m.Email, len(alerts))
	}
}

// wantConnectedTrader checks the account at the exchange, and that the main portfolio counts it.
func wantConnectedTrader(t *testing.T, trader *kit.Member) {
	t.Helper()
	held := map[any]float64{}
	testkit.Within(t, kit.Patience, "the trader's account at the exchange is read", onceASecond(func() bool {
		connections := trader.Get(t, "/investment/connections").Ok(t, 200).Envelope["data"].([]any)
		if len(connections) != 1 || connections[0].(map[string]any)["status"] != "connected" {
			return false
		}
		holdings := trader.Get(t, "/investment/connections/"+connections[0].(map[string]any)["id"].(string)+"/holdings").Ok(t, 200)
		for _, element := range holdings.Envelope["data"].(map[string]any)["holdings"].([]any) {
			holding := element.(map[string]any)
			held[holding["asset"]] = holding["valueUsd"].(float64)
		}
		return len(held) > 0
	}))
	if len(held) != 3 || held["BTC"] <= 0 || held["ETH"] <= 0 || held["USDT"] != 2500 {
		t.Errorf("the account at the exchange holds %v", held)
	}
	portfolios := trader.Get(t, "/portfolio").Ok(t, 200).Envelope["data"].([]any)
	counted := false
	for _, element := range trader.Get(t, "/portfolio/"+portfolios[0].(map[string]any)["id"].(string)+"/allocations").Ok(t, 200).Envelope["data"].([]any) {
		allocation := element.(map[string]any)
		counted = counted || allocation["asset"] == "USDT" && allocation["currentPercent"].(float64) > 0
	}
	if !counted {
		t.Error("the main portfolio does not count what is at the exchange")
	}
}
