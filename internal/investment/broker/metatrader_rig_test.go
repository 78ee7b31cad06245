package broker_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"bourse/internal/investment/broker"
)

const (
	listAccounts = "GET /users/current/accounts"
	addAccount   = "POST /users/current/accounts"
)

// fakeBridge speaks MetaApi's provisioning and client API as documented. Its broker knows one account; an added
// account connects at once unless the test says otherwise.
type fakeBridge struct {
	*peer
	platform    string
	state       string
	status      string
	region      string
	information map[string]any
	positions   []any
	deals       []any

	mutex        sync.Mutex
	accounts     map[string]map[string]any
	transactions []string
	added        int
}

func newFakeBridge(t *testing.T) *fakeBridge {
	fake := &fakeBridge{
		platform: "mt5", state: "DEPLOYED", status: "CONNECTED", region: "london",
		accounts: map[string]map[string]any{},
		information: map[string]any{
			"platform": "mt5", "broker": "True ECN Trading Ltd", "currency": "USD", "server": server, "balance": 7319.9,
			"equity": 7306.649913200001, "margin": 184.1, "freeMargin": 7120.22, "credit": 0,
			"leverage": 100, "tradeAllowed": true, "investorMode": false, "login": 50194988, "type": "ACCOUNT_TRADE_MODE_DEMO",
		},
	}
	// Somebody else's account, which the search also finds and nobody may touch.
	fake.accounts["other"] = map[string]any{"_id": "other", "name": "bourse-check-", "state": "DEPLOYED", "connectionStatus": "CONNECTED"}
	routes := http.NewServeMux()
	routes.HandleFunc("GET /users/current/accounts", fake.list)
	routes.HandleFunc("POST /users/current/accounts", fake.add)
	routes.HandleFunc("GET /users/current/accounts/{id}", fake.withAccount(func(w http.ResponseWriter, account map[string]any) {
		writeJSON(w, 200, account)
	}))
	routes.HandleFunc("POST /users/current/accounts/{id}/deploy", fake.withAccount(func(w http.ResponseWriter, account map[string]any) {
		account["state"], account["connectionStatus"] = "DEPLOYED", "CONNECTED"
		w.WriteHeader(http.StatusNoContent)
	}))
	routes.HandleFunc("DELETE /users/current/accounts/{id}", fake.withAccount(func(w http.ResponseWriter, account map[string]any) {
		delete(fake.accounts, account["_id"].(string))
		w.WriteHeader(http.StatusNoContent)
	}))
	routes.HandleFunc("GET /users/current/accounts/{id}/account-information", fake.withAccount(func(w http.ResponseWriter, _ map[string]any) {
		writeJSON(w, 200, fake.information)
	}))
	routes.HandleFunc("GET /users/current/accounts/{id}/positions", fake.withAccount(func(w http.ResponseWriter, _ map[string]any) {
		writeJSON(w, 200, fake.positions)
	}))
	routes.HandleFunc("GET /users/current/accounts/{id}/history-deals/time/{start}/{end}", func(w http.ResponseWriter, r *http.Request) {
		start, err := time.Parse(time.RFC3339, r.PathValue("start"))
		end, endErr := time.Parse(time.RFC3339, r.PathValue("end"))
		if err != nil || endErr != nil || !start.Before(end) {
			problem(w, r, "E_TEST")
			return
		}
		offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
		limit, _ := strconv.Atoi(r.URL.Query().Get("limit"))
		writeJSON(w, 200, fake.deals[min(offset, len(fake.deals)):min(offset+limit, len(fake.deals))])
	})
	fake.positions, fake.deals = []any{}, []any{}
	fake.peer = newPeer(t, fake.guarded(routes))
	return fake
}

func (f *fakeBridge) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("auth-token") != token {
			writeJSON(w, 401, echo(r))
			return
		}
		f.mutex.Lock()
		defer f.mutex.Unlock()
		next.ServeHTTP(w, r)
	})
}

func (f *fakeBridge) list(w http.ResponseWriter, r *http.Request) {
	found := []map[string]any{}
	for _, account := range f.accounts {
		if strings.HasPrefix(r.URL.Query().Get("query"), account["name"].(string)) {
			found = append(found, account)
		}
	}
	writeJSON(w, 200, found)
}

func (f *fakeBridge) add(w http.ResponseWriter, r *http.Request) {
	var wish struct{ Name, Login, Password, Server, Platform string }
	err := json.NewDecoder(r.Body).Decode(&wish)
	transaction := r.Header.Get("transaction-id")
	f.transactions = append(f.transactions, transaction)
	switch {
	case err != nil || wish.Name == "" || len(transaction) != 32 || wish.Platform != f.platform:
		problem(w, r, "E_TEST")
	case wish.Server != server:
		problem(w, r, map[string]any{"code": "E_SRV_NOT_FOUND", "serversByBrokers": map[string]any{"Broker": []string{server}}})
	case wish.Login != login || wish.Password != password:
		problem(w, r, "E_AUTH")
	default:
		f.added++
		id := fmt.Sprintf("1eda642a-%d", f.added)
		f.accounts[id] = map[string]any{
			"_id": id, "name": wish.Name, "login": wish.Login, "server": wish.Server, "state": f.state,
			"connectionStatus": f.status, "region": f.region, "createdAt": noon.Format(time.RFC3339Nano),
		}
		writeJSON(w, 201, map[string]any{"id": id, "state": f.state})
	}
}

// withAccount answers 404 for accounts that do not exist.
func (f *fakeBridge) withAccount(handler func(http.ResponseWriter, map[string]any)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		account, ok := f.accounts[r.PathValue("id")]
		if !ok {
			writeJSON(w, 404, echo(r))
			return
		}
		handler(w, account)
	}
}

// problem answers with a refusal of the bridge, and repeats everything it was sent.
func problem(w http.ResponseWriter, r *http.Request, details any) {
	body := echo(r)
	body["id"], body["error"], body["details"] = 3, "ValidationError", details
	writeJSON(w, 400, body)
}

func (f *fakeBridge) registry(t *testing.T, now time.Time) *broker.Registry {
	t.Helper()
	return newRegistry(t, broker.Settings{MetaAPIURL: f.url, MetaAPIToken: token, Now: func() time.Time { return now }})
}

func (f *fakeBridge) verify(t *testing.T) broker.Outcome {
	t.Helper()
	return f.registry(t, noon).Verify(t.Context(), broker.MT5, terminalCredentials())
}

// set changes a field of the accounts that checks have added.
func (f *fakeBridge) set(name, value string) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	for id, account := range f.accounts {
		if id != "other" {
			account[name] = value
		}
	}
}

// wantLeft requires that this many accounts of checks remain, and the other one too.
func (f *fakeBridge) wantLeft(t *testing.T, want int) {
	t.Helper()
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.accounts["other"] == nil {
		t.Error("somebody else's account was removed")
	}
	if got := len(f.accounts) - 1; got != want {
		t.Errorf("%d accounts are left at the bridge, want %d", got, want)
	}
}
