package bots_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestTradingBots(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"bots are listed a page at a time and by status":  botsAreListed,
		"a bot has every field":                           botHasEveryField,
		"bots are made and changed by admins":             botsBelongToAdmins,
		"a bot goes from state to state as it may":        botStates,
		"a bot is followed without a body and once":       botIsFollowedOnce,
		"a subscription is made as it was asked for":      subscriptionAsAskedFor,
		"a bot's entry is copied for who follows by auto": entryIsCopied,
	})
}

func botsAreListed(t *testing.T, v *kit.Venue) {
	admin, m := v.Officer(t, "admin", ""), v.Register(t)
	before := kit.MetaOf(t, m.Get(t, "/trading/bots"))
	kit.WantFields(t, before, kit.Body{"page": 1, "limit": 20})
	made := []map[string]any{admin.NewBot(t, nil), admin.NewBot(t, nil), admin.NewBot(t, nil)}
	total := before["total"].(float64) + 3
	first := m.Get(t, "/trading/bots?limit=2").Ok(t, 200)
	bots := first.List(t, kit.ShapeOfBot, kit.Shape{"meta": kit.AMeta})
	if len(bots) != 2 || bots[0]["id"] != made[2]["id"] || bots[1]["id"] != made[1]["id"] {
		t.Fatalf("the first page is %v", bots)
	}
	kit.WantFields(t, kit.MetaOf(t, first), kit.Body{"page": 1, "limit": 2, "total": total, "totalPages": float64((int(total) + 1) / 2)})
	second := m.Get(t, "/trading/bots?limit=2&page=2").Ok(t, 200).List(t, kit.ShapeOfBot, kit.Shape{"meta": kit.AMeta})
	if len(second) == 0 || second[0]["id"] != made[0]["id"] {
		t.Errorf("the second page is %v", second)
	}
	if beyond := m.Get(t, "/trading/bots?page=1000").Ok(t, 200).List(t, kit.ShapeOfBot, kit.Shape{"meta": kit.AMeta}); len(beyond) != 0 {
		t.Errorf("beyond the last page is %v", beyond)
	}
	admin.Set(t, made[1], kit.Body{"status": "active"}).Ok(t, 200)
	admin.Set(t, made[1], kit.Body{"status": "paused"}).Ok(t, 200)
	paused := m.Get(t, "/trading/bots?status=paused").Ok(t, 200)
	if bots := paused.List(t, kit.ShapeOfBot, kit.Shape{"meta": kit.AMeta}); len(bots) != 1 || bots[0]["id"] != made[1]["id"] {
		t.Errorf("the paused are %v", bots)
	}
	kit.WantFields(t, kit.MetaOf(t, paused), kit.Body{"total": 1, "totalPages": 1})
	admin.Set(t, made[1], kit.Body{"status": "stopped"}).Ok(t, 200)
}

func botHasEveryField(t *testing.T, v *kit.Venue) {
	made := v.Officer(t, "admin", "").NewBot(t, kit.Body{
		"description": "It follows.", "strategyType": "breakout", "riskLevel": "high", "symbols": []string{kit.Xrp, "BTCUSD"},
		"timeframe": "1h", "parameters": kit.Body{"entryPeriod": 30, "stopAtr": 1.5},
	})
	kit.WantFields(t, made, kit.Body{
		"description": "It follows.", "strategyType": "breakout", "riskLevel": "high", "status": "stopped", "timeframe": "1h",
	})
	if symbols := kit.Texts(made["symbols"]); len(symbols) != 2 || symbols[0] != kit.Xrp {
		t.Errorf("the symbols are %v", symbols)
	}
	kit.WantFields(t, made["parameters"].(map[string]any), kit.Body{"entryPeriod": 30, "stopAtr": 1.5})
	kit.WantFields(t, made["performance"].(map[string]any), kit.Body{"totalReturn": 0, "winRate": 0, "sharpeRatio": 0, "closedTrades": 0})
	read := v.Register(t).Get(t, kit.BotAt(made, "")).Ok(t, 200).Object(t, kit.ShapeOfBot)
	kit.WantFields(t, read, kit.Body{"id": made["id"], "name": made["name"], "createdAt": made["createdAt"], "riskLevel": "high"})
}

func botsBelongToAdmins(t *testing.T, v *kit.Venue) {
	admin := v.Officer(t, "admin", "")
	bot := admin.NewBot(t, nil)
	for _, other := range []*kit.Member{v.Register(t), v.Officer(t, "analyst", "")} {
		other.Post(t, "/trading/bots", kit.Body{"name": "Mine", "strategyType": "trend", "symbols": []string{kit.Xrp}, "riskLevel": "low"}).
			Failed(t, 403, "FORBIDDEN", "")
		other.Set(t, bot, kit.Body{"name": "Mine"}).Failed(t, 403, "FORBIDDEN", "")
	}
	for field, value := range map[string]any{
		"name": "", "strategyType": "luck", "symbols": []string{}, "riskLevel": "none", "timeframe": "2h",
		"parameters": kit.Body{"luck": 7}, "leverage": 2,
	} {
		content := kit.Body{"name": "Refused", "strategyType": "trend", "symbols": []string{kit.Xrp}, "riskLevel": "low", field: value}
		admin.Post(t, "/trading/bots", content).Failed(t, 400, "VALIDATION_ERROR", field)
	}
	admin.Post(t, "/trading/bots", kit.Body{"name": "Refused", "strategyType": "trend", "symbols": []string{"NOBODY"}, "riskLevel": "low"}).
		Failed(t, 400, "VALIDATION_ERROR", "symbols")
	admin.Post(t, "/trading/bots", kit.Body{"name": bot["name"], "strategyType": "trend", "symbols": []string{kit.Xrp}, "riskLevel": "low"}).
		Failed(t, 409, "CONFLICT", "name")
	for _, missing := range []string{"name", "strategyType", "symbols", "riskLevel"} {
		content := kit.Body{"name": "Refused", "strategyType": "trend", "symbols": []string{kit.Xrp}, "riskLevel": "low"}
		delete(content, missing)
		admin.Post(t, "/trading/bots", content).Failed(t, 400, "VALIDATION_ERROR", missing)
	}
	for field, value := range map[string]any{"name": "", "riskLevel": "none", "status": "asleep", "parameters": kit.Body{"luck": 7}, "symbols": []string{kit.Xrp}} {
		admin.Set(t, bot, kit.Body{field: value}).Failed(t, 400, "VALIDATION_ERROR", field)
	}
	changed := admin.Set(t, bot, kit.Body{"description": "Changed.", "riskLevel": "medium", "parameters": kit.Body{"fastPeriod": 5}}).
		Ok(t, 200).Object(t, kit.ShapeOfBot)
	kit.WantFields(t, changed, kit.Body{"name": bot["name"], "description": "Changed.", "riskLevel": "medium", "status": "stopped"})
	kit.WantFields(t, changed["parameters"].(map[string]any), kit.Body{"fastPeriod": 5})
	if bot["settingsChangedAt"] != nil || changed["settingsChangedAt"] == nil {
		t.Errorf("the settings were changed at %v, and before at %v", changed["settingsChangedAt"], bot["settingsChangedAt"])
	}
}

func botStates(t *testing.T, v *kit.Venue) {
	admin := v.Officer(t, "admin", "")
	bot := admin.NewBot(t, nil)
	for _, step := range []struct {
		to string
		ok bool
	}{
		{"paused", false}, {"error", false}, {"active", true}, {"active", true}, {"error", false}, {"paused", true},
		{"error", false}, {"active", true}, {"stopped", true}, {"paused", false}, {"active", true}, {"paused", true}, {"stopped", true},
	} {
		before := admin.Get(t, kit.BotAt(bot, "")).Object(t, kit.ShapeOfBot)["status"]
		a := admin.Set(t, bot, kit.Body{"status": step.to})
		if !step.ok {
			a.Failed(t, 409, "INVALID_TRANSITION", "")
			kit.WantFields(t, admin.Get(t, kit.BotAt(bot, "")).Object(t, kit.ShapeOfBot), kit.Body{"status": before})
			continue
		}
		kit.WantFields(t, a.Ok(t, 200).Object(t, kit.ShapeOfBot), kit.Body{"status": step.to})
	}
}

func botIsFollowedOnce(t *testing.T, v *kit.Venue) {
	bot := v.Officer(t, "super_admin", "").NewBot(t, nil)
	m := v.TenantAdmin(t)
	first := m.Post(t, kit.BotAt(bot, "/subscribe"), nil).Ok(t, 201).Object(t, kit.ShapeOfSubscription)
	kit.WantFields(t, first, kit.Body{
		"botId": bot["id"], "botName": bot["name"], "mode": "manual", "status": "active", "allocatedCapital": 10_000,
		"copyStopPercent": 0, "realizedPnl": 0, "unrealizedPnl": 0, "totalPnl": 0, "openPositions": 0, "signalsReceived": 0,
		"signalsExecuted": 0, "signalsSkipped": 0, "endedAt": nil,
	})
	m.Post(t, kit.BotAt(bot, "/subscribe"), nil).Failed(t, 409, "ALREADY_SUBSCRIBED", "")
	m.Post(t, kit.BotAt(bot, "/subscribe"), kit.Body{"mode": "auto"}).Failed(t, 409, "ALREADY_SUBSCRIBED", "")
	v.Register(t).Call(t, http.MethodDelete, kit.BotAt(bot, "/subscribe"), nil).Failed(t, 404, "NOT_FOUND", "")

	ended := m.Call(t, http.MethodDelete, kit.BotAt(bot, "/subscribe"), nil).Ok(t, 200).Object(t, kit.ShapeOfSubscription)
	kit.WantFields(t, ended, kit.Body{"id": first["id"], "status": "ended"})
	if err := kit.ATime(ended["endedAt"]); err != nil {
		t.Error(err)
	}
	m.Call(t, http.MethodDelete, kit.BotAt(bot, "/subscribe"), nil).Failed(t, 404, "NOT_FOUND", "")

	answers := kit.AtOnce(20, func(int) *kit.Answer { return m.Post(t, kit.BotAt(bot, "/subscribe"), nil) })
	made := 0
	for _, a := range answers {
		if a.Status == http.StatusCreated {
			made++
			continue
		}
		a.Failed(t, 409, "ALREADY_SUBSCRIBED", "")
	}
	if made != 1 {
		t.Errorf("twenty at once made %d subscriptions", made)
	}
	all := m.Get(t, "/trading/my-subscriptions").Ok(t, 200).List(t, kit.ShapeOfSubscription, nil)
	if len(all) != 2 || all[0]["status"] != "active" || all[1]["id"] != first["id"] {
		t.Errorf("the subscriptions are %v", all)
	}
	if told := m.Events(t, "trading.bot.subscribed"); len(told) != 2 || told[1]["subscriptionId"] != first["id"] || told[1]["userId"] != m.ID {
		t.Errorf("the events are %v", told)
	}
	if told := m.Events(t, "trading.bot.unsubscribed"); len(told) != 1 {
		t.Errorf("the events are %v", told)
	}
}

func subscriptionAsAskedFor(t *testing.T, v *kit.Venue) {
	bot, m := v.Officer(t, "admin", "").NewBot(t, nil), v.Register(t)
	for _, bad := range []float64{0, -1} {
		m.Post(t, kit.BotAt(bot, "/subscribe"), kit.Body{"allocatedCapital": bad}).Failed(t, 400, "VALIDATION_ERROR", "allocatedCapital")
	}
	m.Post(t, kit.BotAt(bot, "/subscribe"), kit.Body{"allocatedCapital": 100_001}).Failed(t, 422, "INSUFFICIENT_FUNDS", "allocatedCapital")
	made := m.Post(t, kit.BotAt(bot, "/subscribe"), kit.Body{"mode": "auto", "allocatedCapital": 2500.5, "copyStopPercent": 7}).
		Ok(t, 201).Object(t, kit.ShapeOfSubscription)
	kit.WantFields(t, made, kit.Body{"mode": "auto", "allocatedCapital": 2500.5, "copyStopPercent": 7, "status": "active"})
	m.Post(t, "/trading/bots/"+uuid.NewString()+"/subscribe", nil).Failed(t, 404, "NOT_FOUND", "")
}

// entryIsCopied makes a price fall, minute by minute up to now, and then turn, so that the bot's averages cross.
func entryIsCopied(t *testing.T, v *kit.Venue) {
	const eth = "ETHUSD" // no other test uses it
	admin := v.Officer(t, "super_admin", "")
	bot := admin.NewBot(t, kit.Body{
		"symbols": []string{eth}, "timeframe": "1m", "riskLevel": "high",
		"parameters": kit.Body{"fastPeriod": 2, "slowPeriod": 3, "atrPeriod": 2, "stopAtr": 2, "targetAtr": 4},
	})
	manual, auto := v.Register(t), v.TenantAdmin(t)
	manual.Post(t, kit.BotAt(bot, "/subscribe"), nil).Ok(t, 201)
	auto.Post(t, kit.BotAt(bot, "/subscribe"), kit.Body{"mode": "auto", "allocatedCapital": 10_000}).Ok(t, 201)

	const fall = 40
	now := time.Now().Truncate(time.Minute)
	for i := range fall {
		last := 3000 - i
		v.BarAt(t, now.Add(time.Duration(i-fall)*time.Minute), eth,
			fmt.Sprint(last+1), fmt.Sprint(last+1), fmt.Sprint(last), fmt.Sprint(last))
	}
	testkit.Within(t, kit.Patience, "the candles are stored", func() bool {
		return len(admin.Get(t, "/trading/candles?interval=1m&symbol="+eth).Ok(t, 200).List(t, kit.ShapeOfCandle, nil)) == fall
	})
	admin.Set(t, bot, kit.Body{"status": "active"}).Ok(t, 200)
	v.BarAt(t, now, eth, "2961", "2975", "2961", "2975")

	var signals []map[string]any
	testkit.Within(t, kit.Patience, "the bot publishes its entry", func() bool {
		signals, _ = manual.Stretch(t, "/trading/signals?botId="+bot["id"].(string), kit.ShapeOfSignal)
		return len(signals) > 0
	})
	kit.WantFields(t, signals[0], kit.Body{"botId": bot["id"], "symbol": eth, "signalType": "entry_long", "price": 2975})
	var positions []map[string]any
	testkit.Within(t, kit.Patience, "the entry is copied", func() bool {
		positions, _ = auto.Stretch(t, "/trading/positions", kit.ShapeOfPosition)
		return len(positions) > 0
	})
	following := auto.Get(t, "/trading/my-subscriptions").List(t, kit.ShapeOfSubscription, nil)[0]
	kit.WantFields(t, positions[0], kit.Body{
		"botId": bot["id"], "subscriptionId": following["id"], "signalId": signals[0]["id"], "symbol": eth, "side": "buy",
		"stopLoss": signals[0]["stopLoss"], "targetPrice": signals[0]["targetPrice"],
	})
	kit.WantFields(t, following, kit.Body{"signalsReceived": 1, "signalsExecuted": 1, "signalsSkipped": 0, "openPositions": 1})
	auto.Post(t, kit.Executing(signals[0]["id"].(string)), kit.Body{}).Failed(t, 409, "SIGNAL_ALREADY_EXECUTED", "")

	kit.WantFields(t, manual.Get(t, "/trading/my-subscriptions").List(t, kit.ShapeOfSubscription, nil)[0], kit.Body{"signalsReceived": 1, "signalsExecuted": 0})
	manual.Execute(t, signals[0]["id"].(string), kit.Body{"quantity": 0.1})
	kit.WantFields(t, manual.Get(t, "/trading/my-subscriptions").List(t, kit.ShapeOfSubscription, nil)[0], kit.Body{"signalsExecuted": 1, "openPositions": 1})

	admin.Set(t, bot, kit.Body{"status": "stopped"}).Ok(t, 200)
	kit.WantFields(t, manual.Get(t, "/trading/signals/"+signals[0]["id"].(string)).Object(t, kit.ShapeOfSignal), kit.Body{"status": "expired"})
	v.Register(t).Post(t, kit.Executing(signals[0]["id"].(string)), kit.Body{}).Failed(t, 409, "SIGNAL_EXPIRED", "")
}
