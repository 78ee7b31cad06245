package trading

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const (
	snapshotBatch = 500 // accounts that are valued at a time

	// settling is how long after midnight a day is taken: by then its last candle is stored and what was begun
	// before midnight is committed.
	settling = 5 * time.Minute
)

// equityRecorder is the worker that keeps what accounts were worth at the end of each UTC day. Every replica may
// run it, at any time: whoever writes a day writes the same.
type equityRecorder struct{ service *Service }

// Name is the worker's name.
func (r *equityRecorder) Name() string { return "equity-recorder" }

// Run stores the days that are over and not stored, at once and then after each midnight, until the context
// ends. It fails when the database does.
func (r *equityRecorder) Run(ctx context.Context) error {
	for {
		today := utcDay(r.service.now().UTC().Add(-settling))
		if err := r.catchUp(ctx, today.AddDate(0, 0, -1)); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("record the equity: %w", err)
		}
		next := time.NewTimer(today.AddDate(0, 0, 1).Add(settling).Sub(r.service.now()))
		select {
		case <-ctx.Done():
			next.Stop()
			return nil
		case <-next.C:
		}
	}
}

// catchUp stores every day since the last that is stored, up to yesterday, and counts them for the bots.
func (r *equityRecorder) catchUp(ctx context.Context, yesterday time.Time) error {
	stored, err := recordedDay(ctx, r.service.db)
	if err != nil {
		return err
	}
	first := yesterday
	if !stored.IsZero() {
		first = stored.AddDate(0, 0, 1)
	}
	if !first.After(yesterday) {
		if err := r.record(ctx, first, yesterday); err != nil {
			return err
		}
	}
	return r.service.countDays(ctx, yesterday)
}

// record stores the days from first to last of every account that moved on them. An account on which nothing was
// booked and nothing is open is worth what it was the day before, which readers know.
func (r *equityRecorder) record(ctx context.Context, first, last time.Time) error {
	s := r.service
	accounts, err := movedAccounts(ctx, s.db, s.bookedSince(first))
	if err != nil {
		return err
	}
	for len(accounts) > 0 {
		some := accounts[:min(snapshotBatch, len(accounts))]
		accounts = accounts[len(some):]
		if err := r.recordSome(ctx, some, first, last); err != nil {
			return err
		}
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error { return setRecordedDay(ctx, tx, last) })
}

func (r *equityRecorder) recordSome(ctx context.Context, accounts []uuid.UUID, first, last time.Time) error {
	ends, err := r.service.dayEnds(ctx, accounts, first, last)
	if err != nil {
		return err
	}
	moved := make([]dayEnd, 0, len(ends))
	for _, end := range ends {
		if end.isMoved {
			moved = append(moved, end)
		}
	}
	return r.service.db.InTx(ctx, func(tx *database.Tx) error { return insertSnapshots(ctx, tx, moved) })
}
