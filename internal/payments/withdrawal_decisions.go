package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// Decision is an admin's decision about a withdrawal.
type Decision struct {
	Approve bool
	Reason  string
}

// Decide approves a withdrawal of the admin's tenant, or returns the money to its account. Approved money first goes
// back to where it came from: refunds of its account's deposits are begun, and what they do not cover is left to a
// transfer.
//
// It fails with FORBIDDEN, NOT_FOUND, with SELF_DECISION for the caller's own, with INVALID_TRANSITION when it has
// already been decided or cancelled, and an approval fails with ACCOUNT_NOT_ACTIVE as Withdraw does, also while its
// owner owes money or is suspended.
func (s *Service) Decide(ctx context.Context, caller identity.Caller, id uuid.UUID, decision Decision) (*Withdrawal, error) {
	if database.ResumedFrom(ctx) == "" {
		withdrawal, refunds, err := s.decide(ctx, caller, id, decision)
		if err != nil || refunds == 0 {
			return withdrawal, err
		}
	} else if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	// The decision stands, whatever the provider says: the provider is asked only after the commit.
	if err := s.db.CommitHeld(ctx); err != nil {
		return nil, err
	}
	if err := s.attemptRefundsOf(ctx, id); err != nil {
		return nil, err
	}
	return readWithdrawal(ctx, s.db, caller.TenantID, id)
}

// decide makes the decision and returns how many refunds it has begun.
func (s *Service) decide(ctx context.Context, caller identity.Caller, id uuid.UUID, decision Decision) (withdrawal *Withdrawal, refunds int, err error) {
	withdrawal, err = s.step(ctx, caller, id, func(tx *database.Tx, w *Withdrawal) error {
		refunds = 0
		if err := w.decide(decision, caller.UserID, s.now()); err != nil {
			return err
		}
		if !decision.Approve {
			return s.accounts.Release(ctx, tx, w.AccountID, w.Amount, w.ID)
		}
		planned, err := s.planRefunds(ctx, tx, w)
		if err != nil {
			return err
		}
		if refunds = len(planned); refunds > 0 {
			tx.ResumeFrom(w.ID.String())
		}
		return s.mayPayOut(ctx, tx, w)
	})
	return withdrawal, refunds, err
}

// attemptRefundsOf asks the providers for the undecided refunds of a withdrawal. It fails when they cannot be read.
func (s *Service) attemptRefundsOf(ctx context.Context, withdrawal uuid.UUID) error {
	refunds, err := pendingRefundsOf(ctx, s.db, withdrawal)
	if err != nil {
		return err
	}
	for _, refund := range refunds {
		if err := s.attemptRefund(ctx, refund); err != nil {
			// Do not ask the provider for the others now: the reconciler retries all of them.
			s.logger.Warn("a refund has to wait", "refund", refund.ID, "payment", refund.PaymentID, "error", err)
			return nil
		}
	}
	return nil
}

// MarkPaid records that the transfer of an approved withdrawal was made, under the bank's reference. Money that has
// gone is booked even when its owner owes by now: a destination is not shown while they owe (see Withdrawal). It
// fails with FORBIDDEN, NOT_FOUND, SELF_DECISION, and with INVALID_TRANSITION unless it is approved and its refunds
// are settled.
func (s *Service) MarkPaid(ctx context.Context, caller identity.Caller, id uuid.UUID, reference string) (*Withdrawal, error) {
	return s.step(ctx, caller, id, func(tx *database.Tx, w *Withdrawal) error {
		if err := w.endTransfer(WithdrawalPaid, caller.UserID, s.now()); err != nil {
			return err
		}
		w.Reference = reference
		return s.accounts.PayOut(ctx, tx, w.AccountID, w.TransferAmount, w.ID)
	})
}

// MarkFailed records that the transfer of an approved withdrawal cannot be made: what was to be transferred goes back
// to the account, what was refunded stays refunded. It fails as MarkPaid does.
func (s *Service) MarkFailed(ctx context.Context, caller identity.Caller, id uuid.UUID, reason string) (*Withdrawal, error) {
	return s.step(ctx, caller, id, func(tx *database.Tx, w *Withdrawal) error {
		if err := w.endTransfer(WithdrawalFailed, caller.UserID, s.now()); err != nil {
			return err
		}
		w.Reason = reason
		return s.accounts.Release(ctx, tx, w.AccountID, w.TransferAmount, w.ID)
	})
}

// step moves somebody else's withdrawal one step further, as an admin of its tenant, and publishes it.
func (s *Service) step(ctx context.Context, caller identity.Caller, id uuid.UUID, work func(tx *database.Tx, w *Withdrawal) error) (withdrawal *Withdrawal, err error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if withdrawal, err = lockWithdrawal(ctx, tx, caller.TenantID, id); err != nil {
			return err
		}
		if err := caller.MayDecideFor(withdrawal.UserID); err != nil {
			return err
		}
		before := withdrawal.Status
		if err := work(tx, withdrawal); err != nil {
			return err
		}
		if err := saveWithdrawal(ctx, tx, withdrawal); err != nil {
			return err
		}
		return s.tell(ctx, tx, caller, withdrawal, before)
	})
	if err != nil {
		return nil, err
	}
	return withdrawal, nil
}

// mayPayOut fails with ACCOUNT_NOT_ACTIVE when money may no longer leave the account of a withdrawal: much may have
// happened since the request.
func (s *Service) mayPayOut(ctx context.Context, tx *database.Tx, w *Withdrawal) error {
	if err := s.mayLeave(ctx, tx, w.UserID, w.AccountID); err != nil {
		return err
	}
	isLockedOut, err := s.people.IsLockedOut(ctx, tx, w.UserID)
	if err != nil {
		return err
	}
	if isLockedOut {
		return fault.New(fault.AccountNotActive, "the owner is suspended: reject the withdrawal, or reinstate them first")
	}
	owed, err := s.accounts.Owed(ctx, tx, w.AccountID)
	if err == nil && owed.IsPositive() {
		err = fault.New(fault.AccountNotActive, "%s %s are owed on the account: reject the withdrawal, and the money pays for it", owed, w.Currency)
	}
	return err
}
