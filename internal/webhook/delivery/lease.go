package delivery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/limiter"
	"bourse/internal/worker"
)

const (
	// leaseTime is how long a process keeps a lane without renewing the lease.
	leaseTime = 12 * time.Second
	// leaseMargin is how long before the end of its lease a process stops sending, since clocks differ.
	leaseMargin = 2 * time.Second
	// longestLease is the most that may be left of a lease, allowing for a clock correction.
	longestLease = leaseTime + leaseMargin
	// laneWait is how long the dispatcher waits for the locked row of one lane; all other lanes wait meanwhile.
	laneWait = 100 * time.Millisecond
	// renewWait is how long it waits for all rows: the recorders keep locking those of busy lanes.
	renewWait = time.Second
)

// lease is the right to send to one endpoint for a time.
type lease struct {
	endpointID uuid.UUID
	tenantID   uuid.UUID
	holder     string
	fence      int64
	capacity   int       // attempts that may be unrecorded
	expires    time.Time // by this process's clock; a little earlier than in the database
}

// reservation returns how many attempts may be made before they are recorded. After a crash, that many are assumed to
// have been made: a quarter of the limit at most, so that a crash does not silence a slow endpoint.
func reservation(perMinute, perHour int) int {
	return min(maxUnrecorded, max(1, min(perMinute, perHour)/4))
}

// laneRow is the row of a lane as its next holder reads it.
type laneRow struct {
	reserved int
	lost     []lostAttempts
	fence    int64
	isLeased bool
	expires  time.Time // by this process's clock
}

// lostAttempts are attempts that a holder may have made without recording them.
type lostAttempts struct {
	Count  int   `json:"count"`
	Latest int64 `json:"latest"` // the latest time at which they were made, in microseconds
}

// unknown lists the unrecorded attempts of the last hour: those of the previous holder, and those that it had taken
// over itself. They keep counting across crashes until their hour is over; otherwise a process that crashes repeatedly
// would send a little too much each time.
func (r laneRow) unknown(now time.Time) []lostAttempts {
	unknown := []lostAttempts{}
	for _, attempts := range r.lost {
		if time.UnixMicro(attempts.Latest).After(now.Add(-time.Hour)) {
			unknown = append(unknown, attempts)
		}
	}
	if r.reserved > 0 && r.expires.After(now.Add(-time.Hour)) {
		unknown = append(unknown, lostAttempts{r.reserved, min(r.expires.UnixMicro(), now.UnixMicro())})
	}
	return unknown
}

// clearStaleLeases ends the leases of the previous process on SQLite, where there is no other one; on PostgreSQL leases
// expire by themselves.
func (d *Dispatcher) clearStaleLeases(ctx context.Context) error {
	if !d.alone {
		return nil
	}
	return d.db.InTx(ctx, func(tx *database.Tx) error { return endAllLeases(ctx, tx, d.now()) })
}

// leaseLane leases the lane of an endpoint. It returns nil when another process holds it.
func (d *Dispatcher) leaseLane(ctx context.Context, endpoint uuid.UUID) (*lane, error) {
	if d.hasLane(endpoint) {
		return nil, nil
	}
	now := d.now()
	// Every replica hears of every due delivery, and must not lock out the one that sends.
	if has, err := hasHolder(ctx, d.db, endpoint, now); has || err != nil {
		return nil, err
	}
	if usable, err := d.isUsable(ctx, endpoint); !usable || err != nil {
		return nil, err
	}
	var leased *lane
	err := d.db.InTx(ctx, func(tx *database.Tx) error {
		leased = nil
		tenant, perMinute, perHour, err := endpointLimits(ctx, tx, endpoint)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		before, err := lockLane(ctx, tx, endpoint, now)
		if err != nil || before.isLeased {
			return err
		}
		lease := lease{
			endpointID: endpoint, tenantID: tenant, holder: d.holder, fence: worker.NewFence(), capacity: reservation(perMinute, perHour),
			expires: now.Add(leaseTime),
		}
		unknown := before.unknown(now)
		if err := saveLease(ctx, tx, lease, unknown, now); err != nil {
			return err
		}
		ends, err := recentEnds(ctx, tx, endpoint, now)
		if err != nil {
			return err
		}
		leased = newLane(d, lease, restoredLimits(limiter.New(perMinute, perHour), ends, unknown, d.now()))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("take the lane of %s: %w", endpoint, err)
	}
	return leased, nil
}

// isUsable reports whether this process can send to the endpoint. If no process can, its pending deliveries are
// skipped; those that wait for a process with the right key stay.
func (d *Dispatcher) isUsable(ctx context.Context, id uuid.UUID) (bool, error) {
	tenant, err := endpointTenant(ctx, d.db, id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	endpoint, err := d.endpoints.Find(ctx, tenant, id)
	switch {
	case err != nil || endpoint == nil:
		return false, err
	case !endpoint.IsUsable && endpoint.SkipsPending:
		return false, d.endpoints.SkipPending(ctx, tenant, id)
	}
	return endpoint.IsUsable, nil
}

// restoredLimits restores the limiter with the ends of the endpoint's attempts of the last hour. Unrecorded attempts of
// holders that died count as made at the latest possible time. Times in the future come from a clock that has since
// been set back, or from another process's clock: those attempts count as ended now.
func restoredLimits(limits *limiter.Limiter, ends []time.Time, unknown []lostAttempts, now time.Time) *limiter.Limiter {
	for _, attempts := range unknown {
		for range attempts.Count {
			ends = append(ends, time.UnixMicro(attempts.Latest))
		}
	}
	for i, end := range ends {
		if end.After(now) {
			ends[i] = now
		}
	}
	limits.Restore(ends, 0, now)
	return limits
}

// release gives up lanes. Attempts that could not be recorded stay reserved, as if made just now.
func (d *Dispatcher) release(ctx context.Context, lanes ...*lane) error {
	return d.db.InTx(ctx, func(tx *database.Tx) error { return releaseLeases(ctx, tx, lanes, d.now()) })
}
