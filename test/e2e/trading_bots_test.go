package e2e_test

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
)

func TestTradingBots(t *testing.T) {
	t.Parallel()
	onEachVenue(t, stories{
		"bots are listed a page at a time and by status":  botsAreListed,
		"a bot has every field":                           botHasEveryField,
		"bots are made and changed by admins":             botsBelongToAdmins,
		"a bot goes from state to state as it may":        botStates,
		"a bot is followed without a body and once":       botIsFollowedOnce,
		"a subscription is made as it was asked for":      subscriptionAsAskedFor,
		"a bot's entry is copied for who follows by auto": entryIsCopied,
	})
}

var botCount atomic.Int64

func botAt(bot map[string]any, rest string) string {
	return "/trading/bots/" + bot["id"].(string) + rest
}

// newBot makes a bot; the member is an admin.
func (m *member) newBot(t *testing.T, more body) map[string]any {
	t.Helper()
	content := body{
		"name": fmt.Sprintf("Bot %d", botCount.Add(1)), "strategyType": "trend", "symbols": []string{xrp}, "riskLevel": "low",
	}
	for name, value := range more {
		content[name] = value
	}
	return m.post(t, "/trading/bots", content).ok(t, 201).object(t, shapeOfBot)
}

// set changes a bot.
func (m *member) set(t *testing.T, bot map[string]any, change body) *answer {
	t.Helper()
	return m.call(t, http.MethodPatch, botAt(bot, ""), change)
}

func botsAreListed(t *testing.T, v *venue) {
	admin, m := v.officer(t, "admin", ""), v.register(t)
	before := metaOf(t, m.get(t, "/trading/bots"))
	wantFields(t, before, body{"page": 1, "limit": 20})
	made := []map[string]any{admin.newBot(t, nil), admin.newBot(t, nil), admin.newBot(t, nil)}
	total := before["total"].(float64) + 3
	first := m.get(t, "/trading/bots?limit=2").ok(t, 200)
	bots := first.list(t, shapeOfBot, shape{"meta": aMeta})
	if len(bots) != 2 || bots[0]["id"] != made[2]["id"] || bots[1]["id"] != made[1]["id"] {
		t.Fatalf("the first page is %v", bots)
	}
	wantFields(t, metaOf(t, first), body{"page": 1, "limit": 2, "total": total, "totalPages": float64((int(total) + 1) / 2)})
	second := m.get(t, "/trading/bots?limit=2&page=2").ok(t, 200).list(t, shapeOfBot, shape{"meta": aMeta})
	if len(second) == 0 || second[0]["id"] != made[0]["id"] {
		t.Errorf("the second page is %v", second)
	}
	if beyond := m.get(t, "/trading/bots?page=1000").ok(t, 200).list(t, shapeOfBot, shape{"meta": aMeta}); len(beyond) != 0 {
		t.Errorf("beyond the last page is %v", beyond)
	}
	admin.set(t, made[1], body{"status": "active"}).ok(t, 200)
	admin.set(t, made[1], body{"status": "paused"}).ok(t, 200)
	paused := m.get(t, "/trading/bots?status=paused").ok(t, 200)
	if bots := paused.list(t, shapeOfBot, shape{"meta": aMeta}); len(bots) != 1 || bots[0]["id"] != made[1]["id"] {
		t.Errorf("the paused are %v", bots)
	}
	wantFields(t, metaOf(t, paused), body{"total": 1, "totalPages": 1})
	admin.set(t, made[1], body{"status": "stopped"}).ok(t, 200)
}

func botHasEveryField(t *testing.T, v *venue) {
	made := v.officer(t, "admin", "").newBot(t, body{
		"description": "It follows.", "strategyType": "breakout", "riskLevel": "high", "symbols": []string{xrp, "BTCUSD"},
		"timeframe": "1h", "parameters": body{"entryPeriod": 30, "stopAtr": 1.5},
	})
	wantFields(t, made, body{
		"description": "It follows.", "strategyType": "breakout", "riskLevel": "high", "status": "stopped", "timeframe": "1h",
	})
	if symbols := texts(made["symbols"]); len(symbols) != 2 || symbols[0] != xrp {
		t.Errorf("the symbols are %v", symbols)
	}
	wantFields(t, made["parameters"].(map[string]any), body{"entryPeriod": 30, "stopAtr": 1.5})
	wantFields(t, made["performance"].(map[string]any), body{"totalReturn": 0, "winRate": 0, "sharpeRatio": 0, "closedTrades": 0})
	read := v.register(t).get(t, botAt(made, "")).ok(t, 200).object(t, shapeOfBot)
	wantFields(t, read, body{"id": made["id"], "name": made["name"], "createdAt": made["createdAt"], "riskLevel": "high"})
}

func botsBelongToAdmins(t *testing.T, v *venue) {
	admin := v.officer(t, "admin", "")
	bot := admin.newBot(t, nil)
	for _, other := range []*member{v.register(t), v.officer(t, "analyst", "")} {
		other.post(t, "/trading/bots", body{"name": "Mine", "strategyType": "trend", "symbols": []string{xrp}, "riskLevel": "low"}).
			failed(t, 403, "FORBIDDEN", "")
		other.set(t, bot, body{"name": "Mine"}).failed(t, 403, "FORBIDDEN", "")
	}
	for field, value := range map[string]any{
		"name": "", "strategyType": "luck", "symbols": []string{}, "riskLevel": "none", "timeframe": "2h",
		"parameters": body{"luck": 7}, "leverage": 2,
	} {
		content := body{"name": "Refused", "strategyType": "trend", "symbols": []string{xrp}, "riskLevel": "low", field: value}
		admin.post(t, "/trading/bots", content).failed(t, 400, "VALIDATION_ERROR", field)
	}
	admin.post(t, "/trading/bots", body{"name": "Refused", "strategyType": "trend", "symbols": []string{"NOBODY"}, "riskLevel": "low"}).
		failed(t, 400, "VALIDATION_ERROR", "symbols")
	admin.post(t, "/trading/bots", body{"name": bot["name"], "strategyType": "trend", "symbols": []string{xrp}, "riskLevel": "low"}).
		failed(t, 409, "CONFLICT", "name")
	for _, missing := range []string{"name", "strategyType", "symbols", "riskLevel"} {
		content := body{"name": "Refused", "strategyType": "trend", "symbols": []string{xrp}, "riskLevel": "low"}
		delete(content, missing)
		admin.post(t, "/trading/bots", content).failed(t, 400, "VALIDATION_ERROR", missing)
	}
	for field, value := range map[string]any{"name": "", "riskLevel": "none", "status": "asleep", "parameters": body{"luck": 7}, "symbols": []string{xrp}} {
		admin.set(t, bot, body{field: value}).failed(t, 400, "VALIDATION_ERROR", field)
	}
	changed := admin.set(t, bot, body{"description": "Changed.", "riskLevel": "medium", "parameters": body{"fastPeriod": 5}}).
		ok(t, 200).object(t, shapeOfBot)
	wantFields(t, changed, body{"name": bot["name"], "description": "Changed.", "riskLevel": "medium", "status": "stopped"})
	wantFields(t, changed["parameters"].(map[string]any), body{"fastPeriod": 5})
}

func botStates(t *testing.T, v *venue) {
	admin := v.officer(t, "admin", "")
	bot := admin.newBot(t, nil)
	for _, step := range []struct {
		to string
		ok bool
	}{
		{"paused", false}, {"error", false}, {"active", true}, {"active", true}, {"error", false}, {"paused", true},
		{"error", false}, {"active", true}, {"stopped", true}, {"paused", false}, {"active", true}, {"paused", true}, {"stopped", true},
	} {
		before := admin.get(t, botAt(bot, "")).object(t, shapeOfBot)["status"]
		a := admin.set(t, bot, body{"status": step.to})
		if !step.ok {
			a.failed(t, 409, "INVALID_TRANSITION", "")
			wantFields(t, admin.get(t, botAt(bot, "")).object(t, shapeOfBot), body{"status": before})
			continue
		}
		wantFields(t, a.ok(t, 200).object(t, shapeOfBot), body{"status": step.to})
	}
}

func botIsFollowedOnce(t *testing.T, v *venue) {
	bot := v.officer(t, "super_admin", "").newBot(t, nil)
	m := v.tenantAdmin(t)
	first := m.post(t, botAt(bot, "/subscribe"), nil).ok(t, 201).object(t, shapeOfSubscription)
	wantFields(t, first, body{
		"botId": bot["id"], "botName": bot["name"], "mode": "manual", "status": "active", "allocatedCapital": 10_000,
		"copyStopPercent": 0, "realizedPnl": 0, "unrealizedPnl": 0, "totalPnl": 0, "openPositions": 0, "signalsReceived": 0,
		"signalsExecuted": 0, "signalsSkipped": 0, "endedAt": nil,
	})
	m.post(t, botAt(bot, "/subscribe"), nil).failed(t, 409, "ALREADY_SUBSCRIBED", "")
	m.post(t, botAt(bot, "/subscribe"), body{"mode": "auto"}).failed(t, 409, "ALREADY_SUBSCRIBED", "")
	v.register(t).call(t, http.MethodDelete, botAt(bot, "/subscribe"), nil).failed(t, 404, "NOT_FOUND", "")

	ended := m.call(t, http.MethodDelete, botAt(bot, "/subscribe"), nil).ok(t, 200).object(t, shapeOfSubscription)
	wantFields(t, ended, body{"id": first["id"], "status": "ended"})
	if err := aTime(ended["endedAt"]); err != nil {
		t.Error(err)
	}
	m.call(t, http.MethodDelete, botAt(bot, "/subscribe"), nil).failed(t, 404, "NOT_FOUND", "")

	answers := atOnce(20, func(int) *answer { return m.post(t, botAt(bot, "/subscribe"), nil) })
	made := 0
	for _, a := range answers {
		if a.status == http.StatusCreated {
			made++
			continue
		}
		a.failed(t, 409, "ALREADY_SUBSCRIBED", "")
	}
	if made != 1 {
		t.Errorf("twenty at once made %d subscriptions", made)
	}
	all := m.get(t, "/trading/my-subscriptions").ok(t, 200).list(t, shapeOfSubscription, nil)
	if len(all) != 2 || all[0]["status"] != "active" || all[1]["id"] != first["id"] {
		t.Errorf("the subscriptions are %v", all)
	}
	if told := m.events(t, "trading.bot.subscribed"); len(told) != 2 || told[1]["subscriptionId"] != first["id"] || told[1]["userId"] != m.id {
		t.Errorf("the events are %v", told)
	}
	if told := m.events(t, "trading.bot.unsubscribed"); len(told) != 1 {
		t.Errorf("the events are %v", told)
	}
}

func subscriptionAsAskedFor(t *testing.T, v *venue) {
	bot, m := v.officer(t, "admin", "").newBot(t, nil), v.register(t)
	for _, bad := range []float64{0, -1} {
		m.post(t, botAt(bot, "/subscribe"), body{"allocatedCapital": bad}).failed(t, 400, "VALIDATION_ERROR", "allocatedCapital")
	}
	m.post(t, botAt(bot, "/subscribe"), body{"allocatedCapital": 100_001}).failed(t, 422, "INSUFFICIENT_FUNDS", "allocatedCapital")
	made := m.post(t, botAt(bot, "/subscribe"), body{"mode": "auto", "allocatedCapital": 2500.5, "copyStopPercent": 7}).
		ok(t, 201).object(t, shapeOfSubscription)
	wantFields(t, made, body{"mode": "auto", "allocatedCapital": 2500.5, "copyStopPercent": 7, "status": "active"})
	m.post(t, "/trading/bots/"+uuid.NewString()+"/subscribe", nil).failed(t, 404, "NOT_FOUND", "")
}

// entryIsCopied lets a price fall, minute by minute up to now, and then turn: the averages of the bot cross.
func entryIsCopied(t *testing.T, v *venue) {
	const eth = "ETHUSD" // nobody else uses it
	admin := v.officer(t, "super_admin", "")
	bot := admin.newBot(t, body{
		"symbols": []string{eth}, "timeframe": "1m", "riskLevel": "high",
		"parameters": body{"fastPeriod": 2, "slowPeriod": 3, "atrPeriod": 2, "stopAtr": 2, "targetAtr": 4},
	})
	manual, auto := v.register(t), v.tenantAdmin(t)
	manual.post(t, botAt(bot, "/subscribe"), nil).ok(t, 201)
	auto.post(t, botAt(bot, "/subscribe"), body{"mode": "auto", "allocatedCapital": 10_000}).ok(t, 201)

	const fall = 40
	now := time.Now().Truncate(time.Minute)
	for i := range fall {
		last := 3000 - i
		v.barAt(t, now.Add(time.Duration(i-fall)*time.Minute), eth,
			fmt.Sprint(last+1), fmt.Sprint(last+1), fmt.Sprint(last), fmt.Sprint(last))
	}
	eventually(t, patience, "the candles are stored", func() bool {
		return len(admin.get(t, "/trading/candles?interval=1m&symbol="+eth).ok(t, 200).list(t, shapeOfCandle, nil)) == fall
	})
	admin.set(t, bot, body{"status": "active"}).ok(t, 200)
	v.barAt(t, now, eth, "2961", "2975", "2961", "2975")

	var signals []map[string]any
	eventually(t, patience, "the bot publishes its entry", func() bool {
		signals, _ = manual.stretch(t, "/trading/signals?botId="+bot["id"].(string), shapeOfSignal)
		return len(signals) > 0
	})
	wantFields(t, signals[0], body{"botId": bot["id"], "symbol": eth, "signalType": "entry_long", "price": 2975})
	var positions []map[string]any
	eventually(t, patience, "the entry is copied", func() bool {
		positions, _ = auto.stretch(t, "/trading/positions", shapeOfPosition)
		return len(positions) > 0
	})
	following := auto.get(t, "/trading/my-subscriptions").list(t, shapeOfSubscription, nil)[0]
	wantFields(t, positions[0], body{
		"botId": bot["id"], "subscriptionId": following["id"], "signalId": signals[0]["id"], "symbol": eth, "side": "buy",
		"stopLoss": signals[0]["stopLoss"], "targetPrice": signals[0]["targetPrice"],
	})
	wantFields(t, following, body{"signalsReceived": 1, "signalsExecuted": 1, "signalsSkipped": 0, "openPositions": 1})
	auto.post(t, executing(signals[0]["id"].(string)), body{}).failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")

	wantFields(t, manual.get(t, "/trading/my-subscriptions").list(t, shapeOfSubscription, nil)[0], body{"signalsReceived": 1, "signalsExecuted": 0})
	manual.execute(t, signals[0]["id"].(string), body{"quantity": 0.1})
	wantFields(t, manual.get(t, "/trading/my-subscriptions").list(t, shapeOfSubscription, nil)[0], body{"signalsExecuted": 1, "openPositions": 1})

	admin.set(t, bot, body{"status": "stopped"}).ok(t, 200)
	wantFields(t, manual.get(t, "/trading/signals/"+signals[0]["id"].(string)).object(t, shapeOfSignal), body{"status": "expired"})
	v.register(t).post(t, executing(signals[0]["id"].(string)), body{}).failed(t, 409, "SIGNAL_EXPIRED", "")
}
