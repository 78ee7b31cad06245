// Package venue has the types for orders at an external exchange. The exchange's client and the package that decides what
// is sent there share them, so that neither depends on the other.
package venue

import (
	"time"

	"bourse/internal/money"
)

// Window is for how long after the time that it carries an exchange accepts an order. Later it is refused, wherever it was
// delayed: an order that is not there by then never will be.
const Window = 5 * time.Second

// Side is whether an order buys or sells.
type Side string

// The sides.
const (
	Buy  Side = "buy"
	Sell Side = "sell"
)

// Type is when an order is executed: at once, at a price or better, or at once when a price has been reached.
type Type string

// The types.
const (
	Market Type = "market"
	Limit  Type = "limit"
	Stop   Type = "stop"
)

// Ticket is an order as sent to an exchange.
type Ticket struct {
	ClientID  string // our own name of the order; the same for every attempt
	Symbol    string // the exchange's name for it
	Side      Side
	Type      Type
	Quantity  money.Decimal // of the base asset
	Price     money.Decimal // of a limit order
	StopPrice money.Decimal // of a stop order
}

// Status is the state of an order at the exchange.
type Status string

// The states of an order. All but Working are final.
const (
	Working   Status = "working"
	Filled    Status = "filled"
	Cancelled Status = "cancelled"
	Expired   Status = "expired"
	Rejected  Status = "rejected"
)

// Report is an exchange's reply about an order.
type Report struct {
	OrderID  string // the exchange's own id of the order
	Status   Status
	Executed money.Decimal // of the base asset
}

// Fill is one trade of an order at the exchange.
type Fill struct {
	ID              string // unique within the symbol
	Quantity        money.Decimal
	Price           money.Decimal
	Commission      money.Decimal
	CommissionAsset string
	At              time.Time
}

// Reference identifies an order of a symbol: by the exchange's id, if known, or else by ours.
type Reference struct{ Symbol, OrderID, ClientID string }
