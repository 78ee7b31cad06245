package education

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// SetFeatured replaces the featured courses of an owner and their order: a tenant's for its admins, the platform's for
// a super_admin unless the scope says otherwise. It fails with VALIDATION_ERROR on courseIds when one is named twice,
// with NOT_FOUND when one does not exist, with FORBIDDEN when one belongs to another owner, and with CONFLICT when one
// is not published.
func (s *Service) SetFeatured(ctx context.Context, caller identity.Caller, scope identity.Scope, ids []uuid.UUID) (courses []*Course, err error) {
	owner, err := caller.OwnerFor(scope, identity.RoleAdmin)
	if err != nil {
		return nil, err
	}
	seen := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			return nil, fault.Invalid("courseIds", "%s is named twice", id)
		}
		seen[id] = true
	}
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := holdShowcase(ctx, tx, owner, s.now()); err != nil {
			return err
		}
		before, err := featuredBy(ctx, tx, owner)
		if err != nil {
			return err
		}
		if err := checkFeaturable(ctx, tx, caller, owner, ids); err != nil {
			return err
		}
		if err := saveFeatured(ctx, tx, owner, ids); err != nil {
			return err
		}
		if courses, err = featuredBy(ctx, tx, owner); err != nil {
			return err
		}
		return s.record(ctx, tx, caller, act{
			"education.featured.changed", audit.Subject{Kind: "featured", ID: string(identity.ScopeOf(owner))},
			audit.Fields{"courses": namesOf(before)}, audit.Fields{"courses": namesOf(courses)},
		})
	})
	if err != nil {
		return nil, err
	}
	return courses, nil
}

func namesOf(courses []*Course) string {
	slugs := make([]string, len(courses))
	for i, course := range courses {
		slugs[i] = course.Slug
	}
	return strings.Join(slugs, ", ")
}

// checkFeaturable locks the courses and fails with NOT_FOUND, FORBIDDEN or CONFLICT unless all are published and
// belong to the owner.
func checkFeaturable(ctx context.Context, tx *database.Tx, caller identity.Caller, owner uuid.UUID, ids []uuid.UUID) error {
	found, err := lockCandidates(ctx, tx, ids)
	if err != nil {
		return err
	}
	known := 0
	for _, c := range found {
		if caller.Sees(c.owner) {
			known++
		}
	}
	if known < len(ids) {
		return errNoCourse
	}
	for _, c := range found {
		switch {
		case c.owner != owner:
			return fault.New(fault.Forbidden, "a course of the %s cannot be featured here", identity.ScopeOf(c.owner)).About("courseIds")
		case c.status != Published:
			return fault.New(fault.Conflict, "a course that is %s cannot be featured", c.status).About("courseIds")
		}
	}
	return nil
}
