package education

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// index is one database engine's way of finding words in courses. Which words to look for and what a hit is worth is
// decided by its callers.
type index interface {
	// store indexes a course by its words.
	store(ctx context.Context, tx *database.Tx, course uuid.UUID, d document) error
	// remove removes a course from the index, if it is there.
	remove(ctx context.Context, tx *database.Tx, course uuid.UUID) error
	// key returns the column that identifies a course in the results of find and all, and the course_search column it
	// refers to.
	key() (found, ranked string)
	// find returns what to put after FROM to read the courses that have any of the words in a field; its arguments are
	// added to q. Among is a list of keys to restrict it to; empty for no restriction.
	find(q *database.Arguments, f field, words []string, isPrefix bool, among string) (source string)
	// all is like find for the courses that have every term, in any field.
	all(q *database.Arguments, terms []term) (source string)
	// similar reads words of courses that resemble the one with the given key, possibly many.
	similar(ctx context.Context, from database.Querier, key string) ([]string, error)
}

func newIndex(engine database.Engine) index {
	if engine == database.Postgres {
		return postgresIndex{}
	}
	return sqliteIndex{}
}

// findByEngine returns the best courses for the terms from the database engine's index.
func (s *Service) findByEngine(ctx context.Context, who looking, terms []term) ([]uuid.UUID, error) {
	ids, err := s.withAllTerms(ctx, who, terms)
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		corrected, err := s.correct(ctx, who.tenant, terms)
		if err != nil {
			return nil, err
		}
		if corrected {
			if ids, err = s.withAllTerms(ctx, who, terms); err != nil {
				return nil, err
			}
		}
	}
	if len(ids) < who.limit && len(terms) > 1 { // those with only some of the terms come after
		return s.rank(ctx, who, terms, hitsOf{fields: fieldCount})
	}
	return ids, nil
}

// withAllTerms ranks the courses that have every term. They are far fewer than those with any, and if there are enough
// of them, nothing else is shown. A single word is looked for in titles first, for the same reason: courses with it in
// the title rank before all others.
func (s *Service) withAllTerms(ctx context.Context, who looking, terms []term) ([]uuid.UUID, error) {
	if len(terms) > 1 {
		return s.rank(ctx, who, terms, hitsOf{fields: fieldCount, onlyAll: true})
	}
	ids, err := s.rank(ctx, who, terms, hitsOf{fields: inTitle + 1})
	if err != nil || len(ids) >= who.limit {
		return ids, err
	}
	return s.rank(ctx, who, terms, hitsOf{fields: fieldCount})
}

// hitsOf restricts which hits are considered: those in the first fields, and optionally only those of courses that
// have every term.
type hitsOf struct {
	fields  field
	onlyAll bool
}

// rank finds the best courses for the terms. It reads and sorts short rows only.
func (s *Service) rank(ctx context.Context, who looking, terms []term, where hitsOf) ([]uuid.UUID, error) {
	var q database.Arguments
	found, ranked := s.index.key()
	with, among := ``, ``
	if where.onlyAll {
		with, among = `wanted AS MATERIALIZED (SELECT `+found+` AS key FROM `+s.index.all(&q, terms)+`), `, `(SELECT key FROM wanted)`
	}
	hits := s.hits(&q, terms, where.fields, among)
	var matched, points []string
	for i := range terms {
		best := `MAX(CASE WHEN term = ` + strconv.Itoa(i) + ` THEN worth END)`
		matched = append(matched, `CASE WHEN `+best+` IS NULL THEN 0 ELSE 1 END`)
		points = append(points, `COALESCE(`+best+`, 0)`)
	}
	condition := seenBy(q.Add(who.tenant))
	if who.level != "" {
		condition += ` AND course_search.difficulty_level = ` + q.Add(who.level)
	}
	rows, err := s.db.Query(ctx, `
		WITH `+with+`hits AS (`+hits+`),
		ranked AS (SELECT key, `+strings.Join(matched, ` + `)+` AS terms, `+strings.Join(points, ` + `)+` AS worth FROM hits GROUP BY key)
		SELECT course_search.course_id FROM ranked JOIN course_search ON course_search.`+ranked+` = ranked.key
		WHERE `+condition+`
		ORDER BY ranked.terms DESC, ranked.worth DESC, COALESCE(course_search.featured_rank, 1000000),
			course_search.published_at DESC, course_search.course_id DESC
		LIMIT `+q.Add(who.limit), q...)
	return database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}

// hits returns a query for every occurrence of a term in the first fields of a course, as (key, term, worth).
func (s *Service) hits(q *database.Arguments, terms []term, fields field, among string) string {
	var parts []string
	found, _ := s.index.key()
	for i, t := range terms {
		for f := range fields {
			look := func(words []string, isPrefix bool, worth int) {
				source := s.index.find(q, f, words, isPrefix, among)
				parts = append(parts, `SELECT `+found+` AS key, `+strconv.Itoa(i)+` AS term, `+strconv.Itoa(worth)+` AS worth FROM `+source)
			}
			look(t.exact, false, worth[f].whole)
			if t.prefix != "" {
				look([]string{t.prefix}, true, worth[f].beginning)
			}
		}
	}
	return strings.Join(parts, ` UNION ALL `)
}

// known returns the indexes of the terms that occur in a course the tenant's users see.
func (s *Service) known(ctx context.Context, tenant uuid.UUID, terms []term) (map[int]bool, error) {
	var q database.Arguments
	condition := seenBy(q.Add(tenant))
	return s.knownAmong(ctx, s.db, q, condition, terms)
}

// knownAmong returns the indexes of the terms that occur in a course which meets a condition, whose arguments are in
// q.
func (s *Service) knownAmong(ctx context.Context, from database.Querier, q database.Arguments, condition string, terms []term) (map[int]bool, error) {
	known := make(map[int]bool, len(terms))
	if len(terms) == 0 {
		return known, nil
	}
	found, ranked := s.index.key()
	lists, parts := make([]string, len(terms)), make([]string, len(terms))
	for i := range terms {
		source := s.index.all(&q, terms[i:i+1])
		// As a separate CTE it is read from the index: to find one course PostgreSQL would otherwise scan them all.
		list := `found` + strconv.Itoa(i)
		lists[i] = list + ` AS MATERIALIZED (SELECT ` + found + ` AS key FROM ` + source + `)`
		parts[i] = `SELECT ` + strconv.Itoa(i) + ` AS term WHERE EXISTS (
			SELECT 1 FROM ` + list + ` JOIN course_search ON course_search.` + ranked + ` = ` + list + `.key WHERE ` + condition + `)`
	}
	rows, err := from.Query(ctx, `WITH `+strings.Join(lists, `, `)+` `+strings.Join(parts, ` UNION ALL `), q...)
	_, err = database.Collect(rows, err, func(row database.Row) (term int, err error) {
		err = row.Scan(&term)
		known[term] = true
		return term, err
	})
	return known, err
}

// rankColumns are what course_search stores of a course besides its words; newRanks updates them when the course
// changes.
const (
	rankColumns = `tenant_id, difficulty_level, published_at, featured_rank`
	newRanks    = `tenant_id = excluded.tenant_id, difficulty_level = excluded.difficulty_level, published_at = excluded.published_at,
		featured_rank = excluded.featured_rank`
)

// insertWords adds words to the vocabulary. None of them can be removed (lockWords) until the transaction ends,
// including those that were already there.
func insertWords(ctx context.Context, tx *database.Tx, vocabulary []string) error {
	if tx.Engine() == database.Postgres { // SQLite has a single writer
		if _, err := tx.Exec(ctx, `SELECT only_row FROM course_search_version FOR KEY SHARE`); err != nil {
			return err
		}
	}
	return database.FromRows(tx, []string{"TEXT", "TEXT"}, vocabulary,
		func(word string) []any { return []any{word, plainKey(word)} },
		func(source string, arguments []any) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO course_words (word, key) SELECT v.column1, v.column2 FROM `+source+` WHERE TRUE
				ON CONFLICT DO NOTHING`, arguments...)
			return err
		})
}

// lockWords blocks writers of words until the transaction ends, and waits for those in progress.
func lockWords(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `SELECT only_row FROM course_search_version`+tx.ForUpdate())
	return err
}

// wordsBehind reads up to most words after the given one, in order.
func wordsBehind(ctx context.Context, from database.Querier, after string, most int) ([]string, error) {
	rows, err := from.Query(ctx, `SELECT word FROM course_words WHERE word > $1 ORDER BY word LIMIT $2`, after, most)
	return database.Collect(rows, err, scanWord)
}

// deleteWords removes words that no course has any more.
func deleteWords(ctx context.Context, tx *database.Tx, words []string) error {
	var where database.Where
	database.In(&where, `word`, words)
	_, err := tx.Exec(ctx, `DELETE FROM course_words`+where.String(), where.Arguments...)
	return err
}
