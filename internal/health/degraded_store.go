package health

import (
	"context"
	"time"

	"bourse/internal/database"
)

// degradedPart is a part that does not work, as known to all processes of the installation.
type degradedPart struct {
	part, reason string
	since        time.Time
}

// declare stores that parts do not work. It publishes an event for each part that is newly degraded, and for each that
// no process reports any longer.
func (s *Service) declare(ctx context.Context, found map[string]string) error {
	now := s.now()
	for part, reason := range found {
		err := s.db.InTx(ctx, func(tx *database.Tx) error {
			isKnown, err := extendDegraded(ctx, tx, part, now.Add(declaredFor))
			if err != nil || isKnown {
				return err
			}
			isNew, err := insertDegraded(ctx, tx, degradedPart{part, reason, now}, now.Add(declaredFor))
			if err != nil || !isNew {
				return err
			}
			return s.events.Publish(ctx, tx, s.degradedEvent(degradedPart{part, reason, now}))
		})
		if err != nil {
			return err
		}
	}
	isOver, err := hasRecovered(ctx, s.db, now)
	if err != nil || !isOver {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		recovered, err := deleteRecovered(ctx, tx, now)
		if err != nil {
			return err
		}
		for _, part := range recovered {
			if err := s.events.Publish(ctx, tx, s.recoveredEvent(part, now)); err != nil {
				return err
			}
		}
		return nil
	})
}

// extendDegraded stores that a part that is known to be degraded still is. It reports whether it was known.
func extendDegraded(ctx context.Context, tx *database.Tx, part string, until time.Time) (isKnown bool, err error) {
	extended, err := tx.Exec(ctx, `
		UPDATE degraded_parts SET until = CASE WHEN until < $2 THEN $2 ELSE until END WHERE part = $1`, part, database.Micros(until))
	return extended > 0, err
}

// insertDegraded stores that a part does not work and reports whether that is new. If several processes find so at the
// same time, it is new for one of them.
func insertDegraded(ctx context.Context, tx *database.Tx, part degradedPart, until time.Time) (isNew bool, err error) {
	added, err := tx.Exec(ctx, `
		INSERT INTO degraded_parts (part, reason, since, until) VALUES ($1, $2, $3, $4) ON CONFLICT (part) DO NOTHING`,
		part.part, part.reason, database.Micros(part.since), database.Micros(until))
	return added > 0, err
}

// hasRecovered finds out without a write whether deleteRecovered has something to delete.
func hasRecovered(ctx context.Context, from database.Querier, now time.Time) (found bool, err error) {
	err = from.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM degraded_parts WHERE until < $1)`, database.Micros(now)).Scan(&found)
	return found, err
}

// deleteRecovered removes the parts that no process has recently reported as degraded.
func deleteRecovered(ctx context.Context, tx *database.Tx, now time.Time) ([]degradedPart, error) {
	rows, err := tx.Query(ctx, `DELETE FROM degraded_parts WHERE until < $1 RETURNING part, reason, since`, database.Micros(now))
	return database.Collect(rows, err, func(row database.Row) (part degradedPart, err error) {
		return part, row.Scan(&part.part, &part.reason, database.Time(&part.since))
	})
}
