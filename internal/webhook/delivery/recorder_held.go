package delivery

import (
	"context"
	"errors"
	"time"

	"bourse/internal/database"
)

const (
	// heldPause is how long the outcomes of a lane that somebody holds are left alone.
	heldPause = 250 * time.Millisecond
	// heldWait is how long they wait for it then: hardly, because all others wait with them.
	heldWait = 10 * time.Millisecond
)

// recordApart writes the outcomes of each lane in a transaction of its own. A lane that somebody holds, as one does
// who changes the endpoint, keeps its outcomes for later; its reservation bounds how many that can be.
func (r *recorder) recordApart(ctx context.Context, batch []*attempt) {
	for lane, made := range byLane(batch) {
		if !r.tryLane(ctx, made) {
			r.held[lane], r.heldAt = made, time.Now()
		}
	}
}

// tryLane writes the outcomes of one lane and reports whether they are dealt with.
func (r *recorder) tryLane(ctx context.Context, made []*attempt) bool {
	err := r.write(ctx, made, asExpected, heldWait)
	if errors.Is(err, errUnexpected) {
		err = r.write(ctx, made, rowByRow, heldWait)
	}
	if err != nil && !database.IsLocked(err) && ctx.Err() == nil {
		r.logger.Error("webhook outcomes could not be recorded", "count", len(made), "endpoint", made[0].lane.endpointID, "error", err)
	}
	return err == nil
}

// withoutHeld takes those outcomes out of a batch whose lanes have older ones that wait, and lets them wait behind.
func (r *recorder) withoutHeld(batch []*attempt) []*attempt {
	if len(r.held) == 0 {
		return batch
	}
	free := make([]*attempt, 0, len(batch))
	for _, made := range batch {
		if _, waits := r.held[made.lane]; waits {
			r.held[made.lane] = append(r.held[made.lane], made)
		} else {
			free = append(free, made)
		}
	}
	return free
}

// nextTry tells when held lanes are to be tried again; never, when there are none.
func (r *recorder) nextTry() <-chan time.Time {
	if len(r.held) == 0 {
		return nil
	}
	return time.After(heldPause)
}

// tryHeld tries the held lanes again, when it is time for that.
func (r *recorder) tryHeld(ctx context.Context) {
	if len(r.held) == 0 || time.Since(r.heldAt) < heldPause {
		return
	}
	for lane, made := range r.held {
		inStoredOrder(made)
		if r.tryLane(ctx, made) {
			delete(r.held, lane)
		}
	}
	r.heldAt = time.Now()
}
