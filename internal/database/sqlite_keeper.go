package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
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
	// keptLog is how much of the log may stay: as much as a checkpoint lets it grow, so that a busy process
	// does not make the file anew all the time.
	keptLog = 32 << 20
	// keeperWait is how long the keeper stands in the way of writers while it waits for readers.
	keeperWait = 50 * time.Millisecond
	// freedPages is how many pages are given back at a time: 4 MiB.
	freedPages = 1000
)

// Run works until the context ends. It fails when the file cannot be opened or worked on.
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
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	before := int64(0)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		size, err := k.logSize()
		if err != nil {
			return err
		}
		// A log that does not grow belongs to a process that rests, which can spare the time.
		if size > keptLog || (size > 0 && size == before) {
			if err := keep(ctx, file); err != nil && ctx.Err() == nil {
				return err
			}
		}
		before = size
	}
}

func (k *Keeper) open() (*sql.DB, error) {
	file, err := sql.Open("sqlite", sqliteDSN(k.db.path, fmt.Sprintf("_pragma=busy_timeout(%d)", keeperWait.Milliseconds())))
	if err != nil {
		return nil, err
	}
	file.SetMaxOpenConns(1)
	return file, nil
}

func (k *Keeper) logSize() (int64, error) {
	info, err := os.Stat(k.db.path + "-wal")
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// keep works the log into the file and cuts it off, unless a reader still needs it: then the next round will.
func keep(ctx context.Context, file *sql.DB) error {
	var busy, frames, done int64
	if err := file.QueryRowContext(ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &frames, &done); err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	if busy != 0 || done < frames {
		return nil
	}
	if _, err := file.ExecContext(ctx, fmt.Sprintf("PRAGMA incremental_vacuum(%d)", freedPages)); err != nil && !isSQLiteBusy(err) {
		return fmt.Errorf("give free pages back: %w", err)
	}
	if err := file.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &done); err != nil && !isSQLiteBusy(err) {
		return fmt.Errorf("cut the log off: %w", err)
	}
	return nil
}
