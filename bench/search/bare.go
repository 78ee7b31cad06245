package search

import (
	"context"
	"database/sql"
	"strings"

	"bourse/bench/kit"
	"bourse/internal/database"
)

type bareSettings struct {
	kit.Database
	Limit    int
	Words    []string
	IsPrefix bool
	Mistyped string
}

// readBareCourses searches the engine's own index for the words, ranked by the engine: the least that could answer.
// The words that a query is reduced to are known; a mistyped one costs one look-up of the most similar word, as an
// engine does that.
func readBareCourses(ctx context.Context, pool *sql.DB, settings bareSettings) (any, error) {
	courses, err := settings.search(ctx, pool)
	return kit.Answer{Success: true, Data: courses}, err
}

func (s bareSettings) search(ctx context.Context, pool *sql.DB) ([]bareCourse, error) {
	if s.Mistyped != "" {
		query, argument := s.similar()
		rows, err := pool.QueryContext(ctx, query, argument)
		if _, err := kit.Collect(rows, err, func(rows *sql.Rows, word *string) error { return rows.Scan(word) }); err != nil {
			return nil, err
		}
	}
	query := bareSQLiteSearch
	if s.Engine == database.Postgres {
		query = barePostgresSearch
	}
	rows, err := pool.QueryContext(ctx, query, s.match(), s.Limit)
	return courseRows.Read(rows, err, func(course *bareCourse) { course.IsFree = course.PriceUSD == 0 })
}

// bareCourse is a course in JSON.
type bareCourse struct {
	ID               string     `json:"id" sql:"id=courses.id"`
	Title            string     `json:"title" sql:"title=courses.title"`
	Slug             string     `json:"slug" sql:"slug=courses.slug"`
	ShortDescription string     `json:"shortDescription" sql:"short_description=courses.short_description"`
	ThumbnailURL     string     `json:"thumbnailUrl" sql:"thumbnail_url=courses.thumbnail_url"`
	DifficultyLevel  string     `json:"difficultyLevel" sql:"difficulty_level=courses.difficulty_level"`
	DurationMinutes  int        `json:"durationMinutes" sql:"duration_minutes=(SELECT CAST(COALESCE(SUM(lessons.duration_minutes), 0) AS BIGINT) FROM lessons WHERE lessons.course_id = courses.id AND lessons.status = 'published')"`
	Status           string     `json:"status" sql:"status=courses.status"`
	IsFree           bool       `json:"isFree"`
	PriceUSD         kit.Amount `json:"priceUsd" sql:"price_usd=courses.price_usd"`
}

var (
	courseRows       = kit.NewRowReader[bareCourse]()
	bareSQLiteSearch = `
		SELECT ` + kit.Columns[bareCourse]() + ` FROM (
			SELECT rowid AS number, rank FROM course_search_words WHERE course_search_words MATCH $1 ORDER BY rank LIMIT 0+$2) AS found
		JOIN course_search ON course_search.number = found.number JOIN courses ON courses.id = course_search.course_id
		ORDER BY found.rank`
	barePostgresSearch = `
		SELECT ` + kit.Columns[bareCourse]() + ` FROM (
			SELECT course_id, ts_rank(document, wanted) AS rank FROM course_search, CAST(CAST($1 AS TEXT) AS TSQUERY) AS wanted
			WHERE document @@ wanted ORDER BY rank DESC LIMIT $2) AS found
		JOIN courses ON courses.id = found.course_id ORDER BY found.rank DESC`
)

// bareFields are the letters in PostgreSQL's vectors that say in which field a word occurs.
var bareFields = [4]string{"a", "b", "c", "d"}

// match is a query for all of the words, in the engine's own syntax.
func (s bareSettings) match() string {
	wanted := make([]string, len(s.Words))
	for i, word := range s.Words {
		if s.Engine == database.SQLite {
			wanted[i] = `"` + word + `"`
			if s.IsPrefix {
				wanted[i] += ` *`
			}
			continue
		}
		var places []string
		for _, field := range bareFields {
			place := `'` + field + word + `'`
			if s.IsPrefix {
				place += `:*`
			}
			places = append(places, place)
		}
		wanted[i] = `(` + strings.Join(places, ` | `) + `)`
	}
	if s.Engine == database.SQLite {
		return strings.Join(wanted, ` AND `)
	}
	return strings.Join(wanted, ` & `)
}

// similar is a query for the word that is most like the mistyped one.
func (s bareSettings) similar() (query, argument string) {
	if s.Engine == database.Postgres {
		return `SELECT word FROM course_words ORDER BY key <-> $1 LIMIT 1`, s.Mistyped
	}
	padded := "  " + s.Mistyped + " "
	var trigrams []string
	for i := range len(padded) - 2 {
		trigrams = append(trigrams, `"`+padded[i:i+3]+`"`)
	}
	return `
		SELECT course_words.word FROM course_word_trigrams
		JOIN course_words ON course_words.number = course_word_trigrams.rowid
		WHERE course_word_trigrams MATCH $1 ORDER BY course_word_trigrams.rank LIMIT 1`, strings.Join(trigrams, ` OR `)
}
