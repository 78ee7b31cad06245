package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"bourse/internal/worker"
)

// Keeper is the worker that keeps SQLite's files small. The write-ahead log grows during every long read and never
// shrinks by itself; the file keeps the pages of deleted rows. The keeper checkpoints the log and truncates it when
// nobody is in the way, and releases free pages, a few at a time. With PostgreSQL, which does this by itself, it has
// nothing to do.
type Keeper struct{ db *DB }

// Keeper returns the worker that keeps SQLite's files small.
func (db *DB) Keeper() *Keeper { return &Keeper{db} }

// Name is the worker's name.
func (k *Keeper) Name() string { return "database-keeper" }

const (
	keepEvery = 10 * time.Second
	// mostLog is how large the log may become while the process is busy. Checkpoints normally keep it far smaller,
	// since it is overwritten again and again: only a long read makes it grow further.
	mostLog = 128 << 20
	// keeperWait is how long the keeper blocks writers while it waits for readers.
	keeperWait = 50 * time.Millisecond
	// freedAtRest and freedAtWork are how many pages are released at a time: 4 MiB when nobody writes, and what is
	// written in a millisecond when somebody does.
	freedAtRest = 1000
	freedAtWork = 50
)

// Run works at once and then periodically until the context ends. It fails when the file cannot be opened or worked on.
func (k *Keeper) Run(ctx context.Context) (err error) {
	if k.db.engine != SQLite {
		<-ctx.Done()
		return nil
	}
	file, err := k.open()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	var before logState
	return worker.Loop(ctx, nil, worker.Every(keepEvery, func(ctx context.Context) error {
		now, err := k.lookAtLog()
		if err == nil {
			err = keep(ctx, file, now, now == before)
		}
		if err == nil {
			before, err = k.lookAtLog()
		}
		return err
	}))
}

func (k *Keeper) open() (*sql.DB, error) {
	file, err := sql.Open("sqlite", sqliteDSNWaiting(k.db.path, keeperWait, ""))
	if err != nil {
		return nil, err
	}
	file.SetMaxOpenConns(1)
	return file, nil
}

// logState shows whether anybody has written, which the size of the log does not: it is overwritten.
type logState struct {
	size    int64
	written time.Time
}

func (k *Keeper) lookAtLog() (logState, error) {
	info, err := os.Stat(k.db.path + "-wal")
	if errors.Is(err, os.ErrNotExist) {
		return logState{}, nil
	}
	if err != nil {
		return logState{}, err
	}
	return logState{info.Size(), info.ModTime()}, nil
}

// keep releases free pages, checkpoints the log and truncates it. Truncating blocks writers, so it happens only when
// nobody writes, or when the log has become too large.
func keep(ctx context.Context, file *sql.DB, log logState, isResting bool) error {
	pages := freedAtWork
	if isResting {
		pages = freedAtRest
	}
	if err := giveBack(ctx, file, pages); err != nil && !isSQLiteBusy(err) {
		return fmt.Errorf("give free pages back: %w", err)
	}
	if log.size == 0 || !isResting && log.size <= mostLog {
		return nil
	}
	if err := cutOff(ctx, file); err != nil && !isSQLiteBusy(err) {
		return fmt.Errorf("cut the log off: %w", err)
	}
	return nil
}

// giveBack releases at most the given number of free pages.
func giveBack(ctx context.Context, file *sql.DB, pages int) error {
	var free int64
	if err := file.QueryRowContext(ctx, "PRAGMA freelist_count").Scan(&free); err != nil || free == 0 {
		return err
	}
	_, err := file.ExecContext(ctx, fmt.Sprintf("PRAGMA incremental_vacuum(%d)", pages))
	return err
}

// cutOff checkpoints the log, which blocks nobody, and truncates it unless a reader still needs it; then the next round
// will.
func cutOff(ctx context.Context, file *sql.DB) error {
	var busy, frames, done int64
	err := file.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &frames, &done)
	if err != nil || busy != 0 || done < frames {
		return err
	}
	return file.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &done)
}
