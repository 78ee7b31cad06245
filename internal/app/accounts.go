package app

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/investment"
	"bourse/internal/trading"
	"bourse/internal/trading/copying"
)

// Features do not know each other's types. These adapters give each feature the trading service in the form that it
// asks for.

// investmentAccounts adapts the trading service to investment.
type investmentAccounts struct {
	*trading.Service
	copying *copying.Service
}

// FollowAgent implements investment.TradingAccounts.
func (d investmentAccounts) FollowAgent(ctx context.Context, tx *database.Tx, tenant, user, account uuid.UUID, agent string) error {
	return d.copying.FollowAgent(ctx, tx, tenant, user, account, agent)
}

// LeaveBots implements investment.TradingAccounts.
func (d investmentAccounts) LeaveBots(ctx context.Context, tx *database.Tx, account uuid.UUID) error {
	return d.copying.LeaveBots(ctx, tx, account)
}

// LeaveAgents implements investment.TradingAccounts.
func (d investmentAccounts) LeaveAgents(ctx context.Context, tx *database.Tx, account uuid.UUID) error {
	return d.copying.LeaveAgents(ctx, tx, account)
}

// SetAccountStatus implements investment.TradingAccounts.
func (d investmentAccounts) SetAccountStatus(ctx context.Context, tx *database.Tx, id uuid.UUID, status investment.TradingStatus) (investment.TradingStatus, error) {
	reached, err := d.Service.SetAccountStatus(ctx, tx, id, trading.AccountStatus(status))
	return investment.TradingStatus(reached), err
}

// SetAccountRisk implements investment.TradingAccounts.
func (d investmentAccounts) SetAccountRisk(ctx context.Context, tx *database.Tx, id uuid.UUID, profile investment.RiskProfile) error {
	return d.Service.SetAccountRisk(ctx, tx, id, trading.RiskLevel(profile.Level()))
}

// FiguresOf implements investment.TradingAccounts.
func (d investmentAccounts) FiguresOf(ctx context.Context, tx *database.Tx, id uuid.UUID) (investment.AccountFigures, error) {
	figures, err := d.Service.FiguresOf(ctx, tx, id)
	if err != nil {
		return investment.AccountFigures{}, err
	}
	return investment.AccountFigures{AccountID: id, Equity: figures.Equity(), NetDeposits: figures.NetDeposits}, nil
}

// Figures implements investment.TradingAccounts.
func (d investmentAccounts) Figures(ctx context.Context, _, user uuid.UUID) ([]investment.AccountFigures, error) {
	all, err := d.Service.InvestmentFigures(ctx, user)
	if err != nil {
		return nil, err
	}
	return converted(all, func(figures *trading.AccountFigures) investment.AccountFigures {
		return investment.AccountFigures{
			AccountID: figures.AccountID, Equity: figures.Equity(), NetDeposits: figures.NetDeposits, IsClosed: figures.IsClosed(),
		}
	}), nil
}

// EquityCurve implements investment.TradingAccounts.
func (d investmentAccounts) EquityCurve(ctx context.Context, _, user uuid.UUID, accounts []uuid.UUID) ([]investment.EquityDay, error) {
	curve, err := d.Service.EquityCurve(ctx, user, accounts)
	return converted(curve, func(day trading.EquityDay) investment.EquityDay { return investment.EquityDay(day) }), err
}

// TradeTotals implements investment.TradingAccounts.
func (d investmentAccounts) TradeTotals(ctx context.Context, accounts []uuid.UUID, since time.Time) ([]investment.TradeGroup, error) {
	groups, err := d.Service.TradeTotals(ctx, accounts, since)
	return converted(groups, func(g trading.TradeGroup) investment.TradeGroup {
		return investment.TradeGroup{
			Symbol: g.Symbol, ExitReason: string(g.ExitReason), Trades: g.Trades, Wins: g.Wins, Won: g.Won, Lost: g.Lost,
			Realized: g.Realized, Fees: g.Fees, Best: g.Best, Worst: g.Worst,
		}
	}), err
}

// converted converts items to another feature's types.
func converted[From, To any](items []From, convert func(From) To) []To {
	all := make([]To, len(items))
	for i, item := range items {
		all[i] = convert(item)
	}
	return all
}

var _ investment.TradingAccounts = investmentAccounts{}
