package trading

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// OrderType says at what price an order fills: at the market, at a limit or better, or at the market once a price is
// reached.
type OrderType string

// The types of orders.
const (
	MarketOrder OrderType = "market"
	LimitOrder  OrderType = "limit"
	StopOrder   OrderType = "stop"
)

// OrderStatus is the state of an order.
type OrderStatus string

// The states of an order: all but the first are final.
const (
	OrderWorking   OrderStatus = "working"
	OrderFilled    OrderStatus = "filled"
	OrderCancelled OrderStatus = "cancelled"
	OrderExpired   OrderStatus = "expired"
	OrderRejected  OrderStatus = "rejected"
)

// TimeInForce says how long an order works.
type TimeInForce string

// The times in force: until cancelled, or until the session's end.
const (
	GoodTillCancelled TimeInForce = "gtc"
	GoodForDay        TimeInForce = "day"
)

// Order is a request to buy or sell, and its result. Identifiers that do not apply are nil, numbers that do not apply 0. It
// opens a position of its own, also at an exchange; only a sale there closes open positions.
type Order struct {
	ID              uuid.UUID
	TenantID        uuid.UUID
	UserID          uuid.UUID
	AccountID       uuid.UUID
	SignalID        uuid.UUID // signal of the position that it opens
	BotID           uuid.UUID
	SubscriptionID  uuid.UUID
	Closes          uuid.UUID  // the position that a sale at an exchange closes first; nil is the oldest of its symbol
	ExitReason      ExitReason // why it closes that position
	Symbol          string
	Side            Side
	Type            OrderType
	Status          OrderStatus
	Quantity        money.Decimal
	Notional        money.Decimal // as requested
	LimitPrice      money.Decimal
	StopPrice       money.Decimal
	StopLoss        money.Decimal // of the position, like the next two
	TargetPrice     money.Decimal
	TrailingPercent money.Decimal
	TimeInForce     TimeInForce
	Held            money.Decimal // reserved for it in the ledger
	FilledQuantity  money.Decimal
	AveragePrice    money.Decimal // of the filled quantity
	Fee             money.Decimal // of the filled quantity
	PositionID      uuid.UUID     // what it opened, or the last one that it closed
	Reason          string        // why it was not filled, or not completely
	CreatedAt       time.Time
	UpdatedAt       time.Time
	ExpiresAt       time.Time // zero is never
}

// IsWorking reports whether the order may still be filled.
func (o *Order) IsWorking() bool { return o.Status == OrderWorking }

// refusal is why an ended order bought nothing: a code and a message. A reason begins with its code, if it has one.
func (o *Order) refusal() (code fault.Code, words string) {
	before, behind, _ := strings.Cut(o.Reason, ": ")
	if code = fault.Code(before); slices.Contains(fault.Codes(), code) {
		return code, behind
	}
	return fault.SignalNotActionable, cmp.Or(o.Reason, "the order was taken back before it had bought anything")
}

// entry is the position that a quantity of the order opens.
func (o *Order) entry(quantity, exit, tickSize money.Decimal) Entry {
	return Entry{
		SignalID: o.SignalID, BotID: o.BotID, SubscriptionID: o.SubscriptionID, Symbol: o.Symbol, Side: o.Side, Quantity: quantity,
		Stop: o.StopLoss, Target: o.TargetPrice, TrailingPercent: o.TrailingPercent, Exit: exit, TickSize: tickSize,
	}
}

// fill adds a fill to the order. It fails when the numbers are too small to divide by.
func (o *Order) fill(quantity, price, fee money.Decimal, now time.Time) error {
	filled := o.FilledQuantity.Add(quantity)
	average := price
	if o.FilledQuantity.IsPositive() {
		var err error
		if average, err = o.AveragePrice.Mul(o.FilledQuantity).Add(price.Mul(quantity)).Div(filled); err != nil {
			return err
		}
	}
	o.FilledQuantity, o.AveragePrice, o.Fee, o.UpdatedAt = filled, average, o.Fee.Add(fee), now
	return nil
}
