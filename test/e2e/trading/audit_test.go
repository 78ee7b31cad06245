package trading_test

import (
	"encoding/json"
	"testing"

	"bourse/test/e2e/kit"
)

// check looks for impossible states, and for everything that was acknowledged.
func check(t *testing.T, a kit.Audit, said acknowledged) {
	t.Helper()
	for what, query := range kit.Impossible {
		var count int
		if err := a.DB.QueryRow(t.Context(), query).Scan(&count); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if count != 0 {
			t.Errorf("%d %s", count, what)
		}
	}
	positions, trades := a.Pairs(t, `SELECT id, signal_id FROM positions`), a.Pairs(t, `SELECT id, position_id FROM trades`)
	t.Logf("%d positions, %d of them acknowledged, and %d trades, %d of them acknowledged",
		len(positions), len(said.positions), len(trades), len(said.trades))
	kit.WantHeld(t, "position", positions, said.positions)
	kit.WantHeld(t, "trade", trades, said.trades)
	// Each kill cuts off the one call that each dealer has in flight.
	unsaid := len(positions) + len(trades) - len(said.positions) - len(said.trades)
	if most := dealers * (dealingKills + 1); unsaid > most {
		t.Errorf("%d positions and trades were not acknowledged, want at most %d", unsaid, most)
	}
	wantTold(t, a, positions, trades)
}

// wantTold checks that each position and each trade has exactly one event.
func wantTold(t *testing.T, a kit.Audit, positions, trades map[string]string) {
	t.Helper()
	opened, closed := map[string]int{}, map[string]int{}
	for _, text := range a.Pairs(t, `SELECT id, body FROM webhook_events WHERE type LIKE 'trading.position.%'`) {
		var event struct {
			Type string
			Data struct{ PositionID, TradeID string }
		}
		if err := json.Unmarshal([]byte(text), &event); err != nil {
			t.Fatal(err)
		}
		if event.Type == "trading.position.opened" {
			opened[event.Data.PositionID]++
		} else {
			closed[event.Data.TradeID]++
		}
	}
	kit.WantEachOnce(t, "opening", positions, opened)
	kit.WantEachOnce(t, "closing", trades, closed)
}
