package delivery

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/webhook/limiter"
	"bourse/internal/worker"
)

const (
	// idleTime is how long a lane without work is kept.
	idleTime = 30 * time.Second
	// claimPause is how long a lane waits after a failed claim.
	claimPause = time.Second
	// roomPause is how long a lane waits for room in memory.
	roomPause = 50 * time.Millisecond
)

// lane sends to one endpoint. Its goroutine decides how many other goroutines make attempts, each one after the other.
//
// This file has its life cycle, from its start to the end of its lease; lane_intake.go has how deliveries reach it, by
// handover or from the database, and lane_attempts.go how many of them may be in flight.
type lane struct {
	dispatcher *Dispatcher
	endpointID uuid.UUID
	tenantID   uuid.UUID
	fence      int64
	capacity   int          // attempts that may be unrecorded
	log        slog.Handler // with endpoint and tenant as attributes
	wake       worker.Wake
	ended      chan struct{}

	// When the lane was made, by the platform's clock and by the monotonic clock: see limitsNow.
	made, madeAt time.Time

	mutex     sync.Mutex
	leaseEnds time.Time // nothing may be in flight after this
	busyAt    time.Time // when it last had something to do
	stopping  bool      // finish requests in flight, start none
	lost      bool      // another process may hold the lane: end at once
	cut       context.CancelFunc

	intake
	onWire     int
	unrecorded int
	congestion congestion
	limits     *limiter.Limiter
	use        *laneUse // of the process's budget
}

func newLane(d *Dispatcher, leased lease, limits *limiter.Limiter) *lane {
	now := d.now()
	return &lane{
		dispatcher: d, endpointID: leased.endpointID, tenantID: leased.tenantID, fence: leased.fence, capacity: leased.capacity,
		log:  d.logger.With("endpoint", leased.endpointID, "tenant", leased.tenantID).Handler(),
		wake: worker.NewWake(), ended: make(chan struct{}),
		made: now, madeAt: time.Now(),
		leaseEnds: leased.expires.Add(-leaseMargin), busyAt: now, cut: func() {},
		intake: newIntake(), congestion: newCongestion(), limits: limits,
	}
}

// limitsNow is the time for the limiter. It starts at the platform's time when the lane was made and then advances
// monotonically: if a clock were set back by an hour, a minute would otherwise take the limiter an hour and a minute.
func (l *lane) limitsNow() time.Time { return l.made.Add(time.Since(l.madeAt)) }

// isOver reports whether the lease ends, by the wall clock or the monotonic clock, whichever says so first: the former
// may have been set back, and the latter stops while the machine is suspended.
func (l *lane) isOver(now time.Time) bool {
	return now.After(l.leaseEnds) || now.Round(0).After(l.leaseEnds.Round(0))
}

// endpoint returns the current endpoint; nil when it was deleted.
func (l *lane) endpoint(ctx context.Context) (*Endpoint, error) {
	return l.dispatcher.endpoints.Find(ctx, l.tenantID, l.endpointID)
}

// lockWithEndpoint takes the mutex and returns the endpoint, which is then no older than anything in the queue: events
// published after a change of the endpoint are never sent with the old settings. It fails when the database does, and
// holds the mutex even then.
func (l *lane) lockWithEndpoint(ctx context.Context) (*Endpoint, error) {
	for {
		before := l.dispatcher.endpoints.Changes()
		endpoint, err := l.endpoint(ctx)
		l.mutex.Lock()
		if err != nil || l.dispatcher.endpoints.Changes() == before {
			return endpoint, err
		}
		l.mutex.Unlock()
	}
}

func (l *lane) leasedUntil(end time.Time) { l.change(func() { l.leaseEnds = end }) }

func (l *lane) stop() { l.change(func() { l.stopping = true }) }

// lose ends the lane at once: requests in flight are cut off and not recorded.
func (l *lane) lose() { l.change(func() { l.lost = true; l.cut() }) }

func (l *lane) change(how func()) {
	l.mutex.Lock()
	how()
	l.mutex.Unlock()
	l.wake.Notify()
}

// run sends until the lane is stopped, lost or idle. It returns when nothing is in flight.
func (l *lane) run(ctx context.Context) {
	sending, cut := context.WithCancel(ctx)
	defer cut()
	l.change(func() { l.cut = cut })
	timer := time.NewTimer(0)
	defer timer.Stop()
	end := sending.Done()
	for {
		wait, over := l.step(sending)
		l.use.decline()
		if over {
			break
		}
		timer.Reset(wait)
		select {
		case <-l.wake:
		case <-timer.C:
		case <-end:
			l.change(func() { l.lost = true })
			end = nil // once is enough: from now on only requests in flight are awaited
		}
	}
	if l.canBeReleased() {
		l.release(ctx)
	}
}

// step does what can be done now and returns how long there will be nothing else to do, unless the lane is woken.
func (l *lane) step(ctx context.Context) (wait time.Duration, over bool) {
	now := l.dispatcher.now()
	l.mutex.Lock()
	if l.isOver(now) && !l.lost {
		l.lost = true
		l.cut()
	}
	if l.lost || l.stopping {
		defer l.mutex.Unlock()
		return l.untilLeaseEnds(now), l.onWire == 0
	}
	claims := l.wantsClaim(now)
	l.mutex.Unlock()
	if claims {
		switch err := l.claimInTurn(ctx); {
		case errors.Is(err, errNoRoom): // deliveries in memory are sent meanwhile
			wait, over := l.startAttempts(ctx)
			return max(wait, roomPause), over
		case err != nil:
			if ctx.Err() == nil {
				l.dispatcher.logger.Warn("due webhook deliveries could not be read", "endpoint", l.endpointID, "error", err)
			}
			return claimPause, false
		}
	}
	return l.startAttempts(ctx)
}

// claimInTurn is claim as a worker's turn. It fails when the database does, but a lack of room is not a failure of the
// turn. A lane is not a worker.Loop: it ends by itself, and the attempts that it starts are not turns.
func (l *lane) claimInTurn(ctx context.Context) (err error) {
	hasRoom := true
	err = worker.Turn(ctx, func(ctx context.Context) error {
		err := l.claim(ctx)
		if hasRoom = !errors.Is(err, errNoRoom); !hasRoom {
			return nil
		}
		return err
	})
	if !hasRoom {
		return errNoRoom
	}
	return err
}

// rest decides how long the lane may wait, at most `most`. It is called with the mutex held.
func (l *lane) rest(now time.Time, most time.Duration) (wait time.Duration, over bool) {
	if l.queue.len() > 0 || l.onWire > 0 || l.unrecorded > 0 {
		l.busyAt = now
	}
	if l.queue.len() < lowQueue && l.backlog {
		return 0, false // there may be more in the database
	}
	if l.isIdle(now) {
		return 0, true
	}
	return max(0, min(most, l.untilDue(now), l.untilLeaseEnds(now))), false
}

// untilLeaseEnds returns how long the lane may sleep without checking its lease, after which nothing may be in flight.
// It is called with the mutex held.
func (l *lane) untilLeaseEnds(now time.Time) time.Duration {
	if l.lost {
		return idleTime
	}
	return max(0, l.leaseEnds.Sub(now)+time.Millisecond)
}

// isIdle is called with the mutex held. A lane with a retry due soon is kept.
func (l *lane) isIdle(now time.Time) bool {
	return l.isEmpty() && now.Sub(l.busyAt) >= idleTime && (l.nextDue.IsZero() || l.nextDue.Sub(now) > idleTime)
}

// hasWork reports whether the lane has been given deliveries that it has not sent.
func (l *lane) hasWork() bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return !l.lost && (l.backlog || l.queue.len() > 0)
}

// canBeReleased reports whether the lane ended by itself and has nothing left to record.
func (l *lane) canBeReleased() bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return !l.lost && !l.stopping && l.unrecorded == 0
}

// release gives up the lane of an idle endpoint, so that its lease costs nothing.
func (l *lane) release(ctx context.Context) {
	if err := l.dispatcher.release(ctx, l); err != nil && ctx.Err() == nil {
		l.dispatcher.logger.Warn("an idle webhook lane could not be given back", "endpoint", l.endpointID, "error", err)
	}
}
