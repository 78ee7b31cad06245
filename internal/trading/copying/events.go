package copying

import (
	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/webhook"
)

// The events of subscriptions.
const (
	botSubscribed       = "trading.bot.subscribed"
	botUnsubscribed     = "trading.bot.unsubscribed"
	subscriptionStopped = "trading.subscription.stopped"
	subscriptionChanged = "trading.subscription.changed"
)

// subscriptionEvent is the data of events about a subscription: the subscription as the API shows it, and its user.
type subscriptionEvent struct {
	ID               uuid.UUID          `json:"id"`
	SubscriptionID   uuid.UUID          `json:"subscriptionId"`
	UserID           uuid.UUID          `json:"userId"`
	BotID            uuid.UUID          `json:"botId"`
	BotName          string             `json:"botName"`
	AccountID        uuid.UUID          `json:"accountId"`
	Mode             SubscriptionMode   `json:"mode"`
	Status           SubscriptionStatus `json:"status"`
	AllocatedCapital money.Decimal      `json:"allocatedCapital"`
	CopyStopPercent  int                `json:"copyStopPercent"`
	RealizedPnL      money.Decimal      `json:"realizedPnl"`
	UnrealizedPnL    money.Decimal      `json:"unrealizedPnl"`
	OpenFees         money.Decimal      `json:"openFees"`
	TotalPnL         money.Decimal      `json:"totalPnl"`
	OpenPositions    int                `json:"openPositions"`
	SignalsReceived  int                `json:"signalsReceived"`
	SignalsExecuted  int                `json:"signalsExecuted"`
	SignalsSkipped   int                `json:"signalsSkipped"`
	CreatedAt        webhook.Timestamp  `json:"createdAt"`
	EndedAt          webhook.Timestamp  `json:"endedAt,omitzero"`
}

func newSubscriptionEvent(s *Subscription) subscriptionEvent {
	return subscriptionEvent{
		ID: s.ID, SubscriptionID: s.ID, UserID: s.UserID, BotID: s.BotID, BotName: s.BotName, AccountID: s.AccountID, Mode: s.Mode,
		Status: s.State(), AllocatedCapital: s.AllocatedCapital, CopyStopPercent: s.CopyStopPercent, RealizedPnL: s.RealizedPnL,
		UnrealizedPnL: s.UnrealizedPnL, OpenFees: s.OpenFees, TotalPnL: s.TotalPnL(), OpenPositions: s.OpenPositions,
		SignalsReceived: s.SignalsReceived, SignalsExecuted: s.SignalsExecuted, SignalsSkipped: s.SignalsSkipped,
		CreatedAt: webhook.At(s.CreatedAt), EndedAt: webhook.At(s.EndedAt),
	}
}

// Events describes the events that this package publishes.
func Events() []webhook.EventType {
	subscription := Subscription{
		ID: trading.ExampleID(7), UserID: trading.ExampleID(2), BotID: trading.ExampleID(5), BotName: "Atlas Trend", AccountID: trading.ExampleID(3), Mode: Auto,
		Status: SubscriptionActive, AllocatedCapital: money.MustParse("10000"), CopyStopPercent: 20, CreatedAt: trading.ExampleTime,
	}
	ended, stopped, paused := subscription, subscription, subscription
	paused.PausedAt = trading.ExampleTime.AddDate(0, 0, 7)
	ended.Status, stopped.Status = SubscriptionEnded, SubscriptionStopped
	ended.EndedAt, stopped.EndedAt = trading.ExampleTime.AddDate(0, 1, 0), trading.ExampleTime.AddDate(0, 1, 0)
	return []webhook.EventType{
		webhook.NewEventType(botSubscribed, "A user follows a bot.", newSubscriptionEvent(&subscription)),
		webhook.NewEventType(botUnsubscribed, "A user no longer follows a bot.", newSubscriptionEvent(&ended)),
		webhook.NewEventType(subscriptionChanged, "A user has changed, paused or resumed a subscription.", newSubscriptionEvent(&paused)),
		webhook.NewEventType(subscriptionStopped, "A subscription lost what it may lose and ended. Its positions are closed, those of closed markets when they open.", newSubscriptionEvent(&stopped)),
	}
}
