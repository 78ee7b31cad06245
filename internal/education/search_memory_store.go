package education

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// coursesTopic announces changes to courses that search shows, or has shown.
const coursesTopic = "education.courses"

// noteChanges gives changed courses, which are locked, the next version, by which other processes find them. Call it
// last: the version is locked until the transaction ends.
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

// changesSince reads up to most courses that have changed since a version, and the version that includes them.
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

// publishedCourses reads the ids of up to most published courses, oldest first.
func publishedCourses(ctx context.Context, from database.Querier, most int) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `SELECT id FROM courses WHERE status = 'published' ORDER BY id LIMIT $1`, most)
	return database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}

// readSearched reads the published courses among the given ones with the words of their published lessons, and passes
// them to take one at a time: their texts may be long. It fails as take does.
func readSearched(ctx context.Context, from database.Querier, ids []uuid.UUID, take func(*searchedCourse) error) error {
	return database.InBatches(ids, func(batch []uuid.UUID) error {
		left, err := publishedAmong(ctx, from, batch)
		if err != nil {
			return err
		}
		var course *searchedCourse // the one whose lessons are being read
		var writer *documentWriter
		finish := func() error {
			if course == nil {
				return nil
			}
			course.document = writer.document
			return take(course)
		}
		err = eachPublished(ctx, from, batch, func(id uuid.UUID, title, content string) error {
			if course == nil || course.ID != id {
				if err := finish(); err != nil {
					return err
				}
				if course = left[id]; course == nil { // it was published after the courses were read
					return nil
				}
				delete(left, id)
				writer = newDocumentWriter(&course.Course)
			}
			writer.addLesson(title, content)
			return nil
		})
		if err != nil {
			return err
		}
		if err := finish(); err != nil {
			return err
		}
		for _, course = range left { // those without lessons
			writer = newDocumentWriter(&course.Course)
			if err := finish(); err != nil {
				return err
			}
		}
		return nil
	})
}

// publishedAmong reads the published courses among the given ones, by id and without their lessons.
func publishedAmong(ctx context.Context, from database.Querier, ids []uuid.UUID) (map[uuid.UUID]*searchedCourse, error) {
	var arguments database.Arguments
	rows, err := from.Query(ctx, `
		SELECT id, tenant_id, title, short_description, description, difficulty_level, published_at, COALESCE(featured_rank, 1000000)
		FROM courses WHERE status = 'published' AND id IN `+database.AddAll(&arguments, ids), arguments...)
	byID := make(map[uuid.UUID]*searchedCourse, len(ids))
	_, err = database.Collect(rows, err, func(row database.Row) (nothing struct{}, err error) {
		var c searchedCourse
		err = row.Scan(&c.ID, &c.TenantID, &c.Title, &c.ShortDescription, &c.Description, &c.Level, database.Time(&c.PublishedAt), &c.featured)
		byID[c.ID] = &c
		return nothing, err
	})
	return byID, err
}
