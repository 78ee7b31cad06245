package investment

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
)

// SubmitKYC stores the caller's personal details, by way of one of their accounts: all of these share one case. It
// fails with VALIDATION_ERROR, with NOT_FOUND for another user's account, with ACCOUNT_NOT_ACTIVE for a closed one,
// with INVALID_TRANSITION unless nothing was submitted yet, it was rejected or has expired, or the approval ends
// soon, and with ACCOUNT_SUSPENDED when the caller is suspended.
func (s *Service) SubmitKYC(ctx context.Context, caller identity.Caller, id uuid.UUID, details KYCDetails) (account *Account, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.holdPerson(ctx, tx, caller); err != nil { // SubmitCase does so too, but only after the case is locked
			return err
		}
		if _, err := s.cases.HoldCase(ctx, tx, caller.TenantID, caller.UserID); err != nil {
			return err
		}
		if account, err = lockOwnAccount(ctx, tx, caller, id); err != nil {
			return err
		}
		if err := account.mayChange(); err != nil {
			return err
		}
		if err := s.cases.SubmitCase(ctx, tx, caller, details); err != nil {
			return err
		}
		account, err = s.readAgain(ctx, tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return account, nil
}

// DecideKYC approves or rejects the submission of an account's owner, by way of the account: all of the owner's
// accounts share one case. It is for admins of the tenant: it fails with FORBIDDEN below admin, with NOT_FOUND for
// another tenant's account and with SELF_DECISION for the caller's own. It fails with VALIDATION_ERROR for a
// rejection without a reason, with ACCOUNT_NOT_ACTIVE for a closed account, and with INVALID_TRANSITION when nothing
// is submitted.
func (s *Service) DecideKYC(ctx context.Context, caller identity.Caller, id uuid.UUID, decision KYCDecision, reason string) (account *Account, err error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if account, err = s.lockWithCase(ctx, tx, caller, id); err != nil {
			return err
		}
		if err := account.mayChange(); err != nil {
			return err
		}
		if err := s.cases.DecideCase(ctx, tx, caller, account.owner(), decision, reason); err != nil {
			return err
		}
		account, err = s.readAgain(ctx, tx, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	return account, nil
}

// lockWithCase locks the case of an account's owner, and then the account, which the caller manages. It fails with
// NOT_FOUND.
func (s *Service) lockWithCase(ctx context.Context, tx *database.Tx, caller identity.Caller, id uuid.UUID) (*Account, error) {
	account, err := findAccount(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	if !account.managedBy(caller) {
		return nil, errNoAccount
	}
	if _, err := s.cases.HoldCase(ctx, tx, account.TenantID, account.UserID); err != nil {
		return nil, err
	}
	return lockManagedAccount(ctx, tx, caller, id)
}

// readAgain reads an account that the transaction has locked and changed by way of its owner's case, with its value.
func (s *Service) readAgain(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Account, error) {
	account, err := findAccount(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	return account, s.worth(ctx, tx, account)
}
