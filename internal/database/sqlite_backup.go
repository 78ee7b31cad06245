package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
)

// ErrServerBackup means that the database is PostgreSQL's, which copies itself better than anybody else could.
var ErrServerBackup = errors.New("PostgreSQL is backed up by its own tools")

// ErrNoRoom means that the disk of a copy has less space left than the copy takes.
var ErrNoRoom = errors.New("there is not enough space for the copy")

const (
	// pagesAtOnce are copied before progress is told, and before the context is looked at: 4 MiB.
	pagesAtOnce = 1000
	// roomBeside is what is left free on the disk of a copy: the database itself may be on it.
	roomBeside = 64 << 20
)

// BackUp copies the SQLite database, as it is at one moment, to a new file that only its owner can read. It may be called
// beside any number of readers and writers of any process and holds up none of them: the copy is read from one snapshot, for
// whose time the write-ahead log grows. Progress is told in bytes. The file has its name once it is complete, checked and on
// the disk; it is never half there. It fails with fs.ErrExist when there is a file of that name, with ErrNoRoom before
// anything is written, with ErrServerBackup on PostgreSQL, and when the context ends.
func (db *DB) BackUp(ctx context.Context, path string, progress func(done, total int64)) (err error) {
	if db.engine != SQLite {
		return ErrServerBackup
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	draft, err := newDraft(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, removeDraft(draft))
		}
	}()
	if err := db.copySnapshot(ctx, draft, progress); err != nil {
		return err
	}
	if err := checkCopy(ctx, draft); err != nil {
		return err
	}
	return publishDraft(draft, path)
}

// newDraft makes an empty file beside where the copy will be.
func newDraft(path string) (string, error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return "", err
	}
	return file.Name(), file.Close()
}

// removeDraft removes a file, and what SQLite may have put beside it.
func removeDraft(draft string) error {
	var failed error
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		if err := os.Remove(draft + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// copySnapshot copies the pages of one snapshot. A connection of its own stays in one read transaction meanwhile: without
// it SQLite would begin anew whenever somebody writes, and never end under load.
func (db *DB) copySnapshot(ctx context.Context, target string, progress func(done, total int64)) (err error) {
	source, err := sql.Open("sqlite", sqliteDSN(db.path, "_pragma=query_only(1)"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	connection, err := source.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	// Not BeginTx: its end would come while the connection is in use below.
	if _, err := connection.ExecContext(ctx, "BEGIN"); err != nil {
		return err
	}
	defer func() {
		_, ended := connection.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
		err = errors.Join(err, ended)
	}()
	var pages, size int64
	if err := connection.QueryRowContext(ctx, "SELECT * FROM pragma_page_count(), pragma_page_size()").Scan(&pages, &size); err != nil {
		return err
	}
	if left, known := spaceLeft(filepath.Dir(target)); known && left < uint64(pages*size)+roomBeside {
		return fmt.Errorf("%w: it takes %d MiB and %d are free", ErrNoRoom, (pages*size+roomBeside)>>20, left>>20)
	}
	return connection.Raw(func(driver any) error {
		return copyPages(ctx, driver, target, func(done int64) { progress(done*size, pages*size) })
	})
}

// copyPages copies all pages that a connection sees, some at a time.
func copyPages(ctx context.Context, driver any, target string, progress func(done int64)) (err error) {
	source, ok := driver.(interface {
		NewBackup(target string) (*sqlite.Backup, error)
	})
	if !ok {
		return fmt.Errorf("a connection of SQLite's cannot be copied: it is a %T", driver)
	}
	copied, err := source.NewBackup("file:" + (&url.URL{Path: target}).EscapedPath())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, copied.Finish()) }()
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		more, err := copied.Step(pagesAtOnce)
		if err != nil {
			return fmt.Errorf("copy the database: %w", err)
		}
		progress(int64(copied.PageCount() - copied.Remaining()))
		if !more {
			return nil
		}
	}
}

// checkCopy has SQLite look at every page of the copy.
func checkCopy(ctx context.Context, path string) (err error) {
	file, err := sql.Open("sqlite", sqliteDSN(path, "_pragma=query_only(1)"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	file.SetMaxOpenConns(1)
	var verdict string
	if err := file.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return fmt.Errorf("check the copy: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("the copy is damaged, and so may be the database: %s", verdict)
	}
	return nil
}

// publishDraft brings a file onto the disk and gives it its name, which nobody else may have taken meanwhile.
func publishDraft(draft, path string) error {
	file, err := os.OpenFile(draft, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(draft, path); err == nil { // unlike a renaming, a link replaces nothing
		err = errors.Join(os.Remove(draft), syncFolder(filepath.Dir(path)))
		return err
	} else if errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := os.Rename(draft, path); err != nil { // where there are no links
		return err
	}
	return syncFolder(filepath.Dir(path))
}
