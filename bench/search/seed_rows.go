package search

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// write stores the courses and their search index, in one transaction. The index is written as education does when a
// course is published, except many at a time: publishing each would take minutes.
func (c *catalogue) write(ctx context.Context, db *database.DB) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		index := c.writePostgresIndex
		if tx.Engine() == database.SQLite {
			index = c.writeSQLiteIndex
		}
		for _, step := range []func(context.Context, *database.Tx) error{c.writeCourses, c.writeLessons, c.writeWords, index, kit.Analyze} {
			if err := step(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *catalogue) writeCourses(ctx context.Context, tx *database.Tx) error {
	levels := []string{"beginner", "intermediate", "advanced", "expert"}
	return kit.Insert(ctx, tx, "courses", c.courses, func(course seededCourse) kit.Row {
		written := database.Micros(course.written)
		return kit.Row{
			"id": course.id, "slug": course.slug(), "title": sentence(course.title), "short_description": sentence(course.short),
			"description": sentence(course.description), "difficulty_level": levels[course.number%len(levels)], "status": "published",
			"price_usd": int64(course.number%5) * 10 * kit.Unit, "created_at": written, "updated_at": written, "published_at": written,
		}
	})
}

func (c *catalogue) writeLessons(ctx context.Context, tx *database.Tx) error {
	type lesson struct {
		course   *seededCourse
		position int
	}
	var lessons []lesson
	for i := range c.courses {
		for position := range lessonsOfCourse {
			lessons = append(lessons, lesson{&c.courses[i], position})
		}
	}
	return kit.Insert(ctx, tx, "lessons", lessons, func(lesson lesson) kit.Row {
		written := database.Micros(lesson.course.written)
		return kit.Row{
			"id": uuid.New(), "course_id": lesson.course.id, "title": sentence(lesson.course.lessonTitles[lesson.position]),
			"slug": "lesson-" + strconv.Itoa(lesson.position), "position": lesson.position + 1, "type": "text",
			"content": sentence(lesson.course.lessonContent[lesson.position]), "duration_minutes": 5 + lesson.position,
			"is_preview": false, "is_required": true, "status": "published", "created_at": written, "updated_at": written,
		}
	})
}

// writeWords adds the vocabulary, part of which exists already in the platform's own courses.
func (c *catalogue) writeWords(ctx context.Context, tx *database.Tx) error {
	var long []string
	for _, word := range c.words {
		if len(word) >= 4 { // a shorter one is never considered mistyped
			long = append(long, word)
		}
	}
	return database.FromRows(tx, []string{"TEXT", "TEXT"}, long, func(word string) []any { return []any{word, word} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO course_words (word, key) SELECT v.column1, v.column2 FROM `+source+` WHERE TRUE
				ON CONFLICT DO NOTHING`, arguments...)
			return err
		})
}

// ranks are the columns of course_search after the course.
func ranks(ctx context.Context, tx *database.Tx) (string, error) {
	index, err := kit.DescribeTable(ctx, tx.Engine(), tx.Query, "course_search")
	if err != nil {
		return "", err
	}
	courses, err := kit.DescribeTable(ctx, tx.Engine(), tx.Query, "courses")
	return strings.Join(index.Shared(courses), ", "), err
}

func (c *catalogue) writePostgresIndex(ctx context.Context, tx *database.Tx) error {
	ranks, err := ranks(ctx, tx)
	if err != nil {
		return err
	}
	return database.FromRows(tx, []string{"TEXT", "TEXT"}, c.courses, func(s seededCourse) []any { return []any{s.id, s.vector()} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO course_search (course_id, document, `+ranks+`)
				SELECT v.column1, CAST(v.column2 AS TSVECTOR), `+ranks+`
				FROM `+source+` JOIN courses ON courses.id = v.column1`, arguments...)
			return err
		})
}

// vector is the words of a course with their positions.
func (s *seededCourse) vector() string {
	var vector strings.Builder
	for i, words := range s.fields() {
		for _, word := range words {
			vector.WriteString(`'` + bareFields[i] + word + `' `)
		}
	}
	return vector.String()
}

// writeSQLiteIndex numbers the courses after the platform's own.
func (c *catalogue) writeSQLiteIndex(ctx context.Context, tx *database.Tx) error {
	const first = 1_000_000
	err := kit.Insert(ctx, tx, "course_search", c.courses, func(course seededCourse) kit.Row {
		return kit.Row{"number": first + course.number, "course_id": course.id}
	})
	if err != nil {
		return err
	}
	ranks, err := ranks(ctx, tx)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE course_search SET (`+ranks+`) = (SELECT `+ranks+` FROM courses WHERE courses.id = course_search.course_id)
		WHERE number >= $1`, first)
	if err != nil {
		return err
	}
	for _, course := range c.courses {
		row := []any{first + course.number}
		for _, words := range course.fields() {
			row = append(row, strings.Join(words, " "))
		}
		_, err := tx.Exec(ctx, `INSERT INTO course_search_words (rowid, title, description, lessons, content) VALUES ($1, $2, $3, $4, $5)`, row...)
		if err != nil {
			return err
		}
	}
	return nil
}
