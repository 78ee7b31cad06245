package bots

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

// BotStatus is the state of a bot.
type BotStatus string

// The states of a bot.
const (
	BotActive  BotStatus = "active"
	BotPaused  BotStatus = "paused"  // no entries, but exits
	BotStopped BotStatus = "stopped" // does nothing
	BotError   BotStatus = "error"   // it failed too often, or its prices are stale
)

// Performance is the performance of a bot's own account.
type Performance = engine.Performance

// Bot is a strategy that trades by itself on an account of its own.
type Bot struct {
	ID           uuid.UUID
	TenantID     uuid.UUID // the owner; identity.Platform when all tenants share it
	Agent        AgentKey  // empty unless investment accounts follow it
	AccountID    uuid.UUID
	Name         string
	Description  string
	StrategyType string
	Parameters   map[string]float64
	Symbols      []string
	Timeframe    market.Interval
	RiskLevel    trading.RiskLevel
	Status       BotStatus
	StatusReason string
	Failures     int // in a row
	Capital      money.Decimal
	Performance  Performance
	CreatedAt    time.Time
	UpdatedAt    time.Time
	// StoppedBehind is the number of the last signal, of any author, when an administrator last stopped the bot; it stays
	// set when the bot runs again. 0 if it was never stopped.
	StoppedBehind int64
	// SettingsChangedAt is when its parameters or its risk level last changed: its performance before that was achieved
	// with other settings. It is zero while it has its original settings.
	SettingsChangedAt time.Time

	Followers  int  // accounts; set by the catalogue
	Subscribed bool // the caller follows it; set by the catalogue
}

// settings are the settings by which the bot decides and trades.
func (b *Bot) settings() engine.Settings {
	return engine.Settings{
		BotID: b.ID, BotName: b.Name, TenantID: b.TenantID, StrategyType: b.StrategyType, Parameters: b.Parameters, Symbols: b.Symbols,
		Timeframe: b.Timeframe, RiskLevel: b.RiskLevel, IsPaused: b.Status == BotPaused,
	}
}

// hasOtherSettings reports whether the bot decides or trades by other settings than in an earlier state.
func (b *Bot) hasOtherSettings(previous Bot) bool {
	return b.RiskLevel != previous.RiskLevel || !maps.Equal(b.Parameters, previous.Parameters)
}

// botEngine is a bot with the engine that decides for it.
type botEngine struct {
	bot *Bot
	engine.Engine
}

// newEngine fails as engine.New does.
func newEngine(bot *Bot) (botEngine, error) {
	made, err := engine.New(bot.settings())
	return botEngine{bot, made}, err
}

// transitions are the states to which an administrator may move a bot from each state. Only the runner moves one to error.
var transitions = map[BotStatus][]BotStatus{
	BotStopped: {BotActive},
	BotActive:  {BotPaused, BotStopped},
	BotPaused:  {BotActive, BotStopped},
	BotError:   {BotActive, BotStopped},
}

// moveTo moves the bot to a state that an administrator requests, and reports whether that changes anything: requesting the
// current state does not. It fails with INVALID_TRANSITION.
func (b *Bot) moveTo(status BotStatus, reason string) (changed bool, err error) {
	if status == b.Status {
		return false, nil
	}
	allowed := transitions[b.Status]
	if !slices.Contains(allowed, status) {
		names := make([]string, len(allowed))
		for i, name := range allowed {
			names[i] = string(name)
		}
		return false, fault.New(fault.InvalidTransition, "the bot is %s: it can become %s", b.Status, strings.Join(names, " or "))
	}
	b.Status, b.StatusReason, b.Failures = status, reason, 0
	return true, nil
}

// mostRunning is how many bots of an owner may be in states other than stopped: one runner serves the bots of all owners,
// one after another.
const mostRunning = 100

// runs reports whether the runner serves the bot.
func (b *Bot) runs() bool { return b.Status == BotActive || b.Status == BotPaused }

// failuresToError is how many failures in a row put a bot in error.
const failuresToError = 5

// fail counts a failure, and reports whether it was one too many and put the bot in error.
func (b *Bot) fail(reason string) (changed bool) {
	b.Failures++
	if b.Failures < failuresToError || !b.runs() {
		return false
	}
	b.Status, b.StatusReason = BotError, reason
	return true
}
