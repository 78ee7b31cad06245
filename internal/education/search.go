package education

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// index finds words in courses, in the way of one engine. Which words to look for and what a hit is worth is
// decided outside of it.
type index interface {
	// store makes the index know a course by its words.
	store(ctx context.Context, tx *database.Tx, course uuid.UUID, d document) error
	// remove makes the index forget a course, if it knows it.
	remove(ctx context.Context, tx *database.Tx, course uuid.UUID) error
	// find is what to put behind SELECT to read the courses with a word in a field, as course_id, and the
	// argument for the one parameter.
	find(f field, words []string, isPrefix bool, parameter string) (source string, argument string)
	// similar reads words of courses that look like the one with the given key, perhaps many.
	similar(ctx context.Context, from database.Querier, key string) ([]string, error)
}

func newIndex(engine database.Engine) index {
	if engine == database.Postgres {
		return postgresIndex{}
	}
	return sqliteIndex{}
}

// worth is what finding a word in a field counts, whole or by its beginning. A word in the title counts more
// than the same word anywhere else, however it was found.
var worth = [fieldCount]struct{ whole, beginning int }{
	inTitle: {90, 80}, inDescription: {50, 45}, inLessonTitles: {30, 25}, inLessons: {10, 8},
}

// Search finds published courses that the users of a tenant see by words of their title, description and lessons. Courses with all words
// come before those with some; then those where the words stand in the more telling place, the featured, and
// the newest. The last word may be the beginning of one. A word that no course has is taken for a typing
// mistake. It fails with VALIDATION_ERROR on q when there is nothing but space in it.
func (s *Service) Search(ctx context.Context, tenant uuid.UUID, text string, level Level, limit int) ([]*Course, error) {
	if strings.TrimSpace(text) == "" {
		return nil, fault.Invalid("q", "must not be blank")
	}
	terms := parseQuery(text)
	if len(terms) == 0 {
		return []*Course{}, nil
	}
	found, best, err := s.rank(ctx, tenant, terms, level, limit)
	if err != nil || best == len(terms) {
		return found, err
	}
	corrected, err := s.correct(ctx, terms)
	if err != nil || !corrected {
		return found, err
	}
	found, _, err = s.rank(ctx, tenant, terms, level, limit)
	return found, err
}

// rank reads the best courses for the terms, and how many of the terms the first of them has.
func (s *Service) rank(ctx context.Context, tenant uuid.UUID, terms []term, level Level, limit int) (courses []*Course, best int, err error) {
	hits, arguments := s.hits(terms)
	arguments = append(arguments, tenant)
	condition := ` AND ` + seenBy(`$`+strconv.Itoa(len(arguments)))
	if level != "" {
		arguments = append(arguments, level)
		condition += ` AND courses.difficulty_level = $` + strconv.Itoa(len(arguments))
	}
	arguments = append(arguments, limit)
	rows, err := s.db.Query(ctx, `
		WITH hits AS (`+hits+`),
		best AS (SELECT course_id, term, MAX(worth) AS worth FROM hits GROUP BY course_id, term),
		ranked AS (SELECT course_id, COUNT(*) AS terms, SUM(worth) AS worth FROM best GROUP BY course_id)
		SELECT ranked.terms, `+courseColumns+`
		FROM ranked JOIN courses ON courses.id = ranked.course_id
		WHERE courses.status = 'published'`+condition+`
		ORDER BY ranked.terms DESC, ranked.worth DESC, COALESCE(courses.featured_rank, 1000000),
			courses.published_at DESC, courses.id DESC
		LIMIT $`+strconv.Itoa(len(arguments)), arguments...)
	courses, err = database.Collect(rows, err, func(row database.Row) (*Course, error) {
		course, matched := &Course{}, 0
		err := row.Scan(append([]any{&matched}, course.targets()...)...)
		best = max(best, matched)
		return course, err
	})
	return courses, best, err
}

// hits is a query for every place where a course has a term, as (course_id, term, worth).
func (s *Service) hits(terms []term) (query string, arguments []any) {
	var parts []string
	for i, t := range terms {
		for f := range fieldCount {
			add := func(words []string, isPrefix bool, worth int) {
				source, argument := s.index.find(f, words, isPrefix, "$"+strconv.Itoa(len(arguments)+1))
				arguments = append(arguments, argument)
				parts = append(parts, `SELECT course_id, `+strconv.Itoa(i)+` AS term, `+strconv.Itoa(worth)+` AS worth FROM `+source)
			}
			add(t.exact, false, worth[f].whole)
			if t.prefix != "" {
				add([]string{t.prefix}, true, worth[f].beginning)
			}
		}
	}
	return strings.Join(parts, ` UNION ALL `), arguments
}

// correct gives the terms that no course has the words that they may have been meant to be.
func (s *Service) correct(ctx context.Context, terms []term) (corrected bool, err error) {
	hits, arguments := s.hits(terms)
	rows, err := s.db.Query(ctx, `SELECT DISTINCT term FROM (`+hits+`) AS hits`, arguments...)
	known := make(map[int]bool)
	_, err = database.Collect(rows, err, func(row database.Row) (term int, err error) {
		err = row.Scan(&term)
		known[term] = true
		return term, err
	})
	if err != nil {
		return false, err
	}
	for i := range terms {
		if known[i] || !mayBeMistyped(terms[i].word) {
			continue
		}
		// One look-up a word that nobody has, and there are at most mostTerms of them.
		candidates, err := s.index.similar(ctx, s.db, plainKey(terms[i].word))
		if err != nil {
			return false, err
		}
		if meant := corrections(terms[i].word, candidates); len(meant) > 0 {
			terms[i].exact, corrected = meant, true
		}
	}
	return corrected, nil
}
