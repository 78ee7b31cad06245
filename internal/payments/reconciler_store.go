package payments

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// readDue finds out which tables have due work in one query, since most of the time there is none.
func readDue(ctx context.Context, from database.Querier, now time.Time) (found dueWork, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM payments WHERE next_check_at <= $1),
		       EXISTS (SELECT 1 FROM refunds WHERE next_attempt_at <= $1),
		       EXISTS (SELECT 1 FROM payment_events WHERE created_at < $2)`,
		database.Micros(now), database.Micros(now.Add(-eventLifetime))).Scan(&found.payments, &found.refunds, &found.events)
	return found, err
}

// claimDue claims some due rows of a table, by making them due again only later.
func claimDue(ctx context.Context, tx *database.Tx, table, due string, now, again time.Time) ([]uuid.UUID, error) {
	rows, err := tx.Query(ctx, `SELECT id FROM `+table+` WHERE `+due+` <= $1 ORDER BY `+due+` LIMIT $2`+tx.SkipLocked(),
		database.Micros(now), reconcileBatch)
	ids, err := database.Collect(rows, err, database.ScanOne[uuid.UUID])
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	var arguments database.Arguments
	list := database.AddAll(&arguments, ids)
	later := arguments.Add(database.Micros(again))
	_, err = tx.Exec(ctx, `UPDATE `+table+` SET `+due+` = `+later+` WHERE id IN `+list, arguments...)
	return ids, err
}

// insertEvent records that an event was received; false means that it had been before. A concurrent transaction with
// the same event waits here until the first has finished.
func insertEvent(ctx context.Context, tx *database.Tx, provider string, event Event, now time.Time) (isNew bool, err error) {
	added, err := tx.Exec(ctx, `
		INSERT INTO payment_events (provider, event_id, type, outcome, created_at)
		VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
		provider, event.ID, event.Type, ignored, database.Micros(now))
	return added > 0, err
}

func saveOutcome(ctx context.Context, tx *database.Tx, provider, event string, payment uuid.UUID, result outcome) error {
	_, err := tx.Exec(ctx, `
		UPDATE payment_events SET payment_id = $3, outcome = $4 WHERE provider = $1 AND event_id = $2`,
		provider, event, database.OptionalID(payment), result)
	return err
}

// removeEvents removes some events that are older than a time, and returns how many.
func removeEvents(ctx context.Context, tx *database.Tx, before time.Time, most int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM payment_events WHERE (provider, event_id) IN (
			SELECT provider, event_id FROM payment_events WHERE created_at < $1 LIMIT $2`+tx.SkipLocked()+`)`, database.Micros(before), most)
}
