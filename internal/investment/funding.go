package investment

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Funding is where the capital of new accounts comes from.
type Funding string

// The ways to fund accounts: paper money that is granted when an account is opened and can never be withdrawn, or
// deposits of the owner, for whom initialCapital is only an intention.
const (
	PaperFunding   Funding = "paper"
	DepositFunding Funding = "deposit"
)

// granted is the capital that a new account starts with, given what its owner intends.
func (s *Service) granted(capital money.Decimal) money.Decimal {
	if s.funds == DepositFunding {
		return money.Zero
	}
	return capital
}

// MayWithdraw fails unless money may leave an account at its owner's request: with NOT_FOUND when it is not the
// user's, and with ACCOUNT_NOT_ACTIVE when its KYC is not approved or the account is suspended. The money of a closed
// account may leave. The account is locked until the transaction ends.
func (s *Service) MayWithdraw(ctx context.Context, tx *database.Tx, user, id uuid.UUID) error {
	account, err := lockAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	if account.UserID != user {
		return errNoAccount
	}
	if err := s.expireKYC(ctx, tx, user, account); err != nil {
		return err
	}
	return account.mayPayOut()
}

// expireKYC marks accounts that were just read as expired when their owner's approval has ended: the worker that
// stores this may be late, and what money may do depends on the clock.
func (s *Service) expireKYC(ctx context.Context, from database.Querier, owner uuid.UUID, accounts ...*Account) error {
	isOver, err := isApprovalOver(ctx, from, owner, s.now())
	if err != nil || !isOver {
		return err
	}
	for _, account := range accounts {
		if account.KYCStatus == KYCApproved {
			account.KYCStatus = KYCExpired
		}
	}
	return nil
}

// mayPayOut fails with ACCOUNT_NOT_ACTIVE unless money may leave the account at its owner's request.
func (a *Account) mayPayOut() error {
	switch {
	case a.KYCStatus != KYCApproved:
		return fault.New(fault.AccountNotActive, "KYC is %s: money can be withdrawn once it is approved", a.KYCStatus)
	case a.Status == Suspended:
		return fault.New(fault.AccountNotActive, "the account is suspended")
	}
	return nil
}

// PayingOut is the caller's accounts that money may leave now, by the rules of MayWithdraw. It fails when the
// database does.
func (s *Service) PayingOut(ctx context.Context, caller identity.Caller) (map[uuid.UUID]bool, error) {
	accounts, err := readAccounts(ctx, s.db, caller.TenantID, caller.UserID)
	if err != nil {
		return nil, err
	}
	err = s.expireKYC(ctx, s.db, caller.UserID, accounts...)
	paying := make(map[uuid.UUID]bool, len(accounts))
	for _, account := range accounts {
		paying[account.ID] = account.mayPayOut() == nil
	}
	return paying, err
}

// MayDeposit fails with ACCOUNT_NOT_ACTIVE unless its owner may pay into an account: one that was active takes no
// money while its owner is not approved any more, because the approval has expired. An account that waits for its
// first approval takes deposits. It fails with NOT_FOUND when the account is not the user's.
func (s *Service) MayDeposit(ctx context.Context, tx *database.Tx, user, id uuid.UUID) error {
	account, err := findAccount(ctx, tx, id)
	if err != nil {
		return err
	}
	if account.UserID != user {
		return errNoAccount
	}
	if err := s.expireKYC(ctx, tx, user, account); err != nil {
		return err
	}
	if account.KYCStatus != KYCApproved && !account.ActivatedAt.IsZero() {
		return fault.New(fault.AccountNotActive, "KYC is %s: money can be paid in once it is approved again", account.KYCStatus)
	}
	return nil
}

// Hold locks an account until the transaction ends, before its money is touched. It fails with NOT_FOUND.
func (s *Service) Hold(ctx context.Context, tx *database.Tx, id uuid.UUID) error {
	_, err := lockAccount(ctx, tx, id)
	return err
}

// SuspendOwing suspends an account whose owner owes money on it, if it is active, and records that the platform
// itself did. It fails with NOT_FOUND.
func (s *Service) SuspendOwing(ctx context.Context, tx *database.Tx, id uuid.UUID) error {
	account, err := lockAccount(ctx, tx, id)
	if err != nil || account.Status != Active {
		return err
	}
	const reason = "money of a deposit was taken back, and some of it is owed"
	before := account.decided()
	if err := s.move(ctx, tx, account, transition{to: Suspended, reason: reason}); err != nil {
		return err
	}
	return s.auditDecision(ctx, tx, audit.Actor{}, accountStatusChanged, account, before, reason)
}
