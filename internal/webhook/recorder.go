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
		if err := insertAttempts(ctx, tx, valid); err != nil {
			return err
		}
		settled, err := settleDeliveries(ctx, tx, valid)
		if err != nil {
			return err
		}
		return r.updateEndpoints(ctx, tx, valid, settled)
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

func insertAttempts(ctx context.Context, tx *database.Tx, batch []attempt) error {
	err := database.InsertRows(ctx, tx, `
		INSERT INTO webhook_attempts (delivery_id, number, endpoint_id, started_at, finished_at, request_headers,
			response_status, response_headers, response_body, timing, error_class, error)`, 12, batch,
		func(made attempt) []any {
			return []any{
				made.delivery.id, made.number, made.lane.endpointID, database.Micros(made.started), database.Micros(made.finished),
				made.requestHeaders(), made.result.Status, headersJSON(made.result.Header), made.result.Body,
				timingJSON(made.result.Timing), string(made.result.Class), made.result.Detail,
			}
		})
	if err != nil {
		return fmt.Errorf("insert attempts: %w", err)
	}
	return nil
}

// settleDeliveries writes the new state of deliveries that are still pending and returns those that have
// reached their outcome. One that was settled otherwise meanwhile, as by switching the endpoint off, stays.
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
			SET status = v.column2, attempts = v.column3, next_attempt_at = v.column4, finished_at = v.column5
			FROM (VALUES `+database.TypedPlaceholders(len(batch), "TEXT", "TEXT", "BIGINT", "BIGINT", "BIGINT")+`) AS v
			WHERE d.id = v.column1 AND d.status = 'pending'
			RETURNING id, status`, args...)
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			var (
				id  uuid.UUID
				now status
			)
			err := row.Scan(&id, &now)
			if now != pending {
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
