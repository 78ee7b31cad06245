// Package kittest gives the tests of benches a database to seed and to read, on each engine: so a seed or a bare
// handler that no longer fits the schema fails a test and not only the next run of the bench.
package kittest

import (
	"database/sql"
	"testing"

	"bourse/bench/kit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// Each runs the test once on every engine, with a migrated empty database of its own.
func Each(t *testing.T, test func(t *testing.T, where kit.Database, db *database.DB)) {
	t.Helper()
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			where := kit.Database{Engine: engine, DatabaseURL: databasetest.MigratedURL(t, engine)}
			test(t, where, databasetest.OpenURL(t, where.DatabaseURL))
		})
	}
}

// OpenReader opens the pool that bare handlers read with, until the test ends.
func OpenReader(t *testing.T, where kit.Database) *sql.DB {
	t.Helper()
	pool, err := where.OpenReader()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() }) // nothing depends on its unfinished work
	return pool
}

// Insert writes one row of a table.
func Insert(t *testing.T, db *database.DB, table string, row kit.Row) {
	t.Helper()
	err := db.InTx(t.Context(), func(tx *database.Tx) error { return kit.InsertOne(t.Context(), tx, table, row) })
	if err != nil {
		t.Fatal(err)
	}
}
