package delivery

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	recorderBatch = 512
	// recorderBytes is how large a batch may become before it is written, though there are more attempts: receivers can answer
	// so much that hundreds of them would be a transaction of tens of megabytes.
	recorderBytes = 4 << 20
	// gatherTime is how long the first attempt of a batch waits for others.
	gatherTime = 5 * time.Millisecond
	// recorderPause is the pause after a batch that could not be written.
	recorderPause = 500 * time.Millisecond
	// recorderWait is how long a batch waits for a row that somebody else has locked.
	recorderWait = 250 * time.Millisecond
)

// recorder writes attempts a batch at a time: the attempts, the state of deliveries, one counter delta for each
// endpoint. While it cannot write, the lanes run into their reservation and stop: nothing is lost and
// memory stays bounded.
type recorder struct {
	db        *database.DB
	now       func() time.Time
	logger    *slog.Logger
	endpoints Endpoints
	attempts  chan *attempt

	locked   map[*lane][]*attempt // attempts of lanes whose rows somebody else has locked, in their order
	lockedAt time.Time            // when they were last tried
}

func newRecorder(options Options) *recorder {
	return &recorder{
		db: options.Database, endpoints: options.Endpoints, now: options.Now, logger: options.Logger, locked: map[*lane][]*attempt{},
	}
}

// open makes the recorder take attempts.
func (r *recorder) open() { r.attempts = make(chan *attempt, recorderBatch) }

// add passes an attempt on. It waits while the recorder is behind.
func (r *recorder) add(attempt *attempt) { r.attempts <- attempt }

// close lets run return once everything added before has been dealt with.
func (r *recorder) close() { close(r.attempts) }

// run writes attempts until the recorder is closed. It is no worker.Loop: it waits for attempts, not for a wake, and goes on
// when the process stops. A batch that cannot be written is tried again until
// the context ends; then it is given up, which only means that its deliveries are sent again.
// It goes ahead of whoever publishes: lanes stand still while it waits behind batches of a thousand events.
func (r *recorder) run(ctx context.Context) {
	ctx = database.Ahead(ctx)
	attempts := r.attempts
	for attempts != nil || len(r.locked) > 0 && ctx.Err() == nil {
		select {
		case first, isOpen := <-attempts:
			if !isOpen {
				attempts = nil
				continue
			}
			if batch := r.withoutLocked(r.gather(first)); len(batch) > 0 {
				r.record(ctx, batch)
			}
		case <-r.nextTry():
		}
		r.tryLocked(ctx)
	}
}

// record writes a batch. When somebody has locked what one of its lanes needs, each lane is recorded apart from the others.
func (r *recorder) record(ctx context.Context, batch []*attempt) {
	inStoredOrder(batch)
	err := worker.Turn(ctx, func(ctx context.Context) error { return r.write(ctx, batch, asExpected, recorderWait) })
	for err != nil {
		if database.IsLocked(err) {
			r.recordApart(ctx, batch)
			return
		}
		if !errors.Is(err, errUnexpected) {
			r.logger.Error("webhook outcomes could not be recorded", "count", len(batch), "error", err)
			select {
			case <-time.After(recorderPause):
			case <-ctx.Done():
			}
		}
		if ctx.Err() != nil {
			return
		}
		err = worker.Turn(ctx, func(ctx context.Context) error { return r.write(ctx, batch, rowByRow, recorderWait) })
	}
}

// care is how closely the recorder looks at what it writes.
type care bool

const (
	// asExpected takes it that all attempts are new and all deliveries are there. It fails when they are not.
	asExpected care = false
	// rowByRow asks what became of each row, which costs nearly as much as writing it.
	rowByRow care = true
)

// errUnexpected is why a batch has to be written row by row.
var errUnexpected = errors.New("the stored deliveries are not as expected")

// gather collects the attempts that are waiting already, and for a moment those that come.
func (r *recorder) gather(first *attempt) []*attempt {
	batch, size := []*attempt{first}, first.size()
	enough := time.NewTimer(gatherTime)
	defer enough.Stop()
	for len(batch) < recorderBatch && size < recorderBytes {
		next, isOpen := r.next(enough.C)
		if !isOpen {
			return batch
		}
		batch, size = append(batch, next), size+next.size()
	}
	return batch
}

// next returns an attempt that is waiting, however late it is, or else the one that comes first. It reports false when there is none
// until it is late, or there will be none any more.
func (r *recorder) next(late <-chan time.Time) (next *attempt, isOpen bool) {
	select {
	case next, isOpen = <-r.attempts:
		return next, isOpen
	default:
	}
	select {
	case next, isOpen = <-r.attempts:
		return next, isOpen
	case <-late:
		return nil, false
	}
}

// beginning is as many attempts, from the first one on, as gather would put into a batch.
func beginning(attempts []*attempt) []*attempt {
	size := 0
	for i, attempt := range attempts {
		if i == recorderBatch || size >= recorderBytes {
			return attempts[:i]
		}
		size += attempt.size()
	}
	return attempts
}

// inStoredOrder puts attempts in the order of the table's key, so that rows beside each other are changed one
// after the other.
func inStoredOrder(batch []*attempt) {
	slices.SortFunc(batch, func(a, b *attempt) int {
		return cmp.Or(database.CompareIDs(a.delivery.EndpointID, b.delivery.EndpointID), database.CompareIDs(a.delivery.ID, b.delivery.ID))
	})
}

// write records a batch in one transaction and then frees the lanes for more. It fails with what database.IsLocked
// knows when it would have to wait for somebody longer than it wants.
func (r *recorder) write(ctx context.Context, batch []*attempt, how care, wait time.Duration) error {
	err := r.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LookUpRows(ctx); err != nil {
			return err
		}
		if err := tx.LimitLockWait(ctx, wait); err != nil {
			return err
		}
		valid, err := r.fenced(ctx, tx, batch)
		if err != nil {
			return err
		}
		fresh, err := insertAttempts(ctx, tx, valid, how)
		if err != nil {
			return err
		}
		if err := insertEnds(ctx, tx, fresh); err != nil {
			return err
		}
		settled, err := settleDeliveries(ctx, tx, fresh, how)
		if err != nil {
			return err
		}
		return r.countDeliveries(ctx, tx, tallies(fresh, settled))
	})
	if err != nil {
		return err
	}
	for lane, attempts := range byLane(batch) {
		lane.recorded(attempts)
	}
	return nil
}

func byLane(batch []*attempt) map[*lane][]*attempt {
	lanes := map[*lane][]*attempt{}
	for _, attempt := range batch {
		lanes[attempt.lane] = append(lanes[attempt.lane], attempt)
	}
	return lanes
}

// fenced leaves out the attempts of lanes that have gone to another process, which makes them
// anew, and locks the lanes until the transaction ends.
func (r *recorder) fenced(ctx context.Context, tx *database.Tx, batch []*attempt) ([]*attempt, error) {
	holders, err := lockHolders(ctx, tx, batch)
	if err != nil {
		return nil, fmt.Errorf("check the fences: %w", err)
	}
	valid := make([]*attempt, 0, len(batch))
	for _, attempt := range batch {
		if holders[attempt.lane.endpointID] == (laneHolder{attempt.lane.dispatcher.holder, attempt.lane.fence}) {
			valid = append(valid, attempt)
		}
	}
	return valid, nil
}
