// Package venue has the words for orders at an exchange outside of the house. The client that speaks to an exchange and
// the room that decides what is sent there share them, so that neither knows the other.
package venue

import (
	"time"

	"bourse/internal/money"
)

// Window is for how long after the time that it carries an exchange takes an order. Later it is refused, wherever it has
// been held up: an order that is not there by then never will be.
const Window = 5 * time.Second

// Side is what an order does.
type Side string

// The sides there are.
const (
	Buy  Side = "buy"
	Sell Side = "sell"
)

// Type is when an order is carried out: at once, at a price or better, or at once when a price has been reached.
type Type string

// The types there are.
const (
	Market Type = "market"
	Limit  Type = "limit"
	Stop   Type = "stop"
)

// Ticket is an order as it is handed to an exchange.
type Ticket struct {
	ClientID  string // our own name of the order; the same for every attempt
	Symbol    string // as the exchange calls it
	Side      Side
	Type      Type
	Quantity  money.Decimal // of the base asset
	Price     money.Decimal // of a limit order
	StopPrice money.Decimal // of a stop order
}

// Status is how far an order has come at the exchange.
type Status string

// The states of an order. All but Working are final.
const (
	Working   Status = "working"
	Filled    Status = "filled"
	Cancelled Status = "cancelled"
	Expired   Status = "expired"
	Rejected  Status = "rejected"
)

// Report is what an exchange says about an order.
type Report struct {
	OrderID  string // the exchange's own name of the order
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

// Reference names an order of a symbol: by the exchange's name of it, when that is known, and else by ours.
type Reference struct{ Symbol, OrderID, ClientID string }
