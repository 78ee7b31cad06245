package e2e_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestInvestmentAccountsTrade(t *testing.T) {
	t.Parallel()
	onEachVenue(t, stories{
		"an active account executes a signal and no other account notices": activeAccountExecutes,
		"an account that is not active takes no entries":                   inactiveAccountIsRefused,
		"an account of another user is not there":                          strangersAccountIsNotThere,
		"a user executes a signal once, on whichever account":              signalOnOneAccount,
		"closing an account sells everything first":                        closingFlattens,
		"a suspended account can still sell":                               suspendedAccountSells,
		"figures tell what an account has earned":                          figuresOfTrades,
	})
}

// TestAnAccountWithoutAPriceIsClosedWhenThereIsOne gives the server reason to complain of its feed: the next server
// has no price for what the account holds.
func TestAnAccountWithoutAPriceIsClosedWhenThereIsOne(t *testing.T) {
	t.Parallel()
	onEachEngine(t, func(t *testing.T, place *installation) {
		first := newVenue(t, place)
		m, _, account := first.funded(t, 1000)
		position := m.executeOn(t, first.signal(t, "entry_long", nil), account, 30)
		first.stop(t)
		second := &venue{file: filepath.Join(t.TempDir(), "prices.csv"), minute: time.Now().Truncate(time.Minute).Add(time.Minute)}
		if err := os.WriteFile(second.file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		second.server = place.serve(t, second.flags()...)
		second.troubled = true
		second.analyst = second.officer(t, "analyst", "")
		admin, m := second.officer(t, "admin", ""), m.login(t, second.server)
		closing := admin.move(t, account, "closed").ok(t, 200).object(t, shapeOfInvestment)
		wantFields(t, closing, body{"status": "suspended", "closedAt": nil})
		moment(t, closing["closingSince"])
		admin.move(t, account, "active").failed(t, 409, "INVALID_TRANSITION", "")
		second.price(t, xrp, "2.1") // the old price is still told as the last one
		eventually(t, patience, "the account is closed", func() bool { return m.account(t, account)["status"] == "closed" })
		wantFields(t, m.position(t, position), body{"status": "closed", "realizedPnl": 2.6925})
		wantFields(t, m.account(t, account), body{"status": "closed", "currentBalance": 1002.6925})
	})
}

// funded makes a user with an active account.
func (v *venue) funded(t *testing.T, capital float64) (m, admin *member, account string) {
	t.Helper()
	m, admin = v.register(t), v.officer(t, "admin", "")
	account = m.invest(t, capital)
	admin.moved(t, account, "active")
	return m, admin, account
}

// executeOn executes a signal on an account and returns the id of the position.
func (m *member) executeOn(t *testing.T, signal, account string, quantity float64) string {
	t.Helper()
	done := m.execute(t, signal, body{"accountId": account, "quantity": quantity})
	wantFields(t, done, body{"accountId": account})
	position := done["position"].(map[string]any)
	wantFields(t, position, body{"accountId": account, "status": "open"})
	return position["id"].(string)
}

func activeAccountExecutes(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m, _, account := v.funded(t, 1000)
	position := m.executeOn(t, v.signal(t, "entry_long", nil), account, 30)
	positions, _ := m.stretch(t, "/trading/positions?accountId="+account, shapeOfPosition)
	if len(positions) != 1 || positions[0]["id"] != position {
		t.Errorf("the positions of the account are %v", positions)
	}
	wantFields(t, m.account(t, account), body{"initialCapital": 1000, "currentBalance": 999.85, "accumulatedProfit": -0.15})
	v.price(t, xrp, "2.1")
	wantFields(t, m.account(t, account), body{"currentBalance": 1002.85, "accumulatedProfit": 2.85})
	v.price(t, xrp, "2")
	// Risk is sized from what the account has: a twentieth of it without a stop.
	m, _, account = v.funded(t, 1000)
	wantFields(t, m.execute(t, v.signal(t, "entry_long", nil), body{"accountId": account}), body{"quantity": 25})
}

func inactiveAccountIsRefused(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m, admin := v.register(t), v.officer(t, "admin", "")
	account, signal := m.invest(t, 1000), v.signal(t, "entry_long", nil)
	onIt := body{"accountId": account, "quantity": 30}
	m.post(t, executing(signal), onIt).failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	admin.moved(t, account, "active")
	admin.moved(t, account, "suspended")
	m.post(t, executing(signal), onIt).failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	admin.moved(t, account, "active")
	m.execute(t, signal, onIt) // no refusal has spent it
	admin.moved(t, account, "closed")
	m.post(t, executing(v.signal(t, "entry_long", nil)), onIt).failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
}

func strangersAccountIsNotThere(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	_, admin, account := v.funded(t, 1000)
	signal := v.signal(t, "entry_long", nil)
	for _, other := range []*member{v.register(t), admin, v.tenantAdmin(t)} {
		other.post(t, executing(signal), body{"accountId": account, "quantity": 30}).failed(t, 404, "NOT_FOUND", "")
		other.post(t, executing(signal), body{"accountId": uuid.NewString(), "quantity": 30}).failed(t, 404, "NOT_FOUND", "")
	}
	v.register(t).post(t, executing(signal), body{"accountId": "mine"}).failed(t, 400, "VALIDATION_ERROR", "accountId")
}

func signalOnOneAccount(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m, _, account := v.funded(t, 1000)
	signal := v.signal(t, "entry_long", nil)
	m.executeOn(t, signal, account, 30)
	m.post(t, executing(signal), body{"accountId": account, "quantity": 30}).failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")
	m.post(t, executing(signal), body{"quantity": 30}).failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "") // nor on paper
	m.post(t, executing(v.signal(t, "entry_long", nil)), body{"accountId": account, "quantity": 500}).failed(t, 422, "INSUFFICIENT_FUNDS", "")
}

func closingFlattens(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m, admin, account := v.funded(t, 1000)
	long := m.executeOn(t, v.signal(t, "entry_long", nil), account, 30)
	short := m.executeOn(t, v.signal(t, "entry_short", nil), account, 10)
	paper := m.opened(t, v.signal(t, "entry_long", nil), 30)
	v.price(t, xrp, "2.1")
	closed := admin.moved(t, account, "closed")
	// The long one earns 3 and the short one loses 1; each side costs a quarter of a percent.
	const balance = 1000 - 0.15 - 0.05 + 3 - 0.1575 - 1 - 0.0525
	wantFields(t, closed, body{"currentBalance": balance, "accumulatedProfit": 1.59})
	wantFields(t, m.account(t, account), body{"currentBalance": balance, "accumulatedProfit": 1.59, "status": "closed"})
	wantFields(t, m.position(t, long), body{"status": "closed", "realizedPnl": 2.6925})
	wantFields(t, m.position(t, short), body{"status": "closed", "realizedPnl": -1.1025})
	wantFields(t, m.position(t, paper), body{"status": "open"})
	history := m.history(t)
	if len(history) != 2 {
		t.Fatalf("the history is %v, want two trades", history)
	}
	for _, trade := range history {
		wantFields(t, trade, body{"accountId": account, "exitReason": "account_closed", "type": "close", "exitPrice": 2.1})
	}
	if told := admin.told(t, "trading.position.closed", "accountId", account); len(told) != 2 {
		t.Errorf("%d events tell of the sale, want 2", len(told))
	}
	v.price(t, xrp, "3")
	wantFields(t, m.account(t, account), body{"currentBalance": balance}) // the market is of no interest any more
}

func suspendedAccountSells(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m, admin, account := v.funded(t, 1000)
	position := m.executeOn(t, v.signal(t, "entry_long", body{"stopLoss": 1.9}), account, 30)
	byHand := m.executeOn(t, v.signal(t, "entry_long", nil), account, 30)
	admin.moved(t, account, "suspended")
	m.post(t, closing(byHand), nil).ok(t, 200)
	v.price(t, xrp, "1.9")
	m.awaitStatus(t, position, "closed")
	v.price(t, xrp, "2")
	wantFields(t, m.account(t, account), body{"status": "suspended", "currentBalance": 1000 - 0.3 - 0.15 - 3 - 0.1425})
}

func figuresOfTrades(t *testing.T, v *venue) {
	v.price(t, xrp, "2")
	m, _, account := v.funded(t, 1000)
	for _, exit := range []string{"2.1", "1.9"} { // one won and one lost
		v.price(t, xrp, "2")
		position := m.executeOn(t, v.signal(t, "entry_long", nil), account, 30)
		v.price(t, xrp, exit)
		m.post(t, closing(position), nil).ok(t, 200)
	}
	v.price(t, xrp, "2")
	paper := m.opened(t, v.signal(t, "entry_long", nil), 30)
	m.post(t, closing(paper), nil).ok(t, 200) // on paper, so it does not count
	wantFields(t, m.get(t, "/investment/performance").ok(t, 200).object(t, shapeOfFigures), body{"winRate": 0.5, "closedTrades": 2})
	analytics := m.get(t, "/investment/analytics").ok(t, 200).object(t, shapeOfAnalytics)
	wantFields(t, analytics, body{
		"winRate": 0.5, "closedTrades": 2, "netDeposits": 1000, "bestTrade": 2.6925, "worstTrade": -3.2925, "fees": 0.6,
		"realizedPnl": -0.6, "expectancy": -0.3,
	})
	for name, key := range map[string]string{"bySymbol": xrp, "byExitReason": "manual"} {
		list := analytics[name].([]any)
		if len(list) != 1 {
			t.Fatalf("%s is %v", name, list)
		}
		wantFields(t, list[0].(map[string]any), body{"key": key, "trades": 2, "realizedPnl": -0.6, "winRate": 0.5})
	}
}
