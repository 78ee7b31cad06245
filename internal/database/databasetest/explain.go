package databasetest

import (
	"fmt"
	"strings"
	"testing"

	"bourse/internal/database"
)

// Explain returns the plan of an engine for a statement whose values it does not know. Preparations are statements that
// PostgreSQL runs before, in the same transaction.
func Explain(t *testing.T, db *database.DB, statement string, preparations ...string) string {
	t.Helper()
	values := 0
	for strings.Contains(statement, fmt.Sprintf("$%d", values+1)) {
		values++
	}
	var plan strings.Builder
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		query, arguments, columns := "EXPLAIN QUERY PLAN "+statement, make([]any, values), 4
		if db.Engine() == database.Postgres {
			for _, preparation := range append(preparations, "SET LOCAL plan_cache_mode = force_generic_plan", "PREPARE explained AS "+statement) {
				if _, err := tx.Exec(t.Context(), preparation); err != nil {
					return err
				}
			}
			nulls := strings.TrimPrefix(strings.Repeat(", NULL", values), ", ")
			query, arguments, columns = "EXPLAIN EXECUTE explained("+nulls+")", nil, 1
			if values == 0 {
				query = "EXPLAIN EXECUTE explained"
			}
		}
		rows, err := tx.Query(t.Context(), query, arguments...)
		err = database.EachRow(rows, err, func(row database.Row) error {
			cells := make([]any, columns)
			targets := make([]any, columns)
			for i := range cells {
				targets[i] = &cells[i]
			}
			if err := row.Scan(targets...); err != nil {
				return err
			}
			fmt.Fprintln(&plan, cells[columns-1])
			return nil
		})
		if err == nil && db.Engine() == database.Postgres {
			_, err = tx.Exec(t.Context(), "DEALLOCATE explained")
		}
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return plan.String()
}
