package database_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// filled opens a database with more pages than a backup copies at once.
func filled(t *testing.T) *database.DB {
	t.Helper()
	db := databasetest.Open(t, database.SQLite)
	err := db.InTx(t.Context(), func(tx *database.Tx) error {
		for _, statement := range []string{
			`CREATE TABLE pairs (a BIGINT, b BIGINT)`, `INSERT INTO pairs VALUES (0, 0)`, `CREATE TABLE filling (content BLOB)`,
			`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) INSERT INTO filling SELECT randomblob(4000) FROM n`,
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
	return db
}

// raise changes both numbers of the pair, in one transaction.
func raise(ctx context.Context, db *database.DB) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE pairs SET a = a + 1`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE pairs SET b = b + 1`)
		return err
	})
}

// Somebody writes between any two parts of the copy. It finishes nevertheless, with the state at its beginning.
func TestABackupIsOfOneMomentWhoeverWrites(t *testing.T) {
	t.Parallel()
	db := filled(t)
	path := filepath.Join(t.TempDir(), "copy.db")
	parts := 0
	err := db.BackUp(t.Context(), path, func(done, total int64) {
		if parts++; done > total || total < 2500*4000 {
			t.Errorf("%d of %d bytes are copied", done, total)
		}
		if err := raise(t.Context(), db); err != nil {
			t.Error(err)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if parts < 3 {
		t.Errorf("progress was told %d times", parts)
	}
	var a, b int
	if err := databasetest.OpenURL(t, path).QueryRow(t.Context(), `SELECT a, b FROM pairs`).Scan(&a, &b); err != nil || a != 0 || b != 0 {
		t.Errorf("the copy has %d and %d: %v", a, b, err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v: %v", info.Mode(), err)
	}
}

func TestABackupReplacesNothingAndLeavesNothingHalf(t *testing.T) {
	t.Parallel()
	db := filled(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "copy.db")
	ctx, cancel := context.WithCancel(t.Context())
	if err := db.BackUp(ctx, path, func(int64, int64) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("a backup that was broken off failed with %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("it left %v: %v", left, err)
	}
	// Somebody takes the name while the copy is made.
	err := db.BackUp(t.Context(), path, func(int64, int64) { _ = os.WriteFile(path, []byte("mine"), 0o600) })
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file it failed with %v", err)
	}
	if err := db.BackUp(t.Context(), path, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over a file it failed with %v", err)
	}
	if content, err := os.ReadFile(path); err != nil || string(content) != "mine" {
		t.Errorf("the file holds %q: %v", content, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("it left %v: %v", left, err)
	}
}

func TestPostgreSQLIsBackedUpByItsOwnTools(t *testing.T) {
	t.Parallel()
	err := databasetest.Open(t, database.Postgres).BackUp(t.Context(), filepath.Join(t.TempDir(), "copy"), nil)
	if !errors.Is(err, database.ErrServerBackup) {
		t.Errorf("it failed with %v", err)
	}
}
