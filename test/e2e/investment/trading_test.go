package investment_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestInvestmentAccountsTrade(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"an active account executes a signal and no other account notices": activeAccountExecutes,
		"an account that is not active takes no entries":                   inactiveAccountIsRefused,
		"an account of another user is not there":                          strangersAccountIsNotThere,
		"a user executes a signal once, on whichever account":              signalOnOneAccount,
		"closing an account sells everything first":                        closingFlattens,
		"a suspended account can still sell":                               suspendedAccountSells,
		"figures tell what an account has earned":                          figuresOfTrades,
	})
}

// TestAnAccountWithoutAPriceIsClosedWhenThereIsOne gives the server reason to log errors about its feed: the next
// server has no price for what the account holds.
func TestAnAccountWithoutAPriceIsClosedWhenThereIsOne(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		first := kit.NewVenue(t, place)
		m, _, account := first.Funded(t, 1000)
		position := executeOn(t, m, first.Signal(t, "entry_long", nil), account, 30)
		first.MustStop(t)
		second := &kit.Venue{File: filepath.Join(t.TempDir(), "prices.csv"), Minute: time.Now().Truncate(time.Minute).Add(time.Minute)}
		if err := os.WriteFile(second.File, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		second.Server = place.Serve(t, second.Flags()...)
		second.Troubled = true
		second.Analyst = second.Officer(t, "analyst", "")
		admin, m := second.Officer(t, "admin", ""), m.Login(t, second.Server)
		closing := admin.Move(t, account, "closed").Ok(t, 200).Object(t, kit.ShapeOfInvestment)
		kit.WantFields(t, closing, kit.Body{"status": "suspended", "closedAt": nil})
		kit.Moment(t, closing["closingSince"])
		admin.Move(t, account, "active").Failed(t, 409, "INVALID_TRANSITION", "")
		second.Price(t, kit.Xrp, "2.1") // the old price is still shown as the last one
		testkit.Within(t, kit.Patience, "the account is closed", func() bool { return m.Account(t, account)["status"] == "closed" })
		kit.WantFields(t, m.Position(t, position), kit.Body{"status": "closed", "realizedPnl": 2.6925})
		kit.WantFields(t, m.Account(t, account), kit.Body{"status": "closed", "currentBalance": 1002.6925})
	})
}

// executeOn executes a signal on an account and returns the id of the position.
func executeOn(t *testing.T, m *kit.Member, signal, account string, quantity float64) string {
	t.Helper()
	done := m.Execute(t, signal, kit.Body{"accountId": account, "quantity": quantity})
	kit.WantFields(t, done, kit.Body{"accountId": account})
	position := done["position"].(map[string]any)
	kit.WantFields(t, position, kit.Body{"accountId": account, "status": "open"})
	return position["id"].(string)
}

func activeAccountExecutes(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m, _, account := v.Funded(t, 1000)
	position := executeOn(t, m, v.Signal(t, "entry_long", nil), account, 30)
	positions, _ := m.Stretch(t, "/trading/positions?accountId="+account, kit.ShapeOfPosition)
	if len(positions) != 1 || positions[0]["id"] != position {
		t.Errorf("the positions of the account are %v", positions)
	}
	kit.WantFields(t, m.Account(t, account), kit.Body{"initialCapital": 1000, "currentBalance": 999.85, "accumulatedProfit": -0.15})
	v.Price(t, kit.Xrp, "2.1")
	kit.WantFields(t, m.Account(t, account), kit.Body{"currentBalance": 1002.85, "accumulatedProfit": 2.85})
	v.Price(t, kit.Xrp, "2")
	// The size follows from the account's money: a twentieth of it without a stop.
	m, _, account = v.Funded(t, 1000)
	kit.WantFields(t, m.Execute(t, v.Signal(t, "entry_long", nil), kit.Body{"accountId": account}), kit.Body{"quantity": 25})
}

func inactiveAccountIsRefused(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m, admin := v.Register(t), v.Officer(t, "admin", "")
	account, signal := m.Invest(t, 1000), v.Signal(t, "entry_long", nil)
	onIt := kit.Body{"accountId": account, "quantity": 30}
	m.Post(t, kit.Executing(signal), onIt).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	admin.Moved(t, account, "active")
	admin.Moved(t, account, "suspended")
	m.Post(t, kit.Executing(signal), onIt).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
	admin.Moved(t, account, "active")
	m.Execute(t, signal, onIt) // the refusals have not spent it
	admin.Moved(t, account, "closed")
	m.Post(t, kit.Executing(v.Signal(t, "entry_long", nil)), onIt).Failed(t, 409, "ACCOUNT_NOT_ACTIVE", "")
}

func strangersAccountIsNotThere(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	_, admin, account := v.Funded(t, 1000)
	signal := v.Signal(t, "entry_long", nil)
	for _, other := range []*kit.Member{v.Register(t), admin, v.TenantAdmin(t)} {
		other.Post(t, kit.Executing(signal), kit.Body{"accountId": account, "quantity": 30}).Failed(t, 404, "NOT_FOUND", "")
		other.Post(t, kit.Executing(signal), kit.Body{"accountId": uuid.NewString(), "quantity": 30}).Failed(t, 404, "NOT_FOUND", "")
	}
	v.Register(t).Post(t, kit.Executing(signal), kit.Body{"accountId": "mine"}).Failed(t, 400, "VALIDATION_ERROR", "accountId")
}

func signalOnOneAccount(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m, _, account := v.Funded(t, 1000)
	signal := v.Signal(t, "entry_long", nil)
	executeOn(t, m, signal, account, 30)
	m.Post(t, kit.Executing(signal), kit.Body{"accountId": account, "quantity": 30}).Failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")
	m.Post(t, kit.Executing(signal), kit.Body{"quantity": 30}).Failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "") // nor on paper
	m.Post(t, kit.Executing(v.Signal(t, "entry_long", nil)), kit.Body{"accountId": account, "quantity": 500}).Failed(t, 422, "INSUFFICIENT_FUNDS", "")
}

func closingFlattens(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m, admin, account := v.Funded(t, 1000)
	long := executeOn(t, m, v.Signal(t, "entry_long", nil), account, 30)
	short := executeOn(t, m, v.Signal(t, "entry_short", nil), account, 10)
	paper := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
	v.Price(t, kit.Xrp, "2.1")
	closed := admin.Moved(t, account, "closed")
	// The long position earns 3 and the short one loses 1; each side costs a quarter of a percent.
	const balance = 1000 - 0.15 - 0.05 + 3 - 0.1575 - 1 - 0.0525
	kit.WantFields(t, closed, kit.Body{"currentBalance": balance, "accumulatedProfit": 1.59})
	kit.WantFields(t, m.Account(t, account), kit.Body{"currentBalance": balance, "accumulatedProfit": 1.59, "status": "closed"})
	kit.WantFields(t, m.Position(t, long), kit.Body{"status": "closed", "realizedPnl": 2.6925})
	kit.WantFields(t, m.Position(t, short), kit.Body{"status": "closed", "realizedPnl": -1.1025})
	kit.WantFields(t, m.Position(t, paper), kit.Body{"status": "open"})
	history := m.History(t)
	if len(history) != 2 {
		t.Fatalf("the history is %v, want two trades", history)
	}
	for _, trade := range history {
		kit.WantFields(t, trade, kit.Body{"accountId": account, "exitReason": "account_closed", "type": "close", "exitPrice": 2.1})
	}
	if told := admin.Told(t, "trading.position.closed", "accountId", account); len(told) != 2 {
		t.Errorf("%d events tell of the sale, want 2", len(told))
	}
	v.Price(t, kit.Xrp, "3")
	kit.WantFields(t, m.Account(t, account), kit.Body{"currentBalance": balance}) // the market no longer matters
}

func suspendedAccountSells(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m, admin, account := v.Funded(t, 1000)
	position := executeOn(t, m, v.Signal(t, "entry_long", kit.Body{"stopLoss": 1.9}), account, 30)
	byHand := executeOn(t, m, v.Signal(t, "entry_long", nil), account, 30)
	admin.Moved(t, account, "suspended")
	m.Post(t, kit.Closing(byHand), nil).Ok(t, 200)
	v.Price(t, kit.Xrp, "1.9")
	m.AwaitStatus(t, position, "closed")
	v.Price(t, kit.Xrp, "2")
	kit.WantFields(t, m.Account(t, account), kit.Body{"status": "suspended", "currentBalance": 1000 - 0.3 - 0.15 - 3 - 0.1425})
}

func figuresOfTrades(t *testing.T, v *kit.Venue) {
	v.Price(t, kit.Xrp, "2")
	m, _, account := v.Funded(t, 1000)
	for _, exit := range []string{"2.1", "1.9"} { // one won and one lost
		v.Price(t, kit.Xrp, "2")
		position := executeOn(t, m, v.Signal(t, "entry_long", nil), account, 30)
		v.Price(t, kit.Xrp, exit)
		m.Post(t, kit.Closing(position), nil).Ok(t, 200)
	}
	v.Price(t, kit.Xrp, "2")
	paper := m.Opened(t, v.Signal(t, "entry_long", nil), 30)
	m.Post(t, kit.Closing(paper), nil).Ok(t, 200) // on paper, so it does not count
	kit.WantFields(t, m.Get(t, "/investment/performance").Ok(t, 200).Object(t, kit.ShapeOfFigures), kit.Body{"winRate": 0.5, "closedTrades": 2})
	analytics := m.Get(t, "/investment/analytics").Ok(t, 200).Object(t, kit.ShapeOfAnalytics)
	kit.WantFields(t, analytics, kit.Body{
		"winRate": 0.5, "closedTrades": 2, "netDeposits": 1000, "bestTrade": 2.6925, "worstTrade": -3.2925, "fees": 0.6,
		"realizedPnl": -0.6, "expectancy": -0.3,
	})
	for name, key := range map[string]string{"bySymbol": kit.Xrp, "byExitReason": "manual"} {
		list := analytics[name].([]any)
		if len(list) != 1 {
			t.Fatalf("%s is %v", name, list)
		}
		kit.WantFields(t, list[0].(map[string]any), kit.Body{"key": key, "trades": 2, "realizedPnl": -0.6, "winRate": 0.5})
	}
}
