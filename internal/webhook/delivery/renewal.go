package delivery

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// renewal is one renewal of this process's leases.
type renewal struct {
	dispatcher *Dispatcher
	lanes      map[uuid.UUID]*lane
	now        time.Time
}

// renewStatement renews leases and returns the fences of those that it renewed.
type renewStatement func(ctx context.Context, tx *database.Tx) (map[uuid.UUID]int64, error)

// renewLeases renews the leases of all lanes of this process, in one statement if none of them is locked. A lane that
// is not renewed was lost. It fails when the database does: a single locked lane is logged, but is not a failure of the
// worker.
func (d *Dispatcher) renewLeases(ctx context.Context) error {
	d.renewedAt = d.now()
	r := renewal{dispatcher: d, lanes: map[uuid.UUID]*lane{}, now: d.now()}
	d.mutex.Lock()
	for id, l := range d.lanes {
		r.lanes[id] = l
	}
	d.mutex.Unlock()
	if len(r.lanes) == 0 {
		return nil
	}
	fences, err := r.renewUnlocked(ctx)
	if err == nil && len(fences) < len(r.lanes) { // the others are locked or were lost
		fences, err = r.renewAll(ctx)
	}
	if database.IsLocked(err) {
		return r.renewEach(ctx)
	}
	if err != nil {
		if ctx.Err() == nil {
			d.logger.Warn("webhook leases could not be renewed", "error", err)
		}
		return fmt.Errorf("renew leases: %w", err) // each lane stops by itself when its lease is about to end
	}
	for id, l := range r.lanes {
		l.renewed(fences[id], r.now)
	}
	return nil
}

// renewEach renews each lane separately, because one of them is locked. That one stops by itself when its lease is
// about to end, unless it is unlocked before.
func (r renewal) renewEach(ctx context.Context) (failure error) {
	for id, l := range r.lanes {
		if ctx.Err() != nil {
			return failure
		}
		fences, err := r.renewOne(ctx, id)
		if err == nil {
			l.renewed(fences[id], r.now)
			continue
		}
		if ctx.Err() == nil {
			r.dispatcher.logger.Warn("a webhook lease could not be renewed", "endpoint", id, "error", err)
		}
		if !database.IsLocked(err) {
			failure = fmt.Errorf("renew the lease of %s: %w", id, err)
		}
	}
	return failure
}

func (r renewal) renewUnlocked(ctx context.Context) (map[uuid.UUID]int64, error) {
	return r.renew(ctx, 0, func(ctx context.Context, tx *database.Tx) (map[uuid.UUID]int64, error) {
		return renewUnlocked(ctx, tx, r.dispatcher.holder, r.now)
	})
}

// renewAll waits for locked lanes. It fails with an error that database.IsLocked recognises when that takes too long.
func (r renewal) renewAll(ctx context.Context) (map[uuid.UUID]int64, error) {
	return r.renew(ctx, renewWait, func(ctx context.Context, tx *database.Tx) (map[uuid.UUID]int64, error) {
		return renewAll(ctx, tx, r.dispatcher.holder, r.now)
	})
}

// renewOne fails as renewAll does, but sooner.
func (r renewal) renewOne(ctx context.Context, endpoint uuid.UUID) (map[uuid.UUID]int64, error) {
	return r.renew(ctx, laneWait, func(ctx context.Context, tx *database.Tx) (map[uuid.UUID]int64, error) {
		return renewOne(ctx, tx, r.dispatcher.holder, endpoint, r.now)
	})
}

// renew runs a statement, waiting at most wait for locks, and ends the renewed leases that no lane here needs.
func (r renewal) renew(ctx context.Context, wait time.Duration, statement renewStatement) (fences map[uuid.UUID]int64, err error) {
	err = r.dispatcher.db.InTx(ctx, func(tx *database.Tx) error {
		if wait > 0 {
			if err := tx.LimitLockWait(ctx, wait); err != nil {
				return err
			}
		}
		if fences, err = statement(ctx, tx); err != nil {
			return err
		}
		return r.endLeftovers(ctx, tx, fences)
	})
	return fences, err
}

// endLeftovers ends leases of this process that have no lane, for example after a lane stopped because its lease was
// about to end. Renewed with the others, they would block their endpoints forever.
func (r renewal) endLeftovers(ctx context.Context, tx *database.Tx, fences map[uuid.UUID]int64) error {
	for id, fence := range fences {
		if l := r.lanes[id]; l != nil && l.fence == fence {
			continue
		}
		if err := endLease(ctx, tx, id, fence, r.now); err != nil {
			return err
		}
	}
	return nil
}

// renewed applies the result of a renewal.
func (l *lane) renewed(fence int64, now time.Time) {
	if fence == l.fence {
		l.leasedUntil(now.Add(leaseTime - leaseMargin))
	} else {
		l.lose()
	}
}
