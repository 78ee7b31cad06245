package notify_test

import (
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// However many sent messages are kept, counting the waiting ones, several times a minute, reads an index of those
// only.
func TestWhatWaitsIsReadFromItsIndexes(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for _, statement := range []string{`
			INSERT INTO messages (id, channel, kind, recipient, next_attempt_at, created_at, expires_at, sent_at)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
			SELECT CAST(i AS TEXT), 'mail', 'k', 'r', i, i, i, CASE WHEN i < 15000 THEN i END FROM n`, `ANALYZE messages`,
		} {
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				_, err := tx.Exec(t.Context(), statement)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for column, index := range map[string]string{"created_at": "messages_waiting", "next_attempt_at": "messages_due"} {
			query := `SELECT MIN(` + column + `) FROM messages WHERE channel = 'mail' AND sent_at IS NULL AND failed_at IS NULL`
			if plan := planOf(t, db, query); !strings.Contains(plan, index) || strings.Contains(plan, "Bitmap") {
				t.Errorf("the least %s is read by\n%s", column, plan)
			}
		}
	})
}

// planOf asks an engine how it would run a query.
func planOf(t *testing.T, db *database.DB, query string) string {
	t.Helper()
	explain, steps := "EXPLAIN ", 1
	if db.Engine() == database.SQLite {
		explain, steps = "EXPLAIN QUERY PLAN ", 4
	}
	rows, err := db.Query(t.Context(), explain+query)
	lines, err := database.Collect(rows, err, func(row database.Row) (step string, err error) {
		columns := make([]any, steps)
		for i := range columns {
			columns[i] = new(any)
		}
		columns[steps-1] = &step
		return step, row.Scan(columns...)
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}
