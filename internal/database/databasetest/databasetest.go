// Package databasetest gives every test a database of its own, on each engine.
//
// A test that calls Each runs twice, as the subtests sqlite and postgres, each with a freshly migrated empty database
// that is removed when the subtest ends. That is affordable because the migrations run once per process and engine: a
// SQLite database is a copy of one file, a PostgreSQL database a copy of one template.
//
// PostgreSQL is the server that TEST_POSTGRES_URL names, or else a throw-away cluster of this process (see
// StartCluster). Without PostgreSQL the tests fail: a skipped engine looks like a working one. TEST_POSTGRES_LOCALE
// names the locale of the databases created there; the default is the server's. TEST_POOLER=on makes tests use a
// PgBouncer in transaction mode. TEST_ENGINES=postgres omits SQLite, for running the same tests in a second locale.
package databasetest

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"

	"bourse/internal/database"
)

// EnginesVariable names the environment variable with the only engine to test on.
const EnginesVariable = "TEST_ENGINES"

// Engines lists the engines on which Each runs a test, in order.
func Engines() []database.Engine {
	if only := os.Getenv(EnginesVariable); only != "" {
		return []database.Engine{database.Engine(only)}
	}
	return []database.Engine{database.SQLite, database.Postgres}
}

// Each runs the test once on every engine, in parallel subtests named after the engine, each with its
// own migrated empty database.
func Each(t *testing.T, test func(t *testing.T, db *database.DB)) {
	t.Helper()
	for _, engine := range Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(t, Open(t, engine))
		})
	}
}

// Virtually runs a test in virtual time, on SQLite, which needs no network.
func Virtually(t *testing.T, test func(t *testing.T, db *database.DB)) {
	t.Helper()
	path := MigratedURL(t, database.SQLite)
	synctest.Test(t, func(t *testing.T) { test(t, OpenURL(t, path)) })
}

// EachEmpty is Each for tests that start processes or migrate: it passes the engine and the URL of a database without a
// schema.
func EachEmpty(t *testing.T, test func(t *testing.T, engine database.Engine, url string)) {
	t.Helper()
	for _, engine := range Engines() {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			test(t, engine, NewURL(t, engine))
		})
	}
}

// Open returns a migrated empty database, which is closed and removed when the test ends.
func Open(t *testing.T, engine database.Engine) *database.DB {
	t.Helper()
	return OpenURL(t, MigratedURL(t, engine))
}

// OpenURL opens the database at the URL as it is and closes it when the test ends. It gives a test a second handle on
// one database, like a second replica.
func OpenURL(t *testing.T, url string) *database.DB {
	t.Helper()
	return open(t, database.Options{URL: url, Limits: database.PatientLimits})
}

// OpenOne is OpenURL with one connection: each transaction finds the statements of the previous one prepared.
func OpenOne(t *testing.T, url string) *database.DB {
	t.Helper()
	return open(t, database.Options{URL: url, Limits: database.PatientLimits, MaxConnections: 1})
}

func open(t *testing.T, options database.Options) *database.DB {
	t.Helper()
	if direct := Direct(options.URL); direct != options.URL {
		options.ListenURL = direct
	}
	db, err := database.Open(t.Context(), options)
	if err != nil {
		t.Fatalf("open the test database: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close the test database: %v", err)
		}
	})
	return db
}

// NewURL returns the URL of a database without a schema, which is removed when the test ends. On SQLite
// it is the path of a file that does not exist yet.
func NewURL(t *testing.T, engine database.Engine) string {
	t.Helper()
	if engine == database.SQLite {
		return filepath.Join(t.TempDir(), "bourse.db")
	}
	return thePostgres(t).newDatabase(t, "")
}

// MigratedURL is NewURL with the schema in place, for tests that need several handles on one database.
func MigratedURL(t *testing.T, engine database.Engine) string {
	t.Helper()
	if engine == database.SQLite {
		content, err := sqliteTemplate()
		if err != nil {
			t.Fatalf("make the SQLite template: %v", err)
		}
		path := filepath.Join(t.TempDir(), "bourse.db")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatalf("copy the SQLite template: %v", err)
		}
		return path
	}
	server := thePostgres(t)
	template, err := server.template()
	if err != nil {
		t.Fatalf("make the PostgreSQL template: %v", err)
	}
	return server.newDatabase(t, template)
}

// PostgresURL returns the URL of a PostgreSQL database without a schema, which is removed when the test
// ends.
func PostgresURL(t *testing.T) string {
	t.Helper()
	return NewURL(t, database.Postgres)
}
