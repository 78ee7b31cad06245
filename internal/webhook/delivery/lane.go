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
	// maxUnrecorded is how many sends of a lane may wait to be recorded: what a crash sends again at most.
	maxUnrecorded = 256
	// lowQueue is when a lane looks for more.
	lowQueue = 64
	// idleTime is how long a lane without work is held.
	idleTime = 30 * time.Second
	// claimPause is how long a lane waits after a failed look into the database.
	claimPause = time.Second
	// roomPause is how long a lane waits for room in memory.
	roomPause = 50 * time.Millisecond
)

// lane sends to one endpoint. Its goroutine decides how many others send, each one request after the other.
type lane struct {
	dispatcher *Dispatcher
	endpointID uuid.UUID
	tenantID   uuid.UUID
	fence      int64
	capacity   int          // sends that may be unrecorded
	log        slog.Handler // knows the endpoint and the tenant
	wake       chan struct{}
	ended      chan struct{}

	mutex      sync.Mutex
	queue      laneQueue
	use        *laneUse               // of the process's budget
	expected   map[uuid.UUID]struct{} // about to be committed by a publisher, who will offer it
	known      map[uuid.UUID]struct{} // queued, or sent and not yet recorded
	recorded   map[uuid.UUID]struct{} // while claiming: recorded since the claim began
	claiming   bool
	onWire     int
	unrecorded int
	congestion congestion
	limits     *limiter.Limiter
	backlog    bool      // the database may hold due deliveries that are not in memory
	nextDue    time.Time // when the next one in the database comes due; zero: none known
	lease      time.Time
	busyAt     time.Time // when there was last something to do
	stopping   bool      // finish what is on the wire, start nothing
	lost       bool      // another process may hold the lane: end at once
	cut        context.CancelFunc
}

func newLane(d *Dispatcher, endpoint, tenant uuid.UUID, fence int64, capacity int, limits *limiter.Limiter, lease time.Time) *lane {
	return &lane{
		dispatcher: d, endpointID: endpoint, tenantID: tenant, fence: fence, capacity: capacity,
		log:  d.logger.With("endpoint", endpoint, "tenant", tenant).Handler(),
		wake: make(chan struct{}, 1), ended: make(chan struct{}),
		expected: map[uuid.UUID]struct{}{}, known: map[uuid.UUID]struct{}{}, recorded: map[uuid.UUID]struct{}{}, congestion: newCongestion(),
		limits: limits, backlog: true, lease: lease, busyAt: d.now(), cut: func() {},
	}
}

// expect keeps a delivery from being claimed: its publisher will offer it.
func (l *lane) expect(id uuid.UUID) { l.change(func() { l.expected[id] = struct{}{} }) }

// unexpect leaves a delivery to the database, which may or may not have it.
func (l *lane) unexpect(id uuid.UUID) {
	l.change(func() {
		delete(l.expected, id)
		l.backlog = true
	})
}

// offer takes an expected delivery that was committed a moment ago, or leaves it to the database: when memory
// is full, and when the lane has been elsewhere meanwhile and does not expect it any more.
func (l *lane) offer(one Delivery) {
	l.change(func() {
		_, expected := l.expected[one.ID]
		delete(l.expected, one.ID)
		if expected && l.queue.hasRoom(&one, l.congestion.isFast()) && !l.backlog && !l.stopping {
			l.enqueue(one)
			return
		}
		l.backlog = true
	})
}

// enqueue is called with the mutex held.
func (l *lane) enqueue(one Delivery) {
	if _, twice := l.known[one.ID]; twice {
		return
	}
	l.known[one.ID] = struct{}{}
	l.queue.push(one)
}

// lookAgain makes the lane look into the database.
func (l *lane) lookAgain() { l.change(func() { l.backlog = true }) }

func (l *lane) leasedUntil(end time.Time) { l.change(func() { l.lease = end }) }

func (l *lane) stop() { l.change(func() { l.stopping = true }) }

// lose ends the lane at once: what is on the wire is cut off and not recorded.
func (l *lane) lose() { l.change(func() { l.lost = true; l.cut() }) }

func (l *lane) change(how func()) {
	l.mutex.Lock()
	how()
	l.mutex.Unlock()
	l.nudge()
}

func (l *lane) nudge() {
	select {
	case l.wake <- struct{}{}:
	default: // already awake
	}
}

// unaccounted is how many sends were made and never recorded.
func (l *lane) unaccounted() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.unrecorded
}

// committed is called when the outcomes of deliveries have been recorded, or were refused for good.
func (l *lane) committed(made []*attempt) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for _, one := range made {
		l.unrecorded -= one.delivery.sends()
		delete(l.known, one.delivery.ID)
		if l.claiming {
			l.recorded[one.delivery.ID] = struct{}{}
		}
		l.comesDue(one.verdict.nextAt)
	}
	l.nudge()
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
	if l.idle() {
		l.giveBack(ctx)
	}
}

// step does what can be done now and returns how long nothing else will be to do, unless woken.
func (l *lane) step(ctx context.Context) (wait time.Duration, over bool) {
	now := l.dispatcher.now()
	l.mutex.Lock()
	if now.After(l.lease) && !l.lost {
		l.lost = true
		l.cut()
	}
	if l.lost || l.stopping {
		defer l.mutex.Unlock()
		return l.untilLeaseEnds(now), l.onWire == 0
	}
	claim := !l.claiming && l.queue.len() < lowQueue && (l.backlog || (!l.nextDue.IsZero() && !now.Before(l.nextDue)))
	l.mutex.Unlock()
	if claim {
		hasRoom := true
		err := worker.Turn(ctx, func(ctx context.Context) error {
			err := l.claim(ctx)
			if hasRoom = !errors.Is(err, errNoRoom); !hasRoom {
				return nil
			}
			return err
		})
		if !hasRoom { // what is in memory is sent meanwhile
			wait, over := l.startSends(ctx)
			return max(wait, roomPause), over
		}
		if err != nil {
			if ctx.Err() == nil {
				l.dispatcher.logger.Warn("due webhook deliveries could not be read", "endpoint", l.endpointID, "error", err)
			}
			return claimPause, false
		}
	}
	return l.startSends(ctx)
}

// startSends puts on the wire whatever the receiver's width, the rate limits and the reservation allow.
func (l *lane) startSends(ctx context.Context) (wait time.Duration, over bool) {
	d := l.dispatcher
	if !l.hasWork() { // an idle lane asks the database for nothing
		l.mutex.Lock()
		defer l.mutex.Unlock()
		return l.rest(d.now(), idleTime)
	}
	to, err := l.destination(ctx)
	if err != nil {
		return claimPause, false
	}
	now := d.now()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !to.isUsable() { // deleted, switched off or broken: its deliveries are settled in the database
		l.dropQueue()
		return l.untilLeaseEnds(now), l.onWire == 0 && l.unrecorded == 0
	}
	for {
		one, after, ok := l.take(to, now)
		if !ok {
			return l.rest(now, after)
		}
		go l.send(ctx, to, one) // run returns only when nothing is on the wire
	}
}

// dropQueue forgets what is in memory. It is called with the mutex held.
func (l *lane) dropQueue() {
	l.queue.clear(func(one *Delivery) {
		delete(l.known, one.ID)
		l.unrecorded -= one.sends() - 1
	})
}

// take puts the next delivery on the wire if the receiver's width, the rate limits and the reservation allow;
// else it tells for how long they will not, unless something is recorded or ends. It is called with the mutex
// held.
func (l *lane) take(to *Endpoint, now time.Time) (one Delivery, after time.Duration, ok bool) {
	if l.queue.len() == 0 || l.onWire >= l.congestion.allowed() {
		return one, idleTime, false
	}
	if l.unrecorded >= l.capacity && l.queue.first().refusedAt.IsZero() { // else it is one of the unrecorded
		return one, idleTime, false
	}
	l.limits.SetLimits(to.RateLimitPerMinute, to.RateLimitPerHour)
	if at, ok := l.limits.Next(now); !ok {
		if at.IsZero() {
			return one, idleTime, false
		}
		return one, at.Sub(now), false
	}
	if !l.use.acquire() {
		return one, idleTime, false // woken when there is a place
	}
	one = l.queue.pop()
	l.onWire++
	l.unrecorded++
	l.limits.Start(now)
	return one, 0, true
}

// following ends one request and takes the next delivery for the same goroutine, unless the lane's own has
// something to decide first.
func (l *lane) following(ctx context.Context) (to *Endpoint, one Delivery, more bool) {
	to, err := l.destination(ctx)
	now := l.dispatcher.now()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.onWire--
	l.use.release()
	if err != nil || !to.isUsable() || l.lost || l.stopping || now.After(l.lease) {
		return nil, one, false
	}
	one, _, more = l.take(to, now)
	wantsClaim := l.backlog && l.queue.len() < lowQueue
	wantsOthers := l.queue.len() > 0 && l.onWire < l.congestion.allowed() && l.unrecorded < l.capacity
	if wantsClaim || wantsOthers {
		l.nudge()
	}
	return to, one, more
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
	return max(0, l.lease.Sub(now)+time.Millisecond)
}

// untilDue is how long it takes until something in the database comes due.
func (l *lane) untilDue(now time.Time) time.Duration {
	if l.nextDue.IsZero() {
		return idleTime
	}
	return min(idleTime, max(0, l.nextDue.Sub(now)))
}

// isIdle is called with the mutex held. A lane with a retry due soon is kept.
func (l *lane) isIdle(now time.Time) bool {
	return len(l.known)+len(l.expected) == 0 && !l.backlog && now.Sub(l.busyAt) >= idleTime &&
		(l.nextDue.IsZero() || l.nextDue.Sub(now) > idleTime)
}

// hasWork reports whether the lane was given something that it has not sent.
func (l *lane) hasWork() bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return !l.lost && (l.backlog || l.queue.len() > 0)
}

func (l *lane) idle() bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return !l.lost && !l.stopping && l.unrecorded == 0
}

// giveBack frees the lane of an idle endpoint, so that its lease costs nothing.
func (l *lane) giveBack(ctx context.Context) {
	if err := l.dispatcher.release(ctx, l); err != nil && ctx.Err() == nil {
		l.dispatcher.logger.Warn("an idle webhook lane could not be given back", "endpoint", l.endpointID, "error", err)
	}
}

// destination is the endpoint as it is now; nil when it was deleted.
func (l *lane) destination(ctx context.Context) (*Endpoint, error) {
	return l.dispatcher.endpoints.Find(ctx, l.tenantID, l.endpointID)
}
