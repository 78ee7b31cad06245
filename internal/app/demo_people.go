package app

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/investment"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// demoStake is what each of the demo's users puts into each of the first positions: less than the risk would allow,
// so that whoever tries the demo has money left.
var demoStake = dollars(5000)

// demoHoldings are the fractions that go into coins. They are near the targets but not all at them, so that there is
// something to rebalance.
var demoHoldings = []struct {
	symbol string
	share  money.Decimal
}{{"BTCUSD", money.MustParse("0.24")}, {"ETHUSD", money.MustParse("0.14")}, {"SOLUSD", money.MustParse("0.04")}}

// startPeople lets the demo's users act once there are prices: each takes one of the analyst's signals in each
// direction, and buys what the analyst recommends to hold. A user who has such positions is left alone, so that a
// position closed while the demo runs does not come back.
func (p *platform) startPeople(ctx context.Context, signals []*trading.Signal, recommend func(symbol string) (*trading.Signal, error)) error {
	var holdings []*trading.Signal
	for _, person := range demoInvestors {
		owner, err := p.demoCaller(ctx, person.email)
		if err != nil {
			return err
		}
		open, err := p.trading.Positions(ctx, owner, trading.PositionFilter{Status: trading.Open}, database.Cursor{Limit: 100})
		if err != nil {
			return err
		}
		if err := p.takeSignals(ctx, owner, open, signals); err != nil {
			return err
		}
		account, err := p.settleAccounts(ctx, owner, person)
		if err != nil || account == nil || holdsLong(open, account.ID, demoHoldings[0].symbol) {
			if err != nil {
				return err
			}
			continue
		}
		if holdings == nil {
			for _, held := range demoHoldings {
				signal, err := recommend(held.symbol)
				if err != nil {
					return err
				}
				holdings = append(holdings, signal)
			}
		}
		if err := p.buyHoldings(ctx, owner, account, holdings); err != nil {
			return err
		}
	}
	return nil
}

// buyHoldings buys on an account what is missing from each holding's fraction of all that its owner invests. What the
// account's agent has sold short for the day is bought in addition: the holding is for months, and the agent may be
// short whenever the demo starts.
func (p *platform) buyHoldings(ctx context.Context, owner identity.Caller, account *investment.Account, signals []*trading.Signal) error {
	portfolios, err := p.portfolio.Portfolios(ctx, owner)
	if err != nil {
		return err
	}
	for i, held := range demoHoldings {
		open, err := p.trading.Positions(ctx, owner, trading.PositionFilter{
			Status: trading.Open, Symbol: held.symbol, AccountID: account.ID,
		}, database.Cursor{Limit: 100})
		if err != nil {
			return err
		}
		missing := portfolios[0].TotalValue.Mul(held.share)
		for _, position := range open {
			worth := position.Quantity.Mul(position.EntryPrice)
			if position.Side == trading.Sell {
				worth = worth.Neg()
			}
			missing = missing.Sub(worth)
		}
		if !missing.IsPositive() {
			continue
		}
		if err := p.take(ctx, owner, signals[i], account.ID, missing); err != nil {
			return err
		}
	}
	return nil
}

func holdsLong(open []*trading.Position, account uuid.UUID, symbol string) bool {
	return slices.ContainsFunc(open, func(position *trading.Position) bool {
		return position.AccountID == account && position.Symbol == symbol && position.Side == trading.Buy && position.BotID == uuid.Nil
	})
}

// takeSignals opens a position in each direction in which a user has taken none of the analyst's.
func (p *platform) takeSignals(ctx context.Context, owner identity.Caller, open []*trading.Position, signals []*trading.Signal) error {
	for _, direction := range []trading.SignalType{trading.EntryLong, trading.EntryShort} {
		has := slices.ContainsFunc(open, func(position *trading.Position) bool {
			return position.BotID == uuid.Nil && position.Side == direction.Side()
		})
		at := slices.IndexFunc(signals, func(signal *trading.Signal) bool { return signal != nil && signal.Type == direction })
		if has || at < 0 {
			continue
		}
		if err := p.take(ctx, owner, signals[at], uuid.Nil, demoStake); err != nil {
			return err
		}
	}
	return nil
}

// take executes a signal with a given amount of money. A refusal is skipped.
func (p *platform) take(ctx context.Context, owner identity.Caller, signal *trading.Signal, account uuid.UUID, amount money.Decimal) error {
	if signal == nil {
		return nil
	}
	instrument, err := p.market.Instrument(signal.Symbol)
	if err != nil {
		return err
	}
	quantity, err := amount.Div(signal.Price)
	if err != nil {
		return err
	}
	quantity = quantity.FloorTo(instrument.LotStep)
	_, err = p.trading.Execute(ctx, owner, signal.ID, trading.ExecuteOptions{Quantity: &quantity, AccountID: account})
	return unlessRefused(err)
}

// settleAccounts closes the account that is to be closed, which sells its holdings, and returns the active one; nil
// if there is none.
func (p *platform) settleAccounts(ctx context.Context, owner identity.Caller, person demoInvestor) (active *investment.Account, err error) {
	accounts, err := p.investment.Accounts(ctx, owner)
	if err != nil {
		return nil, err
	}
	for _, account := range accounts {
		at := slices.IndexFunc(person.accounts, func(wanted demoAccount) bool {
			return wanted.state == investment.Closed && wanted.agent == account.Agent && dollars(wanted.capital) == account.InitialCapital
		})
		switch {
		case at >= 0 && account.Status == investment.Active:
			if _, err := p.investment.SetStatus(ctx, owner, account.ID, investment.Closed, "no longer needed"); err != nil {
				return nil, err
			}
		case at < 0 && account.Status == investment.Active && active == nil:
			active = account
		}
	}
	return active, nil
}
