package kyc

import (
	"cmp"
	"context"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// Mine returns the caller's own case, without the submission. A caller who has submitted nothing has a case all the
// same. It fails when the database does.
func (s *Service) Mine(ctx context.Context, caller identity.Caller) (*Case, error) {
	own, err := readCaseOf(ctx, s.db, caller.TenantID, caller.UserID)
	if !fault.Is(err, fault.NotFound) {
		return own, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		own, err = holdCase(ctx, tx, caller.TenantID, caller.UserID, s.now())
		return err
	})
	return own, err
}

// Filter selects the cases to list.
type Filter struct {
	State    State     // when empty: Submitted, or any for one user
	UserID   uuid.UUID // everybody when nil
	TenantID uuid.UUID // the caller's own when nil
}

// Cases lists a tenant's cases in one state, or those of one user, oldest submission first, and their total number. It
// is for admins: it fails with FORBIDDEN below, and with NOT_FOUND when a caller who is not a super_admin names another
// tenant.
func (s *Service) Cases(ctx context.Context, caller identity.Caller, filter Filter, page database.Page) ([]*Case, int, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, 0, err
	}
	filter.TenantID = cmp.Or(filter.TenantID, caller.TenantID)
	if filter.UserID == uuid.Nil { // a filter for one person matches whatever the state
		filter.State = cmp.Or(filter.State, Submitted)
	}
	if filter.TenantID != caller.TenantID && !caller.Role.AtLeast(identity.RoleSuperAdmin) {
		return nil, 0, fault.New(fault.NotFound, "there is no such tenant")
	}
	return readCases(ctx, s.db, filter, page)
}

// Case returns a case and its submission; nil when there is none. It is for admins: it fails with FORBIDDEN below, and
// with NOT_FOUND for a case that the caller does not manage. Reading a submission is audited.
func (s *Service) Case(ctx context.Context, caller identity.Caller, id uuid.UUID) (found *Case, submission *Submission, err error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, nil, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		if found, err = readCase(ctx, tx, id); err != nil {
			return err
		}
		submission, err = s.read(ctx, tx, caller, found)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	return found, submission, nil
}

// ReadIn returns a person's case and submission, as part of a transaction; nil when there is no submission. A person
// without a case gets an empty one, which is not stored. It fails as Case does.
func (s *Service) ReadIn(ctx context.Context, tx *database.Tx, caller identity.Caller, person Person) (*Case, *Submission, error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, nil, err
	}
	found, err := readCaseOf(ctx, tx, person.TenantID, person.UserID)
	if fault.Is(err, fault.NotFound) {
		return &Case{TenantID: person.TenantID, UserID: person.UserID, State: None}, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	submission, err := s.read(ctx, tx, caller, found)
	return found, submission, err
}

func (s *Service) read(ctx context.Context, tx *database.Tx, caller identity.Caller, found *Case) (*Submission, error) {
	if !found.managedBy(caller) {
		return nil, errNoCase
	}
	submission, err := s.open(found)
	if err != nil || submission == nil {
		return nil, err
	}
	return submission, audit.Record(ctx, tx, s.entry(caller.Actor(), auditRead, found))
}
