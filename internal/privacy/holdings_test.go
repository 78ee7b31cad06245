package privacy_test

import (
	"slices"
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/privacy"
)

// Whoever adds a table says what it holds of a person and what becomes of that when the person leaves.
func TestEveryTableIsOnTheListOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		personal, others := privacy.TablesOf()
		there := tablesOf(t, db)
		for _, table := range there {
			if slices.Contains(personal, table) == slices.Contains(others, table) {
				t.Errorf("%s has to be either among the holdings or among what is impersonal", table)
			}
		}
		for _, table := range slices.Concat(personal, others) {
			if !slices.Contains(there, table) {
				t.Errorf("there is no table %s", table)
			}
		}
	})
}

// tablesOf lists the tables of the schema but for those of the engine, the migrations and the search index.
func tablesOf(t *testing.T, db *database.DB) []string {
	t.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1`
	if db.Engine() == database.Postgres {
		query = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1`
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
