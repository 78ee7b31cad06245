package webhook

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

const (
	recorderBatch = 256
	// gatherTime is how long the first outcome of a batch waits for others.
	gatherTime = 5 * time.Millisecond
	// recorderPause is the pause after a batch that could not be written.
	recorderPause = 500 * time.Millisecond
)

// recorder writes outcomes a batch at a time: attempts, the state of deliveries, one counter delta for each
// endpoint. While it cannot write, the lanes run into their reservation and stop: nothing is lost and
// memory stays bounded.
type recorder struct {
	db       *database.DB
	now      func() time.Time
	logger   *slog.Logger
	disabled func(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, reason string) error
	outcomes chan attempt
}

func newRecorder(db *database.DB, now func() time.Time, logger *slog.Logger) *recorder {
	return &recorder{db: db, now: now, logger: logger}
}

// open makes the recorder take outcomes.
func (r *recorder) open() { r.outcomes = make(chan attempt, recorderBatch) }

// add passes an outcome on. It waits while the recorder is behind.
func (r *recorder) add(made attempt) { r.outcomes <- made }

// close lets run return once everything added before has been dealt with.
func (r *recorder) close() { close(r.outcomes) }

// run writes outcomes until the recorder is closed. A batch that cannot be written is tried again until
// the context ends; then it is given up, which only means that its deliveries are sent again.
func (r *recorder) run(ctx context.Context) {
	for first := range r.outcomes {
		batch := r.gather(first)
		for {
			err := r.write(ctx, batch)
			if err == nil {
				break
			}
			r.logger.Error("webhook outcomes could not be recorded", "count", len(batch), "error", err)
			select {
			case <-time.After(recorderPause):
				continue
			case <-ctx.Done():
			}
			break
		}
	}
}

// gather collects what else is there, waiting a moment for more.
func (r *recorder) gather(first attempt) []attempt {
	batch := []attempt{first}
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

// write records a batch in one transaction and then frees the lanes for more.
func (r *recorder) write(ctx context.Context, batch []attempt) error {
	err := r.db.InTx(ctx, func(tx *database.Tx) error {
		valid, err := r.fenced(ctx, tx, batch)
		if err != nil {
			return err
		}
		fresh, err := insertAttempts(ctx, tx, valid)
		if err != nil {
			return err
		}
		settled, err := settleDeliveries(ctx, tx, fresh)
		if err != nil {
			return err
		}
		return r.updateEndpoints(ctx, tx, fresh, settled)
	})
	if err != nil {
		return err
	}
	for _, made := range batch {
		made.lane.committed(made.delivery.id, made.verdict.nextAt)
	}
	return nil
}

// fenced leaves out the outcomes of lanes that have gone to another process, which sends the deliveries
// anew, and holds the lanes until the transaction ends.
func (r *recorder) fenced(ctx context.Context, tx *database.Tx, batch []attempt) ([]attempt, error) {
	lanes := map[uuid.UUID]int64{}
	for _, made := range batch {
		lanes[made.lane.endpointID] = 0
	}
	args := make([]any, 0, len(lanes))
	for id := range lanes {
		args = append(args, id)
	}
	rows, err := tx.Query(ctx, `
		SELECT endpoint_id, fence FROM webhook_lanes WHERE endpoint_id IN `+database.Placeholders(1, len(args))+`
		ORDER BY endpoint_id`+tx.ForUpdate(), args...)
	_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
		var (
			id    uuid.UUID
			fence int64
		)
		err := row.Scan(&id, &fence)
		lanes[id] = fence
		return struct{}{}, err
	})
	if err != nil {
		return nil, fmt.Errorf("check the fences: %w", err)
	}
	valid := make([]attempt, 0, len(batch))
	for _, made := range batch {
		if lanes[made.lane.endpointID] == made.lane.fence {
			valid = append(valid, made)
		}
	}
	return valid, nil
}

// insertAttempts returns those that were not there. What is there was committed by a write whose connection
// broke before it was told so, and everything that follows from it was committed too.
func insertAttempts(ctx context.Context, tx *database.Tx, batch []attempt) (fresh []attempt, err error) {
	inserted := map[uuid.UUID]bool{}
	err = database.InBatches(batch, func(some []attempt) error {
		args := make([]any, 0, 12*len(some))
		for _, made := range some {
			args = append(args,
				made.delivery.id, made.number, made.lane.endpointID, database.Micros(made.started), database.Micros(made.finished),
				made.requestHeaders(), made.result.Status, headersJSON(made.result.Header), made.result.Body,
				timingJSON(made.result.Timing), string(made.result.Class), storable(made.result.Detail))
		}
		rows, err := tx.Query(ctx, `
			INSERT INTO webhook_attempts (delivery_id, number, endpoint_id, started_at, finished_at, request_headers,
				response_status, response_headers, response_body, timing, error_class, error)
			VALUES `+database.Placeholders(len(some), 12)+`
			ON CONFLICT (delivery_id, number) DO NOTHING RETURNING delivery_id`, args...)
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			var id uuid.UUID
			err := row.Scan(&id)
			inserted[id] = true
			return struct{}{}, err
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("insert attempts: %w", err)
	}
	for _, made := range batch {
		if inserted[made.delivery.id] {
			fresh = append(fresh, made)
		}
	}
	return fresh, nil
}

// settleDeliveries writes the new state of deliveries and returns those that have reached their outcome. One
// that was skipped while it was on the wire, because the endpoint was switched off, stays so unless the
// receiver took it; the attempt was made all the same.
func settleDeliveries(ctx context.Context, tx *database.Tx, batch []attempt) (map[uuid.UUID]status, error) {
	settled := map[uuid.UUID]status{}
	err := database.InBatches(batch, func(batch []attempt) error {
		args := make([]any, 0, 5*len(batch))
		for _, made := range batch {
			finished := database.OptionalMicros(made.finished)
			if made.verdict.status == pending {
				finished = database.OptionalMicros(time.Time{})
			}
			args = append(args, made.delivery.id, string(made.verdict.status), made.number,
				database.OptionalMicros(made.verdict.nextAt), finished)
		}
		rows, err := tx.Query(ctx, `
			UPDATE webhook_deliveries AS d
			SET attempts = v.column3,
			    status = CASE WHEN d.status = 'pending' OR v.column2 = 'succeeded' THEN v.column2 ELSE d.status END,
			    next_attempt_at = CASE WHEN d.status = 'pending' THEN v.column4 ELSE NULL END,
			    finished_at = CASE WHEN d.status = 'pending' OR v.column2 = 'succeeded' THEN v.column5 ELSE d.finished_at END
			FROM (VALUES `+database.TypedPlaceholders(len(batch), "TEXT", "TEXT", "BIGINT", "BIGINT", "BIGINT")+`) AS v
			WHERE d.id = v.column1 AND d.status IN ('pending', 'skipped')
			RETURNING id, status`, args...)
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			var (
				id  uuid.UUID
				now status
			)
			err := row.Scan(&id, &now)
			if now == succeeded || now == exhausted {
				settled[id] = now
			}
			return struct{}{}, err
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("settle deliveries: %w", err)
	}
	return settled, nil
}
