package education

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// sqliteIndex is FTS5: one table with a column per field, and one with the trigrams of all words. Words are always
// quoted, and contain no quotation marks.
type sqliteIndex struct{}

var ftsColumns = [fieldCount]string{"title", "description", "lessons", "content"}

func (sqliteIndex) store(ctx context.Context, tx *database.Tx, course uuid.UUID, d document) error {
	var number int64
	err := tx.QueryRow(ctx, `
		INSERT INTO course_search (course_id, `+rankColumns+`) SELECT id, `+rankColumns+` FROM courses WHERE id = $1
		ON CONFLICT (course_id) DO UPDATE SET `+newRanks+` RETURNING number`, course).Scan(&number)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM course_search_words WHERE rowid = $1`, number); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO course_search_words (rowid, title, description, lessons, content) VALUES ($1, $2, $3, $4, $5)`,
		number, strings.Join(d[inTitle], " "), strings.Join(d[inDescription], " "), strings.Join(d[inLessonTitles], " "),
		strings.Join(d[inLessons], " "))
	return err
}

func (sqliteIndex) remove(ctx context.Context, tx *database.Tx, course uuid.UUID) error {
	if _, err := tx.Exec(ctx, `
		DELETE FROM course_search_words WHERE rowid IN (SELECT number FROM course_search WHERE course_id = $1)`, course); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM course_search WHERE course_id = $1`, course)
	return err
}

func (sqliteIndex) key() (found, ranked string) { return "rowid", "number" }

func (sqliteIndex) find(q *database.Arguments, f field, words []string, isPrefix bool, among string) (source string) {
	source = `course_search_words WHERE course_search_words MATCH ` + q.Add(ftsColumns[f]+` : (`+ftsWords(words, isPrefix)+`)`)
	if among != "" {
		source += ` AND +rowid IN ` + among // the plus keeps SQLite from looking up each of them in the index
	}
	return source
}

func (sqliteIndex) all(q *database.Arguments, terms []term) (source string) {
	wanted := make([]string, len(terms))
	for i, t := range terms {
		wanted[i] = ftsWords(t.exact, false)
		if t.prefix != "" {
			wanted[i] += ` OR ` + ftsWords([]string{t.prefix}, true)
		}
		wanted[i] = `(` + wanted[i] + `)`
	}
	return `course_search_words WHERE course_search_words MATCH ` + q.Add(strings.Join(wanted, ` AND `))
}

// ftsWords matches any of the words, in FTS5 syntax.
func ftsWords(words []string, isPrefix bool) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = `"` + word + `"`
		if isPrefix {
			quoted[i] += ` *`
		}
	}
	return strings.Join(quoted, ` OR `)
}

func (sqliteIndex) similar(ctx context.Context, from database.Querier, key string) ([]string, error) {
	padded := "  " + key + " "
	trigrams := make([]string, 0, len(key)+1)
	for i := range len(padded) - 2 {
		trigrams = append(trigrams, `"`+padded[i:i+3]+`"`)
	}
	rows, err := from.Query(ctx, `
		SELECT course_words.word FROM course_word_trigrams
		JOIN course_words ON course_words.number = course_word_trigrams.rowid
		WHERE course_word_trigrams MATCH $1 ORDER BY course_word_trigrams.rank LIMIT $2`,
		strings.Join(trigrams, ` OR `), mostSimilar)
	return database.Collect(rows, err, scanWord)
}

// mostSimilar is how many words are compared letter by letter with a mistyped one.
const mostSimilar = 200

func scanWord(row database.Row) (word string, err error) {
	err = row.Scan(&word)
	return word, err
}
