package education

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// postgresIndex is a tsvector per course, in which the first letter of a lexeme is the field and the rest is the word,
// and pg_trgm for similar words. Weights could express the fields too, but the index does not contain them, so every
// vector with the word would have to be fetched for the check. Words are always quoted, and contain no quotation
// marks. Neither vectors nor queries go through a text search configuration: the words are already normalised.
type postgresIndex struct{}

var tsFields = [fieldCount]string{"a", "b", "c", "d"}

func (postgresIndex) store(ctx context.Context, tx *database.Tx, course uuid.UUID, d document) error {
	var vector strings.Builder
	for f, words := range d {
		for _, word := range words {
			vector.WriteString(`'` + tsFields[f] + word + `' `)
		}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO course_search (course_id, document, `+rankColumns+`)
		SELECT id, CAST(CAST($2 AS TEXT) AS TSVECTOR), `+rankColumns+` FROM courses WHERE id = $1
		ON CONFLICT (course_id) DO UPDATE SET document = excluded.document, `+newRanks, course, vector.String())
	return err
}

func (postgresIndex) remove(ctx context.Context, tx *database.Tx, course uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM course_search WHERE course_id = $1`, course)
	return err
}

func (postgresIndex) key() (found, ranked string) { return "course_id", "course_id" }

func (postgresIndex) find(q *database.Arguments, f field, words []string, isPrefix bool, among string) (source string) {
	source = `course_search WHERE document @@ CAST(CAST(` + q.Add(tsWords(f, words, isPrefix)) + ` AS TEXT) AS TSQUERY)`
	if among != "" {
		source += ` AND course_id IN ` + among
	}
	return source
}

func (postgresIndex) all(q *database.Arguments, terms []term) (source string) {
	wanted := make([]string, len(terms))
	for i, t := range terms {
		var anywhere []string
		for f := range fieldCount {
			anywhere = append(anywhere, tsWords(f, t.exact, false))
			if t.prefix != "" {
				anywhere = append(anywhere, tsWords(f, []string{t.prefix}, true))
			}
		}
		wanted[i] = `(` + strings.Join(anywhere, ` | `) + `)`
	}
	return `course_search WHERE document @@ CAST(CAST(` + q.Add(strings.Join(wanted, ` & `)) + ` AS TEXT) AS TSQUERY)`
}

// tsWords matches any of the words in a field, in PostgreSQL's tsquery syntax.
func tsWords(f field, words []string, isPrefix bool) string {
	label := ``
	if isPrefix {
		label = `:*`
	}
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = `'` + tsFields[f] + word + `'` + label
	}
	return strings.Join(quoted, ` | `)
}

func (postgresIndex) similar(ctx context.Context, from database.Querier, key string) ([]string, error) {
	rows, err := from.Query(ctx, `SELECT word FROM course_words ORDER BY key <-> $1 LIMIT $2`, key, mostSimilar)
	return database.Collect(rows, err, scanWord)
}
