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
	// leaseTime is how long a lane stays with a process that does not say that it lives.
	leaseTime = 12 * time.Second
	// leaseMargin is how long before the end of its lease a process stops to send, as clocks differ.
	leaseMargin = 2 * time.Second
	// longestLease is what may be left of a lease, with what a clock that is corrected takes away or adds.
	longestLease = leaseTime + leaseMargin
	// laneWait is how long the dispatcher waits for the row of one lane that somebody else has locked, while all other
	// lanes wait for it.
	laneWait = 100 * time.Millisecond
	// renewWait is how long it waits for all of them: the recorders lock those that are busy, again and again.
	renewWait = time.Second
)

// lease is the right to send to one endpoint for a time.
type lease struct {
	endpointID uuid.UUID
	tenantID   uuid.UUID
	holder     string
	fence      int64
	capacity   int       // attempts that may be unrecorded
	expires    time.Time // by this process's clock, and a little before it does in the database
}

// reservation is how many attempts may be made before they are recorded. After a crash, as many are
// taken to have been made: a quarter of the limit at most, so that a crash does not silence a slow endpoint.
func reservation(perMinute, perHour int) int {
	return min(maxUnrecorded, max(1, min(perMinute, perHour)/4))
}

// laneRow is the row of a lane as its next holder finds it.
type laneRow struct {
	reserved int
	lost     []lostAttempts
	fence    int64
	isLeased bool
	expires  time.Time // by this process's clock
}

// lostAttempts are attempts that a holder may have made and did not record.
type lostAttempts struct {
	Count  int   `json:"count"`
	Latest int64 `json:"latest"` // when they were made at the latest, in microseconds
}

// unknown lists the attempts of the last hour that nobody recorded: those of the holder before, and those that it
// had itself taken over. Each counts once more after every crash until its hour is over; else a process that
// crashes again and again would send a little too much each time.
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

// clearStaleLeases ends the leases of the process before this one. On SQLite there is no other process;
// on PostgreSQL leases run out by themselves.
func (d *Dispatcher) clearStaleLeases(ctx context.Context) error {
	if !d.alone {
		return nil
	}
	return d.db.InTx(ctx, func(tx *database.Tx) error { return endAllLeases(ctx, tx, d.now()) })
}

// leaseLane takes the lane of an endpoint unless another process has it; then it returns nil.
func (d *Dispatcher) leaseLane(ctx context.Context, endpoint uuid.UUID) (*lane, error) {
	if d.hasLane(endpoint) {
		return nil, nil
	}
	now := d.now()
	// Every replica hears of every delivery that is due, and must not stand in the way of the one that sends.
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

// isUsable reports whether this process can send to the endpoint. What is pending for one that nobody can send to
// is skipped; what waits for a process with the right key stays.
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

// restoredLimits tells the limiter when the endpoint's attempts of the last hour ended. Attempts of holders that died
// before they recorded them count as made at the last moment at which they may have been made. What is dated later than
// now was dated by a clock that has been set back since, or by another's: it has ended all the same.
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

// release gives lanes back. What was attempted and could not be recorded stays reserved, as made just now.
func (d *Dispatcher) release(ctx context.Context, lanes ...*lane) error {
	return d.db.InTx(ctx, func(tx *database.Tx) error { return releaseLeases(ctx, tx, lanes, d.now()) })
}
