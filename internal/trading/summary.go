package trading

import (
	"context"

	"bourse/internal/identity"
	"bourse/internal/money"
)

// Figures are the combined figures of some accounts.
type Figures struct {
	TotalValue    money.Decimal // money, including what is reserved for withdrawals and orders, and unrealized profit
	TotalPnL      money.Decimal // the value without what was paid in: realized and unrealized profit less open fees
	RealizedPnL   money.Decimal // the sum of the history
	UnrealizedPnL money.Decimal
	OpenFees      money.Decimal // fees of open positions not yet charged to a closing
	Cash          money.Decimal
	Margin        money.Decimal
	Held          money.Decimal // for withdrawals
	Reserved      money.Decimal // for working orders
	Positions     int           // open ones
	Accounts      int
}

// Summary is what a user has on open accounts. Paper money and real money are never added up: the figures are those of the
// invested accounts, or of the paper account for a user who has none.
type Summary struct {
	Figures
	Kind     AccountKind // of the accounts that the figures cover
	Paper    Figures
	Invested Figures
}

// Summary adds up the figures of the caller's open accounts. A user who has never traded gets the paper account first.
func (s *Service) Summary(ctx context.Context, caller identity.Caller) (sum Summary, err error) {
	defer money.Catch(&err)
	all, err := s.AccountFigures(ctx, Trader{UserID: caller.UserID, TenantID: caller.TenantID})
	if err != nil {
		return Summary{}, err
	}
	for _, figures := range all {
		switch {
		case figures.IsClosed():
		case figures.Kind == PaperAccount:
			sum.Paper.add(figures)
		case figures.Kind == InvestmentAccount:
			sum.Invested.add(figures)
		}
	}
	sum.Figures, sum.Kind = sum.Paper, PaperAccount
	if sum.Invested.Accounts > 0 {
		sum.Figures, sum.Kind = sum.Invested, InvestmentAccount
	}
	return sum, nil
}

// add adds an account to the figures. It panics with a *money.OverflowError when the sums are too large.
func (f *Figures) add(s *AccountFigures) {
	f.TotalValue, f.TotalPnL = f.TotalValue.Add(s.Equity()), f.TotalPnL.Add(s.TotalPnL())
	f.RealizedPnL, f.UnrealizedPnL = f.RealizedPnL.Add(s.RealizedPnL), f.UnrealizedPnL.Add(s.Unrealized)
	f.OpenFees = f.OpenFees.Add(s.OpenFees)
	f.Cash, f.Margin, f.Held, f.Reserved = f.Cash.Add(s.Cash), f.Margin.Add(s.Margin), f.Held.Add(s.Held), f.Reserved.Add(s.Reserved)
	f.Positions += len(s.Positions)
	f.Accounts++
}
