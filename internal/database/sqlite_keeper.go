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

// Keeper is the worker that keeps SQLite's files small. The write-ahead log grows behind every reader that takes
// its time and stays as large as it ever was; the file keeps the pages of rows that were removed. The keeper works
// the log into the file and cuts it off when nobody is in the way, and gives free pages back, a few at a time.
// With PostgreSQL, which does this by itself, it has nothing to do.
type Keeper struct{ db *DB }

// Keeper returns the worker that keeps SQLite's files small.
func (db *DB) Keeper() *Keeper { return &Keeper{db} }

// Name is the worker's name.
func (k *Keeper) Name() string { return "database-keeper" }

const (
	keepEvery = 10 * time.Second
	// mostLog is how large the log may become while the process is busy. What a checkpoint lets it grow to is far
	// less, and is written over again and again: only a reader that takes its time makes more of it.
	mostLog = 128 << 20
	// keeperWait is how long the keeper stands in the way of writers while it waits for readers.
	keeperWait = 50 * time.Millisecond
	// freedAtRest and freedAtWork are how many pages are given back at a time: 4 MiB when nobody writes, and what
	// is written in a millisecond when somebody does.
	freedAtRest = 1000
	freedAtWork = 50
)

// Run works at once, and then again and again until the context ends. It fails when the file cannot be opened or worked on.
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

// logState tells whether anybody has written: a log that is written over keeps its size.
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

// keep gives free pages back and works the log into the file and cuts it off. Cutting keeps writers waiting, so it is
// done when nobody writes, or when the log has become too large.
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

// giveBack gives at most so many free pages back.
func giveBack(ctx context.Context, file *sql.DB, pages int) error {
	var free int64
	if err := file.QueryRowContext(ctx, "PRAGMA freelist_count").Scan(&free); err != nil || free == 0 {
		return err
	}
	_, err := file.ExecContext(ctx, fmt.Sprintf("PRAGMA incremental_vacuum(%d)", pages))
	return err
}

// cutOff works the log into the file, which stands in nobody's way, and cuts it off unless a reader still needs it:
// then the next round will.
func cutOff(ctx context.Context, file *sql.DB) error {
	var busy, frames, done int64
	err := file.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &frames, &done)
	if err != nil || busy != 0 || done < frames {
		return err
	}
	return file.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &done)
}
