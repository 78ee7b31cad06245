package delivery

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

var attemptColumns = []database.Column{
	{Name: "delivery_id", Type: "UUID"}, {Name: "number", Type: "BIGINT"}, {Name: "started_at", Type: "BIGINT"},
	{Name: "finished_at", Type: "BIGINT"}, {Name: "request_headers", Type: "TEXT"}, {Name: "response_status", Type: "BIGINT"},
	{Name: "response_headers", Type: "TEXT"}, {Name: "response_body", Type: "BYTEA"}, {Name: "timing", Type: "TEXT"},
	{Name: "error_class", Type: "TEXT"}, {Name: "error", Type: "TEXT"},
}

func (a *attempt) values() []any {
	return []any{
		a.delivery.ID, a.number, database.Micros(a.started), database.Micros(a.finished), a.record.requestHeaders,
		a.result.Status, a.record.responseHeaders, a.result.Body, a.record.timing, string(a.result.Class), a.record.detail,
	}
}

// insertAttempts returns those that were not there. What is there was committed by a write whose connection
// broke before it was told so, and everything that follows from it was committed too.
func insertAttempts(ctx context.Context, tx *database.Tx, batch []*attempt, how care) (fresh []*attempt, err error) {
	if how == asExpected {
		if err := database.InsertTyped(ctx, tx, "webhook_attempts", attemptColumns, batch, (*attempt).values); err != nil {
			return nil, fmt.Errorf("insert attempts: %w", err)
		}
		return batch, nil
	}
	for _, made := range batch {
		count, err := tx.Exec(ctx, database.InsertInto("webhook_attempts", attemptColumns)+`
			VALUES `+database.Placeholders(1, len(attemptColumns))+` ON CONFLICT (delivery_id, number) DO NOTHING`, made.values()...)
		if err != nil {
			return nil, fmt.Errorf("insert attempts: %w", err)
		}
		if count > 0 {
			fresh = append(fresh, made)
		}
	}
	return fresh, nil
}

// sends are the requests to one endpoint that are recorded together.
type sends struct {
	endpoint uuid.UUID
	latest   int64
	ends     []int64
}

// insertSends writes down when the requests ended, for the rate limits of whoever holds the lane next.
func insertSends(ctx context.Context, tx *database.Tx, batch []*attempt) error {
	var all []sends
	for one, made := range byLane(batch) {
		sent := sends{endpoint: one.endpointID}
		for _, a := range made {
			if !a.delivery.refusedAt.IsZero() {
				sent.ends = append(sent.ends, database.Micros(a.delivery.refusedAt))
			}
			sent.ends = append(sent.ends, database.Micros(a.finished))
			sent.latest = max(sent.latest, database.Micros(a.finished))
		}
		all = append(all, sent)
	}
	columns := []database.Column{{Name: "endpoint_id", Type: "UUID"}, {Name: "latest", Type: "BIGINT"}, {Name: "ends", Type: "TEXT"}}
	err := database.InsertTyped(ctx, tx, "webhook_sends", columns, all, func(s sends) []any {
		encoded, err := json.Marshal(s.ends)
		if err != nil {
			encoded = []byte("[]") // cannot happen: numbers only
		}
		return []any{s.endpoint, s.latest, string(encoded)}
	})
	if err != nil {
		return fmt.Errorf("insert sends: %w", err)
	}
	return nil
}

// settleDeliveries writes the new state of deliveries and returns those that have reached their outcome.
func settleDeliveries(ctx context.Context, tx *database.Tx, batch []*attempt, how care) (map[uuid.UUID]Status, error) {
	settled := make(map[uuid.UUID]Status, len(batch))
	var taken, others []*attempt
	for _, made := range batch {
		if how == asExpected && made.verdict.status == Succeeded {
			taken = append(taken, made)
		} else {
			others = append(others, made)
		}
	}
	if err := settleTaken(ctx, tx, taken, settled); err != nil {
		return nil, fmt.Errorf("settle deliveries: %w", err)
	}
	if err := settleOthers(ctx, tx, others, settled); err != nil {
		return nil, fmt.Errorf("settle deliveries: %w", err)
	}
	return settled, nil
}

// settleTaken settles what the receivers took. It fails with errUnexpected when one of the deliveries is not
// there, or had reached its outcome before.
func settleTaken(ctx context.Context, tx *database.Tx, batch []*attempt, settled map[uuid.UUID]Status) error {
	var changed int64
	values := func(made *attempt) []any {
		settled[made.delivery.ID] = Succeeded
		return []any{made.delivery.EndpointID, made.delivery.ID, made.number, database.Micros(made.finished)}
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

// settleOthers settles whatever came of the attempts. A delivery that was skipped while it was on the wire,
// because the endpoint was switched off, stays so unless the receiver took it; the attempt was made all the
// same.
func settleOthers(ctx context.Context, tx *database.Tx, batch []*attempt, settled map[uuid.UUID]Status) error {
	values := func(made *attempt) []any {
		finished := database.OptionalMicros(made.finished)
		if made.verdict.status == Pending {
			finished = database.OptionalMicros(time.Time{})
		}
		return []any{
			made.delivery.EndpointID, made.delivery.ID, string(made.verdict.status), made.number,
			database.OptionalMicros(made.verdict.nextAt), finished,
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
