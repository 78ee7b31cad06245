package app

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/investment"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
)

// portfolioAccounts adapts the trading service and connected accounts to portfolio. The trading account of a
// connection is left out: what is bought through it is part of the connection's holdings, and it has the connection's
// id.
type portfolioAccounts struct {
	*trading.Service
	connected *investment.Service
}

// Accounts implements portfolio.Accounts.
func (d portfolioAccounts) Accounts(ctx context.Context, tenant, user uuid.UUID) ([]portfolio.Account, error) {
	figures, err := d.AccountFigures(ctx, trading.Trader{UserID: user, TenantID: tenant})
	if err != nil {
		return nil, err
	}
	external, err := d.connected.ExternalAccounts(ctx, user)
	if err != nil {
		return nil, err
	}
	return d.together(figures, external[user]), nil
}

// AccountsOf implements portfolio.Accounts. Connected accounts can have changed whenever prices have.
func (d portfolioAccounts) AccountsOf(ctx context.Context, users []uuid.UUID, since time.Time) (map[uuid.UUID][]portfolio.Account, error) {
	external, err := d.connected.ExternalAccounts(ctx, users...)
	if err != nil {
		return nil, err
	}
	isOpen := func(account investment.ExternalAccount) bool { return !account.IsEnded }
	var connected, others []uuid.UUID
	for _, user := range users {
		if slices.ContainsFunc(external[user], isOpen) {
			connected = append(connected, user)
		} else {
			others = append(others, user)
		}
	}
	accounts := make(map[uuid.UUID][]portfolio.Account, len(users))
	for _, look := range []struct {
		users []uuid.UUID
		since time.Time
	}{{connected, time.Time{}}, {others, since}} {
		figures, err := d.FiguresOfUsers(ctx, look.users, look.since)
		if err != nil {
			return nil, err
		}
		for user, of := range figures {
			accounts[user] = d.together(of, external[user])
		}
	}
	for _, user := range connected { // a user who has never traded has no figures
		if accounts[user] == nil {
			accounts[user] = d.together(nil, external[user])
		}
	}
	return accounts, nil
}

func (d portfolioAccounts) together(figures []*trading.AccountFigures, external []investment.ExternalAccount) []portfolio.Account {
	own := slices.DeleteFunc(slices.Clone(figures), func(f *trading.AccountFigures) bool { return f.Kind == trading.ConnectedAccount })
	return slices.Concat(converted(own, d.account), converted(external, externalAccount))
}

func (d portfolioAccounts) account(figures *trading.AccountFigures) portfolio.Account {
	return portfolio.Account{
		ID: figures.AccountID, IsPaper: figures.Kind == trading.PaperAccount, IsClosed: figures.IsClosed(), Cash: figures.Cash,
		Margin: figures.Margin, Held: figures.Held, Reserved: figures.Reserved, Unrealized: figures.Unrealized,
		Holdings: converted(figures.Positions, func(position *trading.Position) portfolio.Holding {
			return portfolio.Holding{
				Symbol: position.Symbol, IsShort: position.Side == trading.Sell, Quantity: position.Quantity, Mark: d.Mark(position),
			}
		}),
	}
}

// externalAccount is a connected account as portfolio sees it. Dollars are cash held elsewhere, and so are debts.
func externalAccount(account investment.ExternalAccount) portfolio.Account {
	shown := portfolio.Account{ID: account.ID, IsClosed: account.IsEnded, Unrealized: account.Unrealized, Elsewhere: account.Value.Sub(account.Unrealized)}
	for _, balance := range account.Balances {
		if quantity := balance.Quantity(); balance.Asset != "USD" && quantity.IsPositive() {
			shown.Holdings = append(shown.Holdings, portfolio.Holding{Asset: balance.Asset, Quantity: quantity, Mark: balance.Price})
		}
	}
	return shown
}

// EquityCurve implements portfolio.Accounts.
func (d portfolioAccounts) EquityCurve(ctx context.Context, _, user uuid.UUID, accounts []uuid.UUID) (curve []portfolio.EquityDay, err error) {
	defer money.Catch(&err)
	external, err := d.connected.ExternalAccounts(ctx, user)
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(slices.Clone(accounts), func(id uuid.UUID) bool {
		return slices.ContainsFunc(external[user], func(account investment.ExternalAccount) bool { return account.ID == id })
	})
	here, err := d.Service.EquityCurve(ctx, user, own)
	if err != nil {
		return nil, err
	}
	there, err := d.connected.ExternalCurve(ctx, user, accounts)
	if err != nil {
		return nil, err
	}
	return portfolio.AddCurves(converted(here, func(day trading.EquityDay) portfolio.EquityDay { return portfolio.EquityDay(day) }),
		converted(there, func(day investment.EquityDay) portfolio.EquityDay { return portfolio.EquityDay(day) })), nil
}

var _ portfolio.Accounts = portfolioAccounts{}
