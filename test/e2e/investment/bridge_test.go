package investment_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

const bridgeToken = "bridge-access-token-7391"

// bridge speaks the part of MetaApi's API that verifies and reads a terminal account, as documented. It knows one
// account and starts its terminal at once.
type bridge struct {
	URL string

	mutex    sync.Mutex
	account  kit.Body // nil while none is added
	equity   float64
	payments []kit.Body
}

func newBridge(t *testing.T) *bridge {
	t.Helper()
	b := &bridge{equity: 1000}
	const accounts = "/users/current/accounts"
	routes := http.NewServeMux()
	routes.HandleFunc("GET "+accounts, func(w http.ResponseWriter, _ *http.Request) {
		found := []kit.Body{}
		if b.account != nil {
			found = append(found, b.account)
		}
		answerJSON(w, 200, found)
	})
	routes.HandleFunc("POST "+accounts, func(w http.ResponseWriter, r *http.Request) {
		var wish struct{ Name, Login, Password, Server string }
		if json.NewDecoder(r.Body).Decode(&wish) != nil || wish.Login != "50194988" || wish.Password != "investor-password-5521" {
			answerJSON(w, 400, kit.Body{"error": "ValidationError", "details": "E_AUTH", "message": wish.Login + wish.Password})
			return
		}
		b.account = kit.Body{"_id": "1eda642a", "name": wish.Name, "state": "DEPLOYED", "connectionStatus": "CONNECTED", "region": "london", "createdAt": time.Now()}
		answerJSON(w, 201, kit.Body{"id": "1eda642a", "state": "DEPLOYED"})
	})
	routes.HandleFunc("GET "+accounts+"/1eda642a", func(w http.ResponseWriter, _ *http.Request) { answerJSON(w, 200, b.account) })
	routes.HandleFunc("DELETE "+accounts+"/1eda642a", func(w http.ResponseWriter, _ *http.Request) {
		b.account = nil
		w.WriteHeader(http.StatusNoContent)
	})
	routes.HandleFunc("GET "+accounts+"/1eda642a/account-information", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, 200, kit.Body{"currency": "USD", "balance": b.equity - 25, "equity": b.equity, "margin": 100, "tradeAllowed": false, "investorMode": true})
	})
	routes.HandleFunc("GET "+accounts+"/1eda642a/positions", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, 200, []kit.Body{{
			"symbol": "EURUSD.pro", "type": "POSITION_TYPE_SELL", "volume": 0.1, "openPrice": 1.1, "currentPrice": 1.0975, "profit": 25, "unrealizedProfit": 25,
		}})
	})
	routes.HandleFunc("GET "+accounts+"/1eda642a/history-deals/time/{start}/{end}", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, 200, append([]kit.Body{}, b.payments...))
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		if r.Header.Get("auth-token") != bridgeToken {
			answerJSON(w, 401, kit.Body{"error": "UnauthorizedError"})
			return
		}
		routes.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	b.URL = server.URL
	return b
}

func (b *bridge) hasAccount() bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.account != nil
}

// TestATerminalIsReadThroughTheBridge connects an account with the investor password, sees it in holdings and
// portfolio, and removes it from the bridge by disconnecting.
func TestATerminalIsReadThroughTheBridge(t *testing.T) {
	t.Parallel()
	kit.OnEachEngine(t, func(t *testing.T, place *kit.Installation) {
		b, x := newBridge(t), newExchange(t)
		s := place.Serve(t, "--broker-metaapi-url", b.URL, "--broker-metaapi-token", bridgeToken, "--broker-binance-url", x.URL)
		m := s.Register(t)
		login := kit.Body{"login": "50194988", "password": "investor-password-5521", "server": "Broker-Demo"}
		made := m.Post(t, kit.ConnectPath, kit.Body{"provider": "mt5", "credentials": login}).Ok(t, 201).Object(t, kit.ShapeOfConnection)
		found := awaitHoldings(t, m, made, time.Time{})
		kit.WantFields(t, found, kit.Body{"totalValueUsd": 1000})
		kit.WantFields(t, found["holdings"].([]any)[0].(map[string]any), kit.Body{"asset": "USD", "free": 900, "locked": 100, "quantity": 1000, "valueUsd": 1000})
		kit.WantFields(t, found["positions"].([]any)[0].(map[string]any), kit.Body{
			"symbol": "EURUSD.pro", "side": "sell", "quantity": 0.1, "entryPrice": 1.1, "currentPrice": 1.0975, "unrealizedPnl": 25,
		})
		connection := m.Get(t, connectionAt(made)).Ok(t, 200).Object(t, kit.ShapeOfConnection)
		if permissions := kit.Texts(connection["permissions"]); len(permissions) != 1 || permissions[0] != "reading" {
			t.Errorf("the permissions are %v, want to read", permissions)
		}
		primary := m.Get(t, kit.PortfolioPath).Ok(t, 200).Envelope["data"].([]any)[0].(map[string]any)
		kit.WantFields(t, primary, kit.Body{"totalValue": 1000, "unrealizedPnl": 25})

		b.mutex.Lock()
		b.equity, b.payments = 1510, []kit.Body{{"id": "33230099", "type": "DEAL_TYPE_BALANCE", "profit": 500}} // the profit is 10
		b.mutex.Unlock()
		awaitHoldings(t, m, made, readAgain(t, s, x, made))
		points := m.Get(t, kit.PortfolioPath+"/"+primary["id"].(string)+"/performance?period=week").Ok(t, 200).Envelope["data"].([]any)
		kit.WantFields(t, points[len(points)-1].(map[string]any), kit.Body{"value": 1510})
		if n := kit.Count(t, s.Place.Books(t), `SELECT CAST(SUM(paid_in - paid_out) AS BIGINT) / 100000000 FROM investment_holding_days WHERE connection_id = $1`, made["id"]); n != 1500 {
			t.Errorf("%d were paid in, want 1500", n)
		}
		if !b.hasAccount() {
			t.Error("a terminal that is read was taken off the bridge")
		}
		m.Call(t, http.MethodDelete, connectionAt(made), nil).Done(t, 200)
		testkit.Within(t, kit.Patience, "the account leaves the bridge", func() bool { return !b.hasAccount() })
		for name, secret := range map[string]string{"password": "investor-password-5521", "token": bridgeToken} {
			kit.Secrets{name: secret}.WantAbsent(t, name, "the log", s.Log())
		}
	})
}
