package trading

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/webhook"
)

// The events of this package.
const (
	signalCreated      = "trading.signal.created"
	positionOpened     = "trading.position.opened"
	positionClosed     = "trading.position.closed"
	positionLiquidated = "trading.position.liquidated"
)

// positionResource is a position as the API shows it. Its current price is the price of the trade.
type positionResource struct {
	ID               uuid.UUID         `json:"id"`
	Symbol           string            `json:"symbol"`
	Side             Side              `json:"side"`
	Quantity         money.Decimal     `json:"quantity"`
	EntryPrice       money.Decimal     `json:"entryPrice"`
	CurrentPrice     money.Decimal     `json:"currentPrice"`
	UnrealizedPnL    money.Decimal     `json:"unrealizedPnl"`
	RealizedPnL      money.Decimal     `json:"realizedPnl"`
	Status           PositionStatus    `json:"status"`
	OpenedQuantity   money.Decimal     `json:"openedQuantity"`
	StopLoss         money.Decimal     `json:"stopLoss"`
	TargetPrice      money.Decimal     `json:"targetPrice"`
	TrailingPercent  money.Decimal     `json:"trailingPercent"`
	LiquidationPrice money.Decimal     `json:"liquidationPrice"`
	Margin           money.Decimal     `json:"margin"`
	OpenFee          money.Decimal     `json:"openFee"`
	AccountID        uuid.UUID         `json:"accountId"`
	SignalID         uuid.UUID         `json:"signalId,omitzero"`
	BotID            uuid.UUID         `json:"botId,omitzero"`
	SubscriptionID   uuid.UUID         `json:"subscriptionId,omitzero"`
	OpenedAt         webhook.Timestamp `json:"openedAt"`
	ClosedAt         webhook.Timestamp `json:"closedAt,omitzero"`
}

func newPositionResource(p *Position, price money.Decimal) positionResource {
	return positionResource{
		ID: p.ID, Symbol: p.Symbol, Side: p.Side, Quantity: p.Quantity, EntryPrice: p.EntryPrice, CurrentPrice: price,
		UnrealizedPnL: p.UnrealizedPnL(price), RealizedPnL: p.RealizedPnL, Status: p.Status, OpenedQuantity: p.OpenedQuantity,
		StopLoss: p.StopLoss, TargetPrice: p.TargetPrice, TrailingPercent: p.TrailingPercent,
		LiquidationPrice: p.LiquidationPrice, Margin: p.Margin,
		OpenFee: p.EntryFee, AccountID: p.AccountID, SignalID: p.SignalID, BotID: p.BotID, SubscriptionID: p.SubscriptionID,
		OpenedAt: webhook.At(p.OpenedAt), ClosedAt: webhook.At(p.ClosedAt),
	}
}

// positionEvent is the data of trading.position.opened.
type positionEvent struct {
	positionResource
	PositionID uuid.UUID     `json:"positionId"`
	UserID     uuid.UUID     `json:"userId"`
	Fee        money.Decimal `json:"fee"`
}

func newPositionEvent(p *Position) positionEvent {
	return positionEvent{newPositionResource(p, p.EntryPrice), p.ID, p.UserID, p.EntryFee}
}

// tradeResource is a closing as the history shows it.
type tradeResource struct {
	ID                 uuid.UUID         `json:"id"`
	Type               TradeType         `json:"type"`
	PositionID         uuid.UUID         `json:"positionId"`
	SignalID           uuid.UUID         `json:"signalId,omitzero"`
	BotID              uuid.UUID         `json:"botId,omitzero"`
	AccountID          uuid.UUID         `json:"accountId"`
	Symbol             string            `json:"symbol"`
	Side               Side              `json:"side"`
	Quantity           money.Decimal     `json:"quantity"`
	EntryPrice         money.Decimal     `json:"entryPrice"`
	ExitPrice          money.Decimal     `json:"exitPrice"`
	Fees               money.Decimal     `json:"fees"`
	GrossPnL           money.Decimal     `json:"grossPnl"`
	RealizedPnL        money.Decimal     `json:"realizedPnl"`
	RealizedPnLPercent money.Decimal     `json:"realizedPnlPercent"`
	ExitReason         ExitReason        `json:"exitReason"`
	OpenedAt           webhook.Timestamp `json:"openedAt"`
	ClosedAt           webhook.Timestamp `json:"closedAt"`
	BalanceAfter       money.Decimal     `json:"balanceAfter"`
}

// closingEvent is the data of trading.position.closed and .liquidated: the position in its new state, and the trade that
// closed all or part of it. A partial closing leaves the position open.
type closingEvent struct {
	positionResource
	PositionID uuid.UUID     `json:"positionId"`
	TradeID    uuid.UUID     `json:"tradeId"`
	UserID     uuid.UUID     `json:"userId"`
	Type       TradeType     `json:"type"`
	ExitPrice  money.Decimal `json:"exitPrice"`
	Fees       money.Decimal `json:"fees"`
	ExitReason ExitReason    `json:"exitReason"`
	Trade      tradeResource `json:"trade"`
}

func newClosingEvent(p *Position, t *Trade) closingEvent {
	return closingEvent{
		positionResource: newPositionResource(p, t.ExitPrice), PositionID: p.ID, TradeID: t.ID, UserID: p.UserID, Type: t.Type,
		ExitPrice: t.ExitPrice, Fees: t.Fees, ExitReason: t.ExitReason,
		Trade: tradeResource{
			ID: t.ID, Type: t.Type, PositionID: p.ID, SignalID: t.SignalID, BotID: t.BotID, AccountID: p.AccountID, Symbol: t.Symbol,
			Side: t.Side, Quantity: t.Quantity, EntryPrice: t.EntryPrice, ExitPrice: t.ExitPrice, Fees: t.Fees, GrossPnL: t.GrossPnL,
			RealizedPnL: t.RealizedPnL, RealizedPnLPercent: t.RealizedPercent(), ExitReason: t.ExitReason, OpenedAt: webhook.At(t.OpenedAt),
			ClosedAt: webhook.At(t.ClosedAt), BalanceAfter: t.BalanceAfter,
		},
	}
}

// signalEvent is the data of trading.signal.created: the signal as the API shows it.
type signalEvent struct {
	ID          uuid.UUID         `json:"id"`
	SignalID    uuid.UUID         `json:"signalId"`
	BotID       uuid.UUID         `json:"botId,omitzero"`
	Symbol      string            `json:"symbol"`
	SignalType  SignalType        `json:"signalType"`
	Confidence  Confidence        `json:"confidence"`
	Price       money.Decimal     `json:"price"`
	TargetPrice money.Decimal     `json:"targetPrice"`
	StopLoss    money.Decimal     `json:"stopLoss"`
	Reason      string            `json:"reason"`
	Status      string            `json:"status"` // active: it was published a moment ago
	Scope       identity.Scope    `json:"scope"`
	Author      signalAuthor      `json:"author"`
	CreatedAt   webhook.Timestamp `json:"createdAt"`
	ExpiresAt   webhook.Timestamp `json:"expiresAt"`
}

// signalAuthor is the author of a signal.
type signalAuthor struct {
	Kind AuthorKind `json:"kind"`
	Name string     `json:"name"`
	ID   uuid.UUID  `json:"id,omitzero"`
}

func newSignalEvent(s *Signal) signalEvent {
	kind, id := s.AuthorKind()
	return signalEvent{
		ID: s.ID, SignalID: s.ID, BotID: s.BotID, Symbol: s.Symbol, SignalType: s.Type, Confidence: s.Confidence, Price: s.Price,
		TargetPrice: s.TargetPrice, StopLoss: s.StopLoss, Reason: s.Reason, Status: "active", Scope: identity.ScopeOf(s.TenantID), CreatedAt: webhook.At(s.CreatedAt),
		Author: signalAuthor{kind, s.Author(), id}, ExpiresAt: webhook.At(s.ExpiresAt),
	}
}

// ExampleTime is the time of the events in the examples.
var ExampleTime = time.Date(2026, 1, 15, 9, 30, 0, 0, time.UTC)

// ExampleID is the identifier of a resource in the example events; the examples of all packages tell one story.
func ExampleID(last byte) uuid.UUID {
	u := uuid.MustParse("019bc0f2-6a80-7000-8000-000000000100")
	u[15] = last
	return u
}

// Events describes the events that this package publishes; each subpackage describes its own.
func Events() []webhook.EventType {
	id := ExampleID
	at := ExampleTime
	number := money.MustParse
	position := Position{
		ID: id(1), UserID: id(2), AccountID: id(3), SignalID: id(4), BotID: id(5), Symbol: "BTCUSD", Side: Buy, Status: Closed,
		Quantity: number("0.25"), EntryPrice: number("64210.5"), StopLoss: number("62900"), TargetPrice: number("67000"),
		EntryFee: number("16.052625"), OpenedQuantity: number("0.25"), Margin: number("16052.625"), OpenedAt: at, ClosedAt: at.Add(3 * time.Hour),
	}
	trade := Trade{
		ID: id(6), Type: TradeClose, Symbol: "BTCUSD", Side: Buy, Quantity: number("0.25"), EntryPrice: number("64210.5"),
		ExitPrice: number("67000"), Fees: number("32.802625"), RealizedPnL: number("664.572375"), ExitReason: ExitTarget,
		GrossPnL: number("697.375"), BalanceAfter: number("100664.572375"), OpenedAt: at, ClosedAt: at.Add(3 * time.Hour),
	}
	signal := Signal{
		ID: id(4), BotID: id(5), Symbol: "BTCUSD", Type: EntryLong, Confidence: ConfidenceHigh, Price: number("64200"),
		TargetPrice: number("67000"), StopLoss: number("62900"), Reason: "the fast average crossed the slow one", BotName: "Atlas Trend", CreatedAt: at, ExpiresAt: at.Add(time.Hour),
	}
	opened := position
	opened.Status, opened.ClosedAt = Open, time.Time{}
	position.Margin, position.EntryFee, position.RealizedPnL = money.Zero, money.Zero, trade.RealizedPnL
	liquidated, loss := position, trade
	liquidated.Side, liquidated.Status = Sell, Liquidated
	loss.Type, loss.Side, loss.ExitPrice, loss.ExitReason = TradeLiquidation, Sell, number("125210.475"), ExitLiquidation
	loss.Fees, loss.RealizedPnL = number("47.35524375"), number("-15297.34899375")
	liquidated.RealizedPnL = loss.RealizedPnL
	return append([]webhook.EventType{
		webhook.NewEventType(signalCreated, "A bot or an analyst published a signal. All tenants are told of the platform's, and a tenant of its own.", newSignalEvent(&signal)),
		webhook.NewEventType(positionOpened, "A position was opened.", newPositionEvent(&opened)),
		webhook.NewEventType(positionClosed, "A position was closed, wholly or in part.", newClosingEvent(&position, &trade)),
		webhook.NewEventType(positionLiquidated, "A short position lost its margin.", newClosingEvent(&liquidated, &loss)),
	}, orderEventTypes()...)
}
