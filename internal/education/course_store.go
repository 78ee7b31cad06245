package education

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// courseTable maps courses to their table. Their rank among the featured ones is stored separately: see saveFeatured.
var courseTable = database.NewTable("courses", func(c *Course, column database.Define) {
	column("id", &c.ID)
	column("tenant_id", database.Fixed(&c.TenantID))
	column("slug", &c.Slug)
	column("title", &c.Title)
	column("short_description", &c.ShortDescription)
	column("description", &c.Description)
	column("thumbnail_url", &c.ThumbnailURL)
	column("difficulty_level", &c.Level)
	column("status", &c.Status)
	column("price_usd", &c.Price)
	column("access_days", &c.AccessDays)
	column("created_at", database.Fixed(&c.CreatedAt))
	column("updated_at", &c.UpdatedAt)
	column("published_at", database.Optional(&c.PublishedAt))
	column("duration_minutes", database.Computed(`(SELECT CAST(COALESCE(SUM(lessons.duration_minutes), 0) AS BIGINT) FROM lessons
		WHERE lessons.course_id = courses.id AND lessons.status = 'published')`, &c.DurationMinutes))
})

var (
	// courseColumns select a course from courses, in any column list.
	courseColumns = courseTable.ColumnsOf("courses")
	// listedCourseColumns leave out the description, which may be long and which no list shows.
	listedCourseColumns = strings.Replace(courseColumns, `courses.description`, `''`, 1)
)

func scanCourse(row database.Row) (*Course, error) {
	course, err := courseTable.Scan(row)
	return course, database.Missing(err, errNoCourse)
}

var errNoCourse = fault.New(fault.NotFound, "there is no such course")

// seenBy restricts courses to those that a tenant's users see: the platform's and the tenant's own. The parameter
// stands for the tenant.
func seenBy(parameter string) string {
	return `tenant_id IN ('` + identity.Platform.String() + `', ` + parameter + `)`
}

// readCourse reads a course in any state, as seen by a tenant. It fails with NOT_FOUND.
func readCourse(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (*Course, error) {
	return scanCourse(from.QueryRow(ctx, `SELECT `+courseColumns+` FROM courses WHERE id = $1 AND `+seenBy(`$2`), id, tenant))
}

// readPublicCourse reads a course that is not a draft, as seen by a tenant. It fails with NOT_FOUND.
func readPublicCourse(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (*Course, error) {
	course, err := readCourse(ctx, from, tenant, id)
	if err == nil && course.Status == Draft {
		return nil, errNoCourse
	}
	return course, err
}

// readPublicSlug reads the courses with a slug that are not drafts: the tenant's own before the platform's, whose id
// sorts lowest.
func readPublicSlug(ctx context.Context, from database.Querier, tenant uuid.UUID, slug string) ([]*Course, error) {
	return courseTable.All(from.Query(ctx, `
		SELECT `+courseColumns+` FROM courses WHERE slug = $1 AND `+seenBy(`$2`)+` AND status <> 'draft'
		ORDER BY tenant_id DESC`, slug, tenant))
}

// readSlug reads the slug of a course in any state and of any tenant. It fails with NOT_FOUND.
func readSlug(ctx context.Context, from database.Querier, id uuid.UUID) (slug string, err error) {
	err = from.QueryRow(ctx, `SELECT slug FROM courses WHERE id = $1`, id).Scan(&slug)
	return slug, database.Missing(err, errNoCourse)
}

// lockCourse is readCourse that locks the row. Every change to a course or one of its lessons does this, so that the
// search index reflects the last change.
func lockCourse(ctx context.Context, tx *database.Tx, tenant, id uuid.UUID) (*Course, error) {
	return scanCourse(tx.QueryRow(ctx, `
		SELECT `+courseColumns+` FROM courses WHERE id = $1 AND `+seenBy(`$2`)+tx.ForUpdate(), id, tenant))
}

// holdLessons blocks changes to a course or its lessons until the transaction ends, and waits for any in progress
// (lockCourse). It is a shared lock, which does not block references to the course. SQLite has a single writer, so it
// needs no lock.
func holdLessons(ctx context.Context, tx *database.Tx, course uuid.UUID) error {
	if tx.Engine() == database.SQLite {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT id FROM courses WHERE id = $1 FOR SHARE`, course)
	return err
}

// insertCourse writes a new course, unless its owner already has one with the slug.
func insertCourse(ctx context.Context, tx *database.Tx, c *Course) (added bool, err error) {
	n, err := courseTable.InsertOr(ctx, tx, database.DoNothing, c)
	return n == 1, err
}

// updateCourse writes a locked course. A course that is not published is no longer featured. It fails with CONFLICT
// when another course of its owner has the slug.
func updateCourse(ctx context.Context, tx *database.Tx, c *Course) error {
	err := courseTable.Update(ctx, tx, c)
	if errors.Is(err, database.ErrUnique) {
		return errSlugTaken(c.Slug)
	}
	if err != nil || c.Status == Published {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE courses SET featured_rank = NULL WHERE id = $1 AND featured_rank IS NOT NULL`, c.ID)
	return err
}

func errSlugTaken(slug string) error {
	return fault.New(fault.Conflict, "the slug %s is taken", slug).About("slug")
}

// listCourses reads a page of the matching courses, without their descriptions, and their total number. Only the ids
// of all matches are sorted, because courses are wide rows.
func listCourses(ctx context.Context, from database.Querier, where *database.Where, order string, page database.Page) ([]*Course, int, error) {
	var total int
	if err := from.QueryRow(ctx, `SELECT COUNT(*) FROM courses`+where.String(), where.Arguments...).Scan(&total); err != nil {
		return nil, 0, err
	}
	query := `
		SELECT ` + listedCourseColumns + ` FROM courses
		WHERE id IN (SELECT id FROM courses` + where.String() + ` ORDER BY ` + order + where.Page(page) + `) ORDER BY ` + order
	courses, err := courseTable.All(from.Query(ctx, query, where.Arguments...))
	return courses, total, err
}

// listPublished reads a page of the published courses that a tenant's users see, newest first, and their total number.
func listPublished(ctx context.Context, from database.Querier, tenant uuid.UUID, filter CourseFilter, page database.Page) ([]*Course, int, error) {
	var where database.Where
	where.And(`status = 'published'`)
	where.And(seenBy(where.Add(tenant)))
	where.EqualIf(filter.Level != "", `difficulty_level`, filter.Level)
	if filter.IsFree != nil {
		where.And(`(price_usd = 0) = ` + where.Add(*filter.IsFree))
	}
	return listCourses(ctx, from, &where, `published_at DESC, id DESC`, page)
}

// listOwned reads a page of the given owners' courses in a state, or in any, newest first, and their total number.
func listOwned(ctx context.Context, from database.Querier, owners []uuid.UUID, status CourseStatus, page database.Page) ([]*Course, int, error) {
	var where database.Where
	database.In(&where, `tenant_id`, owners)
	where.EqualIf(status != "", `status`, status)
	return listCourses(ctx, from, &where, `id DESC`, page) // an id begins with its creation time
}

// publishedByID reads the published courses among the given ones, unordered and without their descriptions.
func publishedByID(ctx context.Context, from database.Querier, ids []uuid.UUID) ([]*Course, error) {
	if len(ids) == 0 {
		return []*Course{}, nil
	}
	var where database.Where
	where.And(`status = 'published'`)
	database.In(&where, `id`, ids)
	return courseTable.All(from.Query(ctx, `SELECT `+listedCourseColumns+` FROM courses`+where.String(), where.Arguments...))
}
