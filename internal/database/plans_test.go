package database_test

import (
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// withEntries creates a table in which one owner of one tenant has all rows, as in an installation with one brand.
func withEntries(t *testing.T, db *database.DB) {
	t.Helper()
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		for _, statement := range []string{
			`CREATE TABLE entries (id TEXT PRIMARY KEY, owner TEXT NOT NULL, tenant TEXT NOT NULL, happened_at BIGINT NOT NULL)`,
			`INSERT INTO entries SELECT 'entry-' || n, 'somebody', 'a tenant', n FROM generate_series(1, 20000) AS n`,
			`CREATE INDEX entries_by_owner ON entries (owner, happened_at)`,
			`ANALYZE entries`,
		} {
			if _, err := tx.Exec(t.Context(), statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// planOf returns PostgreSQL's plan for a statement.
func planOf(t *testing.T, tx *database.Tx, statement string, arguments ...any) string {
	t.Helper()
	rows, err := tx.Query(t.Context(), "EXPLAIN "+statement, arguments...)
	lines, err := database.Collect(rows, err, database.ScanOne[string])
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

func TestAConditionBesideAnotherDoesNotMakePostgreSQLSortAllThereIs(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	withEntries(t, db)
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		plan := planOf(t, tx, `SELECT * FROM entries WHERE owner = 'somebody' AND (tenant = 'a tenant') IS TRUE ORDER BY happened_at DESC LIMIT 20`)
		if strings.Contains(plan, "Sort") || !strings.Contains(plan, "entries_by_owner") {
			t.Errorf("the page is read by\n%s", plan)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestALimitThatIsKnownIsPlannedOnce(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	withEntries(t, db)
	const newest = `SELECT id FROM entries WHERE owner = $1 ORDER BY happened_at DESC`
	for _, test := range []struct {
		name, statement string
		isPlannedOnce   bool
	}{
		{"told", database.FirstOf(newest, 20, `$2`), true},
		{"untold", newest + ` LIMIT $2`, false}, // else this test would prove nothing
	} {
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			if _, err := tx.Exec(t.Context(), `PREPARE `+test.name+` (TEXT, BIGINT) AS `+test.statement); err != nil {
				return err
			}
			plan := ""
			for range 7 { // PostgreSQL plans five times before it considers a generic plan
				plan = planOf(t, tx, `EXECUTE `+test.name+` ('somebody', 20)`)
			}
			if isPlannedOnce := strings.Contains(plan, "owner = $1"); isPlannedOnce != test.isPlannedOnce {
				t.Errorf("a limit that is %s is run by\n%s", test.name, plan)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestFirstOfSaysALimitInFewNumbers(t *testing.T) {
	t.Parallel()
	for limit, want := range map[int]string{
		1:      "SELECT * FROM (SELECT a FROM b LIMIT 25) AS first LIMIT $2",
		25:     "SELECT * FROM (SELECT a FROM b LIMIT 25) AS first LIMIT $2",
		26:     "SELECT * FROM (SELECT a FROM b LIMIT 105) AS first LIMIT $2",
		101:    "SELECT * FROM (SELECT a FROM b LIMIT 105) AS first LIMIT $2",
		5_005:  "SELECT * FROM (SELECT a FROM b LIMIT 5005) AS first LIMIT $2",
		50_000: "SELECT a FROM b LIMIT $2",
	} {
		if got := database.FirstOf("SELECT a FROM b", limit, "$2"); got != want {
			t.Errorf("%d is said by %q, want %q", limit, got, want)
		}
	}
}
