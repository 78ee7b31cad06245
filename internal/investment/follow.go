package investment

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/worker"
)

// FollowCase brings a person's accounts in line with their case: all of them show it, those that waited for an
// approval are activated, and a submission is published. KYC calls it in the transaction that changes the case, which
// holds the case's lock. It fails when the database does.
func (s *Service) FollowCase(ctx context.Context, tx *database.Tx, c OwnerCase, by audit.Actor) error {
	open, err := lockOpenAccounts(ctx, tx, c.UserID)
	if err != nil {
		return err
	}
	// Only now: an account that was being closed shows as closed once it is not among those.
	if err := showCaseOnClosed(ctx, tx, c, s.now()); err != nil {
		return err
	}
	for _, account := range open {
		if err := s.followOn(ctx, tx, account, c, by); err != nil {
			return err
		}
	}
	return nil
}

// followOn brings one account in line with its owner's case.
func (s *Service) followOn(ctx context.Context, tx *database.Tx, account *Account, c OwnerCase, by audit.Actor) error {
	before, isHandedIn := account.decided(), !c.SubmittedAt.IsZero() && !account.KYCSubmittedAt.Equal(c.SubmittedAt)
	account.follow(c)
	if account.waitsForNothing() {
		return s.activate(ctx, tx, account, by, before)
	}
	if err := updateAccount(ctx, tx, account, s.now()); err != nil || !isHandedIn {
		return err
	}
	if err := s.worth(ctx, tx, account); err != nil {
		return err
	}
	return s.publish(ctx, tx, account.TenantID, kycSubmitted, newKYCEvent(account, c.SubmittedAt))
}

// waitsForNothing reports whether an account is not active although its owner is approved.
func (a *Account) waitsForNothing() bool {
	return a.Status == PendingKYC && a.KYCStatus == KYCApproved && !a.closing()
}

// activate activates an account whose owner is approved.
func (s *Service) activate(ctx context.Context, tx *database.Tx, account *Account, by audit.Actor, before audit.Fields) error {
	const reason = "KYC was approved"
	if err := s.move(ctx, tx, account, transition{to: Active, by: by.UserID, reason: reason}); err != nil {
		return err
	}
	return s.auditDecision(ctx, tx, by, accountStatusChanged, account, before, reason)
}

const (
	// activationInterval is how often to look for accounts that wait although their owner is approved. There are some
	// after personal KYC cases were introduced, and when an older version running beside this one has opened them.
	activationInterval = 10 * time.Minute
	// againInterval is when to look again at those that were locked or failed.
	againInterval = time.Minute
	// activationWait is how long activating an account waits for a lock on it or on its owner's case.
	activationWait = 200 * time.Millisecond
)

// activator activates accounts that wait although their owner is approved.
type activator struct{ service *Service }

// Name is the worker's name.
func (activator) Name() string { return "account-activator" }

// Run looks for such accounts until the context ends. It fails when the database does.
func (w activator) Run(ctx context.Context) error {
	return worker.Loop(ctx, nil, w.service.ActivateWaiting)
}

// ActivateWaiting activates the accounts that wait although their owner is approved, and returns when to look again.
// An account that is locked, or that fails, does not delay the others; the first failure is returned, as Handled. It
// fails when the database does.
func (s *Service) ActivateWaiting(ctx context.Context) (wait time.Duration, err error) {
	var failure error
	left := 0
	for ctx.Err() == nil {
		waiting, err := accountsToActivate(ctx, s.db, left) // accounts left for later come before all that were not tried yet
		if err != nil {
			return 0, fmt.Errorf("look for accounts to activate: %w", err)
		}
		for _, id := range waiting {
			err := s.activateWaiting(ctx, id)
			if err == nil {
				continue
			}
			if ctx.Err() != nil || !database.IsLocked(err) && database.IsOutage(err) {
				return 0, err
			}
			worker.Progress(ctx)
			if left++; database.IsLocked(err) {
				continue
			}
			s.logger.ErrorContext(ctx, "an account that waits for nothing is left for later", "accountId", id, "error", err)
			if failure == nil {
				failure = fmt.Errorf("activate the account %s: %w", id, err)
			}
		}
		if len(waiting) < activationBatch {
			break
		}
	}
	if left > 0 {
		return againInterval, worker.Handled(failure)
	}
	return activationInterval, nil
}

func (s *Service) activateWaiting(ctx context.Context, id uuid.UUID) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, activationWait); err != nil {
			return err
		}
		account, err := findAccount(ctx, tx, id)
		if err != nil {
			return err
		}
		if _, err := s.cases.HoldCase(ctx, tx, account.TenantID, account.UserID); err != nil {
			return err
		}
		if account, err = lockAccount(ctx, tx, id); err != nil || !account.waitsForNothing() {
			return err
		}
		return s.activate(ctx, tx, account, audit.Actor{}, account.decided())
	})
}
