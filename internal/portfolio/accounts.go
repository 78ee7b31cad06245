package portfolio

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// Accounts are where the accounts are kept.
type Accounts interface {
	// Accounts reads every account of a user as it stands at the marks of now, the oldest first. A user
	// who has none gets the paper account first. It may begin a transaction, so it must not be called
	// inside of one.
	Accounts(ctx context.Context, tenant, user uuid.UUID) ([]Account, error)
	// AccountsOf reads every account of users in one look: of all of them when since is the zero time, else of
	// those users who have something open or on whose accounts something was booked since.
	AccountsOf(ctx context.Context, users []uuid.UUID, since time.Time) (map[uuid.UUID][]Account, error)
	// EquityCurve is the worth of some of the user's accounts together: every UTC day from the first one
	// with money to today, of which the value is that of now. Accounts that are not the user's are not
	// counted. Without any money there are no days. What was left on an account that was closed went out then.
	EquityCurve(ctx context.Context, tenant, user uuid.UUID, accounts []uuid.UUID) ([]EquityDay, error)
}

// Account is what an account has, in USD.
type Account struct {
	ID         uuid.UUID
	IsPaper    bool // of play money
	IsClosed   bool // what is left on it counts in no total
	Cash       money.Decimal
	Margin     money.Decimal // set aside for the open positions
	Held       money.Decimal // set aside for withdrawals
	Reserved   money.Decimal // set aside for working orders
	Unrealized money.Decimal // what the open positions have won or lost
	Holdings   []Holding     // the open positions
}

// Equity is what the account is worth.
func (a *Account) Equity() money.Decimal {
	return a.Cash.Add(a.Margin).Add(a.Held).Add(a.Reserved).Add(a.Unrealized)
}

// Holding is an open position.
type Holding struct {
	Symbol   string
	IsShort  bool
	Quantity money.Decimal // never negative
	Mark     money.Decimal // the price of now
}

// Value is what the position sells for. For a short one that is negative: what it costs to buy back. What it was
// sold for is cash.
func (h *Holding) Value() money.Decimal { return h.units().Mul(h.Mark) }

// units is the quantity, below 0 when it was sold short.
func (h *Holding) units() money.Decimal {
	if h.IsShort {
		return h.Quantity.Neg()
	}
	return h.Quantity
}

// EquityDay is what accounts were worth at the end of a UTC day, and what was paid in and out on it.
type EquityDay struct {
	Day     time.Time // its beginning
	Value   money.Decimal
	In, Out money.Decimal
}
