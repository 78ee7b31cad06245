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
	// recorderBytes is the size at which a batch is written although more attempts wait: answers can be so large that
	// hundreds of attempts would be a transaction of tens of megabytes.
	recorderBytes = 4 << 20
	// gatherTime is how long the first attempt of a batch waits for others.
	gatherTime = 5 * time.Millisecond
	// recorderPause is the pause after a batch that could not be written.
	recorderPause = 500 * time.Millisecond
	// recorderWait is how long a batch waits for a locked row.
	recorderWait = 250 * time.Millisecond
)

// recorder writes attempts in batches: the attempts, the states of their deliveries, and one counter delta per
// endpoint. While it cannot write, the lanes exhaust their reservations and stop: nothing is lost and memory stays
// bounded.
type recorder struct {
	db        *database.DB
	now       func() time.Time
	logger    *slog.Logger
	endpoints Endpoints
	attempts  chan *attempt

	locked   map[*lane][]*attempt // attempts of lanes whose rows are locked elsewhere, in order
	lockedAt time.Time            // when they were last tried
}

func newRecorder(options Options) *recorder {
	return &recorder{
		db: options.Database, endpoints: options.Endpoints, now: options.Now, logger: options.Logger, locked: map[*lane][]*attempt{},
	}
}

// open makes the recorder accept attempts.
func (r *recorder) open() { r.attempts = make(chan *attempt, recorderBatch) }

// add queues an attempt. It blocks while the recorder is behind.
func (r *recorder) add(attempt *attempt) { r.attempts <- attempt }

// close lets run return once all attempts added before have been handled.
func (r *recorder) close() { close(r.attempts) }

// run writes attempts until the recorder is closed. It is not a worker.Loop: it waits for attempts, not for a wake, and
// continues while the process stops. A batch that cannot be written is retried until the context ends; then it is given
// up, which only means that its deliveries are sent again. Its transactions take precedence over publishers': lanes
// would stand still while it waits behind batches of a thousand events.
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

// record writes a batch. When a row of one of its lanes is locked, it records each lane separately.
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

// care is how closely the recorder checks what it writes.
type care bool

const (
	// asExpected assumes that all attempts are new and all deliveries exist, and fails otherwise.
	asExpected care = false
	// rowByRow checks the result for each row, which costs nearly as much as writing it.
	rowByRow care = true
)

// errUnexpected means that a batch has to be written with rowByRow.
var errUnexpected = errors.New("the stored deliveries are not as expected")

// gather collects the waiting attempts, and for a moment those that arrive.
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

// next returns a waiting attempt, even when it is late already, or else the first to arrive. It returns false when none
// arrives in time, or no more will come.
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

// beginning returns as many leading attempts as gather would put into a batch.
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

// inStoredOrder sorts attempts by the table's key, so that adjacent rows are changed in sequence.
func inStoredOrder(batch []*attempt) {
	slices.SortFunc(batch, func(a, b *attempt) int {
		return cmp.Or(database.CompareIDs(a.delivery.EndpointID, b.delivery.EndpointID), database.CompareIDs(a.delivery.ID, b.delivery.ID))
	})
}

// write records a batch in one transaction and then frees the lanes for more. It fails with an error that
// database.IsLocked recognises when it would have to wait for a lock longer than wait.
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

// fenced drops the attempts of lanes that another process has taken over, which repeats them, and locks the lanes until
// the transaction ends.
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
