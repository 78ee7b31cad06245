package hostile

import (
	"time"

	"bourse/test/e2e/kit"
)

func market(j *journey) {
	p := j.fresh("trader")
	j.list(p, "listInstruments", "kind", "crypto")
	j.list(p, "listQuotes", "symbols", "BTCUSD,ETHUSD")
	j.call(p, "listCandles", nil, "symbol", "BTCUSD", "interval", "1h", "limit", "3")
	j.call(p, "replaceWatchlist", kit.Body{"symbols": []string{"BTCUSD", "ETHUSD"}})
	j.call(p, "getWatchlist", nil)
	alert := text(j.call(p, "createAlert", kit.Body{"symbol": "BTCUSD", "kind": "above", "price": 1000000, "note": "Time to sell"}), "id")
	j.list(p, "listAlerts")
	j.call(p, "getAlert", nil, "alertId", alert)
	j.call(p, "cancelAlert", nil, "alertId", alert)
	j.call(p, "updateNotifications", kit.Body{"alert_fired": kit.Body{"mail": true}})
	j.call(p, "getNotifications", nil)
	j.list(p, "listNotices", "limit", "3")
	j.call(p, "createStreamTicket", nil)
	j.call(p, "streamTrading", nil, "symbols", "BTCUSD")
}

func bots(j *journey) {
	admin, p := j.fresh("admin"), j.guest()
	bot := kit.Body{"name": "Slow trend " + digits(j.worker, 9), "description": "Follows the trend.", "strategyType": "trend", "symbols": []string{"BTCUSD", "ETHUSD"}, "timeframe": "1h", "riskLevel": "low"}
	id := text(j.call(admin, "createBot", bot), "id")
	at := []string{"botId", id}
	j.call(admin, "updateBot", kit.Body{"description": "Follows the trend of two coins.", "status": "active"}, at...)
	j.list(p, "listBots", "limit", "5")
	j.call(p, "getBot", nil, at...)
	j.list(p, "getBotEquity", at...)
	j.list(p, "listBotTrades", append(at, "limit", "2")...)
	subscription := text(j.call(p, "subscribeToBot", kit.Body{"mode": "manual", "allocatedCapital": 5000}, at...), "id")
	j.list(p, "listSubscriptions")
	j.call(p, "updateSubscription", kit.Body{"status": "paused"}, "subscriptionId", subscription)
	j.list(p, "listCopies", "subscriptionId", subscription)
	j.call(p, "unsubscribeFromBot", nil, at...)
}

func backtests(j *journey) {
	if !j.isPlain && !j.affords("createBacktest") {
		return
	}
	analyst := j.fresh("analyst")
	bot := kit.Body{"name": "Tried " + digits(j.worker, 9), "strategyType": "trend", "symbols": []string{"BTCUSD"}, "timeframe": "1h", "riskLevel": "low"}
	id := text(j.call(j.fresh("admin"), "createBot", bot), "id")
	ago := func(days int) string {
		return time.Now().UTC().AddDate(0, 0, -days).Truncate(24 * time.Hour).Format(time.RFC3339)
	}
	backtest := text(j.call(analyst, "createBacktest", kit.Body{"botId": id, "from": ago(10), "capital": 10000}), "id")
	j.until(analyst, "getBacktest", func(data map[string]any) bool { return data["status"] != "queued" && data["status"] != "running" }, "backtestId", backtest)
	j.list(analyst, "listBacktestTrades", "backtestId", backtest, "limit", "2")
	j.list(analyst, "listBacktests", "limit", "2")
	for range 5 { // one that has not ended yet, of several tries
		long := text(j.call(analyst, "createBacktest", kit.Body{"botId": id, "from": ago(200), "capital": 10000}), "id")
		if !j.isBroken && j.as(analyst, "cancelBacktest", nil, "backtestId", long).isSuccess() {
			return
		}
	}
}

func trading(j *journey) {
	p, analyst := j.fresh("trader"), j.fresh("analyst")
	signal := text(j.call(analyst, "createSignal", kit.Body{"symbol": "ETHUSD", "signalType": "entry_long", "confidence": "high", "reason": "It broke out of its range."}), "id")
	at := []string{"signalId", signal}
	j.list(p, "listSignals", "limit", "2")
	j.call(p, "getSignal", nil, at...)
	j.call(p, "previewSignal", kit.Body{"quantity": 0.01}, at...)
	j.call(p, "executeSignal", kit.Body{"quantity": 0.01}, at...)
	position := ""
	if open := j.list(p, "listPositions", "status", "open"); len(open) > 0 {
		position = text(open[0], "id")
	}
	j.call(p, "getPosition", nil, "positionId", position)
	j.try(p, "changePosition", kit.Body{"trailingPercent": 5}, "positionId", position)
	j.try(p, "closePosition", kit.Body{}, "positionId", position)
	j.list(p, "listTrades")
	order := kit.Body{"symbol": "BTCUSD", "side": "buy", "type": "limit", "quantity": 0.01, "limitPrice": 100, "stopLoss": 90, "targetPrice": 800000}
	j.call(p, "previewOrder", order)
	made := []string{"orderId", text(j.call(p, "placeOrder", order), "id")}
	j.list(p, "listOrders", "status", "working")
	j.call(p, "getOrder", nil, made...)
	j.call(p, "cancelOrder", nil, made...)
	j.try(p, "placeOrder", kit.Body{"symbol": "SOLUSD", "side": "sell", "type": "market", "notional": 100 + j.random.IntN(1000)})
	account := ""
	if accounts := j.list(p, "listTradingAccounts"); len(accounts) > 0 {
		account = text(accounts[0], "id")
	}
	j.call(p, "getTradingPortfolio", nil)
	j.call(p, "getStatement", nil, "accountId", account)
	j.step(p, "downloadStatement", nil, "accountId", account)
}

func models(j *journey) {
	if !j.isPlain && !j.affords("trainModel") {
		return
	}
	admin, p := j.fresh("super_admin"), j.fresh("user")
	id := text(j.call(admin, "trainModel", kit.Body{"symbol": "BTCUSD", "horizon": "1h", "promote": false}), "id")
	at := []string{"modelId", id}
	j.until(p, "getModel", func(data map[string]any) bool {
		return data["status"] == "ready" || data["status"] == "serving" || data["status"] == "failed"
	}, at...)
	j.list(p, "listModels", "symbol", "BTCUSD")
	j.call(admin, "promoteModel", nil, at...)
	j.call(p, "getScorecard", nil, at...)
	prediction := text(j.call(p, "predict", kit.Body{"symbol": "BTCUSD", "horizon": "1h"}), "id")
	j.call(p, "getPrediction", nil, "predictionId", prediction)
	j.list(p, "listPredictions", "limit", "2")
}
