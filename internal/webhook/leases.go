package webhook

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/limiter"
)

// clearStaleLeases ends the leases of the process before this one. On SQLite there is no other process;
// on PostgreSQL leases run out by themselves.
func (d *dispatcher) clearStaleLeases(ctx context.Context) error {
	if d.db.Engine() != database.SQLite {
		return nil
	}
	return d.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE webhook_lanes SET expires_at = $1 WHERE expires_at > $1`, database.Micros(d.now()))
		return err
	})
}

// findOrphans lists active endpoints whose lane nobody holds and for which a delivery is due, or will be
// before the next search: the lane then waits for the exact moment.
func (d *dispatcher) findOrphans(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := d.db.Query(ctx, `
		SELECT e.id FROM webhook_endpoints e LEFT JOIN webhook_lanes l ON l.endpoint_id = e.id
		WHERE e.is_active AND (l.expires_at IS NULL OR l.expires_at <= $1)
		  AND EXISTS (SELECT 1 FROM webhook_deliveries d
		              WHERE d.endpoint_id = e.id AND d.status = 'pending' AND d.next_attempt_at <= $2)
		LIMIT 500`, database.Micros(d.now()), database.Micros(d.now().Add(searchEvery+time.Second)))
	return database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}

// takeLane takes the lane of an endpoint unless another process holds it; then it returns nil.
func (d *dispatcher) takeLane(ctx context.Context, endpoint uuid.UUID) (*lane, error) {
	if d.holds(endpoint) {
		return nil, nil
	}
	since := d.now()
	var taken *lane
	err := d.db.InTx(ctx, func(tx *database.Tx) error {
		taken = nil
		var (
			tenant              uuid.UUID
			perMinute, perHour  int
			unknown, fence      int64
			previousEnd, leased time.Time
		)
		err := tx.QueryRow(ctx, `SELECT tenant_id, rate_limit_per_minute, rate_limit_per_hour FROM webhook_endpoints WHERE id = $1`,
			endpoint).Scan(&tenant, &perMinute, &perHour)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		err = tx.QueryRow(ctx, `SELECT reserved, fence, expires_at FROM webhook_lanes WHERE endpoint_id = $1`+tx.ForUpdate(), endpoint).
			Scan(&unknown, &fence, database.Time(&previousEnd))
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		leased = since.Add(leaseTime)
		capacity := reservation(perMinute, perHour)
		got, err := tx.Exec(ctx, `
			INSERT INTO webhook_lanes (endpoint_id, holder, fence, expires_at, reserved) VALUES ($1, $2, 1, $3, $4)
			ON CONFLICT (endpoint_id) DO UPDATE
			SET holder = excluded.holder, fence = webhook_lanes.fence + 1, expires_at = excluded.expires_at, reserved = excluded.reserved
			WHERE webhook_lanes.expires_at <= $5`,
			endpoint, d.holder, database.Micros(leased), capacity, database.Micros(since))
		if err != nil || got == 0 {
			return err
		}
		limits := limiter.New(perMinute, perHour)
		if err := restoreLimits(ctx, tx, limits, endpoint, perHour, int(unknown), previousEnd, since); err != nil {
			return err
		}
		taken = newLane(d, endpoint, tenant, fence+1, capacity, limits, leased.Add(-leaseMargin))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("take the lane of %s: %w", endpoint, err)
	}
	return taken, nil
}

// reservation is how many sends may be made before their outcomes are recorded. After a crash, as many are
// taken to have been made: a quarter of the limit at most, so that a crash does not silence a slow endpoint.
func reservation(perMinute, perHour int) int {
	return min(maxUnrecorded, max(1, min(perMinute, perHour)/4))
}

// restoreLimits tells the limiter what the endpoint got in the last hour. Sends of a holder that died
// before it recorded them count as made at the last moment at which it may have made them.
func restoreLimits(ctx context.Context, tx *database.Tx, limits *limiter.Limiter, endpoint uuid.UUID, perHour, unknown int, end, now time.Time) error {
	rows, err := tx.Query(ctx, `
		SELECT finished_at FROM webhook_attempts
		WHERE endpoint_id = $1 AND finished_at > $2 ORDER BY finished_at DESC LIMIT $3`,
		endpoint, database.Micros(now.Add(-time.Hour)), perHour)
	ends, err := database.Collect(rows, err, func(row database.Row) (at time.Time, err error) {
		err = row.Scan(database.Time(&at))
		return at, err
	})
	if err != nil {
		return err
	}
	if end.After(now) {
		end = now
	}
	limits.Restore(ends, unknown, end)
	return nil
}

// renewLeases keeps all lanes of this process with one statement. A lane that is not renewed was lost.
func (d *dispatcher) renewLeases(ctx context.Context) {
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
	fences := map[uuid.UUID]int64{}
	err := d.db.InTx(ctx, func(tx *database.Tx) error {
		rows, err := tx.Query(ctx, `
			UPDATE webhook_lanes SET expires_at = $1 WHERE holder = $2 AND expires_at > $3
			RETURNING endpoint_id, fence`, database.Micros(since.Add(leaseTime)), d.holder, database.Micros(since))
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			var (
				id    uuid.UUID
				fence int64
			)
			err := row.Scan(&id, &fence)
			fences[id] = fence
			return struct{}{}, err
		})
		return err
	})
	if err != nil {
		if ctx.Err() == nil {
			d.logger.Warn("webhook leases could not be renewed", "error", err)
		}
		return // each lane stops by itself when its lease is about to end
	}
	for id, l := range held {
		if fences[id] == l.fence {
			l.leasedUntil(since.Add(leaseTime - leaseMargin))
		} else {
			l.lose()
		}
	}
}

// release gives lanes back. What was sent and could not be recorded stays reserved.
func (d *dispatcher) release(ctx context.Context, lanes ...*lane) error {
	return d.db.InTx(ctx, func(tx *database.Tx) error {
		return database.InBatches(lanes, func(batch []*lane) error {
			args := []any{}
			for _, l := range batch {
				args = append(args, l.endpointID, l.fence, l.unaccounted())
			}
			_, err := tx.Exec(ctx, `
				UPDATE webhook_lanes SET expires_at = 0, reserved = v.column3
				FROM (VALUES `+database.TypedPlaceholders(len(batch), "TEXT", "BIGINT", "BIGINT")+`) AS v
				WHERE endpoint_id = v.column1 AND fence = v.column2`, args...)
			return err
		})
	})
}
