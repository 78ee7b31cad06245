package portfolio

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// Accounts reads the accounts that portfolios look at.
type Accounts interface {
	// Accounts reads every account of a user at the current marks, oldest first. A user without any first gets the
	// paper account. It may begin a transaction, so it must not be called inside one.
	Accounts(ctx context.Context, tenant, user uuid.UUID) ([]Account, error)
	// AccountsOf reads every account of several users at once: of all of them when since is the zero time, else of
	// those users who have something open or on whose accounts something was booked since.
	AccountsOf(ctx context.Context, users []uuid.UUID, since time.Time) (map[uuid.UUID][]Account, error)
	// EquityCurve is what some of the user's accounts were worth together: every UTC day from the first one with
	// money to today, whose value is the current one. Accounts of other users do not count. Without any money there
	// are no days. What was left on an account when it was closed went out then.
	EquityCurve(ctx context.Context, tenant, user uuid.UUID, accounts []uuid.UUID) ([]EquityDay, error)
}

// Account is the content of an account, in USD.
type Account struct {
	ID         uuid.UUID
	IsPaper    bool // holds play money
	IsClosed   bool // its remaining money counts in no total
	Cash       money.Decimal
	Margin     money.Decimal // set aside for the open positions
	Held       money.Decimal // set aside for withdrawals
	Reserved   money.Decimal // set aside for working orders
	Unrealized money.Decimal // the profit or loss of the open positions
	Elsewhere  money.Decimal // assets and money at another broker, which cannot be spent here
	Holdings   []Holding     // the open positions, and the assets elsewhere
}

// Equity is what the account is worth.
func (a *Account) Equity() money.Decimal {
	return a.Cash.Add(a.Margin).Add(a.Held).Add(a.Reserved).Add(a.Unrealized).Add(a.Elsewhere)
}

// Holding is an open position, or an asset held elsewhere.
type Holding struct {
	Symbol   string // of a position
	Asset    string // of an asset elsewhere
	IsShort  bool
	Quantity money.Decimal // never negative
	Mark     money.Decimal // the current price
}

// Value is what the position sells for. For a short position it is negative: the cost of buying it back. The proceeds
// of the short sale are in cash.
func (h *Holding) Value() money.Decimal { return h.units().Mul(h.Mark) }

// units is the quantity, negative for a short position.
func (h *Holding) units() money.Decimal {
	if h.IsShort {
		return h.Quantity.Neg()
	}
	return h.Quantity
}

// AddCurves adds up two curves of days without gaps. A curve that ends sooner keeps its last value. It panics with a
// *money.OverflowError when the sums are too large.
func AddCurves(one, other []EquityDay) []EquityDay {
	if len(one) == 0 || len(other) == 0 {
		return slices.Concat(one, other)
	}
	first, last := one[0].Day, one[len(one)-1].Day
	if other[0].Day.Before(first) {
		first = other[0].Day
	}
	if end := other[len(other)-1].Day; end.After(last) {
		last = end
	}
	var sum []EquityDay
	for day := first; !day.After(last); day = day.AddDate(0, 0, 1) {
		a, b := curveAt(one, day), curveAt(other, day)
		sum = append(sum, EquityDay{Day: day, Value: a.Value.Add(b.Value), In: a.In.Add(b.In), Out: a.Out.Add(b.Out)})
	}
	return sum
}

// curveAt is a day of a curve: zero before its start, and its last value after its end.
func curveAt(curve []EquityDay, day time.Time) EquityDay {
	place := int(day.Sub(curve[0].Day) / (24 * time.Hour))
	switch {
	case day.Before(curve[0].Day):
		return EquityDay{}
	case place >= len(curve):
		return EquityDay{Value: curve[len(curve)-1].Value}
	}
	return curve[place]
}

// EquityDay is what accounts were worth at the end of a UTC day, and what was paid in and out on it.
type EquityDay struct {
	Day     time.Time // its start
	Value   money.Decimal
	In, Out money.Decimal
}
