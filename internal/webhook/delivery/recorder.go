package delivery

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	recorderBatch = 512
	// gatherTime is how long the first outcome of a batch waits for others.
	gatherTime = 5 * time.Millisecond
	// recorderPause is the pause after a batch that could not be written.
	recorderPause = 500 * time.Millisecond
	// recorderWait is how long a batch waits for a row that somebody else holds.
	recorderWait = 250 * time.Millisecond
)

// recorder writes outcomes a batch at a time: attempts, the state of deliveries, one counter delta for each
// endpoint. While it cannot write, the lanes run into their reservation and stop: nothing is lost and
// memory stays bounded.
type recorder struct {
	db        *database.DB
	now       func() time.Time
	logger    *slog.Logger
	endpoints Endpoints
	outcomes  chan *attempt

	held   map[*lane][]*attempt // outcomes of lanes that somebody else holds, in their order
	heldAt time.Time            // when they were last tried
}

func newRecorder(options Options) *recorder {
	return &recorder{
		db: options.Database, endpoints: options.Endpoints, now: options.Now, logger: options.Logger, held: map[*lane][]*attempt{},
	}
}

// open makes the recorder take outcomes.
func (r *recorder) open() { r.outcomes = make(chan *attempt, recorderBatch) }

// add passes an outcome on. It waits while the recorder is behind.
func (r *recorder) add(made *attempt) { r.outcomes <- made }

// close lets run return once everything added before has been dealt with.
func (r *recorder) close() { close(r.outcomes) }

// run writes outcomes until the recorder is closed. A batch that cannot be written is tried again until
// the context ends; then it is given up, which only means that its deliveries are sent again.
func (r *recorder) run(ctx context.Context) {
	outcomes := r.outcomes
	for outcomes != nil || len(r.held) > 0 && ctx.Err() == nil {
		select {
		case first, isOpen := <-outcomes:
			if !isOpen {
				outcomes = nil
				continue
			}
			if batch := r.withoutHeld(r.gather(first)); len(batch) > 0 {
				r.record(ctx, batch)
			}
		case <-r.nextTry():
		}
		r.tryHeld(ctx)
	}
}

// record writes a batch. When somebody holds what one of its lanes needs, each lane is recorded apart from the others.
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

// gather collects what else is there, waiting a moment for more.
func (r *recorder) gather(first *attempt) []*attempt {
	batch := []*attempt{first}
	enough := time.NewTimer(gatherTime)
	defer enough.Stop()
	for len(batch) < recorderBatch {
		select {
		case next, open := <-r.outcomes:
			if !open {
				return batch
			}
			batch = append(batch, next)
		case <-enough.C:
			return batch
		}
	}
	return batch
}

// inStoredOrder puts outcomes in the order of the table's key, so that rows beside each other are changed one
// after the other.
func inStoredOrder(batch []*attempt) {
	slices.SortFunc(batch, func(a, b *attempt) int {
		return cmp.Or(bytes.Compare(a.delivery.EndpointID[:], b.delivery.EndpointID[:]), bytes.Compare(a.delivery.ID[:], b.delivery.ID[:]))
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
		if err := insertSends(ctx, tx, fresh); err != nil {
			return err
		}
		settled, err := settleDeliveries(ctx, tx, fresh, how)
		if err != nil {
			return err
		}
		return r.updateEndpoints(ctx, tx, fresh, settled)
	})
	if err != nil {
		return err
	}
	for one, made := range byLane(batch) {
		one.committed(made)
	}
	return nil
}

func byLane(batch []*attempt) map[*lane][]*attempt {
	lanes := map[*lane][]*attempt{}
	for _, made := range batch {
		lanes[made.lane] = append(lanes[made.lane], made)
	}
	return lanes
}

// fenced leaves out the outcomes of lanes that have gone to another process, which sends the deliveries
// anew, and holds the lanes until the transaction ends.
func (r *recorder) fenced(ctx context.Context, tx *database.Tx, batch []*attempt) ([]*attempt, error) {
	type holding struct {
		holder string
		fence  int64
	}
	lanes := map[uuid.UUID]holding{}
	for _, made := range batch {
		lanes[made.lane.endpointID] = holding{}
	}
	args := make([]any, 0, len(lanes))
	for id := range lanes {
		args = append(args, id)
	}
	rows, err := tx.Query(ctx, `
		SELECT endpoint_id, holder, fence FROM webhook_lanes WHERE endpoint_id IN `+database.Placeholders(1, len(args))+`
		ORDER BY endpoint_id`+tx.ForUpdate(), args...)
	_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
		var (
			id  uuid.UUID
			now holding
		)
		err := row.Scan(&id, &now.holder, &now.fence)
		lanes[id] = now
		return struct{}{}, err
	})
	if err != nil {
		return nil, fmt.Errorf("check the fences: %w", err)
	}
	valid := make([]*attempt, 0, len(batch))
	for _, made := range batch {
		if lanes[made.lane.endpointID] == (holding{made.lane.dispatcher.holder, made.lane.fence}) {
			valid = append(valid, made)
		}
	}
	return valid, nil
}
