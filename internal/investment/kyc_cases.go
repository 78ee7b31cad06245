package investment

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// SubmitKYC takes in what the caller says about themselves, sealed. With KYCAuto the account is active at
// once. It fails with VALIDATION_ERROR, with NOT_FOUND for another user's account, with ACCOUNT_NOT_ACTIVE
// for a closed one, and with INVALID_TRANSITION unless nothing was submitted yet or it was rejected.
func (s *Service) SubmitKYC(ctx context.Context, caller identity.Caller, id uuid.UUID, details KYCDetails) (*Account, error) {
	if err := details.check(s.now()); err != nil {
		return nil, err
	}
	sealed, err := s.sealKYC(id, details)
	if err != nil {
		return nil, err
	}
	var account *Account
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		if account, err = lockOwnAccount(ctx, tx, caller, id); err != nil {
			return err
		}
		if err := account.maySubmit(); err != nil {
			return err
		}
		account.KYCStatus, account.KYCReason, account.KYCDecidedBy = KYCSubmitted, "", uuid.Nil
		if err := storeKYCDetails(ctx, tx, id, sealed); err != nil {
			return err
		}
		event := kycEvent{account.ID, account.UserID, s.now().UTC()}
		if err := s.publish(ctx, tx, account.TenantID, kycSubmitted, event); err != nil {
			return err
		}
		if s.kyc == KYCAuto {
			account.approve(uuid.Nil)
			return s.move(ctx, tx, account, transition{to: Active, reason: "KYC was approved"})
		}
		return updateAccount(ctx, tx, account, s.now())
	})
	return s.valued(ctx, account, err)
}

// DecideKYC approves a submission, which activates the account, or rejects it with a reason. It is for
// admins of the tenant: it fails with FORBIDDEN below admin and with NOT_FOUND for another tenant's account.
// It fails with VALIDATION_ERROR for a rejection without a reason, with ACCOUNT_NOT_ACTIVE for a closed
// account, and with INVALID_TRANSITION when nothing is submitted.
func (s *Service) DecideKYC(ctx context.Context, caller identity.Caller, id uuid.UUID, decision KYCDecision, reason string) (*Account, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	if err := checkDecision(decision, reason); err != nil {
		return nil, err
	}
	var account *Account
	err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		if account, err = lockManagedAccount(ctx, tx, caller, id); err != nil {
			return err
		}
		if err := account.mayDecide(); err != nil {
			return err
		}
		if decision == RejectKYC {
			account.KYCStatus, account.KYCReason, account.KYCDecidedBy = KYCRejected, reason, caller.UserID
			return updateAccount(ctx, tx, account, s.now())
		}
		account.approve(caller.UserID)
		return s.move(ctx, tx, account, transition{to: Active, by: caller.UserID, reason: "KYC was approved"})
	})
	return s.valued(ctx, account, err)
}

func checkDecision(decision KYCDecision, reason string) error {
	switch decision {
	case ApproveKYC:
		return nil
	case RejectKYC:
		return checkText("reason", reason, 500)
	}
	return fault.Invalid("decision", "must be approve or reject")
}

// sealKYC encrypts details so that they open for this account alone.
func (s *Service) sealKYC(account uuid.UUID, details KYCDetails) ([]byte, error) {
	plain, err := json.Marshal(details)
	if err != nil {
		return nil, fmt.Errorf("encode KYC details: %w", err)
	}
	sealed, err := s.ring.Seal(plain, "investment-kyc:"+account.String())
	if err != nil {
		return nil, fmt.Errorf("seal KYC details: %w", err)
	}
	return sealed, nil
}
