package bots

import (
	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// The events of this package; package trading publishes a bot's signals.
const (
	botStatusChanged   = "trading.bot.status_changed"
	botSettingsChanged = "trading.bot.settings_changed"
)

// statusEvent is the data of trading.bot.status_changed.
type statusEvent struct {
	botEvent
	PreviousStatus BotStatus `json:"previousStatus"`
	Reason         string    `json:"reason"`
}

// settingsEvent is the data of trading.bot.settings_changed.
type settingsEvent struct {
	botEvent
	PreviousParameters map[string]float64 `json:"previousParameters"`
	PreviousRiskLevel  trading.RiskLevel  `json:"previousRiskLevel"`
}

// botEvent is the common part of a bot's events: the bot as the API shows it.
type botEvent struct {
	ID           uuid.UUID          `json:"id"`
	BotID        uuid.UUID          `json:"botId"`
	Name         string             `json:"name"`
	Description  string             `json:"description"`
	StrategyType string             `json:"strategyType"`
	RiskLevel    trading.RiskLevel  `json:"riskLevel"`
	Status       BotStatus          `json:"status"`
	StatusReason string             `json:"statusReason"`
	Symbols      []string           `json:"symbols"`
	Timeframe    string             `json:"timeframe"`
	Parameters   map[string]float64 `json:"parameters"`
	Performance  botPerformance     `json:"performance"`
	Scope        identity.Scope     `json:"scope"`
	Agent        AgentKey           `json:"agent,omitempty"`
	CreatedAt    webhook.Timestamp  `json:"createdAt"`

	SettingsChangedAt webhook.Timestamp `json:"settingsChangedAt,omitzero"`
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

func newStatusEvent(b *Bot, before BotStatus) statusEvent {
	return statusEvent{botEvent: newBotEvent(b), PreviousStatus: before, Reason: b.StatusReason}
}

func newSettingsEvent(b *Bot, before Bot) settingsEvent {
	return settingsEvent{botEvent: newBotEvent(b), PreviousParameters: parametersOf(&before), PreviousRiskLevel: before.RiskLevel}
}

func parametersOf(b *Bot) map[string]float64 {
	if b.Parameters == nil {
		return map[string]float64{}
	}
	return b.Parameters
}

func newBotEvent(b *Bot) botEvent {
	return botEvent{
		ID: b.ID, BotID: b.ID, Name: b.Name, Description: b.Description, StrategyType: b.StrategyType, RiskLevel: b.RiskLevel,
		Status: b.Status, StatusReason: b.StatusReason, Symbols: b.Symbols, Timeframe: b.Timeframe.String(), Parameters: parametersOf(b),
		Performance: botPerformance(b.Performance), Scope: identity.ScopeOf(b.TenantID), Agent: b.Agent,
		CreatedAt: webhook.At(b.CreatedAt), SettingsChangedAt: webhook.At(b.SettingsChangedAt),
	}
}

// Events describes the events that this package publishes.
func Events() []webhook.EventType {
	bot := Bot{
		ID: trading.ExampleID(5), Name: "Atlas Trend", Description: "Follows trends over weeks.", StrategyType: "trend", RiskLevel: trading.RiskMedium,
		Status: BotPaused, StatusReason: "paused by an administrator", Symbols: []string{"BTCUSD"}, Timeframe: market.Hour,
		Parameters: map[string]float64{"fastPeriod": 20, "slowPeriod": 50}, CreatedAt: trading.ExampleTime,
		SettingsChangedAt: trading.ExampleTime,
	}
	previous := bot
	previous.Parameters = map[string]float64{"fastPeriod": 10, "slowPeriod": 50}
	return []webhook.EventType{
		webhook.NewEventType(botStatusChanged, "A bot was started, paused or stopped, or has failed. All tenants are told of the platform's, and a tenant of its own.",
			newStatusEvent(&bot, BotActive)),
		webhook.NewEventType(botSettingsChanged, "An administrator gave a bot other parameters or another risk level: its record until then was made by the previous ones. All tenants are told of the platform's, and a tenant of its own.",
			newSettingsEvent(&bot, previous)),
	}
}
