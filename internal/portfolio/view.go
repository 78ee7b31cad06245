package portfolio

import (
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// Portfolio is a view of accounts. Everything but its name and risk profile is as the accounts stood when
// it was read.
type Portfolio struct {
	ID            uuid.UUID
	TenantID      uuid.UUID
	UserID        uuid.UUID
	Name          string
	RiskProfile   RiskProfile
	IsPrimary     bool // over all accounts of the user
	AccountIDs    []uuid.UUID
	TotalValue    money.Decimal
	UnrealizedPnL money.Decimal
	CreatedAt     time.Time
	UpdatedAt     time.Time

	accounts []Account
}

// fill looks at the accounts of the portfolio among all of its user, and adds up what they have.
func (p *Portfolio) fill(all []Account) (err error) {
	defer money.Catch(&err)
	p.accounts, p.TotalValue, p.UnrealizedPnL = nil, money.Zero, money.Zero
	for _, account := range all {
		if !p.IsPrimary && !slices.Contains(p.AccountIDs, account.ID) {
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

// name takes the space around a name away. It fails with VALIDATION_ERROR when nothing is left.
func name(given string) (string, error) {
	trimmed := strings.TrimSpace(given)
	if trimmed == "" {
		return "", fault.Invalid("name", "must not be empty")
	}
	return trimmed, nil
}

// chosen checks the accounts that a portfolio is to be made over. It fails with VALIDATION_ERROR when none
// is named or one is named twice, and with NOT_FOUND when one is not the user's.
func chosen(ids []uuid.UUID, all []Account) error {
	if len(ids) == 0 {
		return fault.Invalid("accountIds", "must name at least one account")
	}
	seen := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			return fault.Invalid("accountIds", "%s is named twice", id)
		}
		seen[id] = true
		if !slices.ContainsFunc(all, func(account Account) bool { return account.ID == id }) {
			return fault.New(fault.NotFound, "there is no account %s", id).About("accountIds")
		}
	}
	return nil
}
