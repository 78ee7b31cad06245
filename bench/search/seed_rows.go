package search

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"bourse/bench/kit"
	"bourse/internal/database"
)

// write stores the courses and what search knows of them, in one transaction. The index is written as
// education does when a course is published, only many at a time.
func (c *catalogue) write(ctx context.Context, db *database.DB) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		index := c.writePostgresIndex
		if tx.Engine() == database.SQLite {
			index = c.writeSQLiteIndex
		}
		for _, step := range []func(context.Context, *database.Tx) error{c.writeCourses, c.writeLessons, c.writeWords, index} {
			if err := step(ctx, tx); err != nil {
				return err
			}
		}
		if tx.Engine() == database.Postgres {
			_, err := tx.Exec(ctx, "ANALYZE") // as autovacuum does by itself on a server that has it on
			return err
		}
		return nil
	})
}

func (c *catalogue) writeCourses(ctx context.Context, tx *database.Tx) error {
	levels := []string{"beginner", "intermediate", "advanced", "expert"}
	return database.InsertRows(ctx, tx, `
		INSERT INTO courses (id, slug, title, short_description, description, thumbnail_url, difficulty_level, status, price_usd,
			access_days, created_at, updated_at, published_at)`, 13, c.courses, func(s seededCourse) []any {
		written := database.Micros(s.written)
		return []any{s.id, s.slug(), sentence(s.title), sentence(s.short), sentence(s.description), "", levels[s.number%len(levels)],
			"published", int64(s.number%5) * 10 * kit.Unit, 0, written, written, written}
	})
}

func (c *catalogue) writeLessons(ctx context.Context, tx *database.Tx) error {
	type lesson struct {
		of       *seededCourse
		position int
	}
	var lessons []lesson
	for i := range c.courses {
		for position := range lessonsOfCourse {
			lessons = append(lessons, lesson{&c.courses[i], position})
		}
	}
	return database.InsertRows(ctx, tx, `
		INSERT INTO lessons (id, course_id, title, slug, position, type, content, duration_minutes, is_preview, is_required, status,
			created_at, updated_at)`, 13, lessons, func(l lesson) []any {
		written := database.Micros(l.of.written)
		return []any{uuid.New(), l.of.id, sentence(l.of.lessonTitles[l.position]), "lesson-" + strconv.Itoa(l.position), l.position + 1, "text",
			sentence(l.of.lessonContent[l.position]), 5 + l.position, false, true, "published", written, written}
	})
}

// writeWords adds the vocabulary, of which the courses that come with the platform have some.
func (c *catalogue) writeWords(ctx context.Context, tx *database.Tx) error {
	var long []string
	for _, word := range c.words {
		if len(word) >= 4 { // a shorter one is never taken for a mistyped one
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

func (c *catalogue) writePostgresIndex(ctx context.Context, tx *database.Tx) error {
	return database.FromRows(tx, []string{"TEXT", "TEXT"}, c.courses, func(s seededCourse) []any { return []any{s.id, s.vector()} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO course_search (course_id, document, difficulty_level, published_at)
				SELECT v.column1, CAST(v.column2 AS TSVECTOR), courses.difficulty_level, courses.published_at
				FROM `+source+` JOIN courses ON courses.id = v.column1`, arguments...)
			return err
		})
}

// vector is the words of a course with where they stand.
func (s *seededCourse) vector() string {
	var vector strings.Builder
	for i, words := range s.fields() {
		for _, word := range words {
			vector.WriteString(`'` + bareFields[i] + word + `' `)
		}
	}
	return vector.String()
}

// writeSQLiteIndex numbers the courses behind those that come with the platform.
func (c *catalogue) writeSQLiteIndex(ctx context.Context, tx *database.Tx) error {
	const first = 1_000_000
	err := database.InsertRows(ctx, tx, `INSERT INTO course_search (number, course_id)`, 2, c.courses, func(s seededCourse) []any {
		return []any{first + s.number, s.id}
	})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE course_search SET difficulty_level = courses.difficulty_level, published_at = courses.published_at
		FROM courses WHERE courses.id = course_search.course_id`)
	if err != nil {
		return err
	}
	return database.InsertRows(ctx, tx, `INSERT INTO course_search_words (rowid, title, description, lessons, content)`, 5, c.courses,
		func(s seededCourse) []any {
			row := []any{first + s.number}
			for _, words := range s.fields() {
				row = append(row, strings.Join(words, " "))
			}
			return row
		})
}
