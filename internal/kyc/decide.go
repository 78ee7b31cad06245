package kyc

import (
	"context"
	"log/slog"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// The audit log's names for the acts on cases.
const (
	auditApproved = "kyc.case.approved"
	auditRejected = "kyc.case.rejected"
	auditRead     = "kyc.case.read"
)

// Decide approves a submission, or rejects it with a reason. It is for admins of the tenant: it fails with FORBIDDEN
// below admin, with NOT_FOUND for another tenant's case and with SELF_DECISION for the caller's own. It fails with
// VALIDATION_ERROR for a rejection without a reason, and with INVALID_TRANSITION when nothing is submitted.
func (s *Service) Decide(ctx context.Context, caller identity.Caller, id uuid.UUID, decision Decision, reason string) (decided *Case, err error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if decided, err = lockCase(ctx, tx, id); err != nil {
			return err
		}
		return s.decideAs(ctx, tx, caller, decided, decision, reason)
	})
	if err != nil {
		return nil, err
	}
	return decided, nil
}

// Person identifies the person of a case.
type Person struct{ TenantID, UserID uuid.UUID }

// DecideIn is Decide by person, as part of a transaction. The transaction must not yet hold anything that depends on
// cases, unless it has locked the case before.
func (s *Service) DecideIn(ctx context.Context, tx *database.Tx, caller identity.Caller, person Person, decision Decision, reason string) error {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return err
	}
	c, err := holdCase(ctx, tx, person.TenantID, person.UserID, s.now())
	if err != nil {
		return err
	}
	return s.decideAs(ctx, tx, caller, c, decision, reason)
}

func (s *Service) decideAs(ctx context.Context, tx *database.Tx, caller identity.Caller, c *Case, decision Decision, reason string) error {
	if !c.managedBy(caller) {
		return errNoCase
	}
	if err := checkDecision(decision, reason); err != nil {
		return err
	}
	if err := caller.MayDecideFor(c.UserID); err != nil {
		return err
	}
	return s.decide(ctx, tx, c, decider{actor: caller.Actor()}, decision, reason)
}

func checkDecision(decision Decision, reason string) error {
	switch decision {
	case Approve:
		return nil
	case Reject:
		return checkText("reason", reason, 500)
	}
	return fault.Invalid("decision", "must be approve or reject")
}

// decide applies a decision to a case that the transaction holds.
func (s *Service) decide(ctx context.Context, tx *database.Tx, c *Case, by decider, decision Decision, reason string) error {
	if err := c.mayDecide(); err != nil {
		return err
	}
	if decision == Approve {
		return s.approve(ctx, tx, c, by)
	}
	before := c.State
	c.reject(by.actor.UserID, reason, s.now())
	if err := s.changed(ctx, tx, c, by.actor, caseRejected); err != nil {
		return err
	}
	if err := s.auditDecision(ctx, tx, c, by, auditRejected, before); err != nil {
		return err
	}
	return s.write(ctx, tx, c, "kyc_rejected", map[string]string{"reason": reason})
}

// approve approves the person's current submission.
func (s *Service) approve(ctx context.Context, tx *database.Tx, c *Case, by decider) error {
	documents, err := s.documentsOf(c)
	if err != nil {
		return err
	}
	return s.approveFor(ctx, tx, c, by, documents)
}

// documentsOf returns the documents of a case's submission.
func (s *Service) documentsOf(c *Case) ([]Document, error) {
	submission, err := s.open(c)
	if err != nil || submission == nil {
		return nil, err
	}
	return submission.Documents, nil
}

// approveFor approves a person for as long as the documents are valid.
func (s *Service) approveFor(ctx context.Context, tx *database.Tx, c *Case, by decider, documents []Document) error {
	before := c.State
	if err := c.approve(by.actor.UserID, validUntil(s.valid, documents, s.now()), s.now()); err != nil {
		return err
	}
	if err := s.changed(ctx, tx, c, by.actor, caseApproved); err != nil {
		return err
	}
	tx.Notify(expiryTopic, c.ID.String())
	if err := s.auditDecision(ctx, tx, c, by, auditApproved, before); err != nil {
		return err
	}
	return s.write(ctx, tx, c, "kyc_approved", nil)
}

// VouchIn approves a person's case whatever its submission, on behalf of an admin who knows them by other means. It
// fails with FORBIDDEN, NOT_FOUND and SELF_DECISION as Decide does. A case that is already approved stays as it is.
// Like DecideIn, it is part of a transaction.
func (s *Service) VouchIn(ctx context.Context, tx *database.Tx, caller identity.Caller, person Person) error {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return err
	}
	c, err := holdCase(ctx, tx, person.TenantID, person.UserID, s.now())
	if err != nil {
		return err
	}
	if !c.managedBy(caller) {
		return errNoCase
	}
	if err := caller.MayDecideFor(c.UserID); err != nil {
		return err
	}
	if c.State == Approved { // followers that have missed the approval are called again
		return s.changed(ctx, tx, c, caller.Actor(), "")
	}
	by := decider{actor: caller.Actor()}
	if c.State == Submitted {
		return s.approve(ctx, tx, c, by)
	}
	return s.approveFor(ctx, tx, c, by, nil) // documents of an earlier submission say nothing about this approval
}

// auditDecision records who has decided on a case. There is no actor when the platform or the provider did.
func (s *Service) auditDecision(ctx context.Context, tx *database.Tx, c *Case, by decider, action string, before State) error {
	entry := s.entry(by.actor, action, c)
	entry.Before, entry.After = audit.Fields{"state": string(before)}, audit.Fields{"state": string(c.State)}
	entry.Details = audit.Fields{}
	if c.Reason != "" {
		entry.Details["reason"] = c.Reason
	}
	if by.provider != "" {
		entry.Details["provider"], entry.Details["reference"] = by.provider, c.ProviderReference
	}
	tx.AfterCommit(func() {
		s.logger.LogAttrs(ctx, slog.LevelInfo, "KYC case decided", slog.String("caseId", c.ID.String()),
			slog.String("state", string(c.State)), slog.String("by", by.actor.UserID.String()), slog.String("provider", by.provider))
	})
	return audit.Record(ctx, tx, entry)
}

// entry returns an audit entry about a case.
func (s *Service) entry(by audit.Actor, action string, c *Case) audit.Entry {
	return audit.Entry{
		TenantID: c.TenantID, Actor: by, UserID: c.UserID, Action: action,
		Subject: audit.Subject{Kind: "kyc_case", ID: c.ID.String()}, CreatedAt: s.now(),
	}
}
