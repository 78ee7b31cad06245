package trading

import (
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/webhook"
)

// The events of orders.
const (
	orderEventPrefix = "trading.order."

	orderPlaced    = orderEventPrefix + "placed"
	orderFilled    = orderEventPrefix + "filled"
	orderCancelled = orderEventPrefix + "cancelled"
	orderExpired   = orderEventPrefix + "expired"
	orderRejected  = orderEventPrefix + "rejected"
)

// orderEvents maps the final states of an order to their events.
var orderEvents = map[OrderStatus]string{
	OrderFilled: orderFilled, OrderCancelled: orderCancelled, OrderExpired: orderExpired, OrderRejected: orderRejected,
}

// OrderResource is an order as the API shows it.
type OrderResource struct {
	ID              uuid.UUID         `json:"id"`
	AccountID       uuid.UUID         `json:"accountId"`
	Symbol          string            `json:"symbol"`
	Side            Side              `json:"side"`
	Type            OrderType         `json:"type"`
	Status          OrderStatus       `json:"status"`
	Quantity        money.Decimal     `json:"quantity"`
	Notional        money.Decimal     `json:"notional"`
	LimitPrice      money.Decimal     `json:"limitPrice"`
	StopPrice       money.Decimal     `json:"stopPrice"`
	StopLoss        money.Decimal     `json:"stopLoss"`
	TargetPrice     money.Decimal     `json:"targetPrice"`
	TrailingPercent money.Decimal     `json:"trailingPercent"`
	TimeInForce     TimeInForce       `json:"timeInForce"`
	Held            money.Decimal     `json:"held"`
	FilledQuantity  money.Decimal     `json:"filledQuantity"`
	AveragePrice    money.Decimal     `json:"averagePrice"`
	Fee             money.Decimal     `json:"fee"`
	PositionID      uuid.UUID         `json:"positionId,omitzero"`
	Reason          string            `json:"reason"`
	CreatedAt       webhook.Timestamp `json:"createdAt"`
	UpdatedAt       webhook.Timestamp `json:"updatedAt"`
	ExpiresAt       webhook.Timestamp `json:"expiresAt,omitzero"`
}

// NewOrderResource makes the API's view of an order in its current state.
func NewOrderResource(o *Order) OrderResource {
	return OrderResource{
		ID: o.ID, AccountID: o.AccountID, Symbol: o.Symbol, Side: o.Side, Type: o.Type, Status: o.Status, Quantity: o.Quantity,
		Notional: o.Notional, LimitPrice: o.LimitPrice, StopPrice: o.StopPrice, StopLoss: o.StopLoss, TargetPrice: o.TargetPrice,
		TrailingPercent: o.TrailingPercent, TimeInForce: o.TimeInForce, Held: o.Held, FilledQuantity: o.FilledQuantity,
		AveragePrice: o.AveragePrice, Fee: o.Fee, PositionID: o.PositionID, Reason: o.Reason, CreatedAt: webhook.At(o.CreatedAt),
		UpdatedAt: webhook.At(o.UpdatedAt), ExpiresAt: webhook.At(o.ExpiresAt),
	}
}

// orderEvent is the data of the events of orders.
type orderEvent struct {
	OrderResource
	OrderID uuid.UUID `json:"orderId"`
	UserID  uuid.UUID `json:"userId"`
}

func newOrderEvent(o *Order) orderEvent {
	return orderEvent{OrderResource: NewOrderResource(o), OrderID: o.ID, UserID: o.UserID}
}

// orderEventTypes describes the events of orders.
func orderEventTypes() []webhook.EventType {
	at, number := ExampleTime, money.MustParse
	working := Order{
		ID: ExampleID(7), UserID: ExampleID(2), AccountID: ExampleID(3), Symbol: "BTCUSD", Side: Buy, Type: LimitOrder,
		Status: OrderWorking, Quantity: number("0.25"), LimitPrice: number("64000"), StopLoss: number("62900"),
		TargetPrice: number("67000"), TimeInForce: GoodForDay, Held: number("16016"), CreatedAt: at, UpdatedAt: at,
		ExpiresAt: at.Add(14*time.Hour + 30*time.Minute),
	}
	ended := func(status OrderStatus, reason string) orderEvent {
		order := working
		order.Status, order.Held, order.Reason, order.UpdatedAt = status, money.Zero, reason, at.Add(time.Hour)
		if status == OrderFilled {
			order.FilledQuantity, order.AveragePrice, order.Fee, order.PositionID = order.Quantity, order.LimitPrice, number("16"), ExampleID(1)
		}
		return newOrderEvent(&order)
	}
	return []webhook.EventType{
		webhook.NewEventType(orderPlaced, "An order was placed.", newOrderEvent(&working)),
		webhook.NewEventType(orderFilled, "An order was filled: it has opened a position.", ended(OrderFilled, "")),
		webhook.NewEventType(orderCancelled, "An order was cancelled, by its owner or because its account was closed.", ended(OrderCancelled, "cancelled by its owner")),
		webhook.NewEventType(orderExpired, "An order for the day was not filled by the end of its session.", ended(OrderExpired, "its day is over")),
		webhook.NewEventType(orderRejected, "An order could not be filled.", ended(OrderRejected, "INSUFFICIENT_FUNDS: the price had moved beyond what was held, and the rest does not pay the smallest lot")),
	}
}
