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

	connectionStatusChanged  = "investment.connection.status_changed"
	connectionTradingChanged = "investment.connection.trading_changed"
)

// accountEvent is the data of investment.account.created: the account as the API shows it, and its id also as
// accountId.
type accountEvent struct {
	ID                uuid.UUID         `json:"id"`
	AccountID         uuid.UUID         `json:"accountId"`
	UserID            uuid.UUID         `json:"userId"`
	TradingAgent      Agent             `json:"tradingAgent"`
	InitialCapital    money.Decimal     `json:"initialCapital"`
	CurrentBalance    money.Decimal     `json:"currentBalance"`
	AccumulatedProfit money.Decimal     `json:"accumulatedProfit"`
	RiskProfile       RiskProfile       `json:"riskProfile"`
	Status            Status            `json:"status"`
	KYCStatus         KYCStatus         `json:"kycStatus"`
	KYCReason         string            `json:"kycReason,omitempty"`
	CreatedAt         webhook.Timestamp `json:"createdAt"`
	ActivatedAt       webhook.Timestamp `json:"activatedAt,omitzero"`
	ClosingSince      webhook.Timestamp `json:"closingSince,omitzero"`
	ClosedAt          webhook.Timestamp `json:"closedAt,omitzero"`
}

func newAccountEvent(a *Account) accountEvent {
	return accountEvent{
		ID: a.ID, AccountID: a.ID, UserID: a.UserID, TradingAgent: a.Agent, InitialCapital: a.InitialCapital,
		CurrentBalance: a.CurrentBalance, AccumulatedProfit: a.AccumulatedProfit, RiskProfile: a.RiskProfile, Status: a.Status,
		KYCStatus: a.KYCStatus, KYCReason: a.KYCReason, CreatedAt: webhook.At(a.CreatedAt), ActivatedAt: webhook.At(a.ActivatedAt),
		ClosingSince: webhook.At(a.ClosingSince), ClosedAt: webhook.At(a.ClosedAt),
	}
}

// worth fills in the value at the current marks of an account that the transaction has locked, for its event.
func (s *Service) worth(ctx context.Context, tx *database.Tx, a *Account) (err error) {
	defer money.Catch(&err)
	figures, err := s.accounts.FiguresOf(ctx, tx, a.ID)
	if err == nil {
		a.CurrentBalance, a.AccumulatedProfit = figures.Equity, figures.Equity.Sub(figures.NetDeposits)
	}
	return err
}

// statusEvent is the data of investment.account.status_changed.
type statusEvent struct {
	accountEvent
	PreviousStatus Status `json:"previousStatus"`
	Reason         string `json:"reason"`
}

// kycEvent is the data of investment.account.kyc_submitted: that it was submitted, not what.
type kycEvent struct {
	accountEvent
	SubmittedAt webhook.Timestamp `json:"submittedAt"`
}

func newKYCEvent(a *Account, at time.Time) kycEvent {
	return kycEvent{newAccountEvent(a), webhook.At(at)}
}

// connectionEvent is the connection as the API shows it, and its owner.
type connectionEvent struct {
	ID             uuid.UUID         `json:"id"`
	ConnectionID   uuid.UUID         `json:"connectionId"`
	UserID         uuid.UUID         `json:"userId"`
	Provider       broker.Provider   `json:"provider"`
	Status         ConnectionStatus  `json:"status"`
	CredentialHint string            `json:"credentialHint"`
	Permissions    []string          `json:"permissions"`
	Message        string            `json:"message"`
	CreatedAt      webhook.Timestamp `json:"createdAt"`
	CheckedAt      webhook.Timestamp `json:"checkedAt,omitzero"`
	Trading        bool              `json:"trading"`
	AccountID      uuid.UUID         `json:"accountId,omitzero"`
	LastSyncAt     webhook.Timestamp `json:"lastSyncAt,omitzero"`
	SyncMessage    string            `json:"syncMessage"`
}

func newConnectionEvent(c *Connection) connectionEvent {
	return connectionEvent{
		ID: c.ID, ConnectionID: c.ID, UserID: c.UserID, Provider: c.Provider, Status: c.Status,
		CredentialHint: c.CredentialHint, Permissions: c.Permissions, Message: c.Message, CreatedAt: webhook.At(c.CreatedAt),
		CheckedAt: webhook.At(c.CheckedAt), Trading: c.Trading, AccountID: c.AccountID, LastSyncAt: webhook.At(c.SyncedAt), SyncMessage: c.SyncMessage,
	}
}

// connectedEvent is the data of investment.account.connected.
type connectedEvent struct {
	connectionEvent
	ConnectedAt webhook.Timestamp `json:"connectedAt"`
}

// connectionStatusEvent is the data of investment.connection.status_changed.
type connectionStatusEvent struct {
	connectionEvent
	PreviousStatus ConnectionStatus `json:"previousStatus"`
}

// connectionTradingEvent is the data of investment.connection.trading_changed.
type connectionTradingEvent struct {
	connectionEvent
	Reason string `json:"reason"`
}

// Events describes the events that this package publishes.
func Events() []webhook.EventType {
	id := func(last byte) uuid.UUID {
		u := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000300")
		u[15] = last
		return u
	}
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	account := Account{
		ID: id(1), UserID: id(2), Agent: Orion, InitialCapital: money.FromInt(5000), CurrentBalance: money.FromInt(5000),
		RiskProfile: Moderate, Status: PendingKYC, KYCStatus: KYCNone, CreatedAt: at,
	}
	submitted, active := account, account
	submitted.KYCStatus = KYCSubmitted
	active.Status, active.KYCStatus, active.ActivatedAt = Active, KYCApproved, at.AddDate(0, 0, 1)
	connection := (&Connection{ID: id(3), UserID: id(2), Provider: broker.Binance, CredentialHint: "q7Xz", CreatedAt: at}).after(
		broker.Outcome{Status: broker.Connected, Permissions: []string{"reading", broker.SpotTrading}}, at)
	trading := *connection
	trading.Trading, trading.AccountID, trading.SyncedAt = true, id(3), at
	lost := (&trading).after(broker.Outcome{Status: broker.InsufficientPermissions, Permissions: []string{"reading", "withdrawals"},
		Message: "The API key allows withdrawals. Delete it at Binance and make one without that permission."}, at)
	lost.Trading = false
	return []webhook.EventType{
		webhook.NewEventType(accountCreated, "A user opened an investment account, which waits for KYC.",
			newAccountEvent(&account)),
		webhook.NewEventType(accountStatusChanged, "An investment account was activated, suspended or closed.",
			statusEvent{newAccountEvent(&active), PendingKYC, "KYC was approved"}),
		webhook.NewEventType(kycSubmitted, "A user handed in what KYC needs.", newKYCEvent(&submitted, at)),
		webhook.NewEventType(accountConnected, "An account at another broker was verified.",
			connectedEvent{newConnectionEvent(connection), webhook.At(at)}),
		webhook.NewEventType(connectionStatusChanged, "A connected account can no longer be read: its key has lost its rights or got too many.",
			connectionStatusEvent{newConnectionEvent(lost), ConnectionConnected}),
		webhook.NewEventType(connectionTradingChanged, "The owner of a connected account has let orders go there, or no longer; or its key may no longer trade.",
			connectionTradingEvent{newConnectionEvent(&trading), "the owner allowed it"}),
	}
}

func (s *Service) publish(ctx context.Context, tx *database.Tx, tenant uuid.UUID, eventType string, data any) error {
	return s.events.Publish(ctx, tx, webhook.Event{TenantID: tenant, Type: eventType, Data: data})
}

// nobody publishes nothing: for commands that run beside a server, and tests.
type nobody struct{}

func (nobody) Publish(context.Context, *database.Tx, ...webhook.Event) error { return nil }
