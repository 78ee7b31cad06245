package delivery

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// dueTable maps what a lane reads of due deliveries: it knows their endpoint, and that they are pending.
var dueTable = database.NewTable("webhook_deliveries", func(d *Delivery, column database.Define) {
	column("id", database.NativeID(&d.ID))
	column("event_id", database.NativeID(&d.EventID))
	column("attempts", &d.attempts)
	column("attempts_before", &d.before)
	column("created_at", &d.CreatedAt)
})

// readDue lists the due deliveries of an endpoint, oldest first, without bodies.
func readDue(ctx context.Context, db *database.DB, endpoint uuid.UUID, now time.Time, limit int) ([]Delivery, error) {
	due, err := dueTable.AllValues(db.Query(ctx, `
		SELECT `+dueTable.Columns()+` FROM webhook_deliveries
		WHERE endpoint_id = $1 AND status = 'pending' AND next_attempt_at <= $2
		ORDER BY next_attempt_at LIMIT $3`, endpoint, database.Micros(now), limit))
	for i := range due {
		due[i].EndpointID, due[i].Status = endpoint, Pending
	}
	return due, err
}

// readNextDue returns when the next delivery to an endpoint comes due; zero means never.
func readNextDue(ctx context.Context, db *database.DB, endpoint uuid.UUID, now time.Time) (next time.Time, err error) {
	err = db.QueryRow(ctx, `
		SELECT MIN(next_attempt_at) FROM webhook_deliveries
		WHERE endpoint_id = $1 AND status = 'pending' AND next_attempt_at > $2`,
		endpoint, database.Micros(now)).Scan(database.Time(&next))
	return next, err
}

// readBodies fills in the bodies of deliveries and returns how many bytes it read.
func readBodies(ctx context.Context, db *database.DB, deliveries []*Delivery) (size int, err error) {
	bodies := make(map[uuid.UUID][]byte, len(deliveries))
	err = database.InBatches(deliveries, func(batch []*Delivery) error {
		args := make([]any, len(batch))
		for i, delivery := range batch {
			args[i] = delivery.EventID
		}
		rows, err := db.Query(ctx, `
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
	for _, delivery := range deliveries {
		delivery.Body = bodies[delivery.EventID]
	}
	return size, err
}

// skipPending skips those of an endpoint's deliveries that are still pending.
func skipPending(ctx context.Context, tx *database.Tx, endpoint uuid.UUID, deliveries []uuid.UUID, now time.Time) error {
	values := func(id uuid.UUID) []any { return []any{endpoint, id, database.Micros(now)} }
	return database.FromRows(tx, []string{"UUID", "UUID", "BIGINT"}, deliveries, values, func(source string, args []any) error {
		_, err := tx.Exec(ctx, `
			UPDATE webhook_deliveries AS d SET status = 'skipped', next_attempt_at = NULL, finished_at = v.column3
			FROM `+source+`
			WHERE d.endpoint_id = v.column1 AND d.id = v.column2 AND d.status = 'pending'`, args...)
		return err
	})
}

// exhaustPending gives up the deliveries that nobody has attempted since they were read, and returns how many.
func exhaustPending(ctx context.Context, tx *database.Tx, deliveries []Delivery, now time.Time) (count int, err error) {
	values := func(d Delivery) []any { return []any{d.EndpointID, d.ID, d.attempts, database.Micros(now)} }
	types := []string{"UUID", "UUID", "BIGINT", "BIGINT"}
	err = database.FromRows(tx, types, deliveries, values, func(source string, args []any) error {
		changed, err := tx.Exec(ctx, `
			UPDATE webhook_deliveries AS d SET status = 'exhausted', next_attempt_at = NULL, finished_at = v.column4
			FROM `+source+`
			WHERE d.endpoint_id = v.column1 AND d.id = v.column2 AND d.attempts = v.column3 AND d.status = 'pending'`, args...)
		count += int(changed)
		return err
	})
	return count, err
}
