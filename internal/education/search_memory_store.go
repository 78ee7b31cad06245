package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// coursesTopic tells that courses have changed that search shows, or has shown.
const coursesTopic = "education.courses"

// noteChanges gives changed courses, which are held, the next version, by which other processes find them. Call it
// last: the version is held until the transaction ends.
func noteChanges(ctx context.Context, tx *database.Tx, changed ...uuid.UUID) error {
	if len(changed) == 0 {
		return nil
	}
	var version int64
	if err := tx.QueryRow(ctx, `UPDATE course_search_version SET version = version + 1 RETURNING version`).Scan(&version); err != nil {
		return err
	}
	tx.Notify(coursesTopic, changed[0].String())
	return database.FromRows(tx, []string{"TEXT", "BIGINT"}, changed,
		func(id uuid.UUID) []any { return []any{id, version} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO course_changes (course_id, version) SELECT v.column1, v.column2 FROM `+source+` WHERE TRUE
				ON CONFLICT (course_id) DO UPDATE SET version = excluded.version`, arguments...)
			return err
		})
}

// searchVersion reads the version of the last change.
func searchVersion(ctx context.Context, from database.Querier) (version int64, err error) {
	err = from.QueryRow(ctx, `SELECT version FROM course_search_version`).Scan(&version)
	return version, err
}

// changesSince reads which courses have changed since a version, at most so many, and the version that they lead to.
func changesSince(ctx context.Context, from database.Querier, version int64, most int) (changed []uuid.UUID, latest int64, err error) {
	latest = version
	rows, err := from.Query(ctx, `
		SELECT course_id, version FROM course_changes WHERE version > $1 ORDER BY version LIMIT $2`, version, most)
	changed, err = database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id, &latest)
		return id, err
	})
	return changed, latest, err
}

// publishedCourses reads the identifiers of all published courses, the oldest first, at most so many.
func publishedCourses(ctx context.Context, from database.Querier, most int) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `SELECT id FROM courses WHERE status = 'published' ORDER BY id LIMIT $1`, most)
	return database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}

// readSearched reads those of some courses that are published, with their published lessons, and hands them over
// few at a time, in the order of the identifiers: their texts may be long.
func readSearched(ctx context.Context, from database.Querier, ids []uuid.UUID, take func([]*searchedCourse) error) error {
	return database.InBatches(ids, func(batch []uuid.UUID) error {
		var arguments database.Arguments
		list := database.AddAll(&arguments, batch)
		rows, err := from.Query(ctx, `
			SELECT id, tenant_id, title, short_description, description, difficulty_level, published_at, COALESCE(featured_rank, 1000000)
			FROM courses WHERE status = 'published' AND id IN `+list+` ORDER BY id`, arguments...)
		byID := make(map[uuid.UUID]*searchedCourse, len(batch))
		courses, err := database.Collect(rows, err, func(row database.Row) (*searchedCourse, error) {
			var c searchedCourse
			err := row.Scan(&c.ID, &c.TenantID, &c.Title, &c.ShortDescription, &c.Description, &c.Level, database.Time(&c.PublishedAt), &c.featured)
			byID[c.ID] = &c
			return &c, err
		})
		if err != nil {
			return err
		}
		rows, err = from.Query(ctx, `
			SELECT course_id, title, content FROM lessons WHERE status = 'published' AND course_id IN `+list+`
			ORDER BY course_id, position, id`, arguments...)
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			lesson := Lesson{Status: LessonPublished}
			err := row.Scan(&lesson.CourseID, &lesson.Title, &lesson.Content)
			if course := byID[lesson.CourseID]; course != nil {
				course.Lessons = append(course.Lessons, lesson)
			}
			return struct{}{}, err
		})
		if err != nil {
			return err
		}
		return take(courses)
	})
}
