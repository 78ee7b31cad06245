package education

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// courseColumns read a course from courses, wherever a list of columns may stand.
const courseColumns = `courses.id, courses.tenant_id, courses.slug, courses.title, courses.short_description, courses.description,
	courses.thumbnail_url, courses.difficulty_level, courses.status, courses.price_usd, courses.access_days,
	courses.created_at, courses.updated_at, courses.published_at,
	(SELECT CAST(COALESCE(SUM(lessons.duration_minutes), 0) AS BIGINT) FROM lessons
		WHERE lessons.course_id = courses.id AND lessons.status = 'published')`

// targets are where courseColumns go.
func (c *Course) targets() []any {
	return []any{
		&c.ID, &c.TenantID, &c.Slug, &c.Title, &c.ShortDescription, &c.Description, &c.ThumbnailURL, &c.Level, &c.Status, &c.Price,
		&c.AccessDays, database.Time(&c.CreatedAt), database.Time(&c.UpdatedAt), database.Time(&c.PublishedAt), &c.DurationMinutes,
	}
}

func scanCourse(row database.Row) (*Course, error) {
	var c Course
	err := row.Scan(c.targets()...)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoCourse
	}
	return &c, err
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

// lockCourse is readCourse that holds the row. Whoever changes a course or one of its lessons does that, so
// that what search knows of a course is what the last of them wrote.
func lockCourse(ctx context.Context, tx *database.Tx, tenant, id uuid.UUID) (*Course, error) {
	return scanCourse(tx.QueryRow(ctx, `
		SELECT `+courseColumns+` FROM courses WHERE id = $1 AND `+seenBy(`$2`)+tx.ForUpdate(), id, tenant))
}

// insertCourse writes a new course, unless its owner has one with the slug.
func insertCourse(ctx context.Context, tx *database.Tx, c *Course) (added bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO courses (id, tenant_id, slug, title, short_description, description, thumbnail_url, difficulty_level, status,
			price_usd, access_days, created_at, updated_at, published_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
		ON CONFLICT DO NOTHING`,
		c.ID, c.TenantID, c.Slug, c.Title, c.ShortDescription, c.Description, c.ThumbnailURL, c.Level, c.Status, c.Price, c.AccessDays,
		database.Micros(c.CreatedAt), database.Micros(c.UpdatedAt), database.OptionalMicros(c.PublishedAt))
	return n == 1, err
}

// updateCourse writes a course that is held. A course that is not published is not featured either. It fails with
// CONFLICT when another course of its owner has the slug.
func updateCourse(ctx context.Context, tx *database.Tx, c *Course) error {
	_, err := tx.Exec(ctx, `
		UPDATE courses SET slug = $2, title = $3, short_description = $4, description = $5, thumbnail_url = $6,
			difficulty_level = $7, status = $8, price_usd = $9, access_days = $10, updated_at = $11, published_at = $12,
			featured_rank = CASE WHEN $13 THEN featured_rank END
		WHERE id = $1`,
		c.ID, c.Slug, c.Title, c.ShortDescription, c.Description, c.ThumbnailURL, c.Level, c.Status, c.Price, c.AccessDays,
		database.Micros(c.UpdatedAt), database.OptionalMicros(c.PublishedAt), c.Status == Published)
	if errors.Is(err, database.ErrUnique) {
		return errSlugTaken(c.Slug)
	}
	return err
}

func errSlugTaken(slug string) error {
	return fault.New(fault.Conflict, "the slug %s is taken", slug).About("slug")
}

// conditions are those of a WHERE clause, with $n for the arguments.
type conditions struct {
	texts     []string
	arguments []any
}

func (c *conditions) add(text string, argument any) {
	c.arguments = append(c.arguments, argument)
	c.texts = append(c.texts, strings.Replace(text, "?", "$"+strconv.Itoa(len(c.arguments)), 1))
}

// listCourses reads a page of the courses that fit, and how many there are. Only the ids of all that fit are
// put in order: a course is long.
func listCourses(ctx context.Context, from database.Querier, where conditions, order string, page Page) ([]*Course, int, error) {
	condition := ``
	if len(where.texts) > 0 {
		condition = ` WHERE ` + strings.Join(where.texts, ` AND `)
	}
	var total int
	if err := from.QueryRow(ctx, `SELECT COUNT(*) FROM courses`+condition, where.arguments...).Scan(&total); err != nil {
		return nil, 0, err
	}
	n := len(where.arguments)
	rows, err := from.Query(ctx, `
		SELECT `+courseColumns+` FROM courses WHERE id IN (SELECT id FROM courses`+condition+` ORDER BY `+order+
		` LIMIT $`+strconv.Itoa(n+1)+` OFFSET $`+strconv.Itoa(n+2)+`) ORDER BY `+order, append(where.arguments, page.Limit, page.offset())...)
	courses, err := database.Collect(rows, err, scanCourse)
	return courses, total, err
}
