package bots_test

import (
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

func TestBotsOfModels(t *testing.T) {
	t.Parallel()
	kit.OnEachVenue(t, kit.Stories{
		"a bot whose models have no edge is halted and says so": modelsWithoutEdgeHalt,
		"a bot of models has a horizon that models have":        modelsHaveHorizons,
	})
}

func modelsWithoutEdgeHalt(t *testing.T, v *kit.Venue) {
	admin := v.TenantAdmin(t)
	bot := admin.NewBot(t, kit.Body{"strategyType": "ml", "timeframe": "1h", "symbols": []string{"BTCUSD", "ETHUSD"}})
	admin.Set(t, bot, kit.Body{"status": "active"}).Ok(t, 200)
	halted := func() bool {
		now := admin.Get(t, kit.BotAt(bot, "")).Object(t, kit.ShapeOfBot)
		return now["status"] == "paused" && now["statusReason"] == "its models have no edge"
	}
	testkit.Within(t, kit.Patience, "the bot is halted", halted)
	told := admin.Events(t, "trading.bot.status_changed")
	if len(told) != 2 {
		t.Fatalf("the events are %v", told)
	}
	kit.WantFields(t, told[0], kit.Body{
		"botId": bot["id"], "previousStatus": "active", "status": "paused", "reason": "its models have no edge", "strategyType": "ml",
	})
	// Activating it without an edge halts it again; the user's own pause stays a pause.
	admin.Set(t, bot, kit.Body{"status": "active"}).Ok(t, 200)
	testkit.Within(t, kit.Patience, "the bot is halted again", halted)
	paused := admin.Set(t, bot, kit.Body{"status": "paused"}).Ok(t, 200).Object(t, kit.ShapeOfBot)
	kit.WantFields(t, paused, kit.Body{"status": "paused", "statusReason": "paused by an administrator"})
	admin.Set(t, bot, kit.Body{"status": "stopped"}).Ok(t, 200)
}

func modelsHaveHorizons(t *testing.T, v *kit.Venue) {
	admin := v.Officer(t, "admin", "")
	for _, c := range []struct {
		timeframe string
		horizon   float64
		field     string
	}{
		{"1m", 1, "timeframe"}, {"5m", 1, "timeframe"}, {"1h", 2, "parameters"}, {"1h", 24, "parameters"}, {"1d", 4, "parameters"},
	} {
		admin.Post(t, "/trading/bots", kit.Body{
			"name": "Refused", "strategyType": "ml", "symbols": []string{kit.Xrp}, "riskLevel": "low", "timeframe": c.timeframe,
			"parameters": kit.Body{"horizon": c.horizon},
		}).Failed(t, 400, "VALIDATION_ERROR", c.field)
	}
	admin.Post(t, "/trading/bots", kit.Body{"name": "Refused", "strategyType": "ml", "symbols": []string{kit.Xrp}, "riskLevel": "low"}).
		Failed(t, 400, "VALIDATION_ERROR", "timeframe")
	made := admin.NewBot(t, kit.Body{"strategyType": "ml", "timeframe": "1h", "parameters": kit.Body{"horizon": 4, "leastGain": 2}})
	admin.Set(t, made, kit.Body{"parameters": kit.Body{"horizon": 3}}).Failed(t, 400, "VALIDATION_ERROR", "parameters")
}
