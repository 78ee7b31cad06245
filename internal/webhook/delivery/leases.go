package delivery

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/limiter"
)

// clearStaleLeases ends the leases of the process before this one. On SQLite there is no other process;
// on PostgreSQL leases run out by themselves.
func (d *Dispatcher) clearStaleLeases(ctx context.Context) error {
	if !d.alone {
		return nil
	}
	return d.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE webhook_lanes SET expires_at = $1 WHERE expires_at > $1`, database.Micros(d.now()))
		return err
	})
}

// findWaiting lists active endpoints whose lane nobody holds, and those whose lane this process holds,
// for which a delivery is due, or will be before the next search: the lane then waits for the exact moment.
func (d *Dispatcher) findWaiting(ctx context.Context) ([]uuid.UUID, error) {
	rows, err := d.db.Query(ctx, `
		SELECT e.id FROM webhook_endpoints e LEFT JOIN webhook_lanes l ON l.endpoint_id = e.id
		WHERE e.is_active AND e.id > $4 AND (l.expires_at IS NULL OR l.expires_at <= $1 OR l.holder = $3)
		  AND EXISTS (SELECT 1 FROM webhook_deliveries d
		              WHERE d.endpoint_id = e.id AND d.status = 'pending' AND d.next_attempt_at <= $2)
		ORDER BY e.id LIMIT $5`,
		database.Micros(d.now()), database.Micros(d.now().Add(tendEvery+time.Second)), d.holder, d.searched, searchBatch)
	found, err := database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
	if err != nil {
		return nil, err
	}
	d.searched = uuid.Nil
	if len(found) == searchBatch { // those that nobody can send must not keep the others from being found
		d.searched = found[len(found)-1]
	}
	return found, nil
}

// takeLane takes the lane of an endpoint unless another process holds it; then it returns nil.
func (d *Dispatcher) takeLane(ctx context.Context, endpoint uuid.UUID) (*lane, error) {
	if d.holds(endpoint) {
		return nil, nil
	}
	since := d.now()
	if held, err := d.heldElsewhere(ctx, endpoint, since); held || err != nil {
		return nil, err
	}
	if usable, err := d.isUsable(ctx, endpoint); !usable || err != nil {
		return nil, err
	}
	var taken *lane
	err := d.db.InTx(ctx, func(tx *database.Tx) error {
		taken = nil
		var (
			tenant             uuid.UUID
			perMinute, perHour int
		)
		err := tx.QueryRow(ctx, `SELECT tenant_id, rate_limit_per_minute, rate_limit_per_hour FROM webhook_endpoints WHERE id = $1`,
			endpoint).Scan(&tenant, &perMinute, &perHour)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		before, err := lockLane(ctx, tx, endpoint)
		if err != nil || before.expires.After(since) {
			return err
		}
		unknown := before.unknown(since)
		lost, err := json.Marshal(unknown)
		if err != nil {
			return err
		}
		leased, capacity, fence := since.Add(leaseTime), reservation(perMinute, perHour), newFence()
		_, err = tx.Exec(ctx, `
			UPDATE webhook_lanes SET holder = $2, fence = $3, expires_at = $4, reserved = $5, lost = $6 WHERE endpoint_id = $1`,
			endpoint, d.holder, fence, database.Micros(leased), capacity, string(lost))
		if err != nil {
			return err
		}
		limits := limiter.New(perMinute, perHour)
		if err := restoreLimits(ctx, tx, limits, endpoint, unknown, since); err != nil {
			return err
		}
		taken = newLane(d, endpoint, tenant, fence, capacity, limits, leased.Add(-leaseMargin))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("take the lane of %s: %w", endpoint, err)
	}
	return taken, nil
}

// newFence makes the number by which a holding of a lane is known. It is a random one and does not follow from the
// number before: a server that takes over after a failure may have lost the last holdings, and counting on from an
// earlier one would give two holders the same number.
func newFence() int64 { return rand.Int64N(math.MaxInt64-1) + 1 }

// isUsable reports whether this process can send to the endpoint. What is pending for one that nobody can send to
// is skipped; what waits for a process with the right key stays.
func (d *Dispatcher) isUsable(ctx context.Context, endpoint uuid.UUID) (bool, error) {
	var tenant uuid.UUID
	err := d.db.QueryRow(ctx, `SELECT tenant_id FROM webhook_endpoints WHERE id = $1`, endpoint).Scan(&tenant)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	to, err := d.endpoints.Find(ctx, tenant, endpoint)
	if err != nil {
		return false, err
	}
	if to == nil || to.isUsable() {
		return to != nil, nil
	}
	if !to.SkipsPending {
		return false, nil
	}
	return false, d.endpoints.SkipPending(ctx, tenant, endpoint)
}

// heldElsewhere looks without a lock: every replica hears of every delivery that is due, and must not stand
// in the way of the one that sends.
func (d *Dispatcher) heldElsewhere(ctx context.Context, endpoint uuid.UUID, now time.Time) (bool, error) {
	var expires time.Time
	err := d.db.QueryRow(ctx, `SELECT expires_at FROM webhook_lanes WHERE endpoint_id = $1`, endpoint).Scan(database.Time(&expires))
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return expires.After(now), err
}

// How long the dispatcher waits for rows that somebody else holds, while all other lanes wait for it.
const (
	laneWait  = 100 * time.Millisecond // for one lane
	renewWait = time.Second            // for all of them: the recorders hold those that are busy, again and again
)

// lockLane holds the row of a lane, which it makes when there is none, until the transaction ends. It fails with what
// database.IsLocked knows when somebody else holds it.
func lockLane(ctx context.Context, tx *database.Tx, endpoint uuid.UUID) (leaseRow, error) {
	var (
		row  leaseRow
		lost string
	)
	if err := tx.LimitLockWait(ctx, laneWait); err != nil {
		return row, err
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO webhook_lanes (endpoint_id, holder, fence, expires_at, reserved) VALUES ($1, '', 0, 0, 0)
		ON CONFLICT (endpoint_id) DO NOTHING`, endpoint)
	if err != nil {
		return row, err
	}
	err = tx.QueryRow(ctx, `SELECT reserved, lost, fence, expires_at FROM webhook_lanes WHERE endpoint_id = $1`+tx.ForUpdate(), endpoint).
		Scan(&row.reserved, &lost, &row.fence, database.Time(&row.expires))
	if err != nil {
		return row, err
	}
	return row, json.Unmarshal([]byte(lost), &row.lost)
}

// reservation is how many sends may be made before their outcomes are recorded. After a crash, as many are
// taken to have been made: a quarter of the limit at most, so that a crash does not silence a slow endpoint.
func reservation(perMinute, perHour int) int {
	return min(maxUnrecorded, max(1, min(perMinute, perHour)/4))
}

// restoreLimits tells the limiter what the endpoint got in the last hour. Sends of holders that died before
// they recorded them count as made at the last moment at which they may have been made.
func restoreLimits(ctx context.Context, tx *database.Tx, limits *limiter.Limiter, endpoint uuid.UUID, unknown []lostSends, now time.Time) error {
	hourAgo := database.Micros(now.Add(-time.Hour))
	rows, err := tx.Query(ctx, `SELECT ends FROM webhook_sends WHERE endpoint_id = $1 AND latest > $2`, endpoint, hourAgo)
	var ends []time.Time
	_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
		var (
			encoded string
			moments []int64
		)
		if err := row.Scan(&encoded); err != nil {
			return struct{}{}, err
		}
		err := json.Unmarshal([]byte(encoded), &moments)
		for _, moment := range moments {
			if moment > hourAgo {
				ends = append(ends, time.UnixMicro(moment))
			}
		}
		return struct{}{}, err
	})
	if err != nil {
		return err
	}
	for _, sends := range unknown {
		for range sends.Count {
			ends = append(ends, time.UnixMicro(sends.Latest))
		}
	}
	limits.Restore(ends, 0, now)
	return nil
}

// release gives lanes back. What was sent and could not be recorded stays reserved, as made just now.
func (d *Dispatcher) release(ctx context.Context, lanes ...*lane) error {
	return d.db.InTx(ctx, func(tx *database.Tx) error {
		values := func(l *lane) []any {
			expires, unaccounted := int64(0), l.unaccounted()
			if unaccounted > 0 {
				expires = database.Micros(d.now())
			}
			return []any{l.endpointID, l.fence, unaccounted, expires}
		}
		return database.FromRows(tx, []string{"UUID", "BIGINT", "BIGINT", "BIGINT"}, lanes, values, func(source string, args []any) error {
			_, err := tx.Exec(ctx, `
				UPDATE webhook_lanes SET expires_at = v.column4, reserved = v.column3
				FROM `+source+` WHERE endpoint_id = v.column1 AND fence = v.column2`, args...)
			return err
		})
	})
}
