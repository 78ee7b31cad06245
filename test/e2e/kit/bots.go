package kit

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
)

var botCount atomic.Int64

// BotAt is the path of a bot with a suffix.
func BotAt(bot map[string]any, rest string) string {
	return "/trading/bots/" + bot["id"].(string) + rest
}

// NewBot creates a bot; the member is an admin.
func (m *Member) NewBot(t *testing.T, more Body) map[string]any {
	t.Helper()
	content := Body{
		"name": fmt.Sprintf("Bot %d", botCount.Add(1)), "strategyType": "trend", "symbols": []string{Xrp}, "riskLevel": "low",
	}
	for name, value := range more {
		content[name] = value
	}
	return m.Post(t, "/trading/bots", content).Ok(t, 201).Object(t, ShapeOfBot)
}

// Set changes a bot.
func (m *Member) Set(t *testing.T, bot map[string]any, change Body) *Answer {
	t.Helper()
	return m.Call(t, http.MethodPatch, BotAt(bot, ""), change)
}
