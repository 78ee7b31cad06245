package database_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestTheLogShrinksOnceNobodyReadsIt(t *testing.T) {
	t.Parallel()
	path := databasetest.NewURL(t, database.SQLite)
	db := databasetest.OpenURL(t, path)
	mustExec(t, db, "CREATE TABLE papers (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
	mustExec(t, db, "INSERT INTO papers (text) VALUES ('first'), ('second')")

	reader, err := db.Query(t.Context(), "SELECT id FROM papers")
	if err != nil {
		t.Fatal(err)
	}
	reader.Next()
	paper := strings.Repeat("x", 1<<20)
	for range 20 {
		mustExec(t, db, "INSERT INTO papers (text) VALUES ($1)", paper)
	}
	keep := func(isResting bool) int64 {
		t.Helper()
		if err := db.Keeper().KeepOnce(t.Context(), isResting); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	if size := keep(true); size < 20<<20 {
		t.Fatalf("the log has %d bytes while somebody reads: nothing can be shown", size)
	}
	if err := reader.Close(); err != nil {
		t.Fatal(err)
	}
	if size := keep(false); size < 20<<20 {
		t.Errorf("the log was cut to %d bytes, and whoever writes had to wait", size)
	}
	if size := keep(true); size != 0 {
		t.Errorf("the log still has %d bytes", size)
	}
}

// While the keeper waits for readers nobody can write.
func TestTheKeeperWaitsForReadersOnlyBriefly(t *testing.T) {
	t.Parallel()
	wait, err := databasetest.OpenURL(t, databasetest.NewURL(t, database.SQLite)).Keeper().Wait(t.Context())
	if err != nil || wait != 50*time.Millisecond {
		t.Errorf("it waits %s (%v)", wait, err)
	}
}

func TestTheFileShrinksAfterRowsWereRemoved(t *testing.T) {
	t.Parallel()
	path := databasetest.NewURL(t, database.SQLite)
	db := databasetest.OpenURL(t, path)
	mustExec(t, db, "CREATE TABLE papers (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
	paper := strings.Repeat("x", 1<<20)
	for range 10 {
		mustExec(t, db, "INSERT INTO papers (text) VALUES ($1)", paper)
	}
	mustExec(t, db, "DELETE FROM papers")
	for round := range 10 { // a part at a time, even while somebody writes
		if err := db.Keeper().KeepOnce(t.Context(), round > 0); err != nil {
			t.Fatal(err)
		}
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 1<<20 {
		t.Errorf("the file still has %d bytes", info.Size())
	}
}

func TestALogThatIsFarTooLargeIsCutWhileTheProcessIsBusy(t *testing.T) {
	t.Parallel()
	path := databasetest.NewURL(t, database.SQLite)
	db := databasetest.OpenURL(t, path)
	mustExec(t, db, "CREATE TABLE papers (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
	paper := strings.Repeat("x", 1<<20)
	err := db.InTx(t.Context(), func(tx *database.Tx) error { // nothing is checkpointed before the end
		for range 130 {
			if _, err := tx.Exec(t.Context(), "INSERT INTO papers (text) VALUES ($1)", paper); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Keeper().KeepOnce(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() != 0 {
		t.Errorf("the log still has %d bytes", info.Size())
	}
}
