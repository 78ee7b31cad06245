package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/investment"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/trading"
)

// Features do not know each other's types. Here the trading desk is shown to each of them as it has asked
// for it.

// investmentDesk is the trading desk as investment knows it.
type investmentDesk struct{ *trading.Service }

// SetAccountStatus implements investment.Desk.
func (d investmentDesk) SetAccountStatus(ctx context.Context, tx *database.Tx, id uuid.UUID, status investment.DeskStatus) error {
	return d.Service.SetAccountStatus(ctx, tx, id, trading.AccountStatus(status))
}

// StandingOf implements investment.Desk.
func (d investmentDesk) StandingOf(ctx context.Context, tx *database.Tx, id uuid.UUID) (investment.Standing, error) {
	standing, err := d.Service.StandingOf(ctx, tx, id)
	if err != nil {
		return investment.Standing{}, err
	}
	return investment.Standing{AccountID: id, Equity: standing.Equity(), NetDeposits: standing.NetDeposits}, nil
}

// Standings implements investment.Desk.
func (d investmentDesk) Standings(ctx context.Context, tenant, user uuid.UUID) ([]investment.Standing, error) {
	all, err := d.Service.Standings(ctx, trading.Trader{UserID: user, TenantID: tenant})
	if err != nil {
		return nil, err
	}
	standings := make([]investment.Standing, 0, len(all))
	for _, standing := range all {
		if standing.Kind == trading.InvestmentAccount {
			standings = append(standings, investment.Standing{
				AccountID: standing.AccountID, Equity: standing.Equity(), NetDeposits: standing.NetDeposits,
			})
		}
	}
	return standings, nil
}

// EquityCurve implements investment.Desk.
func (d investmentDesk) EquityCurve(ctx context.Context, tenant, user uuid.UUID, accounts []uuid.UUID) ([]investment.EquityDay, error) {
	return curveOf(ctx, d.Service, tenant, user, accounts, func(day trading.EquityDay) investment.EquityDay { return investment.EquityDay(day) })
}

// TradeTotals implements investment.Desk.
func (d investmentDesk) TradeTotals(ctx context.Context, accounts []uuid.UUID, since time.Time) (totals investment.TradeTotals, err error) {
	defer money.Catch(&err)
	groups, err := d.Service.TradeTotals(ctx, accounts, since)
	if err != nil {
		return totals, err
	}
	bySymbol, byReason := map[string]investment.TradeGroup{}, map[string]investment.TradeGroup{}
	for i, group := range groups {
		totals.Count, totals.Wins = totals.Count+group.Trades, totals.Wins+group.Wins
		totals.Gains, totals.Losses = totals.Gains.Add(group.Won), totals.Losses.Add(group.Lost)
		totals.Fees = totals.Fees.Add(group.Fees)
		if i == 0 {
			totals.Best, totals.Worst = group.Best, group.Worst
		}
		totals.Best, totals.Worst = money.Max(totals.Best, group.Best), money.Min(totals.Worst, group.Worst)
		addGroup(bySymbol, group.Symbol, group)
		addGroup(byReason, string(group.ExitReason), group)
	}
	totals.BySymbol, totals.ByExitReason = sortedGroups(bySymbol), sortedGroups(byReason)
	return totals, nil
}

func addGroup(groups map[string]investment.TradeGroup, key string, more trading.TradeGroup) {
	group := groups[key]
	group.Key, group.Count, group.Wins = key, group.Count+more.Trades, group.Wins+more.Wins
	group.Result = group.Result.Add(more.Won).Sub(more.Lost)
	groups[key] = group
}

func sortedGroups(groups map[string]investment.TradeGroup) []investment.TradeGroup {
	list := make([]investment.TradeGroup, 0, len(groups))
	for _, group := range groups {
		list = append(list, group)
	}
	slices.SortFunc(list, func(a, b investment.TradeGroup) int { return cmp.Compare(a.Key, b.Key) })
	return list
}

// portfolioDesk is the trading desk as portfolio knows it.
type portfolioDesk struct{ *trading.Service }

// Accounts implements portfolio.Desk.
func (d portfolioDesk) Accounts(ctx context.Context, tenant, user uuid.UUID) ([]portfolio.Account, error) {
	standings, err := d.Standings(ctx, trading.Trader{UserID: user, TenantID: tenant})
	if err != nil {
		return nil, err
	}
	accounts := make([]portfolio.Account, len(standings))
	for i, standing := range standings {
		account := portfolio.Account{
			ID: standing.AccountID, Cash: standing.Cash, Margin: standing.Margin, Held: standing.Held, Unrealized: standing.Unrealized,
			Holdings: make([]portfolio.Holding, len(standing.Positions)),
		}
		for j, position := range standing.Positions {
			mark := d.Mark(position)
			account.Holdings[j] = portfolio.Holding{
				Symbol: position.Symbol, IsShort: position.Side == trading.Sell, Quantity: position.Quantity, Mark: mark,
				Margin: position.Margin, Unrealized: position.UnrealizedPnL(mark),
			}
		}
		accounts[i] = account
	}
	return accounts, nil
}

// EquityCurve implements portfolio.Desk.
func (d portfolioDesk) EquityCurve(ctx context.Context, tenant, user uuid.UUID, accounts []uuid.UUID) ([]portfolio.EquityDay, error) {
	return curveOf(ctx, d.Service, tenant, user, accounts, func(day trading.EquityDay) portfolio.EquityDay { return portfolio.EquityDay(day) })
}

// curveOf is the equity curve of those accounts that are the user's.
func curveOf[Day any](ctx context.Context, desk *trading.Service, tenant, user uuid.UUID, accounts []uuid.UUID, convert func(trading.EquityDay) Day) ([]Day, error) {
	all, err := desk.Standings(ctx, trading.Trader{UserID: user, TenantID: tenant})
	if err != nil {
		return nil, err
	}
	chosen := slices.DeleteFunc(all, func(standing *trading.Standing) bool { return !slices.Contains(accounts, standing.AccountID) })
	curve, err := desk.EquityCurve(ctx, chosen)
	days := make([]Day, len(curve))
	for i, day := range curve {
		days[i] = convert(day)
	}
	return days, err
}

var (
	_ investment.Desk = investmentDesk{}
	_ portfolio.Desk  = portfolioDesk{}
)
