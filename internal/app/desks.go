package app

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/investment"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
)

// Features do not know each other's types. Here the trading desk is shown to each of them as it has asked
// for it.

// investmentDesk is the trading desk as investment knows it.
type investmentDesk struct{ *trading.Service }

// SetAccountStatus implements investment.Desk.
func (d investmentDesk) SetAccountStatus(ctx context.Context, tx *database.Tx, id uuid.UUID, status investment.DeskStatus) (investment.DeskStatus, error) {
	reached, err := d.Service.SetAccountStatus(ctx, tx, id, trading.AccountStatus(status))
	return investment.DeskStatus(reached), err
}

// SetAccountRisk implements investment.Desk.
func (d investmentDesk) SetAccountRisk(ctx context.Context, tx *database.Tx, id uuid.UUID, profile investment.RiskProfile) error {
	level := map[investment.RiskProfile]trading.RiskLevel{
		investment.Conservative: trading.RiskLow, investment.Moderate: trading.RiskMedium, investment.Aggressive: trading.RiskHigh,
	}[profile]
	return d.Service.SetAccountRisk(ctx, tx, id, level)
}

// StandingOf implements investment.Desk.
func (d investmentDesk) StandingOf(ctx context.Context, tx *database.Tx, id uuid.UUID) (investment.Standing, error) {
	standing, err := d.Service.FiguresOf(ctx, tx, id)
	if err != nil {
		return investment.Standing{}, err
	}
	return investment.Standing{AccountID: id, Equity: standing.Equity(), NetDeposits: standing.NetDeposits}, nil
}

// Standings implements investment.Desk.
func (d investmentDesk) Standings(ctx context.Context, tenant, user uuid.UUID) ([]investment.Standing, error) {
	all, err := d.Service.AccountFigures(ctx, trading.Trader{UserID: user, TenantID: tenant})
	if err != nil {
		return nil, err
	}
	standings := make([]investment.Standing, 0, len(all))
	for _, standing := range all {
		if standing.Kind == trading.InvestmentAccount {
			standings = append(standings, investment.Standing{
				AccountID: standing.AccountID, Equity: standing.Equity(), NetDeposits: standing.NetDeposits,
				IsClosed: standing.IsClosed(),
			})
		}
	}
	return standings, nil
}

// EquityCurve implements investment.Desk.
func (d investmentDesk) EquityCurve(ctx context.Context, _, user uuid.UUID, accounts []uuid.UUID) ([]investment.EquityDay, error) {
	curve, err := d.Service.EquityCurve(ctx, user, accounts)
	return converted(curve, func(day trading.EquityDay) investment.EquityDay { return investment.EquityDay(day) }), err
}

// TradeTotals implements investment.Desk.
func (d investmentDesk) TradeTotals(ctx context.Context, accounts []uuid.UUID, since time.Time) ([]investment.TradeGroup, error) {
	groups, err := d.Service.TradeTotals(ctx, accounts, since)
	return converted(groups, func(g trading.TradeGroup) investment.TradeGroup {
		return investment.TradeGroup{
			Symbol: g.Symbol, ExitReason: string(g.ExitReason), Trades: g.Trades, Wins: g.Wins, Won: g.Won, Lost: g.Lost,
			Realized: g.Realized, Fees: g.Fees, Best: g.Best, Worst: g.Worst,
		}
	}), err
}

// portfolioDesk is the trading desk as portfolio knows it.
type portfolioDesk struct{ *trading.Service }

// Accounts implements portfolio.Desk.
func (d portfolioDesk) Accounts(ctx context.Context, tenant, user uuid.UUID) ([]portfolio.Account, error) {
	standings, err := d.AccountFigures(ctx, trading.Trader{UserID: user, TenantID: tenant})
	if err != nil {
		return nil, err
	}
	return converted(standings, d.account), nil
}

// AccountsOf implements portfolio.Desk.
func (d portfolioDesk) AccountsOf(ctx context.Context, users []uuid.UUID, since time.Time) (map[uuid.UUID][]portfolio.Account, error) {
	standings, err := d.FiguresOfUsers(ctx, users, since)
	if err != nil {
		return nil, err
	}
	accounts := make(map[uuid.UUID][]portfolio.Account, len(users))
	for _, standing := range standings {
		accounts[standing.UserID] = append(accounts[standing.UserID], d.account(standing))
	}
	return accounts, nil
}

func (d portfolioDesk) account(standing *trading.AccountFigures) portfolio.Account {
	return portfolio.Account{
		ID: standing.AccountID, IsPaper: standing.Kind == trading.PaperAccount, IsClosed: standing.IsClosed(), Cash: standing.Cash,
		Margin: standing.Margin, Held: standing.Held, Unrealized: standing.Unrealized,
		Holdings: converted(standing.Positions, func(position *trading.Position) portfolio.Holding {
			return portfolio.Holding{
				Symbol: position.Symbol, IsShort: position.Side == trading.Sell, Quantity: position.Quantity, Mark: d.Mark(position),
			}
		}),
	}
}

// EquityCurve implements portfolio.Desk.
func (d portfolioDesk) EquityCurve(ctx context.Context, _, user uuid.UUID, accounts []uuid.UUID) ([]portfolio.EquityDay, error) {
	curve, err := d.Service.EquityCurve(ctx, user, accounts)
	return converted(curve, func(day trading.EquityDay) portfolio.EquityDay { return portfolio.EquityDay(day) }), err
}

// converted are the same things in the words of another feature.
func converted[From, To any](items []From, convert func(From) To) []To {
	all := make([]To, len(items))
	for i, item := range items {
		all[i] = convert(item)
	}
	return all
}

var (
	_ investment.Desk = investmentDesk{}
	_ portfolio.Desk  = portfolioDesk{}
)
