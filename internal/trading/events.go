package trading

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/webhook"
)

// The events of this package.
const (
	signalCreated       = "trading.signal.created"
	botStatusChanged    = "trading.bot.status_changed"
	botSubscribed       = "trading.bot.subscribed"
	botUnsubscribed     = "trading.bot.unsubscribed"
	subscriptionStopped = "trading.subscription.stopped"
	positionOpened      = "trading.position.opened"
	positionClosed      = "trading.position.closed"
	positionLiquidated  = "trading.position.liquidated"
)

// positionEvent is the data of trading.position.opened.
type positionEvent struct {
	PositionID     uuid.UUID     `json:"positionId"`
	UserID         uuid.UUID     `json:"userId"`
	AccountID      uuid.UUID     `json:"accountId"`
	SignalID       uuid.UUID     `json:"signalId,omitzero"`
	BotID          uuid.UUID     `json:"botId,omitzero"`
	SubscriptionID uuid.UUID     `json:"subscriptionId,omitzero"`
	Symbol         string        `json:"symbol"`
	Side           Side          `json:"side"`
	Quantity       money.Decimal `json:"quantity"`
	EntryPrice     money.Decimal `json:"entryPrice"`
	StopLoss       money.Decimal `json:"stopLoss"`
	TargetPrice    money.Decimal `json:"targetPrice"`
	Fee            money.Decimal `json:"fee"`
	OpenedAt       time.Time     `json:"openedAt"`
}

func newPositionEvent(p *Position) positionEvent {
	return positionEvent{
		PositionID: p.ID, UserID: p.UserID, AccountID: p.AccountID, SignalID: p.SignalID, BotID: p.BotID,
		SubscriptionID: p.SubscriptionID, Symbol: p.Symbol, Side: p.Side, Quantity: p.Quantity, EntryPrice: p.EntryPrice,
		StopLoss: p.StopLoss, TargetPrice: p.TargetPrice, Fee: p.EntryFee, OpenedAt: p.OpenedAt.UTC(),
	}
}

// closingEvent is the data of trading.position.closed and .liquidated. A partial closing leaves the
// position open.
type closingEvent struct {
	PositionID  uuid.UUID      `json:"positionId"`
	TradeID     uuid.UUID      `json:"tradeId"`
	UserID      uuid.UUID      `json:"userId"`
	AccountID   uuid.UUID      `json:"accountId"`
	BotID       uuid.UUID      `json:"botId,omitzero"`
	Type        TradeType      `json:"type"`
	Status      PositionStatus `json:"status"`
	Symbol      string         `json:"symbol"`
	Side        Side           `json:"side"`
	Quantity    money.Decimal  `json:"quantity"`
	EntryPrice  money.Decimal  `json:"entryPrice"`
	ExitPrice   money.Decimal  `json:"exitPrice"`
	Fees        money.Decimal  `json:"fees"`
	RealizedPnL money.Decimal  `json:"realizedPnl"`
	ExitReason  ExitReason     `json:"exitReason"`
	ClosedAt    time.Time      `json:"closedAt"`
}

func newClosingEvent(p *Position, t *Trade) closingEvent {
	return closingEvent{
		PositionID: p.ID, TradeID: t.ID, UserID: p.UserID, AccountID: p.AccountID, BotID: p.BotID, Type: t.Type,
		Status: p.Status, Symbol: t.Symbol, Side: t.Side, Quantity: t.Quantity, EntryPrice: t.EntryPrice,
		ExitPrice: t.ExitPrice, Fees: t.Fees, RealizedPnL: t.RealizedPnL, ExitReason: t.ExitReason, ClosedAt: t.ClosedAt.UTC(),
	}
}

// signalEvent is the data of trading.signal.created.
type signalEvent struct {
	SignalID    uuid.UUID     `json:"signalId"`
	BotID       uuid.UUID     `json:"botId,omitzero"`
	Symbol      string        `json:"symbol"`
	SignalType  SignalType    `json:"signalType"`
	Confidence  Confidence    `json:"confidence"`
	Price       money.Decimal `json:"price"`
	TargetPrice money.Decimal `json:"targetPrice"`
	StopLoss    money.Decimal `json:"stopLoss"`
	ExpiresAt   time.Time     `json:"expiresAt"`
}

func newSignalEvent(s *Signal) signalEvent {
	return signalEvent{
		SignalID: s.ID, BotID: s.BotID, Symbol: s.Symbol, SignalType: s.Type, Confidence: s.Confidence, Price: s.Price,
		TargetPrice: s.TargetPrice, StopLoss: s.StopLoss, ExpiresAt: s.ExpiresAt.UTC(),
	}
}

// botEvent is the data of trading.bot.status_changed.
type botEvent struct {
	BotID          uuid.UUID `json:"botId"`
	Name           string    `json:"name"`
	Status         BotStatus `json:"status"`
	PreviousStatus BotStatus `json:"previousStatus"`
	Reason         string    `json:"reason"`
}

// subscriptionEvent is the data of events about a subscription.
type subscriptionEvent struct {
	SubscriptionID   uuid.UUID          `json:"subscriptionId"`
	UserID           uuid.UUID          `json:"userId"`
	BotID            uuid.UUID          `json:"botId"`
	Mode             SubscriptionMode   `json:"mode"`
	Status           SubscriptionStatus `json:"status"`
	AllocatedCapital money.Decimal      `json:"allocatedCapital"`
}

// Events describes what this package publishes.
func Events() []webhook.EventType {
	id := func(last byte) uuid.UUID {
		u := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000100")
		u[15] = last
		return u
	}
	at := time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)
	number := money.MustParse
	position := Position{
		ID: id(1), UserID: id(2), AccountID: id(3), SignalID: id(4), BotID: id(5), Symbol: "BTCUSD", Side: Buy, Status: Closed,
		Quantity: number("0.25"), EntryPrice: number("64210.5"), StopLoss: number("62900"), TargetPrice: number("67000"),
		EntryFee: number("16.052625"), OpenedAt: at,
	}
	trade := Trade{
		ID: id(6), Type: TradeClose, Symbol: "BTCUSD", Side: Buy, Quantity: number("0.25"), EntryPrice: number("64210.5"),
		ExitPrice: number("67000"), Fees: number("32.802625"), RealizedPnL: number("664.572375"), ExitReason: ExitTarget,
		ClosedAt: at.Add(3 * time.Hour),
	}
	signal := Signal{
		ID: id(4), BotID: id(5), Symbol: "BTCUSD", Type: EntryLong, Confidence: ConfidenceHigh, Price: number("64200"),
		TargetPrice: number("67000"), StopLoss: number("62900"), ExpiresAt: at.Add(time.Hour),
	}
	subscription := subscriptionEvent{id(7), id(2), id(5), Auto, SubscriptionActive, number("10000")}
	ended, stopped := subscription, subscription
	ended.Status, stopped.Status = SubscriptionEnded, SubscriptionStopped
	liquidated, loss := position, trade
	liquidated.Side, liquidated.Status = Sell, Liquidated
	loss.Type, loss.Side, loss.ExitPrice, loss.ExitReason = TradeLiquidation, Sell, number("125210.475"), ExitLiquidation
	loss.Fees, loss.RealizedPnL = number("47.35524375"), number("-15297.34899375")
	return []webhook.EventType{
		webhook.NewEventType(signalCreated, "A bot or an analyst published a signal. All tenants are told.", newSignalEvent(&signal)),
		webhook.NewEventType(botStatusChanged, "A bot was started, paused or stopped, or has failed. All tenants are told.",
			botEvent{id(5), "Atlas Trend", BotPaused, BotActive, "paused by an administrator"}),
		webhook.NewEventType(botSubscribed, "A user follows a bot.", subscription),
		webhook.NewEventType(botUnsubscribed, "A user no longer follows a bot.", ended),
		webhook.NewEventType(subscriptionStopped, "A subscription lost what it may lose, and was closed with its positions.", stopped),
		webhook.NewEventType(positionOpened, "A position was opened.", newPositionEvent(&position)),
		webhook.NewEventType(positionClosed, "A position was closed, wholly or in part.", newClosingEvent(&position, &trade)),
		webhook.NewEventType(positionLiquidated, "A short position lost its margin.", newClosingEvent(&liquidated, &loss)),
	}
}
