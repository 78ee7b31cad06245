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

// courseTable is how courses are kept. Their rank among the featured ones is kept beside them: see saveFeatured.
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
	// courseColumns read a course from courses, wherever a list of columns may stand.
	courseColumns = courseTable.ColumnsOf("courses")
	// listedCourseColumns are those of a course without its description, which may be long and which no list shows.
	listedCourseColumns = strings.Replace(courseColumns, `courses.description`, `''`, 1)
)

func scanCourse(row database.Row) (*Course, error) {
	course, err := courseTable.Scan(row)
	return course, database.Missing(err, errNoCourse)
}

var errNoCourse = fault.New(fault.NotFound, "there is no such course")

// seenBy restricts courses to those that the users of a tenant see: the platform's and the tenant's own. The
// parameter stands for the tenant.
func seenBy(parameter string) string {
	return `tenant_id IN ('` + identity.Platform.String() + `', ` + parameter + `)`
}

// readCourse reads a course in any state, as a tenant sees it. It fails with NOT_FOUND.
func readCourse(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (*Course, error) {
	return scanCourse(from.QueryRow(ctx, `SELECT `+courseColumns+` FROM courses WHERE id = $1 AND `+seenBy(`$2`), id, tenant))
}

// readPublicCourse reads a course that is not a draft, as a tenant sees it. It fails with NOT_FOUND.
func readPublicCourse(ctx context.Context, from database.Querier, tenant, id uuid.UUID) (*Course, error) {
	course, err := readCourse(ctx, from, tenant, id)
	if err == nil && course.Status == Draft {
		return nil, errNoCourse
	}
	return course, err
}

// readPublicSlug reads the courses with a slug that are not drafts: the tenant's own before the platform's, whose id is the
// lowest of all.
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

// lockCourse is readCourse that holds the row. Whoever changes a course or one of its lessons does that, so
// that what search knows of a course is what the last of them wrote.
func lockCourse(ctx context.Context, tx *database.Tx, tenant, id uuid.UUID) (*Course, error) {
	return scanCourse(tx.QueryRow(ctx, `
		SELECT `+courseColumns+` FROM courses WHERE id = $1 AND `+seenBy(`$2`)+tx.ForUpdate(), id, tenant))
}

// holdLessons makes who changes a course or one of its lessons wait until the transaction ends, and waits for who is at it
// (lockCourse). Any number may hold them, and refer to the course. SQLite's only writer has the whole file.
func holdLessons(ctx context.Context, tx *database.Tx, course uuid.UUID) error {
	if tx.Engine() == database.SQLite {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT id FROM courses WHERE id = $1 FOR SHARE`, course)
	return err
}

// insertCourse writes a new course, unless its owner has one with the slug.
func insertCourse(ctx context.Context, tx *database.Tx, c *Course) (added bool, err error) {
	n, err := courseTable.InsertOr(ctx, tx, database.DoNothing, c)
	return n == 1, err
}

// updateCourse writes a course that is held. A course that is not published is not featured either. It fails with
// CONFLICT when another course of its owner has the slug.
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

// listCourses reads a page of the courses that fit, without their descriptions, and how many there are. Only the ids of all
// that fit are put in order: a course is long.
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

// listPublished reads a page of the published courses that the users of a tenant see, the newest first, and how many there are.
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

// listOwned reads a page of some owners' courses in a state, or in any, the newest first, and how many there are.
func listOwned(ctx context.Context, from database.Querier, owners []uuid.UUID, status CourseStatus, page database.Page) ([]*Course, int, error) {
	var where database.Where
	database.In(&where, `tenant_id`, owners)
	where.EqualIf(status != "", `status`, status)
	return listCourses(ctx, from, &where, `id DESC`, page) // an id begins with the moment of its creation
}

// publishedByID reads those of some courses that are published, in no order and without their descriptions.
func publishedByID(ctx context.Context, from database.Querier, ids []uuid.UUID) ([]*Course, error) {
	if len(ids) == 0 {
		return []*Course{}, nil
	}
	var where database.Where
	where.And(`status = 'published'`)
	database.In(&where, `id`, ids)
	return courseTable.All(from.Query(ctx, `SELECT `+listedCourseColumns+` FROM courses`+where.String(), where.Arguments...))
}
