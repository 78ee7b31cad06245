package delivery

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const (
	// lowQueue is the queue length below which a lane claims more.
	lowQueue = 64
	// claimBatch is how many deliveries a lane claims at a time.
	claimBatch = 128
	// claimBatchFast is how many it claims for a fast receiver.
	claimBatchFast = 1024
	// claimBytes is roughly how large their bodies may be together.
	claimBytes = 4 << 20
	// largestDelivery is about the memory that the largest event takes.
	largestDelivery = LargestData + 1024
	// bodiesAtOnce is how many bodies one query reads.
	bodiesAtOnce = 64
)

// errNoRoom means that a lane leaves its deliveries in the database for now.
var errNoRoom = errors.New("there is no room in memory for more webhook deliveries")

// intake tracks the deliveries that a lane has in memory and what it knows of the others. It is guarded by the lane's
// mutex.
type intake struct {
	queue    laneQueue
	expected map[uuid.UUID]struct{} // about to be committed by a publisher, who will offer them
	known    map[uuid.UUID]struct{} // queued, or attempted but not yet recorded
	settled  map[uuid.UUID]struct{} // while claiming: recorded since the claim began
	claiming bool
	backlog  bool      // the database may hold due deliveries that are not in memory
	nextDue  time.Time // when the next one in the database is due; zero: none known
}

func newIntake() intake {
	return intake{
		expected: map[uuid.UUID]struct{}{}, known: map[uuid.UUID]struct{}{}, settled: map[uuid.UUID]struct{}{}, backlog: true,
	}
}

// isEmpty reports whether nothing is in memory and nothing is known to be due.
func (i *intake) isEmpty() bool { return len(i.known)+len(i.expected) == 0 && !i.backlog }

// wantsClaim reports whether it is time to claim from the database.
func (i *intake) wantsClaim(now time.Time) bool {
	return !i.claiming && i.queue.len() < lowQueue && (i.backlog || (!i.nextDue.IsZero() && !now.Before(i.nextDue)))
}

// untilDue returns how long it is until something in the database comes due.
func (i *intake) untilDue(now time.Time) time.Duration {
	if i.nextDue.IsZero() {
		return idleTime
	}
	return min(idleTime, max(0, i.nextDue.Sub(now)))
}

// comesDue records that something in the database comes due at that time.
func (i *intake) comesDue(at time.Time) {
	if !at.IsZero() && (i.nextDue.IsZero() || at.Before(i.nextDue)) {
		i.nextDue = at
	}
}

// enqueue takes a delivery into memory, unless it is there already.
func (i *intake) enqueue(delivery Delivery) {
	if _, twice := i.known[delivery.ID]; twice {
		return
	}
	i.known[delivery.ID] = struct{}{}
	i.queue.push(delivery)
}

// expect keeps deliveries from being claimed: their publisher will offer them. It does not wake the lane.
func (l *lane) expect(run []Delivery) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for i := range run {
		l.expected[run[i].ID] = struct{}{}
	}
}

// unexpect leaves deliveries to the database, where they may or may not be.
func (l *lane) unexpect(run []Delivery) {
	l.change(func() {
		for i := range run {
			delete(l.expected, run[i].ID)
		}
		l.backlog = true
	})
}

// offer takes expected deliveries that were just committed. It leaves them to the database when memory is full, and
// when the lane was held elsewhere meanwhile and no longer expects them.
func (l *lane) offer(run []Delivery) {
	l.change(func() {
		isFast := l.congestion.isFast()
		for i := range run {
			_, expected := l.expected[run[i].ID]
			delete(l.expected, run[i].ID)
			if expected && l.queue.hasRoom(&run[i], isFast) && !l.backlog && !l.stopping {
				l.enqueue(run[i])
			} else {
				l.backlog = true
			}
		}
	})
}

// lookAgain makes the lane claim from the database.
func (l *lane) lookAgain() { l.change(func() { l.backlog = true }) }

// claim reads due deliveries from the database into the queue and finds out when the next one comes due. Nobody else
// takes them, since the lane is ours. It fails with errNoRoom, and when the database does.
func (l *lane) claim(ctx context.Context) error {
	now := l.dispatcher.now()
	reserved := l.use.reserve(largestDelivery, claimBytes)
	if reserved == 0 {
		return errNoRoom
	}
	found, err := l.readClaim(ctx, now, l.beginClaim(), reserved)
	l.use.keep(-reserved) // from now on the queue counts them
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.claiming = false
	defer clear(l.settled)
	if err != nil {
		l.backlog = true
		return fmt.Errorf("claim webhook deliveries: %w", err)
	}
	for _, delivery := range found.due {
		if !l.queue.hasRoom(&delivery, l.congestion.isFast()) {
			l.backlog = true
			break
		}
		_, settled := l.settled[delivery.ID]
		_, expected := l.expected[delivery.ID]
		if !settled && !expected && delivery.Body != nil { // bodies of deliveries already in memory were not read
			l.enqueue(delivery)
		}
	}
	l.comesDue(found.next)
	if !found.isAll {
		l.backlog = true
	}
	return nil
}

// beginClaim prepares a claim and returns how many deliveries it may read.
func (l *lane) beginClaim() (limit int) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.claiming = true
	l.backlog = false       // set again by whatever arrives from now on
	l.nextDue = time.Time{} // set again by whatever is recorded from now on
	limit = claimBatch + len(l.known) + len(l.expected)
	if l.congestion.isFast() {
		limit += claimBatchFast - claimBatch
	}
	return limit
}

// claimed is what a claim found.
type claimed struct {
	due   []Delivery
	next  time.Time // when the next one comes due; only set when all due ones were found
	isAll bool
}

// readClaim reads due deliveries, with as many bodies as memory was reserved for.
func (l *lane) readClaim(ctx context.Context, now time.Time, limit int, reserved int64) (found claimed, err error) {
	db := l.dispatcher.db
	if found.due, err = readDue(ctx, db, l.endpointID, now, limit); err != nil {
		return found, err
	}
	if found.isAll = len(found.due) < limit; found.isAll {
		if found.next, err = readNextDue(ctx, db, l.endpointID, now); err != nil {
			return found, err
		}
	}
	if found.due, err = l.giveUp(ctx, found.due); err != nil {
		return found, err
	}
	withBody, err := l.readBodies(ctx, found.due, reserved)
	found.isAll = found.isAll && withBody == len(found.due)
	found.due = found.due[:withBody]
	return found, err
}

// readBodies fills in the bodies of the deliveries that are not yet in memory, and returns how many deliveries it got
// through before the bodies used up the reserved memory. Deliveries whose event is gone are skipped for good: nobody
// could send them, and every claim would find them again before all newer ones.
func (l *lane) readBodies(ctx context.Context, due []Delivery, reserved int64) (through int, err error) {
	isMissing := make([]bool, len(due))
	l.mutex.Lock()
	for i := range due {
		_, here := l.known[due[i].ID]
		isMissing[i] = !here
	}
	l.mutex.Unlock()
	var bodiless []uuid.UUID
	for size := int64(0); through < len(due) && reserved-size >= largestDelivery; {
		var some []*Delivery
		atOnce := int(min(bodiesAtOnce, (reserved-size)/largestDelivery)) // each may have the maximum size
		for ; through < len(due) && len(some) < atOnce; through++ {
			if isMissing[through] {
				some = append(some, &due[through])
			}
		}
		read, err := readBodies(ctx, l.dispatcher.db, some)
		if err != nil {
			return 0, err
		}
		size += int64(read + queuedSize*len(some))
		for _, delivery := range some {
			if delivery.Body == nil {
				bodiless = append(bodiless, delivery.ID)
			}
		}
	}
	return through, l.skipBodiless(ctx, bodiless)
}

// giveUp settles the deliveries that the endpoint no longer allows to be retried, because it was changed while they
// waited, and returns the others. It fails when the database does.
func (l *lane) giveUp(ctx context.Context, due []Delivery) (others []Delivery, err error) {
	if !slices.ContainsFunc(due, func(d Delivery) bool { return d.failures() > 0 }) {
		return due, nil
	}
	endpoint, err := l.endpoint(ctx)
	if err != nil || !endpoint.isUsable() {
		return due, err
	}
	var over []Delivery
	l.mutex.Lock()
	for _, delivery := range due {
		_, here := l.known[delivery.ID]
		if n := delivery.failures(); n > 0 && !here && !endpoint.Retry.allows(n) {
			over = append(over, delivery)
		} else {
			others = append(others, delivery)
		}
	}
	l.mutex.Unlock()
	if len(over) == 0 {
		return others, nil
	}
	return others, l.dispatcher.db.InTx(ctx, func(tx *database.Tx) error {
		count, err := exhaustPending(ctx, tx, over, l.dispatcher.now())
		if err != nil {
			return err
		}
		_, err = addTallies(ctx, tx, []tally{{endpoint: l.endpointID, failed: count, failingSinceBefore: true}})
		return err
	})
}

// skipBodiless settles deliveries whose event is gone. It fails when the database does.
func (l *lane) skipBodiless(ctx context.Context, deliveries []uuid.UUID) error {
	if len(deliveries) == 0 {
		return nil
	}
	l.dispatcher.logger.Warn("webhook deliveries whose event is gone are skipped", "endpoint", l.endpointID, "count", len(deliveries))
	return l.dispatcher.db.InTx(ctx, func(tx *database.Tx) error {
		return skipPending(ctx, tx, l.endpointID, deliveries, l.dispatcher.now())
	})
}
