package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"bourse/internal/database"
)

type bareSearchSettings struct {
	Engine           database.Engine
	DatabaseURL      string
	Limit            int
	Terms, Corrected []bareTerm
	Mistyped         string
}

// bareTerm is a word to look for; the last one may be the beginning of a word.
type bareTerm struct {
	Word   string
	IsLast bool
}

// newBareSearch makes a handler that asks the engine's index what the product does, see
// education.Service.Search, and writes the courses. What to ask is known.
func newBareSearch(encoded []byte) (http.Handler, error) {
	var settings bareSearchSettings
	if err := json.Unmarshal(encoded, &settings); err != nil {
		return nil, err
	}
	pool, err := bareSessionsSettings{Engine: settings.Engine, DatabaseURL: settings.DatabaseURL}.open()
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		courses, err := settings.search(r.Context(), pool)
		if err == nil {
			err = writeBare(w, bareOne{true, courses})
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}), nil
}

func (s bareSearchSettings) search(ctx context.Context, pool *sql.DB) ([]bareCourse, error) {
	courses, err := s.rank(ctx, pool, s.Terms)
	if err != nil || s.Mistyped == "" {
		return courses, err
	}
	hits, arguments := s.hits(s.Terms)
	rows, err := pool.QueryContext(ctx, `SELECT DISTINCT term FROM (`+hits+`) AS hits`, arguments...)
	if _, err := scanBare(rows, err, func(rows *sql.Rows, term *int) error { return rows.Scan(term) }); err != nil {
		return nil, err
	}
	query, argument := s.similar()
	rows, err = pool.QueryContext(ctx, query, argument, 200)
	if _, err := scanBare(rows, err, func(rows *sql.Rows, word *string) error { return rows.Scan(word) }); err != nil {
		return nil, err
	}
	return s.rank(ctx, pool, s.Corrected)
}

var (
	bareWorth      = [4]struct{ whole, beginning int }{{90, 80}, {50, 45}, {30, 25}, {10, 8}}
	bareFields     = [4]string{"a", "b", "c", "d"}
	bareFTSColumns = [4]string{"title", "description", "lessons", "content"}
)

// hits finds the places of words, as (course_id, term, worth).
func (s bareSearchSettings) hits(terms []bareTerm) (query string, arguments []any) {
	var parts []string
	for i, term := range terms {
		for field, worth := range bareWorth {
			add := func(worth int, isPrefix bool) {
				arguments = append(arguments, s.match(field, term.Word, isPrefix))
				parts = append(parts, `SELECT course_id, `+strconv.Itoa(i)+` AS term, `+strconv.Itoa(worth)+` AS worth FROM `+
					s.source("$"+strconv.Itoa(len(arguments))))
			}
			add(worth.whole, false)
			if term.IsLast {
				add(worth.beginning, true)
			}
		}
	}
	return strings.Join(parts, ` UNION ALL `), arguments
}

func (s bareSearchSettings) source(parameter string) string {
	if s.Engine == database.Postgres {
		return `course_search WHERE document @@ CAST(CAST(` + parameter + ` AS TEXT) AS TSQUERY)`
	}
	return `course_search_words JOIN course_search ON course_search.number = course_search_words.rowid
		WHERE course_search_words MATCH ` + parameter
}

func (s bareSearchSettings) match(field int, word string, isPrefix bool) string {
	switch {
	case s.Engine == database.Postgres && isPrefix:
		return `'` + bareFields[field] + word + `':*`
	case s.Engine == database.Postgres:
		return `'` + bareFields[field] + word + `'`
	case isPrefix:
		return bareFTSColumns[field] + ` : ("` + word + `" *)`
	default:
		return bareFTSColumns[field] + ` : ("` + word + `")`
	}
}

// similar reads words that look like the mistyped one.
func (s bareSearchSettings) similar() (query, argument string) {
	if s.Engine == database.Postgres {
		return `SELECT word FROM course_words ORDER BY key <-> $1 LIMIT $2`, s.Mistyped
	}
	padded := "  " + s.Mistyped + " "
	var trigrams []string
	for i := range len(padded) - 2 {
		trigrams = append(trigrams, `"`+padded[i:i+3]+`"`)
	}
	return `
		SELECT course_words.word FROM course_word_trigrams
		JOIN course_words ON course_words.number = course_word_trigrams.rowid
		WHERE course_word_trigrams MATCH $1 ORDER BY course_word_trigrams.rank LIMIT $2`, strings.Join(trigrams, ` OR `)
}

type bareCourse struct {
	ID               string  `json:"id"`
	Title            string  `json:"title"`
	Slug             string  `json:"slug"`
	ShortDescription string  `json:"shortDescription"`
	ThumbnailURL     string  `json:"thumbnailUrl"`
	DifficultyLevel  string  `json:"difficultyLevel"`
	DurationMinutes  int     `json:"durationMinutes"`
	Status           string  `json:"status"`
	IsFree           bool    `json:"isFree"`
	PriceUSD         float64 `json:"priceUsd"`
}

// rank reads the best courses for the terms.
func (s bareSearchSettings) rank(ctx context.Context, pool *sql.DB, terms []bareTerm) ([]bareCourse, error) {
	hits, arguments := s.hits(terms)
	rows, err := pool.QueryContext(ctx, `
		WITH hits AS (`+hits+`),
		best AS (SELECT course_id, term, MAX(worth) AS worth FROM hits GROUP BY course_id, term),
		ranked AS (SELECT course_id, COUNT(*) AS terms, SUM(worth) AS worth FROM best GROUP BY course_id)
		SELECT ranked.terms, courses.id, courses.slug, courses.title, courses.short_description, courses.description,
			courses.thumbnail_url, courses.difficulty_level, courses.status, courses.price_usd, courses.access_days,
			courses.created_at, courses.updated_at, courses.published_at,
			(SELECT CAST(COALESCE(SUM(lessons.duration_minutes), 0) AS BIGINT) FROM lessons
				WHERE lessons.course_id = courses.id AND lessons.status = 'published')
		FROM ranked JOIN courses ON courses.id = ranked.course_id
		WHERE courses.status = 'published'
		ORDER BY ranked.terms DESC, ranked.worth DESC, COALESCE(courses.featured_rank, 1000000),
			courses.published_at DESC, courses.id DESC
		LIMIT $`+strconv.Itoa(len(arguments)+1), append(slices.Clip(arguments), s.Limit)...)
	return scanBare(rows, err, func(rows *sql.Rows, c *bareCourse) error {
		var matched int
		var description string
		var price, access, created, updated, published int64
		err := rows.Scan(&matched, &c.ID, &c.Slug, &c.Title, &c.ShortDescription, &description, &c.ThumbnailURL, &c.DifficultyLevel,
			&c.Status, &price, &access, &created, &updated, &published, &c.DurationMinutes)
		c.PriceUSD, c.IsFree = bareAmount(price), price == 0
		return err
	})
}
