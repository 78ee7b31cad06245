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

// SetFeatured chooses the featured courses of an owner and their order, in the place of the earlier ones: a
// tenant's for its admins, the platform's for a super_admin unless the scope says otherwise. It fails with
// VALIDATION_ERROR on courseIds when one is named twice, with NOT_FOUND when one does not exist, with FORBIDDEN
// when one is another owner's, and with CONFLICT when one is not published.
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
		if err := s.holdShowcase(ctx, tx, owner); err != nil {
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

// holdShowcase keeps others from choosing an owner's featured courses until the transaction ends.
func (s *Service) holdShowcase(ctx context.Context, tx *database.Tx, owner uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO course_showcases (tenant_id, updated_at) VALUES ($1, $2)
		ON CONFLICT (tenant_id) DO UPDATE SET updated_at = excluded.updated_at`, owner, database.Micros(s.now()))
	return err
}

// featuredBy reads what an owner has chosen, in its order.
func featuredBy(ctx context.Context, tx *database.Tx, owner uuid.UUID) ([]*Course, error) {
	rows, err := tx.Query(ctx, `
		SELECT `+courseColumns+` FROM courses
		WHERE featured_rank IS NOT NULL AND status = 'published' AND tenant_id = $1 ORDER BY featured_rank, id`, owner)
	return database.Collect(rows, err, scanCourse)
}

// saveFeatured gives courses of an owner, whose showcase is held, their ranks, and none to its others.
func saveFeatured(ctx context.Context, tx *database.Tx, owner uuid.UUID, ids []uuid.UUID) error {
	rank := make(map[uuid.UUID]int, len(ids))
	for i, id := range ids {
		rank[id] = i + 1
	}
	if _, err := tx.Exec(ctx, `
		UPDATE courses SET featured_rank = NULL WHERE tenant_id = $1 AND featured_rank IS NOT NULL`, owner); err != nil {
		return err
	}
	err := database.FromRows(tx, []string{"TEXT", "BIGINT"}, ids,
		func(id uuid.UUID) []any { return []any{id, rank[id]} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				UPDATE courses SET featured_rank = v.column2 FROM `+source+` WHERE courses.id = v.column1`, arguments...)
			return err
		})
	if err != nil {
		return err
	}
	rows, err := tx.Query(ctx, `
		UPDATE course_search SET featured_rank = (SELECT featured_rank FROM courses WHERE courses.id = course_search.course_id)
		WHERE course_search.tenant_id = $1 AND (course_search.featured_rank IS NOT NULL OR course_search.course_id IN (
			SELECT id FROM courses WHERE courses.tenant_id = $1 AND courses.featured_rank IS NOT NULL))
		RETURNING course_id`, owner)
	changed, err := database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
	if err != nil {
		return err
	}
	return noteChanges(ctx, tx, changed...)
}

// checkFeaturable holds the courses and fails with NOT_FOUND, FORBIDDEN or CONFLICT unless all are published and
// the owner's.
func checkFeaturable(ctx context.Context, tx *database.Tx, caller identity.Caller, owner uuid.UUID, ids []uuid.UUID) error {
	type candidate struct {
		owner  uuid.UUID
		status CourseStatus
	}
	var found []candidate
	err := database.FromRows(tx, []string{"TEXT"}, ids,
		func(id uuid.UUID) []any { return []any{id} },
		func(source string, arguments []any) error {
			rows, err := tx.Query(ctx, `
				SELECT tenant_id, status FROM courses WHERE id IN (SELECT v.column1 FROM `+source+`) ORDER BY id`+tx.ForUpdate(), arguments...)
			batch, err := database.Collect(rows, err, func(row database.Row) (c candidate, err error) {
				err = row.Scan(&c.owner, &c.status)
				return c, err
			})
			found = append(found, batch...)
			return err
		})
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
