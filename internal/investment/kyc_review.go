package investment

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// KYCFilter selects the cases to list.
type KYCFilter struct {
	State    KYCStatus // KYCSubmitted when empty
	TenantID uuid.UUID // the caller's own when nil
}

// KYCCases lists the accounts of a tenant whose owner's case is in one state, the earliest submission first, and
// counts them. It is for admins: it fails with FORBIDDEN below, and with NOT_FOUND when a caller below super_admin
// names another tenant. An account that was closed while it waited is not listed.
func (s *Service) KYCCases(ctx context.Context, caller identity.Caller, filter KYCFilter, page database.Page) ([]*Account, int, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, 0, err
	}
	filter.State, filter.TenantID = cmp.Or(filter.State, KYCSubmitted), cmp.Or(filter.TenantID, caller.TenantID)
	if filter.TenantID != caller.TenantID && !caller.Role.AtLeast(identity.RoleSuperAdmin) {
		return nil, 0, fault.New(fault.NotFound, "there is no such tenant")
	}
	return readKYCCases(ctx, s.db, filter.TenantID, filter.State, page)
}

// KYCCase is an account with its owner's case and submission, nil if there is none. It is for admins: it fails with
// FORBIDDEN below, and with NOT_FOUND for an account that the caller does not manage. Reading the details is audited.
func (s *Service) KYCCase(ctx context.Context, caller identity.Caller, id uuid.UUID) (account *Account, details *KYCDetails, err error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, nil, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		if account, err = findAccount(ctx, tx, id); err != nil {
			return err
		}
		if !account.managedBy(caller) {
			return errNoAccount
		}
		own, handedIn, err := s.cases.ReadCase(ctx, tx, caller, account.owner())
		account.follow(own)
		details = handedIn
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return account, details, nil
}
