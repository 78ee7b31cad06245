package investment

import (
	"context"
	"log/slog"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// SetStatus moves an account to another state. It is for admins of the tenant: it fails with FORBIDDEN below admin,
// with NOT_FOUND for another tenant's account and with SELF_DECISION for the caller's own. But its owner, who need
// not be an admin, may close it, unless it is suspended (ACCOUNT_NOT_ACTIVE): closing would lift what an admin has
// imposed. Activating an account that waits for KYC vouches for its owner, whose other waiting accounts then become
// active too. Closing sells everything; what cannot be sold now is sold when its market opens, and until then the
// account is suspended and closing. It fails with INVALID_TRANSITION.
func (s *Service) SetStatus(ctx context.Context, caller identity.Caller, id uuid.UUID, next Status, reason string) (*Account, error) {
	if next != Closed {
		if err := caller.Require(identity.RoleAdmin); err != nil {
			return nil, err
		}
	}
	var account *Account
	err := s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if account, err = s.lockToMove(ctx, tx, caller, id, next); err != nil {
			return err
		}
		if err := account.mayBeMovedBy(caller, next); err != nil {
			return err
		}
		if account.Status == PendingKYC && next == Active && account.KYCStatus != KYCApproved {
			if err := s.cases.VouchFor(ctx, tx, caller, account.owner()); err != nil {
				return err
			}
			account, err = findAccount(ctx, tx, id)
			return err
		}
		before := account.decided()
		if err := s.move(ctx, tx, account, transition{to: next, by: caller.UserID, reason: reason}); err != nil {
			return err
		}
		return s.auditDecision(ctx, tx, caller.Actor(), accountStatusChanged, account, before, reason)
	})
	return s.valued(ctx, account, err)
}

// lockToMove locks an account that the caller manages, and before it the case of its owner if that may change with
// it.
func (s *Service) lockToMove(ctx context.Context, tx *database.Tx, caller identity.Caller, id uuid.UUID, next Status) (*Account, error) {
	if next == Active {
		return s.lockWithCase(ctx, tx, caller, id)
	}
	return lockManagedAccount(ctx, tx, caller, id)
}

// mayBeMovedBy fails with SELF_DECISION when the caller would decide on their own account, and with
// ACCOUNT_NOT_ACTIVE when they would close it while it is suspended.
func (a *Account) mayBeMovedBy(caller identity.Caller, next Status) error {
	if next != Closed || caller.UserID != a.UserID {
		return caller.MayDecideFor(a.UserID)
	}
	if a.Status == Suspended {
		return fault.New(fault.AccountNotActive, "the account is suspended: only an administrator can close it")
	}
	return nil
}

// transition is a step in the life of an account.
type transition struct {
	to     Status
	by     uuid.UUID // nil for the platform itself
	reason string
}

// move takes an account that the transaction has locked to another state, together with its trading account.
func (s *Service) move(ctx context.Context, tx *database.Tx, account *Account, step transition) error {
	previous := account.Status
	if err := account.become(step.to, s.now()); err != nil {
		return err
	}
	if err := s.instructDesk(ctx, tx, account); err != nil {
		return err
	}
	if err := updateAccount(ctx, tx, account, s.now()); err != nil {
		return err
	}
	tx.AfterCommit(func() {
		s.logger.LogAttrs(ctx, slog.LevelInfo, "investment account status changed",
			slog.String("accountId", account.ID.String()), slog.String("from", string(previous)),
			slog.String("to", string(account.Status)), slog.String("by", step.by.String()))
	})
	if err := s.worth(ctx, tx, account); err != nil {
		return err
	}
	return s.publish(ctx, tx, account.TenantID, accountStatusChanged, statusEvent{newAccountEvent(account), previous, step.reason})
}

// instructDesk applies the state to the trading account. Its row is locked first, as by every trade on it, which
// avoids a deadlock. A suspended account continues to follow its agent: it enters nothing, but its exits run.
func (s *Service) instructDesk(ctx context.Context, tx *database.Tx, account *Account) error {
	status := map[Status]TradingStatus{Active: TradingActive, Suspended: TradingSuspended, Closed: TradingClosed}[account.Status]
	reached, err := s.accounts.SetAccountStatus(ctx, tx, account.ID, status)
	if err != nil {
		return err
	}
	switch account.Status {
	case Active:
		return s.accounts.FollowAgent(ctx, tx, account.TenantID, account.UserID, account.ID, string(account.Agent))
	case Closed:
		if reached != TradingClosed {
			account.wait(s.now())
		}
		return s.accounts.LeaveAgents(ctx, tx, account.ID)
	}
	return nil
}

// TradingClosed closes an account whose last position was sold, in the transaction that sold it. The trading desk
// calls it; an account that was not being closed stays as it is.
func (s *Service) TradingClosed(ctx context.Context, tx *database.Tx, id uuid.UUID) error {
	account, err := lockAccount(ctx, tx, id)
	if err != nil || !account.closing() {
		return err
	}
	previous := account.Status
	account.Status, account.ClosedAt = Closed, s.now()
	if err := updateAccount(ctx, tx, account, s.now()); err != nil {
		return err
	}
	if err := s.worth(ctx, tx, account); err != nil {
		return err
	}
	return s.publish(ctx, tx, account.TenantID, accountStatusChanged, statusEvent{newAccountEvent(account), previous, "everything is sold"})
}
