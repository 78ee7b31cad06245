package education

import (
	"context"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// postgresIndex is a tsvector a course, in which the weight of a word says what field it stands in, and
// pg_trgm for words that look alike. Every word is put in quotation marks, and has none in it. Neither
// vectors nor queries go through a text search configuration: the words are normalised already.
type postgresIndex struct{}

var tsWeights = [fieldCount]string{"A", "B", "C", "D"}

func (postgresIndex) store(ctx context.Context, tx *database.Tx, course uuid.UUID, d document) error {
	var vector strings.Builder
	for f, words := range d {
		place := strconv.Itoa(f+1) + tsWeights[f]
		for _, word := range words {
			vector.WriteString(`'` + word + `':` + place + ` `)
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
	label := `:` + tsWeights[f]
	if isPrefix {
		label = `:*` + tsWeights[f]
	}
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = `'` + word + `'` + label
	}
	return `course_search WHERE document @@ CAST(CAST(` + parameter + ` AS TEXT) AS TSQUERY)`, strings.Join(quoted, ` | `)
}

func (postgresIndex) similar(ctx context.Context, from database.Querier, key string) ([]string, error) {
	rows, err := from.Query(ctx, `SELECT word FROM course_words ORDER BY key <-> $1 LIMIT $2`, key, mostSimilar)
	return database.Collect(rows, err, scanWord)
}
