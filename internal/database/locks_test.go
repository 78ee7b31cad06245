package database_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestFreeRowsAreTakenAndHeldOnesLeft(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		ids := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
		mustExec(t, db, "CREATE TABLE things (id TEXT PRIMARY KEY)")
		for _, id := range ids {
			mustExec(t, db, "INSERT INTO things VALUES ($1)", id)
		}
		want := 3
		if db.Engine() == database.Postgres { // SQLite has one writer, so nobody else locks a row
			databasetest.Hold(t, db, "SELECT id FROM things WHERE id = $1 FOR UPDATE", ids[1])
			want = 2
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			free, err := tx.LockFree(t.Context(), "things", ids)
			if err != nil {
				return err
			}
			if len(free) != want || !free[ids[0]] || !free[ids[2]] {
				t.Errorf("%d rows were free, want %d with the first and the last", len(free), want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// SQLite has one writer, so there is no row to wait for.
func TestATransactionWaitsForALockNoLongerThanItWants(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	withCounters(t, db)
	release := databasetest.Hold(t, db, "SELECT name FROM counters WHERE name = 'a' FOR UPDATE")
	change := func() error {
		return db.InTx(t.Context(), func(tx *database.Tx) error {
			if err := tx.LimitLockWait(t.Context(), 20*time.Millisecond); err != nil {
				return err
			}
			return add(t.Context(), tx, "a", 1)
		})
	}
	if err := change(); !database.IsLocked(err) {
		t.Errorf("the error is %v, want that the row is locked", err)
	}
	release()
	if err := change(); err != nil {
		t.Error(err)
	}
	// The limit must end with its transaction.
	var limit string
	if err := db.QueryRow(t.Context(), "SHOW lock_timeout").Scan(&limit); err != nil || limit == "20ms" {
		t.Errorf("the limit is %q afterwards (%v)", limit, err)
	}
	wantCounter(t, db, "a", 1)
}
