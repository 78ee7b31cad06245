package database_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

func TestAThousandWritersAtOnceAllSucceedOnSQLite(t *testing.T) {
	t.Parallel()
	url := databasetest.MigratedURL(t, database.SQLite)
	// Two handles contend for the file like two processes; the goroutines of one would only queue.
	handles := []*database.DB{databasetest.OpenURL(t, url), databasetest.OpenURL(t, url)}
	withCounters(t, handles[0])
	const writers = 1000
	errs := make([]error, writers)
	var running sync.WaitGroup
	for i := range writers {
		running.Go(func() {
			errs[i] = handles[i%2].InTx(t.Context(), func(tx *database.Tx) error {
				return add(t.Context(), tx, "a", 1)
			})
		})
	}
	running.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	wantCounter(t, handles[1], "a", writers)
}

func TestASecondHolderOfASQLiteFileIsRefusedUntilTheFirstReleasesIt(t *testing.T) {
	t.Parallel()
	url := databasetest.MigratedURL(t, database.SQLite)
	first, second := databasetest.OpenURL(t, url), databasetest.OpenURL(t, url)
	release, err := first.Exclusively(t.Context(), "serve")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := second.Exclusively(t.Context(), "serve"); err == nil {
		t.Error("a second holder was let in")
	}
	releaseOther, err := second.Exclusively(t.Context(), "other")
	if err != nil {
		t.Errorf("a lock of another name: %v", err)
	} else if err := releaseOther(); err != nil {
		t.Error(err)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	releaseAgain, err := second.Exclusively(t.Context(), "serve")
	if err != nil {
		t.Fatalf("the released lock: %v", err)
	}
	if err := releaseAgain(); err != nil {
		t.Error(err)
	}
}

func TestAnyNumberOfProcessesMayHoldAPostgreSQLDatabase(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	for range 2 {
		release, err := db.Exclusively(t.Context(), "serve")
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := release(); err != nil {
				t.Error(err)
			}
		}()
	}
}

func TestASQLiteFileIsReadableByItsOwnerAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "made", "on the way", "a ?#%.db")
	db := databasetest.OpenURL(t, "sqlite:"+path)
	mustExec(t, db, "CREATE TABLE things (id TEXT)") // so that the write-ahead log exists too
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 2 {
		t.Errorf("found %d files, want the database and its log", len(files))
	}
	for _, file := range files {
		info, err := file.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, want 0600", file.Name(), info.Mode().Perm())
		}
	}
}

func TestADatabaseThatCannotBeReachedFailsToOpen(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"", "sqlite:", filepath.Join(os.DevNull, "x.db"), "postgres://127.0.0.1:1/none", "postgres://%zz",
	} {
		db, err := database.Open(t.Context(), database.Options{URL: url})
		if err == nil {
			t.Errorf("%q was opened", url)
			db.Close()
		}
	}
}

func TestOpenReadersLeavesAllOfThemOpenAndFree(t *testing.T) {
	t.Parallel()
	db, err := database.Open(t.Context(), database.Options{URL: filepath.Join(t.TempDir(), "bourse.db"), MaxConnections: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.OpenReaders(t.Context()); err != nil {
		t.Fatal(err)
	}
	if readers := db.Stats()["read"]; readers.OpenConnections != 3 || readers.Idle != 3 {
		t.Errorf("%d readers are open and %d of them free, want 3 and 3", readers.OpenConnections, readers.Idle)
	}
}
