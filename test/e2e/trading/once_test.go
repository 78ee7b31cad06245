package trading_test

import (
	"testing"

	"bourse/test/e2e/kit"
)

func TestTradingHappensOnce(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"a hundred executions at once are one":           executionsAtOnceAreOne,
		"thirty closings at once are one":                closingsAtOnceAreOne,
		"two signals at once cannot spend the same cash": cashIsSpentOnce,
	})
}

func executionsAtOnceAreOne(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.TenantAdmin(t)
	signal := v.Signal(t, "entry_long", nil)
	answers := kit.AtOnce(100, func(int) *kit.Answer { return m.Post(t, kit.Executing(signal), kit.Body{"quantity": 30}) })
	done := kit.WantOne(t, answers, 409, "SIGNAL_ALREADY_EXECUTED").Object(t, kit.ShapeOfExecution)
	id := done["position"].(map[string]any)["id"].(string)
	if positions, _ := m.Stretch(t, "/trading/positions", kit.ShapeOfPosition); len(positions) != 1 || positions[0]["id"] != id {
		t.Errorf("the positions are %v, want %s", positions, id)
	}
	kit.WantFields(t, m.Portfolio(t), kit.Body{"cash": 99_939.85, "margin": 60, "positions": 1, "totalPnl": -0.15})
	told := m.Events(t, "trading.position.opened")
	if len(told) != 1 {
		t.Fatalf("%d events tell of the opening, want 1", len(told))
	}
	kit.WantFields(t, told[0], kit.Body{
		"positionId": id, "userId": m.ID, "signalId": signal, "accountId": done["accountId"], "symbol": kit.Xrp, "side": "buy",
		"quantity": 30, "entryPrice": 2, "fee": 0.15,
	})
}

func closingsAtOnceAreOne(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.TenantAdmin(t)
	id := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
	answers := kit.AtOnce(30, func(int) *kit.Answer { return m.Post(t, kit.Closing(id), nil) })
	done := kit.WantOne(t, answers, 409, "POSITION_NOT_OPEN").Object(t, kit.ShapeOfClosing)
	history := m.History(t)
	if len(history) != 1 || history[0]["id"] != done["trade"].(map[string]any)["id"] {
		t.Errorf("the history is %v", history)
	}
	kit.WantFields(t, m.Portfolio(t), kit.Body{"cash": 99_999.7, "margin": 0, "positions": 0, "totalPnl": -0.3})
	if told := m.Events(t, "trading.position.closed"); len(told) != 1 {
		t.Errorf("%d events tell of the closing, want 1", len(told))
	}
}

func cashIsSpentOnce(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.TenantAdmin(t)
	signals := make([]string, 8)
	for i := range signals {
		signals[i] = v.Signal(t, "entry_long", nil)
	}
	// Each takes two thirds of the cash.
	answers := kit.AtOnce(len(signals), func(i int) *kit.Answer { return m.Post(t, kit.Executing(signals[i]), kit.Body{"quantity": 33_000}) })
	kit.WantOne(t, answers, 422, "INSUFFICIENT_FUNDS")
	kit.WantFields(t, m.Portfolio(t), kit.Body{"positions": 1, "margin": 66_000, "cash": 33_835})
}
