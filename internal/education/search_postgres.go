package education

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// postgresIndex is a tsvector a course, in which the first letter of a lexeme says what field the rest of it,
// the word, stands in, and pg_trgm for words that look alike. Weights would say the same, but the index does
// not hold them, so that every vector with the word would be fetched to look. Every word is put in quotation
// marks, and has none in it. Neither vectors nor queries go through a text search configuration: the words
// are normalised already.
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
		INSERT INTO course_search (course_id, document) VALUES ($1, CAST(CAST($2 AS TEXT) AS TSVECTOR))
		ON CONFLICT (course_id) DO UPDATE SET document = excluded.document`, course, vector.String())
	return err
}

func (postgresIndex) remove(ctx context.Context, tx *database.Tx, course uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM course_search WHERE course_id = $1`, course)
	return err
}

func (postgresIndex) find(f field, words []string, isPrefix bool, parameter string) (source, argument string) {
	label := ``
	if isPrefix {
		label = `:*`
	}
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = `'` + tsFields[f] + word + `'` + label
	}
	return `course_search WHERE document @@ CAST(CAST(` + parameter + ` AS TEXT) AS TSQUERY)`, strings.Join(quoted, ` | `)
}

func (postgresIndex) similar(ctx context.Context, from database.Querier, key string) ([]string, error) {
	rows, err := from.Query(ctx, `SELECT word FROM course_words ORDER BY key <-> $1 LIMIT $2`, key, mostSimilar)
	return database.Collect(rows, err, scanWord)
}
