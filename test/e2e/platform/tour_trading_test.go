package platform_test

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
	"time"

	"bourse/test/e2e/kit"
)

// market is what a user sees and watches.
func (w *tour) market(t *testing.T) {
	m := w.guest.Client
	w.list(t, m, "listInstruments?kind=crypto")
	w.list(t, m, "listQuotes?symbols=BTCUSD,ETHUSD")
	w.call(t, m, "listCandles?symbol=BTCUSD&interval=1h&limit=3", nil)
	w.call(t, m, "replaceWatchlist", kit.Body{"symbols": []string{"BTCUSD", "ETHUSD"}})
	w.call(t, m, "getWatchlist", nil)
	w.things["alertId"] = w.call(t, m, "createAlert", kit.Body{"symbol": "BTCUSD", "kind": "above", "price": 1000000, "note": "Time to sell"})["id"].(string)
	w.list(t, m, "listAlerts")
	w.call(t, m, "getAlert", nil)
	w.call(t, m, "cancelAlert", nil)
	w.call(t, m, "updateNotifications", kit.Body{"alert_fired": kit.Body{"mail": true}})
	w.call(t, m, "getNotifications", nil)
	w.list(t, w.trader.Client, "listNotices?limit=3")
	w.stream(t, w.call(t, m, "createStreamTicket", nil)["ticket"].(string))
}

// stream opens the stream with a ticket and reads until its first event.
func (w *tour) stream(t *testing.T, ticket string) {
	t.Helper()
	const path = "/api/v1/trading/stream?symbols=BTCUSD&ticket="
	response, err := http.DefaultTransport.RoundTrip(w.Client().Request(t, http.MethodGet, path+ticket, nil))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var told strings.Builder
	hasEvent := false
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		told.WriteString(lines.Text() + "\n")
		hasEvent = hasEvent || strings.HasPrefix(lines.Text(), "event:")
		if hasEvent && lines.Text() == "" {
			break
		}
	}
	a := &kit.Answer{Call: "GET " + path, Status: response.StatusCode, Header: response.Header, Text: []byte(told.String())}
	a.WantDeclared(t, response.Request)
	w.called["streamTrading"] = true
	_, event, _ := strings.Cut(told.String(), "event: ") // the example is one event, as its schema is
	name, data, _ := strings.Cut(event, "\ndata: ")
	a.Text = []byte(`{"event":"` + name + `","data":` + strings.TrimSpace(data) + `}`)
	w.recorder.add(t, "streamTrading", nil, a)
}

// bots is the life of a bot, its signals and its followers.
func (w *tour) bots(t *testing.T) {
	admin, m, analyst := w.admin.Client, w.guest.Client, w.analyst.Client
	bot := kit.Body{"name": "Slow trend", "description": "Follows the trend of four coins.", "strategyType": "trend", "symbols": []string{"BTCUSD", "ETHUSD"}, "timeframe": "1h", "riskLevel": "low"}
	own := w.call(t, admin, "createBot", bot)["id"].(string)
	w.things["botId"] = own
	w.call(t, admin, "updateBot", kit.Body{"description": "Follows the trend of two coins."})
	for _, listed := range w.list(t, m, "listBots?limit=100") {
		if listed["strategyType"] != "ml" && listed["id"] != own && listed["performance"].(map[string]any)["closedTrades"].(float64) > 0 {
			w.things["botId"] = listed["id"].(string)
		}
	}
	w.call(t, m, "getBot", nil)
	w.list(t, m, "getBotEquity")
	w.list(t, m, "listBotTrades?limit=2")
	w.things["subscriptionId"] = w.call(t, m, "subscribeToBot", kit.Body{"mode": "manual", "allocatedCapital": 5000})["id"].(string)
	w.list(t, m, "listSubscriptions")
	w.call(t, m, "updateSubscription", kit.Body{"status": "paused"})
	w.list(t, m, "listCopies")
	w.call(t, m, "unsubscribeFromBot", nil)
	signal := kit.Body{"symbol": "ETHUSD", "signalType": "entry_long", "confidence": "high", "reason": "It broke out of its range."}
	w.things["signalId"] = w.call(t, analyst, "createSignal", signal)["id"].(string)
	w.list(t, m, "listSignals?limit=2")
	w.call(t, m, "getSignal", nil)
	w.call(t, m, "previewSignal", kit.Body{"quantity": 0.5})
	w.call(t, m, "executeSignal", kit.Body{"quantity": 0.5})
	w.backtests(t, analyst, own)
}

func (w *tour) backtests(t *testing.T, analyst *kit.Client, bot string) {
	t.Helper()
	from := time.Now().UTC().AddDate(0, 0, -30).Truncate(24 * time.Hour).Format(time.RFC3339)
	asked := kit.Body{"botId": bot, "from": from, "capital": 10000}
	w.things["backtestId"] = w.call(t, analyst, "createBacktest", asked)["id"].(string)
	w.until(t, analyst, "getBacktest", "the backtest ends", func(data map[string]any) bool {
		return data["status"] != "queued" && data["status"] != "running"
	})
	w.list(t, analyst, "listBacktestTrades?limit=2")
	w.list(t, analyst, "listBacktests?limit=2")
	w.cancelABacktest(t, analyst, asked)
}

// cancelABacktest cancels one that has not ended yet, of several tries.
func (w *tour) cancelABacktest(t *testing.T, analyst *kit.Client, asked kit.Body) {
	t.Helper()
	long := kit.Body{"botId": asked["botId"], "from": time.Now().UTC().AddDate(-1, 0, 0).Truncate(24 * time.Hour).Format(time.RFC3339), "capital": 10000}
	for range 20 {
		w.things["backtestId"] = idOf(analyst.Post(t, "/trading/backtests", long).Ok(t, 202))
		if a := analyst.Call(t, http.MethodDelete, "/trading/backtests/"+w.things["backtestId"], nil); a.Status == http.StatusOK {
			w.called["cancelBacktest"] = true
			w.recorder.add(t, "cancelBacktest", nil, a)
			return
		}
	}
	t.Error("every backtest ended before it was cancelled")
}

// orders is what a user trades manually.
func (w *tour) orders(t *testing.T) {
	m := w.guest.Client
	order := kit.Body{"symbol": "BTCUSD", "side": "buy", "type": "limit", "quantity": 0.01, "limitPrice": 20000, "stopLoss": 18000, "targetPrice": 80000}
	w.call(t, m, "previewOrder", order)
	w.things["orderId"] = w.call(t, m, "placeOrder", order)["id"].(string)
	w.list(t, m, "listOrders?status=working")
	w.call(t, m, "getOrder", nil)
	w.call(t, m, "cancelOrder", nil)
	w.things["positionId"] = w.list(t, m, "listPositions?status=open")[0]["id"].(string)
	w.call(t, m, "getPosition", nil)
	w.call(t, m, "changePosition", kit.Body{"trailingPercent": 5})
	w.call(t, m, "closePosition", kit.Body{"quantity": 0.25})
	w.list(t, m, "listTrades")
	w.things["accountId"] = w.list(t, m, "listTradingAccounts")[0]["id"].(string)
	w.call(t, m, "getTradingPortfolio", nil)
	w.call(t, m, "getStatement", nil)
	w.call(t, m, "downloadStatement", nil)
}
