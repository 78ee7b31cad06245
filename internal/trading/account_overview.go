package trading

import (
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/ledger"
)

// accountMoney are the codes of what an account has, whether it is free or set aside for positions, withdrawals and
// working orders: its balance is their sum.
var accountMoney = []ledger.Code{ledger.Cash, ledger.Margin, ledger.Hold, ledger.Reserved}

// AccountOverview is an account as its owner sees it among the others.
type AccountOverview struct {
	*AccountFigures
	Name string
}

// Accounts lists the caller's accounts with what they have at one moment, closed ones too: the paper account, which a
// user who has never traded gets by it, and then the others, the oldest first.
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

// name is what an account of the kind is called that nobody has named.
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
