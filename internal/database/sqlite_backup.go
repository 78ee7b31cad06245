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

// ErrServerBackup means that the database is PostgreSQL, whose own tools make better backups.
var ErrServerBackup = errors.New("PostgreSQL is backed up by its own tools")

// ErrNoRoom means that the copy's disk has less space left than the copy takes.
var ErrNoRoom = errors.New("there is not enough space for the copy")

const (
	// pagesAtOnce is how many pages are copied between reports of progress and checks of the context: 4 MiB.
	pagesAtOnce = 1000
	// roomBeside is what must stay free on the copy's disk: the database itself may be on it.
	roomBeside = 64 << 20
)

// BackUp copies the SQLite database, as of one moment, to a new file that only its owner can read. Any number of
// readers and writers in any process may work meanwhile and are not delayed: the copy reads one snapshot, during which
// the write-ahead log grows. Progress is reported in bytes. The file gets its name only once it is complete, checked
// and on disk. It fails with fs.ErrExist when a file of that name exists, with ErrNoRoom before anything is written,
// with ErrServerBackup on PostgreSQL, and when the context ends.
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

// newDraft creates an empty file in the folder of the copy.
func newDraft(path string) (string, error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return "", err
	}
	return file.Name(), file.Close()
}

// removeDraft removes a draft and the files that SQLite may have added to it.
func removeDraft(draft string) error {
	var failed error
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		if err := os.Remove(draft + suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// copySnapshot copies the pages of one snapshot. Its own connection stays in one read transaction meanwhile: otherwise
// SQLite would start over at every write, and never finish under load.
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
	// Not BeginTx, which would end the transaction while the connection is in use below.
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

// copyPages copies all pages that a connection sees, in batches.
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

// checkCopy has SQLite check every page of the copy.
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

// publishDraft flushes a draft to disk and gives it its final name, which must not be taken.
func publishDraft(draft, path string) error {
	file, err := os.OpenFile(draft, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Link(draft, path); err == nil { // unlike a rename, a link replaces nothing
		err = errors.Join(os.Remove(draft), syncFolder(filepath.Dir(path)))
		return err
	} else if errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := os.Rename(draft, path); err != nil { // where links are not supported
		return err
	}
	return syncFolder(filepath.Dir(path))
}
