package stream

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// writeLease writes until when the places of a process are taken.
func writeLease(ctx context.Context, tx *database.Tx, process uuid.UUID, until time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO stream_processes (id, lease_until) VALUES ($1, $2)
		ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`, process, database.Micros(until))
	return err
}

// lockPlaces locks the places of a user until the transaction ends: statements that follow see what others have taken. The
// row that it locks is a place that nobody takes; the next cleanup deletes it.
func lockPlaces(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO stream_places (user_id, place, process_id) VALUES ($1, 0, '')
		ON CONFLICT (user_id, place) DO UPDATE SET process_id = excluded.process_id`, user)
	return err
}

// insertPlace takes a user's first place that is free, or whose process no longer has a lease; 0 when there is none. The
// places are locked.
func insertPlace(ctx context.Context, tx *database.Tx, user, process uuid.UUID, now time.Time) (number int64, err error) {
	err = tx.QueryRow(ctx, `
		INSERT INTO stream_places (user_id, place, process_id)
		SELECT $1, v.column1, $2 FROM (VALUES (1), (2), (3), (4), (5)) AS v
		WHERE NOT EXISTS (
			SELECT 1 FROM stream_places p JOIN stream_processes o ON o.id = p.process_id AND o.lease_until > $3
			WHERE p.user_id = $1 AND p.place = v.column1)
		ORDER BY v.column1 LIMIT 1
		ON CONFLICT (user_id, place) DO UPDATE SET process_id = excluded.process_id
		RETURNING place`, user, process, database.Micros(now)).Scan(&number)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return number, err
}

// deletePlaces frees places that a process has taken, unless another process has them by now.
func deletePlaces(ctx context.Context, tx *database.Tx, process uuid.UUID, freed []place) error {
	values := func(p place) []any { return []any{p.user, p.number} }
	return database.FromRows(tx, []string{"TEXT", "BIGINT"}, freed, values, func(source string, values []any) error {
		arguments := database.Arguments(values)
		query := `
			DELETE FROM stream_places
			WHERE process_id = ` + arguments.Add(process) + ` AND (user_id, place) IN (SELECT v.column1, v.column2 FROM ` + source + `)`
		_, err := tx.Exec(ctx, query, arguments...)
		return err
	})
}

// deleteProcess frees all places of a process.
func deleteProcess(ctx context.Context, tx *database.Tx, process uuid.UUID) error {
	if _, err := tx.Exec(ctx, `DELETE FROM stream_places WHERE process_id = $1`, process); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM stream_processes WHERE id = $1`, process)
	return err
}

// deleteOtherProcesses frees the places of all processes but one.
func deleteOtherProcesses(ctx context.Context, tx *database.Tx, process uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM stream_processes WHERE id <> $1`, process)
	return err
}

// deleteDeadProcesses deletes processes whose lease ended before a moment, and their places.
func deleteDeadProcesses(ctx context.Context, tx *database.Tx, before time.Time) error {
	if _, err := tx.Exec(ctx, `DELETE FROM stream_processes WHERE lease_until < $1`, database.Micros(before)); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `DELETE FROM stream_places WHERE NOT EXISTS (SELECT 1 FROM stream_processes o WHERE o.id = stream_places.process_id)`)
	return err
}
