package trading

import (
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/ledger"
)

// accountMoney are the ledger codes of an account's money, free or set aside for positions, withdrawals and working orders:
// their sum is its balance.
var accountMoney = []ledger.Code{ledger.Cash, ledger.Margin, ledger.Hold, ledger.Reserved}

// AccountOverview is an account in its owner's list of accounts.
type AccountOverview struct {
	*AccountFigures
	Name string
}

// Accounts lists the caller's accounts with their figures, all of one moment, closed ones included: first the paper
// account, which it opens for a user who has never traded, then the others, oldest first.
func (s *Service) Accounts(ctx context.Context, caller identity.Caller) ([]AccountOverview, error) {
	figures, err := s.AccountFigures(ctx, Trader{UserID: caller.UserID, TenantID: caller.TenantID})
	if err != nil {
		return nil, err
	}
	if paper := slices.IndexFunc(figures, func(f *AccountFigures) bool { return f.Kind == PaperAccount }); paper > 0 {
		figures = slices.Concat(figures[paper:paper+1], figures[:paper], figures[paper+1:])
	}
	names := map[uuid.UUID]string{}
	if s.joined.accountNames != nil {
		if names, err = s.joined.accountNames(ctx, caller.UserID); err != nil {
			return nil, err
		}
	}
	accounts := make([]AccountOverview, len(figures))
	called := map[string]int{}
	for i, of := range figures {
		name := of.Kind.name()
		if given := names[of.AccountID]; given != "" {
			name = given
		}
		if called[name]++; called[name] > 1 {
			name += " " + strconv.Itoa(called[name])
		}
		accounts[i] = AccountOverview{of, name}
	}
	return accounts, nil
}

// name is what an account of the kind is called when nobody has named it.
func (k AccountKind) name() string {
	switch k {
	case PaperAccount:
		return "Paper account"
	case InvestmentAccount:
		return "Investment account"
	case ConnectedAccount:
		return "Connected account"
	}
	return "Account"
}
