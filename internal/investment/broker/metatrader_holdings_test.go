package broker_test

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"bourse/internal/investment/broker"
	"bourse/internal/money"
)

func (f *fakeBridge) read(t *testing.T) (broker.Holdings, broker.Outcome) {
	t.Helper()
	return readWith(t, f.registry(t, noon), broker.MT5, terminalCredentials())
}

func TestWhatATerminalAccountHoldsIsReadThroughTheBridge(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.information["investorMode"] = true
	bridge.positions = []any{
		map[string]any{"symbol": "AUDNZD", "type": "POSITION_TYPE_BUY", "volume": 0.4, "openPrice": 1.03648, "currentPrice": 1.06949, "profit": -85.25, "unrealizedProfit": -85.31},
		map[string]any{"symbol": "#AAPL", "type": "POSITION_TYPE_SELL", "volume": 3, "openPrice": 200, "currentPrice": 190.5, "profit": 28.5},
	}
	bridge.deals = []any{
		map[string]any{"id": "33230099", "type": "DEAL_TYPE_BALANCE", "profit": 1000}, map[string]any{"id": "33230100", "type": "DEAL_TYPE_BUY", "profit": 12},
		map[string]any{"id": "33230101", "type": "DEAL_TYPE_BALANCE", "profit": -250.5}, map[string]any{"id": "33230102", "type": "DEAL_TYPE_COMMISSION", "profit": -1},
	}
	holdings, outcome := bridge.read(t)
	wantOutcome(t, outcome, broker.Connected, 0)
	one := money.FromInt(1)
	balance := broker.Balance{Asset: "USD", Free: money.MustParse("7122.5499132"), Locked: money.MustParse("184.1"), Price: one}
	if !slices.Equal(holdings.Balances, []broker.Balance{balance}) {
		t.Errorf("the balances are %+v, want %+v", holdings.Balances, balance)
	}
	positions := []broker.Position{
		{Symbol: "AUDNZD", Quantity: money.MustParse("0.4"), EntryPrice: money.MustParse("1.03648"), CurrentPrice: money.MustParse("1.06949"), Unrealized: money.MustParse("-85.31")},
		{Symbol: "#AAPL", IsShort: true, Quantity: money.FromInt(3), EntryPrice: money.FromInt(200), CurrentPrice: money.MustParse("190.5"), Unrealized: money.MustParse("28.5")},
	}
	if !slices.Equal(holdings.Positions, positions) {
		t.Errorf("the positions are %+v, want %+v", holdings.Positions, positions)
	}
	payments := []broker.Payment{{ID: "33230099", Amount: money.FromInt(1000)}, {ID: "33230101", Amount: money.MustParse("-250.5")}}
	if !slices.Equal(holdings.Payments, payments) {
		t.Errorf("the payments are %+v, want %+v", holdings.Payments, payments)
	}
	bridge.read(t)
	if bridge.count(addAccount) != 1 {
		t.Error("a terminal was started anew for each reading")
	}
	bridge.wantLeft(t, 1)
	if err := bridge.registry(t, noon).Release(t.Context(), broker.MT5, terminalCredentials()); err != nil {
		t.Fatal(err)
	}
	bridge.wantLeft(t, 0)
}

func TestATerminalAccountInAnotherCurrencyHasItsRate(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.information["currency"] = "EUR"
	if holdings, _ := bridge.read(t); !holdings.Balances[0].Price.IsZero() || holdings.Payments == nil {
		t.Errorf("without a rate: %+v", holdings)
	}
	bridge.information["accountCurrencyExchangeRate"] = 1.0725
	if holdings, _ := bridge.read(t); !holdings.Balances[0].Price.Equal(money.MustParse("1.0725")) {
		t.Errorf("with a rate: %+v", holdings)
	}
}

func TestPaymentsBehindManyDealsAreFound(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	for i := range 5000 {
		bridge.deals = append(bridge.deals, map[string]any{"id": fmt.Sprint(i), "type": "DEAL_TYPE_SELL", "profit": 1})
	}
	bridge.deals = append(bridge.deals, map[string]any{"id": "last", "type": "DEAL_TYPE_BALANCE", "profit": 5})
	if holdings, _ := bridge.read(t); len(holdings.Payments) != 1 || holdings.Payments[0].ID != "last" {
		t.Errorf("the payments are %+v", holdings.Payments)
	}
}

func TestMoreDealsThanCanBeReadAreNotTakenForAll(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.deals = slices.Repeat([]any{map[string]any{"id": "1", "type": "DEAL_TYPE_SELL", "profit": 1}}, 50_000)
	_, outcome := bridge.read(t)
	wantOutcome(t, outcome, broker.Unreachable, time.Hour)
}

func TestHalfAnAnswerOfATerminalIsNotTakenForAnEmptyAccount(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*fakeBridge){
		"no equity":             func(f *fakeBridge) { delete(f.information, "equity") },
		"no margin":             func(f *fakeBridge) { delete(f.information, "margin") },
		"no currency":           func(f *fakeBridge) { delete(f.information, "currency") },
		"a currency of no name": func(f *fakeBridge) { f.information["currency"] = "<i>" },
		"a position of no side": func(f *fakeBridge) { f.positions = []any{map[string]any{"symbol": "EURUSD"}} },
		"a payment of nothing":  func(f *fakeBridge) { f.deals = []any{map[string]any{"id": "1", "type": "DEAL_TYPE_BALANCE"}} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bridge := newFakeBridge(t)
			change(bridge)
			_, outcome := bridge.read(t)
			wantOutcome(t, outcome, broker.Unreachable, 0)
		})
	}
}

func TestABridgeInTroubleIsReadLater(t *testing.T) {
	t.Parallel()
	const positions = "GET /users/current/accounts/1eda642a-1/positions"
	for _, test := range troubles() {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			bridge := newFakeBridge(t)
			bridge.answer(positions, test.handler)
			_, outcome := bridge.read(t)
			wantOutcome(t, outcome, broker.Unreachable, test.wait)
			bridge.wantLeft(t, 1)
		})
	}
	bridge := newFakeBridge(t)
	bridge.answer(positions, func(w http.ResponseWriter, r *http.Request) { writeJSON(w, 404, echo(r)) })
	_, outcome := bridge.read(t)
	wantOutcome(t, outcome, broker.Unreachable, 15*time.Second)
	_, outcome = readWith(t, newRegistry(t, broker.Settings{}), broker.MT4, terminalCredentials())
	wantOutcome(t, outcome, broker.Unreachable, 0)
}

func TestATerminalThatLostTheBrokerIsStartedAnewWhichTriesThePassword(t *testing.T) {
	t.Parallel()
	bridge := newFakeBridge(t)
	bridge.read(t)
	bridge.set("connectionStatus", "DISCONNECTED_FROM_BROKER")
	ask := func(now, lastRead time.Time, credentials broker.Credentials) broker.Outcome {
		_, outcome := bridge.registry(t, now).Read(t.Context(), broker.MT5, credentials, lastRead)
		wantNoSecrets(t, outcome)
		return outcome
	}
	good := terminalCredentials()
	later := noon.Add(24 * time.Hour) // the account is old, but was read a moment ago
	wantOutcome(t, ask(later, later.Add(-5*time.Minute), good), broker.Unreachable, 15*time.Second)
	bridge.wantLeft(t, 1)
	wantOutcome(t, ask(later, later.Add(-16*time.Minute), good), broker.Unreachable, 15*time.Minute)
	bridge.wantLeft(t, 0)
	bridge.answer(addAccount, func(w http.ResponseWriter, r *http.Request) { problem(w, r, "E_AUTH") })
	wantOutcome(t, ask(later, later.Add(-time.Hour), good), broker.InvalidCredentials, 0)
}
