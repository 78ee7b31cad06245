package e2e_test

import (
	"testing"
)

// The profits of freqtrade's tests, and what closes a position by itself.

func TestTradingResults(t *testing.T) {
	t.Parallel()
	onEachVenue(t, stories{
		"a long earns what was published":                   longEarnsWhatWasPublished,
		"a short earns the mirror image":                    shortEarnsTheMirrorImage,
		"closings in part add up to the whole":              partsAddUp,
		"the portfolio realizes what the history does":      portfolioRealizesTheHistory,
		"a bar that crosses the stop closes there":          stopCloses,
		"a bar that crosses the target closes there":        targetCloses,
		"a gap over the stop fills at the open":             gapFillsAtTheOpen,
		"of a stop and a target in one bar the stop counts": stopWins,
		"a short is liquidated before its margin is gone":   shortIsLiquidated,
		"a short loses its margin at most":                  shortLosesItsMargin,
		"a bar that crosses nothing closes nothing":         quietBarClosesNothing,
	})
}

// trade opens 30 at 2, moves the price, closes and checks the result everywhere it is told.
func (v *venue) trade(t *testing.T, entry, exit string, want float64) {
	t.Helper()
	v.price(t, xrp, "2")
	m := v.register(t)
	id := m.opened(t, v.signal(t, entry, nil), 30)
	v.price(t, xrp, exit)
	done := m.post(t, closing(id), nil).ok(t, 200).object(t, shapeOfClosing)
	wantFields(t, done["trade"].(map[string]any), body{"realizedPnl": want})
	wantFields(t, done["position"].(map[string]any), body{"realizedPnl": want, "unrealizedPnl": 0, "status": "closed"})
	history := m.history(t)
	if len(history) != 1 {
		t.Fatalf("%d trades, want 1", len(history))
	}
	wantFields(t, history[0], done["trade"].(map[string]any))
	wantFields(t, m.portfolio(t), body{
		"totalPnl": want, "realizedPnl": want, "unrealizedPnl": 0, "positions": 0, "margin": 0,
		"totalValue": history[0]["balanceAfter"], "cash": history[0]["balanceAfter"],
	})
}

func longEarnsWhatWasPublished(t *testing.T, v *venue) {
	v.trade(t, "entry_long", "2.1", 2.6925)
	v.trade(t, "entry_long", "1.9", -3.2925)
	v.trade(t, "entry_long", "2.2", 5.685)
}

func shortEarnsTheMirrorImage(t *testing.T, v *venue) {
	v.trade(t, "entry_short", "1.9", 2.7075)
	v.trade(t, "entry_short", "2.1", -3.3075)
}

func partsAddUp(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	id := m.opened(t, v.signal(t, "entry_long", nil), 30)
	v.price(t, xrp, "2.1")
	for _, bad := range []float64{0, -1, 30.1, 0.15} {
		m.post(t, closing(id), body{"quantity": bad}).failed(t, 400, "VALIDATION_ERROR", "quantity")
	}
	m.post(t, closing(id), body{"quantity": 0.01}).failed(t, 422, "QUANTITY_TOO_SMALL", "")
	done := m.post(t, closing(id), body{"quantity": 15}).ok(t, 200).object(t, shapeOfClosing)
	wantFields(t, done, body{"fillPrice": 2.1, "fee": 0.07875})
	wantFields(t, done["position"].(map[string]any), body{
		"status": "open", "quantity": 15, "openedQuantity": 30, "margin": 30, "unrealizedPnl": 1.5, "realizedPnl": 1.34625,
	})
	wantFields(t, done["trade"].(map[string]any), body{
		"type": "partial_close", "quantity": 15, "grossPnl": 1.5, "fees": 0.15375, "realizedPnl": 1.34625, "exitPrice": 2.1,
		"realizedPnlPercent": 4.4875, "balanceAfter": 100_001.27125,
	})
	m.post(t, closing(id), body{"quantity": 12}).ok(t, 200)
	wantFields(t, m.position(t, id), body{"status": "open", "quantity": 3})
	m.post(t, closing(id), body{"quantity": 3}).ok(t, 200)
	wantFields(t, m.position(t, id), body{"status": "closed", "quantity": 30, "realizedPnl": 2.6925, "margin": 0})
	wantFields(t, m.portfolio(t), body{"totalPnl": 2.6925, "cash": 100_002.6925})
	for i, trade := range m.history(t) {
		wantFields(t, trade, body{
			"type": []string{"close", "partial_close", "partial_close"}[i], "quantity": []float64{3, 12, 15}[i], "positionId": id,
		})
	}
}

func portfolioRealizesTheHistory(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	id := m.opened(t, v.signal(t, "entry_long", nil), 30) // for which 0.15 are paid
	wantFields(t, m.portfolio(t), body{"realizedPnl": 0, "unrealizedPnl": 0, "openFees": 0.15, "totalPnl": -0.15, "kind": "paper"})
	wantFields(t, m.position(t, id), body{"openFee": 0.15, "realizedPnl": 0})
	v.price(t, xrp, "2.1")
	m.post(t, closing(id), body{"quantity": 15}).ok(t, 200)
	wantFields(t, m.portfolio(t), body{"realizedPnl": 1.34625, "unrealizedPnl": 1.5, "openFees": 0.075, "totalPnl": 2.77125, "totalValue": 100_002.77125})
	wantFields(t, m.history(t)[0], body{"realizedPnl": 1.34625})
	m.post(t, closing(id), nil).ok(t, 200)
	wantFields(t, m.portfolio(t), body{"realizedPnl": 2.6925, "openFees": 0, "totalPnl": 2.6925})
	v.price(t, xrp, "2")
}

// guarded opens 30 at 2 with the levels and returns its owner, who is the admin of a tenant, and its id.
func (v *venue) guarded(t *testing.T, entry string, levels body) (m *member, id string) {
	t.Helper()
	v.price(t, xrp, "2")
	m = v.tenantAdmin(t)
	id = m.opened(t, v.signal(t, entry, levels), 30)
	v.calm(t, xrp)
	return m, id
}

// wantClosedByItself checks how a position was closed and that this was told once.
func wantClosedByItself(t *testing.T, m *member, id, status string, trade body) {
	t.Helper()
	position := m.awaitStatus(t, id, status)
	wantFields(t, position, body{"realizedPnl": trade["realizedPnl"], "currentPrice": trade["exitPrice"], "margin": 0})
	history := m.history(t)
	if len(history) != 1 {
		t.Fatalf("%d trades, want 1", len(history))
	}
	wantFields(t, history[0], trade)
	wantFields(t, m.portfolio(t), body{"positions": 0, "margin": 0, "totalPnl": trade["realizedPnl"]})
	told := m.events(t, "trading.position."+status)
	if len(told) != 1 {
		t.Fatalf("%d events tell that it was %s, want 1", len(told), status)
	}
	wantFields(t, told[0], body{
		"positionId": id, "tradeId": history[0]["id"], "userId": m.id, "exitReason": trade["exitReason"],
		"exitPrice": trade["exitPrice"], "realizedPnl": trade["realizedPnl"], "status": status,
	})
}

func stopCloses(t *testing.T, v *venue) {
	m, id := v.guarded(t, "entry_long", body{"stopLoss": 1.9, "targetPrice": 2.2})
	v.bar(t, xrp, "2", "2.05", "1.85", "2.01")
	wantClosedByItself(t, m, id, "closed", body{"exitPrice": 1.9, "exitReason": "stop_loss", "realizedPnl": -3.2925, "type": "close"})
	m.post(t, closing(id), nil).failed(t, 409, "POSITION_NOT_OPEN", "")

	m, id = v.guarded(t, "entry_short", body{"stopLoss": 2.1})
	v.bar(t, xrp, "2", "2.1", "1.95", "2.01") // touching is enough
	wantClosedByItself(t, m, id, "closed", body{"exitPrice": 2.1, "exitReason": "stop_loss", "realizedPnl": -3.3075})
}

func targetCloses(t *testing.T, v *venue) {
	m, id := v.guarded(t, "entry_long", body{"stopLoss": 1.5, "targetPrice": 2.2})
	v.bar(t, xrp, "2", "2.3", "1.9", "2.01")
	wantClosedByItself(t, m, id, "closed", body{"exitPrice": 2.2, "exitReason": "take_profit", "realizedPnl": 5.685})
}

func gapFillsAtTheOpen(t *testing.T, v *venue) {
	m, id := v.guarded(t, "entry_long", body{"stopLoss": 1.95})
	v.bar(t, xrp, "1.9", "1.99", "1.8", "1.85")
	wantClosedByItself(t, m, id, "closed", body{"exitPrice": 1.9, "exitReason": "stop_loss", "realizedPnl": -3.2925})
	v.price(t, xrp, "2")
}

func stopWins(t *testing.T, v *venue) {
	m, id := v.guarded(t, "entry_long", body{"stopLoss": 1.9, "targetPrice": 2.1})
	v.bar(t, xrp, "2", "2.5", "1.5", "2.2")
	wantClosedByItself(t, m, id, "closed", body{"exitPrice": 1.9, "exitReason": "stop_loss", "realizedPnl": -3.2925})
}

func shortIsLiquidated(t *testing.T, v *venue) {
	m, id := v.guarded(t, "entry_short", nil)
	wantFields(t, m.position(t, id), body{"liquidationPrice": 3.9})
	v.bar(t, xrp, "2", "3.95", "2", "2")
	// 57 lost of a margin of 60; fees of 0.15 and 0.2925.
	wantClosedByItself(t, m, id, "liquidated", body{
		"exitPrice": 3.9, "exitReason": "liquidation", "type": "liquidation", "grossPnl": -57, "fees": 0.4425, "realizedPnl": -57.4425,
	})
	if closed := m.events(t, "trading.position.closed"); len(closed) != 0 {
		t.Errorf("a liquidation is told as a closing too: %v", closed)
	}
}

func shortLosesItsMargin(t *testing.T, v *venue) {
	m, id := v.guarded(t, "entry_short", nil)
	v.bar(t, xrp, "9", "9", "2", "2")
	// The price has jumped over the liquidation and the margin: all of it is gone and nothing is left for a fee.
	wantClosedByItself(t, m, id, "liquidated", body{
		"exitPrice": 4, "exitReason": "liquidation", "type": "liquidation", "grossPnl": -60, "fees": 0.15, "realizedPnl": -60.15,
	})
}

func quietBarClosesNothing(t *testing.T, v *venue) {
	m, id := v.guarded(t, "entry_long", body{"stopLoss": 1.9, "targetPrice": 2.1})
	other := v.register(t)
	touched := other.opened(t, v.signal(t, "entry_long", body{"stopLoss": 1.92}), 30)
	v.calm(t, xrp)
	v.bar(t, xrp, "2", "2.0999", "1.9001", "2.02")
	other.awaitStatus(t, touched, "closed") // so the bar has been judged
	wantFields(t, m.position(t, id), body{"status": "open"})
	m.post(t, closing(id), nil).ok(t, 200)
	if trades := m.history(t); len(trades) != 1 || trades[0]["exitReason"] != "manual" {
		t.Errorf("the history is %v", trades)
	}
}
