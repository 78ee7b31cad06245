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
	// claimPause is how long a lane waits after a failed look into the database.
	claimPause = time.Second
	// roomPause is how long a lane waits for room in memory.
	roomPause = 50 * time.Millisecond
)

// lane sends to one endpoint. Its goroutine decides how many others make attempts, each one after the other.
//
// This file is its life, from its start to the end of its lease; lane_intake.go is how deliveries come to it, by hand or
// from the database, and lane_attempts.go how many of them may be on the wire.
type lane struct {
	dispatcher *Dispatcher
	endpointID uuid.UUID
	tenantID   uuid.UUID
	fence      int64
	capacity   int          // attempts that may be unrecorded
	log        slog.Handler // knows the endpoint and the tenant
	wake       worker.Wake
	ended      chan struct{}

	// When the lane was made, by the platform's clock and by time itself: see limitsNow.
	made, madeAt time.Time

	mutex     sync.Mutex
	leaseEnds time.Time // when nothing may be on the wire any more
	busyAt    time.Time // when there was last something to do
	stopping  bool      // finish what is on the wire, start nothing
	lost      bool      // another process may have the lane: end at once
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

// limitsNow is the time for the limiter. It goes on with the platform's clock from when the lane was made, and does not jump
// with it: to the limiter, a minute after a clock was set back by an hour would be over after an hour and a minute.
func (l *lane) limitsNow() time.Time { return l.made.Add(time.Since(l.madeAt)) }

// isOver tells whether the lease ends, by the clock on the wall or the machine's own, whichever says so first: the one may have been
// set back, and the other stands still while the machine does.
func (l *lane) isOver(now time.Time) bool {
	return now.After(l.leaseEnds) || now.Round(0).After(l.leaseEnds.Round(0))
}

// endpoint is the endpoint as it is now; nil when it was deleted.
func (l *lane) endpoint(ctx context.Context) (*Endpoint, error) {
	return l.dispatcher.endpoints.Find(ctx, l.tenantID, l.endpointID)
}

// lockWithEndpoint takes the mutex and returns the endpoint, which is not older then than anything in the queue: what was
// published after an endpoint was changed is never sent as before the change. It fails when the database does, also with the
// mutex taken.
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

// lose ends the lane at once: what is on the wire is cut off and not recorded.
func (l *lane) lose() { l.change(func() { l.lost = true; l.cut() }) }

func (l *lane) change(how func()) {
	l.mutex.Lock()
	how()
	l.mutex.Unlock()
	l.wake.Notify()
}

// run sends until the lane is stopped, lost or idle. It returns when nothing is on the wire.
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
			end = nil // once is enough: from now on only what is on the wire is waited for
		}
	}
	if l.canBeReleased() {
		l.release(ctx)
	}
}

// step does what can be done now and returns how long nothing else will be to do, unless woken.
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
		case errors.Is(err, errNoRoom): // what is in memory is sent meanwhile
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

// claimInTurn is claim as a worker's turn, which fails when the database does: that there is no room is no failure.
// A lane is no worker.Loop: it ends by itself, and what it starts and hands over is no turn.
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

// rest decides how long the lane may wait: at most so long as it was told. It is called with the mutex held.
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

// untilLeaseEnds is how long the lane may sleep without looking at its lease, after whose end nothing may be
// on the wire. It is called with the mutex held.
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

// hasWork reports whether the lane was given something that it has not sent.
func (l *lane) hasWork() bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return !l.lost && (l.backlog || l.queue.len() > 0)
}

// canBeReleased reports whether the lane ended by itself and owes nothing.
func (l *lane) canBeReleased() bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return !l.lost && !l.stopping && l.unrecorded == 0
}

// release gives the lane of an idle endpoint back, so that its lease costs nothing.
func (l *lane) release(ctx context.Context) {
	if err := l.dispatcher.release(ctx, l); err != nil && ctx.Err() == nil {
		l.dispatcher.logger.Warn("an idle webhook lane could not be given back", "endpoint", l.endpointID, "error", err)
	}
}
