package education

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// holdShowcase blocks other changes to an owner's featured courses until the transaction ends.
func holdShowcase(ctx context.Context, tx *database.Tx, owner uuid.UUID, now time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO course_showcases (tenant_id, updated_at) VALUES ($1, $2)
		ON CONFLICT (tenant_id) DO UPDATE SET updated_at = excluded.updated_at`, owner, database.Micros(now))
	return err
}

// featuredFor reads the featured courses that a tenant's users see, in order and without descriptions: first those
// that its admins chose, then the platform's.
func featuredFor(ctx context.Context, from database.Querier, tenant uuid.UUID) ([]*Course, error) {
	return courseTable.All(from.Query(ctx, `
		SELECT `+listedCourseColumns+` FROM courses
		WHERE featured_rank IS NOT NULL AND status = 'published' AND `+seenBy(`$1`)+`
		ORDER BY CASE tenant_id WHEN $1 THEN 0 ELSE 1 END, featured_rank, id`, tenant))
}

// featuredBy reads an owner's featured courses, in order and without descriptions.
func featuredBy(ctx context.Context, tx *database.Tx, owner uuid.UUID) ([]*Course, error) {
	return courseTable.All(tx.Query(ctx, `
		SELECT `+listedCourseColumns+` FROM courses
		WHERE featured_rank IS NOT NULL AND status = 'published' AND tenant_id = $1 ORDER BY featured_rank, id`, owner))
}

// saveFeatured writes the ranks of an owner's featured courses and clears those of its others. The showcase is locked.
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

// candidate is a course that a caller wants to feature.
type candidate struct {
	owner  uuid.UUID
	status CourseStatus
}

// lockCandidates locks the courses and returns those that exist.
func lockCandidates(ctx context.Context, tx *database.Tx, ids []uuid.UUID) (found []candidate, err error) {
	err = database.FromRows(tx, []string{"TEXT"}, ids,
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
	return found, err
}
