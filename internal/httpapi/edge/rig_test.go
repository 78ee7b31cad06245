package edge_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
)

// newEdge makes an edge on a database of its own.
func newEdge(t testing.TB, ops *edgetest.Operations, change ...func(*edge.Options)) *edgetest.Edge {
	t.Helper()
	return edgetest.New(t, sqlite(t), ops, change...)
}

func sqlite(t testing.TB) *database.DB {
	t.Helper()
	if test, ok := t.(*testing.T); ok {
		return databasetest.Open(test, database.SQLite)
	}
	db, err := database.Open(t.Context(), database.Options{URL: t.TempDir() + "/bourse.db"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}
