package database_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/testkit"
)

// slowReaders begin to read and then stop. Each returns when its read has been ended, with the reason.
var slowReaders = map[string]func(t *testing.T, db *database.DB, begun func()) error{
	"rows": func(t *testing.T, db *database.DB, begun func()) error {
		rows, err := db.Query(t.Context(), "SELECT id FROM papers")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		rows.Next()
		begun()
		slowly := time.NewTicker(10 * time.Millisecond)
		defer slowly.Stop()
		for rows.Err() == nil {
			<-slowly.C
		}
		return rows.Err()
	},
	"a snapshot": func(t *testing.T, db *database.DB, begun func()) error {
		return db.InSnapshot(t.Context(), func(from database.Querier) error {
			var papers int
			slowly := time.NewTicker(10 * time.Millisecond)
			defer slowly.Stop()
			for ; ; <-slowly.C {
				if err := from.QueryRow(t.Context(), "SELECT COUNT(*) FROM papers").Scan(&papers); err != nil {
					return err
				}
				begun()
			}
		})
	},
}

func TestASlowReaderIsEndedAndTheLogShrinks(t *testing.T) {
	t.Parallel()
	for name, read := range slowReaders {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := databasetest.NewURL(t, database.SQLite)
			db := databasetest.OpenURL(t, path) // writes without a limit, however busy the machine is
			limited, err := database.Open(t.Context(), database.Options{URL: path, Limits: database.Limits{Statement: 2 * time.Second}})
			if err != nil {
				t.Fatal(err)
			}
			defer limited.Close()
			mustExec(t, db, "CREATE TABLE papers (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
			mustExec(t, db, "INSERT INTO papers (text) VALUES ('first'), ('second')")
			begun, ended := make(chan struct{}, 1<<10), make(chan error, 1)
			go func() {
				ended <- read(t, limited, func() { begun <- struct{}{} })
				close(begun) // it may have been ended before it could begin
			}()
			<-begun
			paper := strings.Repeat("x", 1<<20)
			for range 10 {
				mustExec(t, db, "INSERT INTO papers (text) VALUES ($1)", paper)
			}
			if err := <-ended; err == nil || errors.Is(err, context.Canceled) {
				t.Errorf("it ended with %v, want a limit", err)
			}
			// The connection releases the snapshot concurrently, and the keeper may be faster.
			testkit.Until(t, "the log is cut off", func() bool {
				if err := db.Keeper().KeepOnce(t.Context(), true); err != nil {
					t.Fatal(err)
				}
				info, err := os.Stat(path + "-wal")
				if err != nil {
					t.Fatal(err)
				}
				return info.Size() == 0
			})
		})
	}
}

func TestAReadThatIsNotSlowIsNotEnded(t *testing.T) {
	t.Parallel()
	const limit = time.Second
	url := databasetest.NewURL(t, database.SQLite)
	synctest.Test(t, func(t *testing.T) { // in which a stalled machine takes no time
		db, err := database.Open(t.Context(), database.Options{URL: url, Limits: database.Limits{Statement: limit}})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		mustExec(t, db, "CREATE TABLE papers (id INTEGER PRIMARY KEY)")
		mustExec(t, db, "INSERT INTO papers VALUES (1), (2)")
		for range 5 { // together longer than a single read may take
			rows, err := db.Query(t.Context(), "SELECT id FROM papers")
			all, err := database.Collect(rows, err, func(row database.Row) (id int, err error) {
				time.Sleep(limit / 3)
				err = row.Scan(&id)
				return id, err
			})
			if err != nil || len(all) != 2 {
				t.Fatalf("%v, %v", all, err)
			}
		}
	})
}

func TestRowsEndWithTheirContext(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.SQLite)
	mustExec(t, db, "CREATE TABLE papers (id INTEGER PRIMARY KEY)")
	mustExec(t, db, "INSERT INTO papers VALUES (1), (2)")
	ctx, cancel := context.WithCancel(t.Context())
	rows, err := db.Query(ctx, "SELECT id FROM papers")
	if err != nil {
		t.Fatal(err)
	}
	rows.Next()
	cancel()
	testkit.Until(t, "the rows end with their context", func() bool { return errors.Is(rows.Err(), context.Canceled) })
	if err := rows.Close(); err != nil {
		t.Error(err)
	}
}
