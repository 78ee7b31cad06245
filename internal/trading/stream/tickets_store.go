package stream

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

func insertTicket(ctx context.Context, tx *database.Tx, digest string, session uuid.UUID, expiresAt time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO stream_tickets (digest, session_id, expires_at) VALUES ($1, $2, $3)`,
		digest, session, database.Micros(expiresAt))
	return err
}

// deleteTicket consumes a ticket that has not expired, for one caller only, and returns its session. It fails with
// sql.ErrNoRows when there is none.
func deleteTicket(ctx context.Context, tx *database.Tx, digest string, now time.Time) (session uuid.UUID, err error) {
	err = tx.QueryRow(ctx, `DELETE FROM stream_tickets WHERE digest = $1 AND expires_at > $2 RETURNING session_id`,
		digest, database.Micros(now)).Scan(&session)
	return session, err
}

func deleteExpiredTickets(ctx context.Context, tx *database.Tx, now time.Time, most int) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM stream_tickets WHERE digest IN (SELECT digest FROM stream_tickets WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2)`,
		database.Micros(now), most)
}
