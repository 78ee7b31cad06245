package delivery

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// leaseClock is the clock for leases: the server's, since processes with different clocks compare them. A SQLite file
// has only one process, so it uses that process's now.
func leaseClock(engine database.Engine, now string) string {
	if engine == database.Postgres {
		return `COALESCE(` + engine.Clock() + `, ` + now + `)`
	}
	return now
}

// leaseEnd is when a lease that begins now expires.
func leaseEnd(engine database.Engine, now string) string {
	return fmt.Sprintf(`%s + %d`, leaseClock(engine, now), leaseTime.Microseconds())
}

// isLeased is the condition that somebody holds a lane, given when its lease expires. An expiry later than that of any
// lease that begins now comes from a wrong clock and does not count.
func isLeased(engine database.Engine, expires, now string) string {
	return fmt.Sprintf(`(%[1]s > %[2]s AND %[1]s <= %[2]s + %[3]d)`, expires, leaseClock(engine, now), longestLease.Microseconds())
}

// endAllLeases ends every lease, whoever holds it.
func endAllLeases(ctx context.Context, tx *database.Tx, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_lanes SET expires_at = $1 WHERE expires_at > $1`, database.Micros(now))
	return err
}

// dueSearch is a search for endpoints with due deliveries.
type dueSearch struct {
	now   time.Time
	until time.Time // deliveries due by then are found
	after uuid.UUID // the last endpoint of the previous search
}

// find lists active endpoints whose lane is free or leased by the holder, and which have a delivery that is due or will
// be before the next search: the lane then waits for the exact time.
func (s dueSearch) find(ctx context.Context, db *database.DB, holder string) ([]uuid.UUID, error) {
	rows, err := db.Query(ctx, `
		SELECT e.id FROM webhook_endpoints e LEFT JOIN webhook_lanes l ON l.endpoint_id = e.id
		WHERE e.is_active AND e.id > $4 AND (l.expires_at IS NULL OR NOT `+isLeased(db.Engine(), "l.expires_at", "$1")+` OR l.holder = $3)
		  AND EXISTS (SELECT 1 FROM webhook_deliveries d
		              WHERE d.endpoint_id = e.id AND d.status = 'pending' AND d.next_attempt_at <= $2)
		ORDER BY e.id LIMIT $5`,
		database.Micros(s.now), database.Micros(s.until), holder, s.after, searchBatch)
	return database.Collect(rows, err, func(row database.Row) (id uuid.UUID, err error) {
		err = row.Scan(&id)
		return id, err
	})
}

// hasHolder reports, without a lock, whether somebody holds the lane of an endpoint.
func hasHolder(ctx context.Context, db *database.DB, endpoint uuid.UUID, now time.Time) (has bool, err error) {
	err = db.QueryRow(ctx, `SELECT `+isLeased(db.Engine(), "expires_at", "$2")+` FROM webhook_lanes WHERE endpoint_id = $1`,
		endpoint, database.Micros(now)).Scan(&has)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return has, err
}

func endpointTenant(ctx context.Context, db *database.DB, endpoint uuid.UUID) (tenant uuid.UUID, err error) {
	err = db.QueryRow(ctx, `SELECT tenant_id FROM webhook_endpoints WHERE id = $1`, endpoint).Scan(&tenant)
	return tenant, err
}

func endpointLimits(ctx context.Context, tx *database.Tx, endpoint uuid.UUID) (tenant uuid.UUID, perMinute, perHour int, err error) {
	err = tx.QueryRow(ctx, `SELECT tenant_id, rate_limit_per_minute, rate_limit_per_hour FROM webhook_endpoints WHERE id = $1`,
		endpoint).Scan(&tenant, &perMinute, &perHour)
	return tenant, perMinute, perHour, err
}

// lockLane locks the row of a lane until the transaction ends, and creates it if needed. It fails with an error that
// database.IsLocked recognises when the row is locked elsewhere.
func lockLane(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, now time.Time) (laneRow, error) {
	var row laneRow
	if err := tx.LimitLockWait(ctx, laneWait); err != nil {
		return row, err
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO webhook_lanes (endpoint_id, holder, fence, expires_at, reserved) VALUES ($1, '', 0, 0, 0)
		ON CONFLICT (endpoint_id) DO NOTHING`, endpoint)
	if err != nil {
		return row, err
	}
	var left int64
	err = tx.QueryRow(ctx, `
		SELECT reserved, lost, fence, `+isLeased(tx.Engine(), "expires_at", "$2")+`, expires_at - `+leaseClock(tx.Engine(), "$2")+`
		FROM webhook_lanes WHERE endpoint_id = $1`+tx.ForUpdate(), endpoint, database.Micros(now)).
		Scan(&row.reserved, database.JSON(&row.lost), &row.fence, &row.isLeased, &left)
	row.expires = now.Add(time.Duration(left) * time.Microsecond)
	return row, err
}

// saveLease stores a lane's new holder, with the attempts that previous holders may have made.
func saveLease(ctx context.Context, tx *database.Tx, l lease, unknown []lostAttempts, now time.Time) error {
	lost, err := json.Marshal(unknown)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
			UPDATE webhook_lanes SET holder = $2, fence = $3, expires_at = `+leaseEnd(tx.Engine(), "$4")+`, reserved = $5, lost = $6 WHERE endpoint_id = $1`,
		l.endpointID, l.holder, l.fence, database.Micros(now), l.capacity, string(lost))
	return err
}

// recentEnds lists when the recorded attempts of the last hour ended.
func recentEnds(ctx context.Context, from database.Querier, endpoint uuid.UUID, now time.Time) ([]time.Time, error) {
	hourAgo := database.Micros(now.Add(-time.Hour))
	rows, err := from.Query(ctx, `SELECT ends FROM webhook_sends WHERE endpoint_id = $1 AND latest > $2`, endpoint, hourAgo)
	var ends []time.Time
	_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
		var moments []int64
		err := row.Scan(database.JSON(&moments))
		for _, moment := range moments {
			if moment > hourAgo {
				ends = append(ends, time.UnixMicro(moment))
			}
		}
		return struct{}{}, err
	})
	return ends, err
}

// CountSends counts the recorded attempts on an endpoint that ended in the last minute, and in the last hour. It reads
// each of them. It fails when the database does.
func CountSends(ctx context.Context, from database.Querier, endpoint uuid.UUID, now time.Time) (minute, hour int, err error) {
	ends, err := recentEnds(ctx, from, endpoint, now)
	for _, end := range ends {
		if end.After(now.Add(-time.Minute)) {
			minute++
		}
	}
	return minute, len(ends), err
}

// releaseLeases ends the leases of lanes. Attempts that could not be recorded stay reserved, as if made just now.
func releaseLeases(ctx context.Context, tx *database.Tx, lanes []*lane, now time.Time) error {
	values := func(l *lane) []any { return []any{l.endpointID, l.fence, l.unaccounted(), database.Micros(now)} }
	return database.FromRows(tx, []string{"UUID", "BIGINT", "BIGINT", "BIGINT"}, lanes, values, func(source string, args []any) error {
		_, err := tx.Exec(ctx, `
				UPDATE webhook_lanes SET reserved = v.column3,
					expires_at = CASE WHEN v.column3 > 0 THEN `+leaseClock(tx.Engine(), "v.column4")+` ELSE 0 END
				FROM `+source+` WHERE endpoint_id = v.column1 AND fence = v.column2`, args...)
		return err
	})
}

// renewUnlocked renews the holder's leases whose rows are not locked, and returns their fences.
func renewUnlocked(ctx context.Context, tx *database.Tx, holder string, now time.Time) (map[uuid.UUID]int64, error) {
	rows, err := tx.Query(ctx, `
			UPDATE webhook_lanes SET expires_at = `+leaseEnd(tx.Engine(), "$1")+`
			WHERE endpoint_id IN (
				SELECT endpoint_id FROM webhook_lanes WHERE holder = $2 AND expires_at > `+leaseClock(tx.Engine(), "$1")+tx.SkipLocked()+`)
			RETURNING endpoint_id, fence`, database.Micros(now), holder)
	return collectFences(rows, err)
}

// renewAll renews all of the holder's leases and returns their fences.
func renewAll(ctx context.Context, tx *database.Tx, holder string, now time.Time) (map[uuid.UUID]int64, error) {
	rows, err := tx.Query(ctx, `
			UPDATE webhook_lanes SET expires_at = `+leaseEnd(tx.Engine(), "$1")+`
			WHERE holder = $2 AND expires_at > `+leaseClock(tx.Engine(), "$1")+`
			RETURNING endpoint_id, fence`, database.Micros(now), holder)
	return collectFences(rows, err)
}

// renewOne renews the holder's lease of one endpoint and returns its fence, under the endpoint's id.
func renewOne(ctx context.Context, tx *database.Tx, holder string, endpoint uuid.UUID, now time.Time) (map[uuid.UUID]int64, error) {
	rows, err := tx.Query(ctx, `
			UPDATE webhook_lanes SET expires_at = `+leaseEnd(tx.Engine(), "$1")+`
			WHERE holder = $2 AND expires_at > `+leaseClock(tx.Engine(), "$1")+` AND endpoint_id = $3
			RETURNING endpoint_id, fence`, database.Micros(now), holder, endpoint)
	return collectFences(rows, err)
}

func collectFences(rows *sql.Rows, err error) (map[uuid.UUID]int64, error) {
	fences := map[uuid.UUID]int64{}
	_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
		var (
			id    uuid.UUID
			fence int64
		)
		err := row.Scan(&id, &fence)
		fences[id] = fence
		return struct{}{}, err
	})
	return fences, err
}

// endLease ends one lease, if it still has this fence.
func endLease(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, fence int64, now time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE webhook_lanes SET expires_at = `+leaseClock(tx.Engine(), "$3")+` WHERE endpoint_id = $1 AND fence = $2`,
		endpoint, fence, database.Micros(now))
	return err
}

// laneHolder identifies the lease of a lane.
type laneHolder struct {
	name  string
	fence int64
}

// lockHolders returns the holders of the attempts' lanes, and locks the lanes' rows until the transaction ends.
func lockHolders(ctx context.Context, tx *database.Tx, batch []*attempt) (map[uuid.UUID]laneHolder, error) {
	holders := map[uuid.UUID]laneHolder{}
	for _, attempt := range batch {
		holders[attempt.lane.endpointID] = laneHolder{}
	}
	args := make([]any, 0, len(holders))
	for id := range holders {
		args = append(args, id)
	}
	rows, err := tx.Query(ctx, `
		SELECT endpoint_id, holder, fence FROM webhook_lanes WHERE endpoint_id IN `+database.Placeholders(1, len(args))+`
		ORDER BY endpoint_id`+tx.ForUpdate(), args...)
	_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
		var (
			id     uuid.UUID
			holder laneHolder
		)
		err := row.Scan(&id, &holder.name, &holder.fence)
		holders[id] = holder
		return struct{}{}, err
	})
	return holders, err
}
