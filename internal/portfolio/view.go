package portfolio

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// Portfolio is a view of accounts. Everything but its name and risk profile reflects the accounts when it was read.
type Portfolio struct {
	ID            uuid.UUID
	TenantID      uuid.UUID
	UserID        uuid.UUID
	Name          string
	RiskProfile   RiskProfile
	IsPrimary     bool // over everything that the user has invested
	IsPaper       bool // over the paper account
	AccountIDs    []uuid.UUID
	TotalValue    money.Decimal
	UnrealizedPnL money.Decimal
	CreatedAt     time.Time
	UpdatedAt     time.Time

	accounts []Account   // open ones
	history  []uuid.UUID // accounts that count or have counted, closed ones included
}

// sees reports whether the portfolio covers an account of its user.
func (p *Portfolio) sees(account Account) bool {
	switch {
	case p.IsPrimary:
		return !account.IsPaper
	case p.IsPaper:
		return account.IsPaper
	}
	return slices.Contains(p.AccountIDs, account.ID)
}

// fill picks the portfolio's accounts among all of its user's, and sums up the open ones.
func (p *Portfolio) fill(all []Account) (err error) {
	defer money.Catch(&err)
	p.accounts, p.history, p.TotalValue, p.UnrealizedPnL = nil, nil, money.Zero, money.Zero
	for _, account := range all {
		if !p.sees(account) {
			continue
		}
		p.history = append(p.history, account.ID)
		if account.IsClosed {
			continue
		}
		p.accounts = append(p.accounts, account)
		p.TotalValue = p.TotalValue.Add(account.Equity())
		p.UnrealizedPnL = p.UnrealizedPnL.Add(account.Unrealized)
	}
	p.AccountIDs = make([]uuid.UUID, len(p.accounts))
	for i, account := range p.accounts {
		p.AccountIDs[i] = account.ID
	}
	return nil
}

// name trims the space around a name. It fails with VALIDATION_ERROR when nothing is left.
func name(given string) (string, error) {
	trimmed := strings.TrimSpace(given)
	if trimmed == "" {
		return "", fault.Invalid("name", "must not be empty")
	}
	return trimmed, nil
}

// chosen checks the accounts for a new portfolio. It fails with VALIDATION_ERROR when none is named, one is named
// twice, or play money would be mixed with real money, and with NOT_FOUND when one is not the user's.
func chosen(ids []uuid.UUID, all []Account) error {
	if len(ids) == 0 {
		return fault.Invalid("accountIds", "must name at least one account")
	}
	seen, kinds := make(map[uuid.UUID]bool, len(ids)), map[bool]bool{}
	for _, id := range ids {
		if seen[id] {
			return fault.Invalid("accountIds", "%s is named twice", id)
		}
		seen[id] = true
		place := slices.IndexFunc(all, func(account Account) bool { return account.ID == id })
		if place < 0 {
			return fault.New(fault.NotFound, "there is no account %s", id).About("accountIds")
		}
		kinds[all[place].IsPaper] = true
	}
	if len(kinds) > 1 {
		return fault.Invalid("accountIds", "must not name the paper account together with others")
	}
	return nil
}
