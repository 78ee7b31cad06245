package portfolio

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// Desk is where the accounts are kept.
type Desk interface {
	// Accounts reads every account of a user as it stands at the marks of now, the oldest first. A user
	// who has none gets the paper account first. It may begin a transaction, so it must not be called
	// inside of one.
	Accounts(ctx context.Context, tenant, user uuid.UUID) ([]Account, error)
	// EquityCurve is the worth of some of the user's accounts together: every UTC day from the first one
	// with money to today, of which the value is that of now. Accounts that are not the user's are not
	// counted. Without any money there are no days.
	EquityCurve(ctx context.Context, tenant, user uuid.UUID, accounts []uuid.UUID) ([]EquityDay, error)
}

// Account is what an account has, in USD.
type Account struct {
	ID         uuid.UUID
	Cash       money.Decimal
	Margin     money.Decimal // set aside for the open positions
	Held       money.Decimal // set aside for withdrawals
	Unrealized money.Decimal // what the open positions have won or lost
	Holdings   []Holding     // the open positions
}

// Equity is what the account is worth.
func (a *Account) Equity() money.Decimal { return a.Cash.Add(a.Margin).Add(a.Held).Add(a.Unrealized) }

// Holding is an open position.
type Holding struct {
	Symbol     string
	IsShort    bool
	Quantity   money.Decimal // never negative
	Mark       money.Decimal // the price of now
	Margin     money.Decimal
	Unrealized money.Decimal
}

// Value is what would be left of the position if it were closed now: for a long one that is what it sells
// for, for a short one its margin with the profit or loss.
func (h *Holding) Value() money.Decimal { return h.Margin.Add(h.Unrealized) }

// EquityDay is what accounts were worth at the end of a UTC day, and what was paid in and out on it.
type EquityDay struct {
	Day     time.Time // its beginning
	Value   money.Decimal
	In, Out money.Decimal
}
