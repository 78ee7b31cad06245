package payments

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// Withdraw requests money from an investment account of the caller, and holds it there. The caller is told by mail,
// since a thief of their session would ask for the same. It fails with REAUTHENTICATION_REQUIRED unless the log-in is
// recent, with VALIDATION_ERROR, NOT_FOUND, with ACCOUNT_NOT_ACTIVE when KYC is not approved, the account is
// suspended or something is owed on another account of the caller, and with INSUFFICIENT_FUNDS when the amount is
// more than can be withdrawn.
func (s *Service) Withdraw(ctx context.Context, caller identity.Caller, account uuid.UUID, amount money.Decimal, to Destination) (*Withdrawal, error) {
	if err := caller.RequireRecentLogin(s.now()); err != nil {
		return nil, err
	}
	if err := checkAmount(amount); err != nil {
		return nil, err
	}
	to, err := to.normal()
	if err != nil {
		return nil, err
	}
	withdrawal := &Withdrawal{
		ID: database.NewID(), TenantID: caller.TenantID, UserID: caller.UserID, AccountID: account, Amount: amount,
		Currency: Currency, Status: WithdrawalRequested, Method: to.Method, Hint: to.hint(), CreatedAt: s.now(),
	}
	if withdrawal.destination, err = s.sealDestination(withdrawal.ID, to); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.people.HoldEntering(ctx, tx, caller.UserID); err != nil {
			return err
		}
		if err := s.mayLeave(ctx, tx, caller.UserID, account); err != nil {
			return err
		}
		if err := s.accounts.Hold(ctx, tx, caller.UserID, account, amount, withdrawal.ID); err != nil {
			return err
		}
		if err := insertWithdrawal(ctx, tx, withdrawal); err != nil {
			return err
		}
		if err := s.people.TellWithdrawal(ctx, tx, caller.UserID, amount, withdrawal.Currency, withdrawal.Hint); err != nil {
			return err
		}
		return s.tell(ctx, tx, caller, withdrawal, "")
	})
	return withdrawal, err
}

// mayLeave fails with NOT_FOUND and ACCOUNT_NOT_ACTIVE unless money may leave an account. A user who owes on one of
// their accounts can withdraw from none: what one account lost with money that was taken back, another may have won
// by opposite positions. Deposits of the sandbox are play money: once it is no longer in use, they can go nowhere,
// and must not be paid out as if they were real.
func (s *Service) mayLeave(ctx context.Context, tx *database.Tx, user, account uuid.UUID) error {
	if err := s.accounts.MayWithdraw(ctx, tx, user, account); err != nil {
		return err
	}
	owed, err := s.accounts.OwedElsewhere(ctx, tx, user, account)
	if err != nil {
		return err
	}
	if owed.IsPositive() {
		return fault.New(fault.AccountNotActive, "%s %s are owed on another account of the same owner: that is to be paid first", owed, Currency)
	}
	isPlay, err := s.isPlayMoney(ctx, tx, account)
	if err == nil && isPlay {
		err = fault.New(fault.AccountNotActive, "deposits of the sandbox are on the account: play money is not paid out")
	}
	return err
}

// isPlayMoney reports whether an account's money came through the sandbox, which is no longer in use.
func (s *Service) isPlayMoney(ctx context.Context, from database.Querier, account uuid.UUID) (bool, error) {
	if _, isInUse := s.providers[SandboxProvider]; isInUse {
		return false, nil
	}
	return holdsPlayMoney(ctx, from, account)
}

// CancelWithdrawal returns the money of a withdrawal of the caller to its account. It fails with NOT_FOUND, and with
// INVALID_TRANSITION when the withdrawal has already been decided or cancelled.
func (s *Service) CancelWithdrawal(ctx context.Context, caller identity.Caller, id uuid.UUID) (withdrawal *Withdrawal, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if withdrawal, err = lockWithdrawal(ctx, tx, caller.TenantID, id); err != nil {
			return err
		}
		if withdrawal.UserID != caller.UserID {
			return errNoWithdrawal
		}
		before := withdrawal.Status
		if err := withdrawal.cancel(s.now()); err != nil {
			return err
		}
		if err := s.accounts.Release(ctx, tx, withdrawal.AccountID, withdrawal.Amount, withdrawal.ID); err != nil {
			return err
		}
		if err := saveWithdrawal(ctx, tx, withdrawal); err != nil {
			return err
		}
		return s.tell(ctx, tx, caller, withdrawal, before)
	})
	return withdrawal, err
}

// Withdrawal reads a withdrawal: the caller's own, or for an admin one of the tenant, with its full destination,
// which is recorded in the audit log. Nothing is paid to a user who owes or is suspended, and play money is not paid
// out: an approved withdrawal then has the reason instead of the destination. It fails with NOT_FOUND.
func (s *Service) Withdrawal(ctx context.Context, caller identity.Caller, id uuid.UUID) (*Withdrawal, error) {
	withdrawal, err := readWithdrawal(ctx, s.db, caller.TenantID, id)
	if err != nil || withdrawal.UserID == caller.UserID {
		return withdrawal, err
	}
	if !caller.Role.AtLeast(identity.RoleAdmin) {
		return nil, errNoWithdrawal
	}
	destination, err := s.openDestination(withdrawal)
	if err != nil || destination == nil {
		return withdrawal, err
	}
	var refusal string
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		if refusal, err = s.refuseTransfer(ctx, tx, withdrawal); err != nil || refusal != "" {
			return err
		}
		return audit.Record(ctx, tx, s.entry(caller, withdrawal, "payments.withdrawal.destination_read"))
	})
	switch {
	case err != nil:
		return nil, err
	case refusal != "":
		withdrawal.Reason = refusal
	default:
		withdrawal.Destination = destination
	}
	return withdrawal, nil
}

// refuseTransfer is the reason why nothing may be transferred for an approved withdrawal; empty if there is none. A
// deposit may have been taken back since, or the sandbox abandoned.
func (s *Service) refuseTransfer(ctx context.Context, tx *database.Tx, w *Withdrawal) (reason string, err error) {
	if w.Status != WithdrawalApproved {
		return "", nil
	}
	owed, err := s.accounts.Owed(ctx, tx, w.AccountID)
	if err != nil {
		return "", err
	}
	if owed.IsPositive() {
		return fmt.Sprintf("%s %s are owed on the account: transfer nothing and mark it as failed, and the money pays for it", owed, w.Currency), nil
	}
	elsewhere, err := s.accounts.OwedElsewhere(ctx, tx, w.UserID, w.AccountID)
	if err != nil {
		return "", err
	}
	if elsewhere.IsPositive() {
		return fmt.Sprintf("%s %s are owed on another account of the same owner: transfer nothing until that is paid, or mark it as failed", elsewhere, w.Currency), nil
	}
	isLockedOut, err := s.people.IsLockedOut(ctx, tx, w.UserID)
	if err != nil {
		return "", err
	}
	if isLockedOut {
		return "the owner is suspended: transfer nothing until they are reinstated, or mark it as failed", nil
	}
	isPlay, err := s.isPlayMoney(ctx, tx, w.AccountID)
	if err == nil && isPlay {
		reason = "deposits of the sandbox are on the account: transfer nothing and mark it as failed, since play money is not paid out"
	}
	return reason, err
}

// tell writes a step of a withdrawal to the audit log, in the caller's name, and publishes it. Every status has an
// event of its own.
func (s *Service) tell(ctx context.Context, tx *database.Tx, caller identity.Caller, w *Withdrawal, before WithdrawalStatus) error {
	entry := s.entry(caller, w, "payments.withdrawal."+string(w.Status))
	if before != "" {
		entry.Before = audit.Fields{"status": string(before)}
	}
	entry.After = audit.Fields{
		"status": string(w.Status), "amount": w.Amount.String(), "transferAmount": w.TransferAmount.String(),
		"reference": w.Reference, "reason": w.Reason,
	}
	if err := audit.Record(ctx, tx, entry); err != nil {
		return err
	}
	return s.events.Publish(ctx, tx, w.event())
}

func (s *Service) entry(caller identity.Caller, w *Withdrawal, action string) audit.Entry {
	return audit.Entry{
		TenantID: w.TenantID, Actor: caller.Actor(), UserID: w.UserID, Action: action,
		Subject: audit.Subject{Kind: "withdrawal", ID: w.ID.String()}, CreatedAt: s.now(),
	}
}
