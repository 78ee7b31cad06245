package delivery

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const (
	// claimBatch is how many deliveries a lane takes from the database at a time.
	claimBatch = 128
	// claimBatchFast is how many it takes for a fast receiver.
	claimBatchFast = 1024
	// claimBytes is how large their bodies may be together, roughly.
	claimBytes = 4 << 20
)

// largestDelivery is about what the largest event occupies.
const largestDelivery = LargestData + 1024

// errNoRoom is why a lane leaves its deliveries in the database for now.
var errNoRoom = errors.New("there is no room in memory for more webhook deliveries")

// claim takes due deliveries from the database into the queue and learns when the next one comes due.
// Nobody else takes them: the lane is ours.
func (l *lane) claim(ctx context.Context) error {
	now := l.dispatcher.now()
	reserved := l.use.reserve(largestDelivery, claimBytes)
	if reserved == 0 {
		return errNoRoom
	}
	l.mutex.Lock()
	l.claiming = true
	l.backlog = false       // what comes from now on sets it again
	l.nextDue = time.Time{} // and so does what is recorded from now on
	limit := claimBatch + len(l.known) + len(l.expected)
	if l.congestion.isFast() {
		limit += claimBatchFast - claimBatch
	}
	l.mutex.Unlock()
	due, err := l.readDue(ctx, now, limit)
	isAll := len(due) < limit
	var next time.Time
	if err == nil && isAll {
		next, err = l.readNextDue(ctx, now)
	}
	if err == nil {
		var withBody int
		withBody, err = l.readBodies(ctx, due, reserved)
		due, isAll = due[:withBody], isAll && withBody == len(due)
	}
	l.use.keep(-reserved) // from now on the queue counts
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.claiming = false
	if err != nil {
		l.backlog = true
		clear(l.recorded)
		return fmt.Errorf("claim webhook deliveries: %w", err)
	}
	for _, one := range due {
		if !l.queue.hasRoom(&one, l.congestion.isFast()) {
			l.backlog = true
			break
		}
		_, settled := l.recorded[one.ID]
		_, expected := l.expected[one.ID]
		if !settled && !expected && one.Body != nil {
			l.enqueue(one)
		}
	}
	clear(l.recorded)
	l.comesDue(next)
	if !isAll {
		l.backlog = true
	}
	return nil
}

// comesDue is called with the mutex held when the database is known to hold something for that time.
func (l *lane) comesDue(at time.Time) {
	if !at.IsZero() && (l.nextDue.IsZero() || at.Before(l.nextDue)) {
		l.nextDue = at
	}
}

// readDue lists what is due, the oldest first, without bodies.
func (l *lane) readDue(ctx context.Context, now time.Time, limit int) ([]Delivery, error) {
	rows, err := l.dispatcher.db.Query(ctx, `
		SELECT id, event_id, attempts, attempts_before, created_at FROM webhook_deliveries
		WHERE endpoint_id = $1 AND status = 'pending' AND next_attempt_at <= $2
		ORDER BY next_attempt_at LIMIT $3`, l.endpointID, database.Micros(now), limit)
	return database.Collect(rows, err, func(row database.Row) (Delivery, error) {
		one := Delivery{EndpointID: l.endpointID, Status: Pending}
		err := row.Scan(&one.ID, &one.EventID, &one.attempts, &one.before, database.Time(&one.CreatedAt))
		return one, err
	})
}

func (l *lane) readNextDue(ctx context.Context, now time.Time) (time.Time, error) {
	var next time.Time
	err := l.dispatcher.db.QueryRow(ctx, `
		SELECT MIN(next_attempt_at) FROM webhook_deliveries
		WHERE endpoint_id = $1 AND status = 'pending' AND next_attempt_at > $2`,
		l.endpointID, database.Micros(now)).Scan(database.Time(&next))
	return next, err
}

// readBodies fills in the bodies of those deliveries that are not in memory already, and returns how many
// deliveries it got through before the bodies were as large together as was reserved for them.
func (l *lane) readBodies(ctx context.Context, due []Delivery, reserved int64) (through int, err error) {
	isMissing := make([]bool, len(due))
	l.mutex.Lock()
	for i, one := range due {
		_, here := l.known[one.ID]
		isMissing[i] = !here
	}
	l.mutex.Unlock()
	for size := int64(0); through < len(due) && reserved-size >= largestDelivery; {
		var some []*Delivery
		atOnce := int(min(bodiesAtOnce, (reserved-size)/largestDelivery)) // each of them may be as large as can be
		for ; through < len(due) && len(some) < atOnce; through++ {
			if isMissing[through] {
				some = append(some, &due[through])
			}
		}
		read, err := l.readSomeBodies(ctx, some)
		if err != nil {
			return 0, err
		}
		size += int64(read + queuedSize*len(some))
	}
	return through, nil
}

// bodiesAtOnce is how many bodies one query reads.
const bodiesAtOnce = 64

// readSomeBodies returns how many bytes it read.
func (l *lane) readSomeBodies(ctx context.Context, some []*Delivery) (size int, err error) {
	bodies := make(map[uuid.UUID][]byte, len(some))
	err = database.InBatches(some, func(batch []*Delivery) error {
		args := make([]any, len(batch))
		for i, one := range batch {
			args[i] = one.EventID
		}
		rows, err := l.dispatcher.db.Query(ctx, `
			SELECT id, body FROM webhook_events WHERE id IN `+database.Placeholders(1, len(batch)), args...)
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			var (
				id   uuid.UUID
				body string
			)
			err := row.Scan(&id, &body)
			bodies[id] = []byte(body)
			size += len(body)
			return struct{}{}, err
		})
		return err
	})
	for _, one := range some {
		one.Body = bodies[one.EventID]
	}
	return size, err
}
