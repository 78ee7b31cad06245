package broker

import (
	"context"
	"time"

	"bourse/internal/money"
)

// SpotTrading is the permission that a key of the exchange needs for orders on the spot market.
const SpotTrading = "spotAndMarginTrading"

// Holdings is what an account held when it was read.
type Holdings struct {
	Balances  []Balance
	Positions []Position // open ones of a terminal account; an exchange's spot account has none
	// Payments are what was paid into and out of a terminal account in the days before, in its currency. An exchange
	// does not report them: there they are nil.
	Payments []Payment
	// Uncounted are assets whose quantity is too large to be counted; they are not among the balances.
	Uncounted []string
}

// Balance is what an account holds of an asset.
type Balance struct {
	Asset  string
	Free   money.Decimal
	Locked money.Decimal // in open orders, or as margin
	Price  money.Decimal // in USD, if the provider sends it with the balance; else zero
}

// Position is an open position of a terminal account.
type Position struct {
	Symbol       string
	IsShort      bool
	Quantity     money.Decimal // in lots
	EntryPrice   money.Decimal
	CurrentPrice money.Decimal
	Unrealized   money.Decimal // in the currency of the account
}

// Payment is money that came to an account, or left it if the amount is negative.
type Payment struct {
	ID     string
	Amount money.Decimal
}

// Read asks a provider what an account holds and, together with that, what the credentials allow now. lastRead is
// when that last succeeded; the zero time means never. Holdings are returned only with the outcome Connected. Like
// Verify it never fails and leaves little behind; an account at the bridge stays there until Release.
func (r *Registry) Read(ctx context.Context, provider Provider, credentials Credentials, lastRead time.Time) (Holdings, Outcome) {
	if problem := r.problem(provider, credentials); problem != nil {
		return Holdings{}, Outcome{Status: InvalidCredentials, Message: problem.Message}
	}
	holdings, outcome, err := r.connectors[provider].read(ctx, credentials, lastRead)
	switch {
	case err != nil:
		return Holdings{}, conclude(err)
	case outcome.Status != Connected:
		return Holdings{}, outcome
	}
	return holdings, outcome
}

// Prices are what a provider's own market pays for assets, in USD. An asset that it does not trade has no price. The
// outcome is Connected, or Unreachable when the provider does not answer.
func (r *Registry) Prices(ctx context.Context, provider Provider, assets []string) (map[string]money.Decimal, Outcome) {
	ask := r.connectors[provider].prices
	if ask == nil || len(assets) == 0 {
		return nil, Outcome{Status: Connected}
	}
	prices, err := ask(ctx, assets)
	if err != nil {
		return nil, conclude(err)
	}
	return prices, Outcome{Status: Connected}
}
