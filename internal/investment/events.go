package investment

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/investment/broker"
	"bourse/internal/money"
	"bourse/internal/webhook"
)

// Publisher tells other systems what happened, inside the transaction that makes it true.
type Publisher interface {
	Publish(ctx context.Context, tx *database.Tx, events ...webhook.Event) error
}

// The events of this package.
const (
	accountCreated       = "investment.account.created"
	accountStatusChanged = "investment.account.status_changed"
	kycSubmitted         = "investment.account.kyc_submitted"
	accountConnected     = "investment.account.connected"
)

// accountEvent is the data of investment.account.created.
type accountEvent struct {
	AccountID      uuid.UUID     `json:"accountId"`
	UserID         uuid.UUID     `json:"userId"`
	TradingAgent   Agent         `json:"tradingAgent"`
	InitialCapital money.Decimal `json:"initialCapital"`
	RiskProfile    RiskProfile   `json:"riskProfile"`
	Status         Status        `json:"status"`
	CreatedAt      time.Time     `json:"createdAt"`
}

func newAccountEvent(a *Account) accountEvent {
	return accountEvent{a.ID, a.UserID, a.Agent, a.InitialCapital, a.RiskProfile, a.Status, a.CreatedAt.UTC()}
}

// statusEvent is the data of investment.account.status_changed.
type statusEvent struct {
	AccountID      uuid.UUID `json:"accountId"`
	UserID         uuid.UUID `json:"userId"`
	Status         Status    `json:"status"`
	PreviousStatus Status    `json:"previousStatus"`
	Reason         string    `json:"reason"`
}

// kycEvent is the data of investment.account.kyc_submitted: that it was, not what.
type kycEvent struct {
	AccountID   uuid.UUID `json:"accountId"`
	UserID      uuid.UUID `json:"userId"`
	SubmittedAt time.Time `json:"submittedAt"`
}

// connectionEvent is the data of investment.account.connected.
type connectionEvent struct {
	ConnectionID   uuid.UUID       `json:"connectionId"`
	UserID         uuid.UUID       `json:"userId"`
	Provider       broker.Provider `json:"provider"`
	CredentialHint string          `json:"credentialHint"`
	Permissions    []string        `json:"permissions"`
	ConnectedAt    time.Time       `json:"connectedAt"`
}

func newConnectionEvent(c *Connection, outcome broker.Outcome, now time.Time) connectionEvent {
	permissions := outcome.Permissions
	if permissions == nil {
		permissions = []string{}
	}
	return connectionEvent{c.ID, c.UserID, c.Provider, c.CredentialHint, permissions, now.UTC()}
}

// Events describes what this package publishes.
func Events() []webhook.EventType {
	id := func(last byte) uuid.UUID {
		u := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000300")
		u[15] = last
		return u
	}
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	return []webhook.EventType{
		webhook.NewEventType(accountCreated, "A user opened an investment account, which waits for KYC.",
			accountEvent{id(1), id(2), Orion, money.FromInt(5000), Moderate, PendingKYC, at}),
		webhook.NewEventType(accountStatusChanged, "An investment account was activated, suspended or closed.",
			statusEvent{id(1), id(2), Active, PendingKYC, "KYC was approved"}),
		webhook.NewEventType(kycSubmitted, "A user handed in what KYC needs.", kycEvent{id(1), id(2), at}),
		webhook.NewEventType(accountConnected, "An account at another broker was verified.",
			connectionEvent{id(3), id(2), broker.Binance, "q7Xz", []string{"reading", "trading"}, at}),
	}
}

func (s *Service) publish(ctx context.Context, tx *database.Tx, tenant uuid.UUID, eventType string, data any) error {
	return s.events.Publish(ctx, tx, webhook.Event{TenantID: tenant, Type: eventType, Data: data})
}

// nobody listens: for commands that work beside a server, and tests.
type nobody struct{}

func (nobody) Publish(context.Context, *database.Tx, ...webhook.Event) error { return nil }
