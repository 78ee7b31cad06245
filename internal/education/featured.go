package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// SetFeatured chooses the featured courses and their order, in the place of the earlier ones. It is for
// admins. It fails with VALIDATION_ERROR on courseIds when one is named twice, with NOT_FOUND when one does
// not exist, and with CONFLICT when one is not published.
func (s *Service) SetFeatured(ctx context.Context, caller identity.Caller, ids []uuid.UUID) (courses []*Course, err error) {
	if err := caller.Require(identity.RoleAdmin); err != nil {
		return nil, err
	}
	seen := make(map[uuid.UUID]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			return nil, fault.Invalid("courseIds", "%s is named twice", id)
		}
		seen[id] = true
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := s.saveFeatured(ctx, tx, ids); err != nil {
			return err
		}
		courses, err = featured(ctx, tx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return courses, nil
}

// saveFeatured gives the courses their ranks, and nobody else one.
func (s *Service) saveFeatured(ctx context.Context, tx *database.Tx, ids []uuid.UUID) error {
	rank := make(map[uuid.UUID]int, len(ids))
	for i, id := range ids {
		rank[id] = i + 1
	}
	if err := checkPublished(ctx, tx, ids); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE courses SET featured_rank = NULL WHERE featured_rank IS NOT NULL`); err != nil {
		return err
	}
	return database.FromRows(tx, []string{"TEXT", "BIGINT"}, ids,
		func(id uuid.UUID) []any { return []any{id, rank[id]} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				UPDATE courses SET featured_rank = v.column2 FROM `+source+` WHERE courses.id = v.column1`, arguments...)
			return err
		})
}

// checkPublished holds the courses and fails with NOT_FOUND or CONFLICT unless all are published.
func checkPublished(ctx context.Context, tx *database.Tx, ids []uuid.UUID) error {
	found := 0
	err := database.FromRows(tx, []string{"TEXT"}, ids,
		func(id uuid.UUID) []any { return []any{id} },
		func(source string, arguments []any) error {
			rows, err := tx.Query(ctx, `
				SELECT status FROM courses WHERE id IN (SELECT v.column1 FROM `+source+`) ORDER BY id`+tx.ForUpdate(), arguments...)
			statuses, err := database.Collect(rows, err, func(row database.Row) (status CourseStatus, err error) {
				err = row.Scan(&status)
				return status, err
			})
			for _, status := range statuses {
				if status != Published {
					return fault.New(fault.Conflict, "a course that is %s cannot be featured", status).About("courseIds")
				}
			}
			found += len(statuses)
			return err
		})
	if err == nil && found < len(ids) {
		return errNoCourse
	}
	return err
}
