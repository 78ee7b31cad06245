package investment

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// mostAccounts limits a user's accounts that are not closed: each is followed, valued and snapshotted for ever.
const mostAccounts = 20

// Create opens an account, with its capital where that is granted, and empty where its owner pays it in. The account
// waits for KYC, unless its owner is already approved. It fails with VALIDATION_ERROR, with CONFLICT when the caller
// has as many open accounts as one user may have, and with ACCOUNT_SUSPENDED when the caller is suspended.
func (s *Service) Create(ctx context.Context, caller identity.Caller, wanted NewAccount) (*Account, error) {
	if err := wanted.check(); err != nil {
		return nil, err
	}
	account := &Account{
		ID: database.NewID(), TenantID: caller.TenantID, UserID: caller.UserID, Agent: wanted.Agent,
		InitialCapital: wanted.InitialCapital, CurrentBalance: s.granted(wanted.InitialCapital), RiskProfile: wanted.RiskProfile,
		Status: PendingKYC, KYCStatus: KYCNone, CreatedAt: s.now(),
	}
	fresh := *account
	err := s.db.InLastTx(ctx, func(tx *database.Tx) error {
		*account = fresh // a repeated transaction starts over
		if err := s.holdPerson(ctx, tx, caller); err != nil {
			return err
		}
		known, err := s.cases.HoldCase(ctx, tx, caller.TenantID, caller.UserID)
		if err != nil {
			return err
		}
		account.follow(known)
		if err := holdPlace(ctx, tx, caller); err != nil {
			return err
		}
		err = s.accounts.OpenInvestmentAccount(ctx, tx, account.TenantID, account.UserID, account.ID, account.CurrentBalance)
		if err != nil {
			return err
		}
		if err := s.accounts.SetAccountRisk(ctx, tx, account.ID, account.RiskProfile); err != nil {
			return err
		}
		if err := insertAccount(ctx, tx, account); err != nil {
			return err
		}
		if err := s.publish(ctx, tx, account.TenantID, accountCreated, newAccountEvent(account)); err != nil || !account.waitsForNothing() {
			return err
		}
		return s.move(ctx, tx, account, transition{to: Active, reason: "its owner is known"})
	})
	if err != nil {
		return nil, err
	}
	return account, nil
}

// holdPlace keeps the caller's other requests from opening an account until the transaction ends. It fails with
// CONFLICT when there are as many as one user may have.
func holdPlace(ctx context.Context, tx *database.Tx, caller identity.Caller) error {
	if err := lockOwner(ctx, tx, caller.TenantID, caller.UserID); err != nil {
		return err
	}
	open, err := countOpenAccounts(ctx, tx, caller.UserID)
	if err == nil && open >= mostAccounts {
		return fault.New(fault.Conflict, "there are %d open accounts already: close one first", open)
	}
	return err
}

// Accounts lists the caller's accounts, newest first.
func (s *Service) Accounts(ctx context.Context, caller identity.Caller) ([]*Account, error) {
	accounts, err := readAccounts(ctx, s.db, caller.TenantID, caller.UserID)
	if err != nil || len(accounts) == 0 {
		return accounts, err
	}
	return accounts, s.value(ctx, accounts...)
}

// Account reads one account of the caller. It fails with NOT_FOUND for another user's.
func (s *Service) Account(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Account, error) {
	account, err := readAccount(ctx, s.db, caller.TenantID, caller.UserID, id)
	return s.valued(ctx, account, err)
}

// AccountChange is an owner's change of an account; nil fields stay as they are.
type AccountChange struct {
	RiskProfile *RiskProfile
}

// Update changes one account of the caller. A new risk profile takes effect with the next copy. It fails with
// NOT_FOUND for another user's, with VALIDATION_ERROR, and with ACCOUNT_NOT_ACTIVE once the account is closed.
func (s *Service) Update(ctx context.Context, caller identity.Caller, id uuid.UUID, change AccountChange) (*Account, error) {
	if change.RiskProfile != nil {
		if err := change.RiskProfile.check(); err != nil {
			return nil, err
		}
	}
	var account *Account
	err := s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if account, err = lockOwnAccount(ctx, tx, caller, id); err != nil {
			return err
		}
		if err := account.mayChange(); err != nil || change.RiskProfile == nil {
			return err
		}
		account.RiskProfile = *change.RiskProfile
		if err := s.accounts.SetAccountRisk(ctx, tx, account.ID, account.RiskProfile); err != nil {
			return err
		}
		return updateAccount(ctx, tx, account, s.now())
	})
	return s.valued(ctx, account, err)
}

// lockOwnAccount locks an account of the caller. It fails with NOT_FOUND for any other.
func lockOwnAccount(ctx context.Context, tx *database.Tx, caller identity.Caller, id uuid.UUID) (*Account, error) {
	account, err := lockAccount(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if account.UserID != caller.UserID || account.TenantID != caller.TenantID {
		return nil, errNoAccount
	}
	return account, nil
}

// lockManagedAccount locks an account that the caller manages: their own, for an admin also one of the tenant, and
// for a super_admin any. It fails with NOT_FOUND.
func lockManagedAccount(ctx context.Context, tx *database.Tx, caller identity.Caller, id uuid.UUID) (*Account, error) {
	account, err := lockAccount(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if !account.managedBy(caller) && (account.UserID != caller.UserID || account.TenantID != caller.TenantID) {
		return nil, errNoAccount
	}
	return account, nil
}

// managedBy reports whether the caller is an admin of the account's tenant, or of the platform.
func (a *Account) managedBy(caller identity.Caller) bool {
	return caller.Role.AtLeast(identity.RoleSuperAdmin) ||
		a.TenantID == caller.TenantID && caller.Role.AtLeast(identity.RoleAdmin)
}

// valued adds to the account its current value, or passes on the error.
func (s *Service) valued(ctx context.Context, account *Account, err error) (*Account, error) {
	if err != nil {
		return nil, err
	}
	if err := s.value(ctx, account); err != nil {
		return nil, err
	}
	return account, nil
}

// value fills in the current value of one user's accounts.
func (s *Service) value(ctx context.Context, accounts ...*Account) (err error) {
	defer money.Catch(&err)
	all, err := s.accounts.Figures(ctx, accounts[0].TenantID, accounts[0].UserID)
	if err != nil {
		return err
	}
	known := make(map[uuid.UUID]AccountFigures, len(all))
	for _, figures := range all {
		known[figures.AccountID] = figures
	}
	for _, account := range accounts {
		figures, ok := known[account.ID]
		if !ok {
			return fmt.Errorf("the trading desk does not know the investment account %s", account.ID)
		}
		account.CurrentBalance = figures.Equity
		account.AccumulatedProfit = figures.Equity.Sub(figures.NetDeposits)
	}
	return nil
}
