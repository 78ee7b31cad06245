package delivery

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// renewLeases keeps all lanes of this process, with one statement while nobody holds one of them. A lane that is not
// renewed was lost.
func (d *Dispatcher) renewLeases(ctx context.Context) {
	d.renewedAt = d.now()
	d.mutex.Lock()
	held := make(map[uuid.UUID]*lane, len(d.lanes))
	for id, l := range d.lanes {
		held[id] = l
	}
	d.mutex.Unlock()
	if len(held) == 0 {
		return
	}
	since := d.now()
	fences, err := d.renewFree(ctx, held, since)
	if err == nil && len(fences) < len(held) { // somebody holds the others, or they were lost
		fences, err = d.renewHeld(ctx, held, uuid.Nil, since, renewWait)
	}
	if database.IsLocked(err) {
		d.renewEach(ctx, held, since)
		return
	}
	if err != nil {
		if ctx.Err() == nil {
			d.logger.Warn("webhook leases could not be renewed", "error", err)
		}
		return // each lane stops by itself when its lease is about to end
	}
	for id, l := range held {
		l.renewed(fences[id], since)
	}
}

// renewEach renews each lane apart from the others, because somebody holds one of them. That one stops by itself when
// its lease is about to end, unless it is free again before.
func (d *Dispatcher) renewEach(ctx context.Context, held map[uuid.UUID]*lane, since time.Time) {
	for id, l := range held {
		if ctx.Err() != nil {
			return
		}
		fences, err := d.renewHeld(ctx, held, id, since, laneWait)
		if err == nil {
			l.renewed(fences[id], since)
		} else if ctx.Err() == nil {
			d.logger.Warn("a webhook lease could not be renewed", "endpoint", id, "error", err)
		}
	}
}

// renewed takes over what became of a lease.
func (l *lane) renewed(fence int64, since time.Time) {
	if fence == l.fence {
		l.leasedUntil(since.Add(leaseTime - leaseMargin))
	} else {
		l.lose()
	}
}

// renewFree renews the leases of this process that nobody else holds a lock on, and returns their fences.
func (d *Dispatcher) renewFree(ctx context.Context, held map[uuid.UUID]*lane, since time.Time) (fences map[uuid.UUID]int64, err error) {
	err = d.db.InTx(ctx, func(tx *database.Tx) error {
		fences, err = d.renew(ctx, tx, held, since, `
			UPDATE webhook_lanes SET expires_at = $1
			WHERE endpoint_id IN (SELECT endpoint_id FROM webhook_lanes WHERE holder = $2 AND expires_at > $3`+tx.SkipLocked()+`)
			RETURNING endpoint_id, fence`)
		return err
	})
	return fences, err
}

// renewHeld renews the leases of this process, all of them unless one is named, waits for whoever holds one, and returns
// their fences. It fails with what database.IsLocked knows when that takes longer than it waits.
func (d *Dispatcher) renewHeld(ctx context.Context, held map[uuid.UUID]*lane, only uuid.UUID, since time.Time, wait time.Duration) (fences map[uuid.UUID]int64, err error) {
	which, args := ``, []any(nil)
	if only != uuid.Nil {
		which, args = ` AND endpoint_id = $4`, []any{only}
	}
	err = d.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, wait); err != nil {
			return err
		}
		fences, err = d.renew(ctx, tx, held, since, `
			UPDATE webhook_lanes SET expires_at = $1 WHERE holder = $2 AND expires_at > $3`+which+`
			RETURNING endpoint_id, fence`, args...)
		return err
	})
	return fences, err
}

// renew runs a statement that renews leases and returns the fences of those that it renewed.
func (d *Dispatcher) renew(ctx context.Context, tx *database.Tx, held map[uuid.UUID]*lane, since time.Time, statement string, which ...any) (map[uuid.UUID]int64, error) {
	fences := map[uuid.UUID]int64{}
	args := append([]any{database.Micros(since.Add(leaseTime)), d.holder, database.Micros(since)}, which...)
	rows, err := tx.Query(ctx, statement, args...)
	_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
		var (
			id    uuid.UUID
			fence int64
		)
		err := row.Scan(&id, &fence)
		fences[id] = fence
		return struct{}{}, err
	})
	if err != nil {
		return nil, err
	}
	return fences, d.dropLeftovers(ctx, tx, held, fences, since)
}

// dropLeftovers ends leases of this process without a lane behind them, as after a lane that stopped because
// its lease was about to end. Renewed with the others, they would keep the endpoint from everybody for ever.
func (d *Dispatcher) dropLeftovers(ctx context.Context, tx *database.Tx, held map[uuid.UUID]*lane, leased map[uuid.UUID]int64, now time.Time) error {
	for id, fence := range leased {
		if l := held[id]; l != nil && l.fence == fence {
			continue
		}
		_, err := tx.Exec(ctx, `UPDATE webhook_lanes SET expires_at = $3 WHERE endpoint_id = $1 AND fence = $2`,
			id, fence, database.Micros(now))
		if err != nil {
			return err
		}
	}
	return nil
}
