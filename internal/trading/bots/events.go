package bots

import (
	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// botStatusChanged is the event of this room; a bot's signals are told by trading.
const botStatusChanged = "trading.bot.status_changed"

// botEvent is the data of trading.bot.status_changed: the bot as the API shows it, and what it was before.
type botEvent struct {
	ID             uuid.UUID          `json:"id"`
	BotID          uuid.UUID          `json:"botId"`
	Name           string             `json:"name"`
	Description    string             `json:"description"`
	StrategyType   string             `json:"strategyType"`
	RiskLevel      trading.RiskLevel  `json:"riskLevel"`
	Status         BotStatus          `json:"status"`
	StatusReason   string             `json:"statusReason"`
	Symbols        []string           `json:"symbols"`
	Timeframe      string             `json:"timeframe"`
	Parameters     map[string]float64 `json:"parameters"`
	Performance    botPerformance     `json:"performance"`
	Scope          identity.Scope     `json:"scope"`
	Agent          AgentKey           `json:"agent,omitempty"`
	CreatedAt      webhook.Timestamp  `json:"createdAt"`
	PreviousStatus BotStatus          `json:"previousStatus"`
	Reason         string             `json:"reason"`
}

// botPerformance is a bot's track record as the API shows it.
type botPerformance struct {
	TotalReturn  money.Decimal `json:"totalReturn"`
	WinRate      money.Decimal `json:"winRate"`
	SharpeRatio  money.Decimal `json:"sharpeRatio"`
	MaxDrawdown  money.Decimal `json:"maxDrawdown"`
	ProfitFactor money.Decimal `json:"profitFactor"`
	Expectancy   money.Decimal `json:"expectancy"`
	ClosedTrades int           `json:"closedTrades"`
	Observations int           `json:"observations"`
}

func newBotEvent(b *Bot, before BotStatus) botEvent {
	parameters := b.Parameters
	if parameters == nil {
		parameters = map[string]float64{}
	}
	return botEvent{
		ID: b.ID, BotID: b.ID, Name: b.Name, Description: b.Description, StrategyType: b.StrategyType, RiskLevel: b.RiskLevel,
		Status: b.Status, StatusReason: b.StatusReason, Symbols: b.Symbols, Timeframe: b.Timeframe.String(), Parameters: parameters,
		Performance: botPerformance(b.Performance), Scope: identity.ScopeOf(b.TenantID), Agent: b.Agent,
		CreatedAt: webhook.At(b.CreatedAt), PreviousStatus: before, Reason: b.StatusReason,
	}
}

// Events describes what bots publish.
func Events() []webhook.EventType {
	bot := Bot{
		ID: trading.ExampleID(5), Name: "Atlas Trend", Description: "Follows trends over weeks.", StrategyType: "trend", RiskLevel: trading.RiskMedium,
		Status: BotPaused, StatusReason: "paused by an administrator", Symbols: []string{"BTCUSD"}, Timeframe: market.Hour,
		Parameters: map[string]float64{"fastPeriod": 20, "slowPeriod": 50}, CreatedAt: trading.ExampleTime,
	}
	return []webhook.EventType{
		webhook.NewEventType(botStatusChanged, "A bot was started, paused or stopped, or has failed. All tenants are told of the platform's, and a tenant of its own.",
			newBotEvent(&bot, BotActive)),
	}
}
