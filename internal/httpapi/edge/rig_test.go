package edge_test

import (
	"context"
	"sync/atomic"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
	"bourse/internal/httpapi/edge/edgetest"
	"bourse/internal/identity"
)

// newEdge makes an edge on its own database.
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

// watchedDoor can end sessions.
type watchedDoor struct {
	edgetest.Door
	isOver atomic.Bool
}

func (d *watchedDoor) StillIn(context.Context, identity.Caller) error {
	if d.isOver.Load() {
		return fault.New(fault.SessionRevoked, "it is over")
	}
	return nil
}
