package kyc

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/identity"
)

// tellTopic wakes the teller.
const tellTopic = "kyc-submissions"

// Submit stores the caller's submission, sealed. With Auto it is approved at once, with HTTP the provider is asked. It
// fails with VALIDATION_ERROR; with INVALID_TRANSITION unless nothing was submitted yet, the last submission was
// rejected or has expired, or the approval ends soon; with RATE_LIMITED when the provider was asked for the caller or
// their network too often today; and with ACCOUNT_SUSPENDED when the caller is suspended.
func (s *Service) Submit(ctx context.Context, caller identity.Caller, submission Submission) (submitted *Case, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		submitted, err = s.SubmitIn(ctx, tx, caller, submission)
		return err
	})
	if err != nil {
		return nil, err
	}
	return submitted, nil
}

// SubmitIn is Submit as part of a transaction. The transaction must not yet hold anything that depends on cases, unless
// it has locked the case before.
func (s *Service) SubmitIn(ctx context.Context, tx *database.Tx, caller identity.Caller, submission Submission) (*Case, error) {
	if err := submission.Check(s.now()); err != nil {
		return nil, err
	}
	if s.people != nil { // before the case, as an erasure does: nothing is stored about an erased user
		if err := s.people.HoldEntering(ctx, tx, caller.UserID); err != nil {
			return nil, err
		}
	}
	c, err := holdCase(ctx, tx, caller.TenantID, caller.UserID, s.now())
	if err != nil {
		return nil, err
	}
	sealed, err := s.seal(c.ID, submission)
	if err != nil {
		return nil, err
	}
	if err := c.submit(database.NewID(), sealed, s.now()); err != nil {
		return nil, err
	}
	if s.mode == HTTP {
		if s.people != nil {
			if err := s.people.CountCost(ctx, tx, caller, "kyc-question", s.provider.Most); err != nil {
				return nil, err
			}
		}
		c.Provider, c.nextAttemptAt = string(HTTP), s.now()
		tx.Notify(tellTopic, c.ID.String())
	}
	if err := s.changed(ctx, tx, c, caller.Actor(), caseSubmitted); err != nil || s.mode != Auto {
		return c, err
	}
	return c, s.approve(ctx, tx, c, decider{})
}

// Hold reads a person's case, which it creates if there is none, and locks it until the transaction ends. A transaction
// that changes something that depends on the case must lock it first, so that the case cannot change unseen. It fails
// when the database does.
func (s *Service) Hold(ctx context.Context, tx *database.Tx, tenant, person uuid.UUID) (*Case, error) {
	return holdCase(ctx, tx, tenant, person, s.now())
}

// decider is who decides: an administrator, the provider, or the platform itself.
type decider struct {
	actor    audit.Actor
	provider string
}
