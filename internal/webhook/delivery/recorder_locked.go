package delivery

import (
	"context"
	"errors"
	"time"

	"bourse/internal/database"
)

const (
	// lockedPause is how long the attempts of a locked lane are left alone.
	lockedPause = 250 * time.Millisecond
	// lockedWait is how long they then wait for the lock: briefly, because all others wait with them.
	lockedWait = 10 * time.Millisecond
)

// recordApart writes the attempts of each lane in a separate transaction. The attempts of a locked lane, for example
// while its endpoint is being changed, are kept for later; the lane's reservation bounds how many that can be.
func (r *recorder) recordApart(ctx context.Context, batch []*attempt) {
	for lane, attempts := range byLane(batch) {
		if left := r.tryLane(ctx, attempts); len(left) > 0 {
			r.locked[lane], r.lockedAt = left, time.Now()
		}
	}
}

// tryLane writes the attempts of one lane in batches, and returns those that are still to be written.
func (r *recorder) tryLane(ctx context.Context, attempts []*attempt) []*attempt {
	for len(attempts) > 0 {
		batch := beginning(attempts)
		inStoredOrder(batch)
		if !r.tryBatch(ctx, batch) {
			return attempts
		}
		attempts = attempts[len(batch):]
	}
	return nil
}

// tryBatch writes attempts of one lane and reports whether they are done. Attempts that are stored already were
// committed by a write whose answer was lost, here or in the previous batch.
func (r *recorder) tryBatch(ctx context.Context, attempts []*attempt) bool {
	err := r.write(ctx, attempts, asExpected, lockedWait)
	if errors.Is(err, errUnexpected) || errors.Is(err, database.ErrUnique) {
		err = r.write(ctx, attempts, rowByRow, lockedWait)
	}
	if err != nil && !database.IsLocked(err) && ctx.Err() == nil {
		r.logger.Error("webhook outcomes could not be recorded", "count", len(attempts), "endpoint", attempts[0].lane.endpointID, "error", err)
	}
	return err == nil
}

// withoutLocked removes from a batch the attempts of lanes that have older ones waiting, and queues them behind those.
func (r *recorder) withoutLocked(batch []*attempt) []*attempt {
	if len(r.locked) == 0 {
		return batch
	}
	free := make([]*attempt, 0, len(batch))
	for _, attempt := range batch {
		if _, waits := r.locked[attempt.lane]; waits {
			r.locked[attempt.lane] = append(r.locked[attempt.lane], attempt)
		} else {
			free = append(free, attempt)
		}
	}
	return free
}

// nextTry fires when locked lanes are to be tried again; never, when there are none.
func (r *recorder) nextTry() <-chan time.Time {
	if len(r.locked) == 0 {
		return nil
	}
	return time.After(lockedPause)
}

// tryLocked tries the locked lanes again when that is due.
func (r *recorder) tryLocked(ctx context.Context) {
	if len(r.locked) == 0 || time.Since(r.lockedAt) < lockedPause {
		return
	}
	for lane, attempts := range r.locked {
		if left := r.tryLane(ctx, attempts); len(left) > 0 {
			r.locked[lane] = left
		} else {
			delete(r.locked, lane)
		}
	}
	r.lockedAt = time.Now()
}
