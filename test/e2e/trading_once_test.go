package e2e_test

import (
	"net/http"
	"sync"
	"testing"
)

func TestTradingHappensOnce(t *testing.T) {
	t.Parallel()
	onEachVenue(t, stories{
		"a hundred executions at once are one":           executionsAtOnceAreOne,
		"thirty closings at once are one":                closingsAtOnceAreOne,
		"closings in part at once close what there is":   partsAtOnceCloseWhatThereIs,
		"many users execute a signal at once":            manyUsersExecute,
		"two signals at once cannot spend the same cash": cashIsSpentOnce,
		"a key makes an execution repeatable":            keyedExecutionIsRepeatable,
		"a key makes a closing repeatable":               keyedClosingIsRepeatable,
	})
}

// atOnce makes calls of the same kind at the same time.
func atOnce(count int, call func(i int) *answer) []*answer {
	answers := make([]*answer, count)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() {
			<-start
			answers[i] = call(i)
		})
	}
	close(start)
	all.Wait()
	return answers
}

// wantOne checks that one of the answers is a success and all others are the refusal, and returns the success.
func wantOne(t *testing.T, answers []*answer, status int, code string) (success *answer) {
	t.Helper()
	for _, a := range answers {
		if a == nil {
			t.Fatal("a call was not answered")
		}
		if a.status == http.StatusOK {
			if success != nil {
				t.Fatalf("two succeeded:\n%s\n%s", success.text, a.text)
			}
			success = a
			continue
		}
		a.failed(t, status, code, "")
	}
	if success == nil {
		t.Fatal("none succeeded")
	}
	return success
}

func executionsAtOnceAreOne(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.tenantAdmin(t)
	signal := v.signal(t, "entry_long", nil)
	answers := atOnce(100, func(int) *answer { return m.post(t, executing(signal), body{"quantity": 30}) })
	done := wantOne(t, answers, 409, "SIGNAL_ALREADY_EXECUTED").object(t, shapeOfExecution)
	id := done["position"].(map[string]any)["id"].(string)
	if positions, _ := m.stretch(t, "/trading/positions", shapeOfPosition); len(positions) != 1 || positions[0]["id"] != id {
		t.Errorf("the positions are %v, want %s", positions, id)
	}
	wantFields(t, m.portfolio(t), body{"cash": 99_939.85, "margin": 60, "positions": 1, "totalPnl": -0.15})
	told := m.events(t, "trading.position.opened")
	if len(told) != 1 {
		t.Fatalf("%d events tell of the opening, want 1", len(told))
	}
	wantFields(t, told[0], body{
		"positionId": id, "userId": m.id, "signalId": signal, "accountId": done["accountId"], "symbol": xrp, "side": "buy",
		"quantity": 30, "entryPrice": 2, "fee": 0.15,
	})
}

func closingsAtOnceAreOne(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.tenantAdmin(t)
	id := m.opened(t, v.signal(t, "entry_long", nil), 30)
	answers := atOnce(30, func(int) *answer { return m.post(t, closing(id), nil) })
	done := wantOne(t, answers, 409, "POSITION_NOT_OPEN").object(t, shapeOfClosing)
	history := m.history(t)
	if len(history) != 1 || history[0]["id"] != done["trade"].(map[string]any)["id"] {
		t.Errorf("the history is %v", history)
	}
	wantFields(t, m.portfolio(t), body{"cash": 99_999.7, "margin": 0, "positions": 0, "totalPnl": -0.3})
	if told := m.events(t, "trading.position.closed"); len(told) != 1 {
		t.Errorf("%d events tell of the closing, want 1", len(told))
	}
}

func partsAtOnceCloseWhatThereIs(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	id := m.opened(t, v.signal(t, "entry_long", nil), 30)
	answers := atOnce(20, func(int) *answer { return m.post(t, closing(id), body{"quantity": 4}) })
	closed := 0
	for _, a := range answers {
		switch a.status {
		case http.StatusOK:
			closed++
		case http.StatusBadRequest: // 2 are left
			a.failed(t, 400, "VALIDATION_ERROR", "quantity")
		default:
			t.Errorf("%d %s", a.status, a.text)
		}
	}
	if closed != 7 {
		t.Errorf("%d times 4 were closed of 30", closed)
	}
	wantFields(t, m.position(t, id), body{"status": "open", "quantity": 2})
	m.post(t, closing(id), nil).ok(t, 200)
	wantFields(t, m.position(t, id), body{"status": "closed", "realizedPnl": -0.3})
	wantFields(t, m.portfolio(t), body{"cash": 99_999.7, "margin": 0, "totalPnl": -0.3})
}

func manyUsersExecute(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	signal := v.signal(t, "entry_long", nil)
	users := make([]*member, 4)
	for i := range users {
		users[i] = v.register(t)
	}
	for _, a := range atOnce(40, func(i int) *answer { return users[i%4].post(t, executing(signal), body{"quantity": 30}) }) {
		if a.status != http.StatusOK {
			a.failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")
		}
	}
	for _, m := range users {
		wantFields(t, m.portfolio(t), body{"positions": 1, "margin": 60, "cash": 99_939.85})
	}
}

func cashIsSpentOnce(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.tenantAdmin(t)
	signals := make([]string, 8)
	for i := range signals {
		signals[i] = v.signal(t, "entry_long", nil)
	}
	// Each takes two thirds of the cash.
	answers := atOnce(len(signals), func(i int) *answer { return m.post(t, executing(signals[i]), body{"quantity": 33_000}) })
	wantOne(t, answers, 422, "INSUFFICIENT_FUNDS")
	wantFields(t, m.portfolio(t), body{"positions": 1, "margin": 66_000, "cash": 33_835})
}

func keyedExecutionIsRepeatable(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.tenantAdmin(t)
	signal := v.signal(t, "entry_long", nil)
	keyed := m.with("Idempotency-Key", "this execution")
	first := keyed.post(t, executing(signal), body{"quantity": 30}).ok(t, 200)
	again := keyed.post(t, executing(signal), body{"quantity": 30}).ok(t, 200)
	if string(first.text) != string(again.text) || again.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s with %v", first.text, again.text, again.header)
	}
	keyed.post(t, executing(signal), body{"quantity": 31}).failed(t, 422, "IDEMPOTENCY_KEY_REUSED", "")
	m.post(t, executing(signal), body{"quantity": 30}).failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")
	if told := m.events(t, "trading.position.opened"); len(told) != 1 {
		t.Errorf("%d events tell of the opening, want 1", len(told))
	}
}

func keyedClosingIsRepeatable(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m := v.register(t)
	id := m.opened(t, v.signal(t, "entry_long", nil), 30)
	keyed := m.with("Idempotency-Key", "this closing")
	first := keyed.post(t, closing(id), body{"quantity": 10}).ok(t, 200)
	again := keyed.post(t, closing(id), body{"quantity": 10}).ok(t, 200)
	if string(first.text) != string(again.text) || again.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("the answers are\n%s\n%s with %v", first.text, again.text, again.header)
	}
	wantFields(t, m.position(t, id), body{"status": "open", "quantity": 20})
}
