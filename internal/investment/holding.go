package investment

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/money"
)

// Balance is what a connected account holds of an asset.
type Balance struct {
	Asset  string        `json:"asset"`
	Free   money.Decimal `json:"free"`
	Locked money.Decimal `json:"locked"` // in open orders, or as margin
	Price  money.Decimal `json:"price"`  // in USD; zero if unknown
}

// Quantity is the whole quantity of the asset.
func (b Balance) Quantity() money.Decimal { return b.Free.Add(b.Locked) }

// Value is what that quantity is worth in USD.
func (b Balance) Value() money.Decimal { return b.Quantity().Mul(b.Price) }

// compare orders by value, largest first.
func (b Balance) compare(other Balance) int {
	if order := other.Value().Cmp(b.Value()); order != 0 {
		return order
	}
	return strings.Compare(b.Asset, other.Asset)
}

// OpenPosition is an open position of a connected terminal account.
type OpenPosition struct {
	Symbol       string        `json:"symbol"`
	IsShort      bool          `json:"isShort"`
	Quantity     money.Decimal `json:"quantity"` // in lots
	EntryPrice   money.Decimal `json:"entryPrice"`
	CurrentPrice money.Decimal `json:"currentPrice"`
	Unrealized   money.Decimal `json:"unrealized"` // in the currency of the account; in USD when shown
}

// held is what a connected account held when it was last read, each balance with its price at that time.
type held struct {
	id        uuid.UUID // the connection's
	tenant    uuid.UUID
	user      uuid.UUID
	balances  []Balance
	positions []OpenPosition
	payments  []string // ids of those that are already counted
	syncedAt  time.Time
}

// value is what the balances are worth. It panics with a *money.OverflowError when that is too large.
func value(balances []Balance) (sum money.Decimal) {
	for _, balance := range balances {
		sum = sum.Add(balance.Value())
	}
	return sum
}

// unexplained is by how much the value of balances has grown beyond what prices explain: what was paid in minus what
// was paid out, as far as two readings show. Trades at the exchange cancel out except for their fees and the price's
// change since. An asset that gained or lost its price counts as paid in or out. It panics with a
// *money.OverflowError when the amounts are too large.
func unexplained(before, after []Balance) (paid money.Decimal) {
	was := make(map[string]Balance, len(before))
	for _, balance := range before {
		was[balance.Asset] = balance
	}
	for _, now := range after {
		then, isKnown := was[now.Asset]
		delete(was, now.Asset)
		paid = paid.Add(now.Value())
		switch {
		case isKnown && then.Price.IsPositive() && now.Price.IsPositive():
			paid = paid.Sub(then.Quantity().Mul(now.Price))
		case isKnown:
			paid = paid.Sub(then.Value())
		}
	}
	for _, gone := range was { // at the last price, since it has none now
		paid = paid.Sub(gone.Value())
	}
	return paid
}

// flow is what came to an account, or left it if negative, since the previous reading. With the first reading,
// everything it holds came to it. A terminal account reports its payments; for any other only what prices do not
// explain is known.
func (h *held) flow(before *held, payments []payment) (paid money.Decimal, err error) {
	defer money.Catch(&err)
	if before == nil {
		return value(h.balances), nil
	}
	if payments == nil {
		return unexplained(before.balances, h.balances), nil
	}
	for _, p := range payments {
		if !slices.Contains(before.payments, p.id) {
			paid = paid.Add(p.value)
		}
	}
	return paid, nil
}

// payment is money that came to a terminal account or left it, in USD.
type payment struct {
	id    string
	value money.Decimal
}
