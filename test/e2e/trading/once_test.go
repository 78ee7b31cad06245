package trading_test

import (
	"net/http"
	"testing"

	"bourse/test/e2e/kit"
)

func TestTradingHappensOnce(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"a hundred executions at once are one":           executionsAtOnceAreOne,
		"thirty closings at once are one":                closingsAtOnceAreOne,
		"closings in part at once close what there is":   partsAtOnceCloseWhatThereIs,
		"many users execute a signal at once":            manyUsersExecute,
		"two signals at once cannot spend the same cash": cashIsSpentOnce,
		"a key makes an execution repeatable":            keyedExecutionIsRepeatable,
		"a key makes a closing repeatable":               keyedClosingIsRepeatable,
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

func partsAtOnceCloseWhatThereIs(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	id := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
	answers := kit.AtOnce(20, func(int) *kit.Answer { return m.Post(t, kit.Closing(id), kit.Body{"quantity": 4}) })
	closed := 0
	for _, a := range answers {
		switch a.Status {
		case http.StatusOK:
			closed++
		case http.StatusBadRequest: // 2 are left
			a.Failed(t, 400, "VALIDATION_ERROR", "quantity")
		default:
			t.Errorf("%d %s", a.Status, a.Text)
		}
	}
	if closed != 7 {
		t.Errorf("%d times 4 were closed of 30", closed)
	}
	kit.WantFields(t, m.Position(t, id), kit.Body{"status": "open", "quantity": 2})
	m.Post(t, kit.Closing(id), nil).Ok(t, 200)
	kit.WantFields(t, m.Position(t, id), kit.Body{"status": "closed", "realizedPnl": -0.3})
	kit.WantFields(t, m.Portfolio(t), kit.Body{"cash": 99_999.7, "margin": 0, "totalPnl": -0.3})
}

func manyUsersExecute(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	signal := v.Signal(t, "entry_long", nil)
	users := make([]*kit.Member, 4)
	for i := range users {
		users[i] = v.Register(t)
	}
	for _, a := range kit.AtOnce(40, func(i int) *kit.Answer { return users[i%4].Post(t, kit.Executing(signal), kit.Body{"quantity": 30}) }) {
		if a.Status != http.StatusOK {
			a.Failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")
		}
	}
	for _, m := range users {
		kit.WantFields(t, m.Portfolio(t), kit.Body{"positions": 1, "margin": 60, "cash": 99_939.85})
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

func keyedExecutionIsRepeatable(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.TenantAdmin(t)
	signal := v.Signal(t, "entry_long", nil)
	keyed := m.With("Idempotency-Key", "this execution")
	first := keyed.Post(t, kit.Executing(signal), kit.Body{"quantity": 30}).Ok(t, 200)
	again := keyed.Post(t, kit.Executing(signal), kit.Body{"quantity": 30}).Ok(t, 200)
	if string(first.Text) != string(again.Text) || again.Header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s with %v", first.Text, again.Text, again.Header)
	}
	keyed.Post(t, kit.Executing(signal), kit.Body{"quantity": 31}).Failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	m.Post(t, kit.Executing(signal), kit.Body{"quantity": 30}).Failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")
	if told := m.Events(t, "trading.position.opened"); len(told) != 1 {
		t.Errorf("%d events tell of the opening, want 1", len(told))
	}
}

func keyedClosingIsRepeatable(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m := v.Register(t)
	id := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
	keyed := m.With("Idempotency-Key", "this closing")
	first := keyed.Post(t, kit.Closing(id), kit.Body{"quantity": 10}).Ok(t, 200)
	again := keyed.Post(t, kit.Closing(id), kit.Body{"quantity": 10}).Ok(t, 200)
	if string(first.Text) != string(again.Text) || again.Header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s with %v", first.Text, again.Text, again.Header)
	}
	kit.WantFields(t, m.Position(t, id), kit.Body{"status": "open", "quantity": 20})
}
