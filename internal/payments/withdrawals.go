package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Withdraw asks for money from an investment account of the caller, and holds it there. It fails with
// VALIDATION_ERROR, NOT_FOUND and INSUFFICIENT_FUNDS.
func (s *Service) Withdraw(ctx context.Context, caller identity.Caller, account uuid.UUID, amount money.Decimal) (*Withdrawal, error) {
	if err := checkAmount(amount); err != nil {
		return nil, err
	}
	withdrawal := &Withdrawal{
		ID: newID(), TenantID: caller.TenantID, UserID: caller.UserID, AccountID: account, Amount: amount,
		Currency: Currency, Status: WithdrawalPending, CreatedAt: s.now(),
	}
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := s.accounts.Hold(ctx, tx, caller.UserID, account, amount, withdrawal.ID); err != nil {
			return err
		}
		if err := insertWithdrawal(ctx, tx, withdrawal); err != nil {
			return err
		}
		return s.events.Publish(ctx, tx, withdrawal.event(withdrawalRequested))
	})
	return withdrawal, err
}

// Decision is what an admin says about a withdrawal.
type Decision struct {
	Approve bool
	Reason  string
}

// Decide pays a withdrawal of the admin's tenant out, or gives the money back to its account. It fails with
// FORBIDDEN, NOT_FOUND, and with INVALID_TRANSITION when it has been decided before.
func (s *Service) Decide(ctx context.Context, caller identity.Caller, id uuid.UUID, decision Decision) (*Withdrawal, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	var withdrawal *Withdrawal
	err := s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		if withdrawal, err = lockWithdrawal(ctx, tx, caller.TenantID, id); err != nil {
			return err
		}
		if err := withdrawal.decide(decision, caller.UserID, s.now()); err != nil {
			return err
		}
		move := s.accounts.Release
		if decision.Approve {
			move = s.accounts.PayOut
		}
		if err := move(ctx, tx, withdrawal.AccountID, withdrawal.Amount, withdrawal.ID); err != nil {
			return err
		}
		if err := saveWithdrawal(ctx, tx, withdrawal); err != nil {
			return err
		}
		return s.events.Publish(ctx, tx, withdrawal.event(withdrawalDecided))
	})
	return withdrawal, err
}
