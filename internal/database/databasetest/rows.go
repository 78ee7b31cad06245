package databasetest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
)

// Exec runs one statement in its own transaction, even during the test's cleanup.
func Exec(t testing.TB, db *database.DB, statement string, args ...any) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	err := db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, statement, args...)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Number returns the single number that a query selects.
func Number(t testing.TB, db *database.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := db.QueryRow(context.WithoutCancel(t.Context()), query, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// Tables lists the tables of the schema, except those of the engine, the migrations and the search index. A partitioned
// table counts as one.
func Tables(t testing.TB, db *database.DB) []string {
	t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1`
	if db.Engine() == database.Postgres {
		query = `SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = current_schema()::regnamespace ORDER BY 1`
	}
	rows, err := db.Query(t.Context(), query)
	tables, err := database.Collect(rows, err, database.ScanOne[string])
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(tables, func(table string) bool {
		return strings.HasPrefix(table, "sqlite_") || strings.HasPrefix(table, "goose_") ||
			strings.HasPrefix(table, "course_search_words") || strings.HasPrefix(table, "course_word_trigrams")
	})
}
