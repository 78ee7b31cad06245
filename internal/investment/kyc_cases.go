package investment

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/audit"
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
	err = s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if account, err = lockOwnAccount(ctx, tx, caller, id); err != nil {
			return err
		}
		if err := account.maySubmit(); err != nil {
			return err
		}
		account.submit(s.now())
		if err := storeKYCDetails(ctx, tx, id, sealed); err != nil {
			return err
		}
		if err := s.worth(ctx, tx, account); err != nil {
			return err
		}
		event := newKYCEvent(account, s.now())
		if err := s.publish(ctx, tx, account.TenantID, kycSubmitted, event); err != nil {
			return err
		}
		if s.kyc == KYCAuto {
			return s.approve(ctx, tx, account, audit.Actor{})
		}
		return updateAccount(ctx, tx, account, s.now())
	})
	if err != nil {
		return nil, err
	}
	return account, nil
}

// approve makes the owner of an account known and the account active.
func (s *Service) approve(ctx context.Context, tx *database.Tx, account *Account, by audit.Actor) error {
	before := account.decided()
	account.approve(by.UserID, s.now())
	if err := s.move(ctx, tx, account, transition{to: Active, by: by.UserID, reason: "KYC was approved"}); err != nil {
		return err
	}
	return s.auditDecision(ctx, tx, by, kycApproved, account, before, "")
}

// reject sends the owner back to hand in something better.
func (s *Service) reject(ctx context.Context, tx *database.Tx, account *Account, by audit.Actor, reason string) error {
	before := account.decided()
	account.KYCStatus, account.KYCReason, account.KYCDecidedBy, account.KYCDecidedAt = KYCRejected, reason, by.UserID, s.now()
	if err := updateAccount(ctx, tx, account, s.now()); err != nil {
		return err
	}
	return s.auditDecision(ctx, tx, by, kycRejected, account, before, reason)
}

// DecideKYC approves a submission, which activates the account, or rejects it with a reason. It is for
// admins of the tenant: it fails with FORBIDDEN below admin, with NOT_FOUND for another tenant's account and
// with SELF_DECISION for the caller's own. It fails with VALIDATION_ERROR for a rejection without a reason, with ACCOUNT_NOT_ACTIVE for a closed
// account, and with INVALID_TRANSITION when nothing is submitted.
func (s *Service) DecideKYC(ctx context.Context, caller identity.Caller, id uuid.UUID, decision KYCDecision, reason string) (*Account, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	if err := checkDecision(decision, reason); err != nil {
		return nil, err
	}
	var account *Account
	err := s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if account, err = lockManagedAccount(ctx, tx, caller, id); err != nil {
			return err
		}
		if err := caller.MayDecideFor(account.UserID); err != nil {
			return err
		}
		if err := account.mayDecide(); err != nil {
			return err
		}
		if decision == ApproveKYC {
			return s.approve(ctx, tx, account, caller.Actor())
		}
		if err := s.reject(ctx, tx, account, caller.Actor(), reason); err != nil {
			return err
		}
		return s.worth(ctx, tx, account)
	})
	if err != nil {
		return nil, err
	}
	return account, nil
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
	sealed, err := s.ring.Seal(plain, kycPurpose(account))
	if err != nil {
		return nil, fmt.Errorf("seal KYC details: %w", err)
	}
	return sealed, nil
}

// openKYC decrypts what sealKYC sealed for the account.
func (s *Service) openKYC(account uuid.UUID, sealed []byte) (*KYCDetails, error) {
	plain, err := s.ring.Open(sealed, kycPurpose(account))
	if err != nil {
		return nil, fmt.Errorf("open KYC details: %w", err)
	}
	var details KYCDetails
	if err := json.Unmarshal(plain, &details); err != nil {
		return nil, fmt.Errorf("decode KYC details: %w", err)
	}
	return &details, nil
}

func kycPurpose(account uuid.UUID) string { return "investment-kyc:" + account.String() }
