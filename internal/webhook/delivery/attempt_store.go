package delivery

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// attemptTable maps attempts for writing. This package does not read them.
var attemptTable = database.NewTable("webhook_attempts", func(a *attempt, column database.Define) {
	column("delivery_id", database.NativeID(&a.delivery.ID))
	column("number", &a.number)
	column("started_at", &a.started)
	column("finished_at", &a.finished)
	column("request_headers", &a.row.requestHeaders)
	column("response_status", &a.result.Status)
	column("response_headers", &a.row.responseHeaders)
	column("response_body", &a.result.Body)
	column("timing", &a.row.timing)
	column("error_class", &a.result.Class)
	column("error", &a.row.detail)
})

// insertAttempts inserts attempts and returns those that were not stored yet. The others were committed, with all their
// consequences, by a write whose connection broke before it got the answer.
func insertAttempts(ctx context.Context, tx *database.Tx, batch []*attempt, how care) (fresh []*attempt, err error) {
	if how == asExpected {
		if err := attemptTable.InsertBatch(ctx, tx, batch...); err != nil {
			return nil, fmt.Errorf("insert attempts: %w", err)
		}
		return batch, nil
	}
	for _, attempt := range batch {
		count, err := attemptTable.InsertOr(ctx, tx, `ON CONFLICT (delivery_id, number) DO NOTHING`, attempt)
		if err != nil {
			return nil, fmt.Errorf("insert attempts: %w", err)
		}
		if count > 0 {
			fresh = append(fresh, attempt)
		}
	}
	return fresh, nil
}

// attemptEnds are the end times of one endpoint's attempts that are recorded together.
type attemptEnds struct {
	endpoint uuid.UUID
	latest   int64
	ends     []int64
}

var endsTable = database.NewTable("webhook_sends", func(e *attemptEnds, column database.Define) {
	column("endpoint_id", database.NativeID(&e.endpoint))
	column("latest", &e.latest)
	column("ends", database.JSON(&e.ends))
})

// insertEnds stores when attempts ended, for the rate limits of the lane's next holder.
func insertEnds(ctx context.Context, tx *database.Tx, batch []*attempt) error {
	var all []*attemptEnds
	for lane, attempts := range byLane(batch) {
		row := &attemptEnds{endpoint: lane.endpointID}
		for _, attempt := range attempts {
			if !attempt.delivery.refusedAt.IsZero() {
				row.ends = append(row.ends, database.Micros(attempt.delivery.refusedAt))
			}
			row.ends = append(row.ends, database.Micros(attempt.finished))
			row.latest = max(row.latest, database.Micros(attempt.finished))
		}
		all = append(all, row)
	}
	if err := endsTable.InsertBatch(ctx, tx, all...); err != nil {
		return fmt.Errorf("insert the ends of attempts: %w", err)
	}
	return nil
}

// settleDeliveries writes the new state of deliveries and returns those that reached their final status.
func settleDeliveries(ctx context.Context, tx *database.Tx, batch []*attempt, how care) (map[uuid.UUID]Status, error) {
	settled := make(map[uuid.UUID]Status, len(batch))
	var successes, others []*attempt
	for _, attempt := range batch {
		if how == asExpected && attempt.judgement.status == Succeeded {
			successes = append(successes, attempt)
		} else {
			others = append(others, attempt)
		}
	}
	if err := settleSuccesses(ctx, tx, successes, settled); err != nil {
		return nil, fmt.Errorf("settle deliveries: %w", err)
	}
	if err := settleOthers(ctx, tx, others, settled); err != nil {
		return nil, fmt.Errorf("settle deliveries: %w", err)
	}
	return settled, nil
}

// settleSuccesses settles successful deliveries. It fails with errUnexpected when one of them does not exist or was
// already settled.
func settleSuccesses(ctx context.Context, tx *database.Tx, batch []*attempt, settled map[uuid.UUID]Status) error {
	var changed int64
	values := func(attempt *attempt) []any {
		settled[attempt.delivery.ID] = Succeeded
		return []any{attempt.delivery.EndpointID, attempt.delivery.ID, attempt.number, database.Micros(attempt.finished)}
	}
	err := database.FromRows(tx, []string{"UUID", "UUID", "BIGINT", "BIGINT"}, batch, values, func(source string, args []any) error {
		count, err := tx.Exec(ctx, `
			UPDATE webhook_deliveries AS d
			SET attempts = v.column3, status = 'succeeded', next_attempt_at = NULL, finished_at = v.column4
			FROM `+source+`
			WHERE d.endpoint_id = v.column1 AND d.id = v.column2 AND d.status IN ('pending', 'skipped')`, args...)
		changed += count
		return err
	})
	if err == nil && changed != int64(len(batch)) {
		return errUnexpected
	}
	return err
}

// settleOthers settles deliveries with any result. A delivery that was skipped while its request was in flight, because
// the endpoint was switched off, stays skipped unless the receiver accepted it; the attempt is recorded either way.
func settleOthers(ctx context.Context, tx *database.Tx, batch []*attempt, settled map[uuid.UUID]Status) error {
	values := func(attempt *attempt) []any {
		finished := database.OptionalMicros(attempt.finished)
		if attempt.judgement.status == Pending {
			finished = database.OptionalMicros(time.Time{})
		}
		return []any{
			attempt.delivery.EndpointID, attempt.delivery.ID, string(attempt.judgement.status), attempt.number,
			database.OptionalMicros(attempt.judgement.nextAt), finished,
		}
	}
	return database.FromRows(tx, []string{"UUID", "UUID", "TEXT", "BIGINT", "BIGINT", "BIGINT"}, batch, values, func(source string, args []any) error {
		rows, err := tx.Query(ctx, `
			UPDATE webhook_deliveries AS d
			SET attempts = v.column4,
			    status = CASE WHEN d.status = 'pending' OR v.column3 = 'succeeded' THEN v.column3 ELSE d.status END,
			    next_attempt_at = CASE WHEN d.status = 'pending' THEN v.column5 ELSE NULL END,
			    finished_at = CASE WHEN d.status = 'pending' OR v.column3 = 'succeeded' THEN v.column6 ELSE d.finished_at END
			FROM `+source+`
			WHERE d.endpoint_id = v.column1 AND d.id = v.column2 AND d.status IN ('pending', 'skipped')
			RETURNING id, status`, args...)
		_, err = database.Collect(rows, err, func(row database.Row) (struct{}, error) {
			var (
				id  uuid.UUID
				now Status
			)
			err := row.Scan(&id, &now)
			if now == Succeeded || now == Exhausted {
				settled[id] = now
			}
			return struct{}{}, err
		})
		return err
	})
}
