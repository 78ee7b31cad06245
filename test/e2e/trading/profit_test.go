package trading_test

import (
	"testing"

	"bourse/test/e2e/kit"
)

// The profits of freqtrade's tests, and automatic closings of positions.

func TestTradingResults(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"a long earns what was published":                 longEarnsWhatWasPublished,
		"the portfolio realizes what the history does":    portfolioRealizesTheHistory,
		"a bar that crosses the stop closes there":        stopCloses,
		"a short is liquidated before its margin is gone": shortIsLiquidated,
	})
}

// trade opens 30 at 2, moves the price, closes and checks the result everywhere it is shown.
func trade(t *testing.T, v *kit.Venue, entry, exit string, want float64) {
	t.Helper()
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	id := m.Opened(t, v.Signal(t, entry, nil), 30)
	v.Price(t, kit.Xrp, exit)
	done := m.Post(t, kit.Closing(id), nil).Ok(t, 200).Object(t, kit.ShapeOfClosing)
	kit.WantFields(t, done["trade"].(map[string]any), kit.Body{"realizedPnl": want})
	kit.WantFields(t, done["position"].(map[string]any), kit.Body{"realizedPnl": want, "unrealizedPnl": 0, "status": "closed"})
	history := m.History(t)
	if len(history) != 1 {
		t.Fatalf("%d trades, want 1", len(history))
	}
	kit.WantFields(t, history[0], done["trade"].(map[string]any))
	kit.WantFields(t, m.Portfolio(t), kit.Body{
		"totalPnl": want, "realizedPnl": want, "unrealizedPnl": 0, "positions": 0, "margin": 0,
		"totalValue": history[0]["balanceAfter"], "cash": history[0]["balanceAfter"],
	})
}

func longEarnsWhatWasPublished(t *testing.T, v *kit.Venue) {
	trade(t, v, "entry_long", "2.1", 2.6925)
	trade(t, v, "entry_long", "1.9", -3.2925)
	trade(t, v, "entry_long", "2.2", 5.685)
}

func portfolioRealizesTheHistory(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	id := m.Opened(t, v.Signal(t, "entry_long", nil), 30) // with a fee of 0.15
	kit.WantFields(t, m.Portfolio(t), kit.Body{"realizedPnl": 0, "unrealizedPnl": 0, "openFees": 0.15, "totalPnl": -0.15, "kind": "paper"})
	kit.WantFields(t, m.Position(t, id), kit.Body{"openFee": 0.15, "realizedPnl": 0})
	v.Price(t, kit.Xrp, "2.1")
	m.Post(t, kit.Closing(id), kit.Body{"quantity": 15}).Ok(t, 200)
	kit.WantFields(t, m.Portfolio(t), kit.Body{"realizedPnl": 1.34625, "unrealizedPnl": 1.5, "openFees": 0.075, "totalPnl": 2.77125, "totalValue": 100_002.77125})
	kit.WantFields(t, m.History(t)[0], kit.Body{"realizedPnl": 1.34625})
	m.Post(t, kit.Closing(id), nil).Ok(t, 200)
	kit.WantFields(t, m.Portfolio(t), kit.Body{"realizedPnl": 2.6925, "openFees": 0, "totalPnl": 2.6925})
	v.Price(t, kit.Xrp, "2")
}

// guarded opens 30 at 2 with the levels and returns its owner, who is the admin of a tenant, and its id.
func guarded(t *testing.T, v *kit.Venue, entry string, levels kit.Body) (m *kit.Member, id string) {
	t.Helper()
	v.Price(t, kit.Xrp, "2")
	m = v.TenantAdmin(t)
	id = m.Opened(t, v.Signal(t, entry, levels), 30)
	calm(t, v, kit.Xrp)
	return m, id
}

// wantClosedByItself checks how a position was closed and that this has one event.
func wantClosedByItself(t *testing.T, m *kit.Member, id, status string, trade kit.Body) {
	t.Helper()
	position := m.AwaitStatus(t, id, status)
	kit.WantFields(t, position, kit.Body{"realizedPnl": trade["realizedPnl"], "currentPrice": trade["exitPrice"], "margin": 0})
	history := m.History(t)
	if len(history) != 1 {
		t.Fatalf("%d trades, want 1", len(history))
	}
	kit.WantFields(t, history[0], trade)
	kit.WantFields(t, m.Portfolio(t), kit.Body{"positions": 0, "margin": 0, "totalPnl": trade["realizedPnl"]})
	told := m.Events(t, "trading.position."+status)
	if len(told) != 1 {
		t.Fatalf("%d events tell that it was %s, want 1", len(told), status)
	}
	kit.WantFields(t, told[0], kit.Body{
		"positionId": id, "tradeId": history[0]["id"], "userId": m.ID, "exitReason": trade["exitReason"],
		"exitPrice": trade["exitPrice"], "realizedPnl": trade["realizedPnl"], "status": status,
	})
}

func stopCloses(t *testing.T, v *kit.Venue) {
	m, id := guarded(t, v, "entry_long", kit.Body{"stopLoss": 1.9, "targetPrice": 2.2})
	v.Bar(t, kit.Xrp, "2", "2.05", "1.85", "2.01")
	wantClosedByItself(t, m, id, "closed", kit.Body{"exitPrice": 1.9, "exitReason": "stop_loss", "realizedPnl": -3.2925, "type": "close"})
	m.Post(t, kit.Closing(id), nil).Failed(t, 409, "POSITION_NOT_OPEN", "")

	m, id = guarded(t, v, "entry_short", kit.Body{"stopLoss": 2.1})
	v.Bar(t, kit.Xrp, "2", "2.1", "1.95", "2.01") // touching is enough
	wantClosedByItself(t, m, id, "closed", kit.Body{"exitPrice": 2.1, "exitReason": "stop_loss", "realizedPnl": -3.3075})
}

func shortIsLiquidated(t *testing.T, v *kit.Venue) {
	m, id := guarded(t, v, "entry_short", nil)
	kit.WantFields(t, m.Position(t, id), kit.Body{"liquidationPrice": 3.9})
	v.Bar(t, kit.Xrp, "2", "3.95", "2", "2")
	// 57 lost of a margin of 60; fees of 0.15 and 0.2925.
	wantClosedByItself(t, m, id, "liquidated", kit.Body{
		"exitPrice": 3.9, "exitReason": "liquidation", "type": "liquidation", "grossPnl": -57, "fees": 0.4425, "realizedPnl": -57.4425,
	})
	if closed := m.Events(t, "trading.position.closed"); len(closed) != 0 {
		t.Errorf("a liquidation is told as a closing too: %v", closed)
	}
}
