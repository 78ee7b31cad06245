package kyc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// insertCallback stores that a callback arrived and reports whether its id is new; for a repeated one it reports
// whether the first has decided something. Concurrent inserts of the same id wait for the first.
func insertCallback(ctx context.Context, tx *database.Tx, id string, submission uuid.UUID, now time.Time) (isNew, applied bool, err error) {
	touched, err := tx.Exec(ctx, `
		INSERT INTO kyc_callbacks (id, submission_id, applied, received_at) VALUES ($1, $2, FALSE, $3)
		ON CONFLICT (id) DO NOTHING`, id, submission, database.Micros(now))
	if err != nil {
		return false, false, fmt.Errorf("store a KYC callback: %w", err)
	}
	if touched > 0 {
		return true, false, nil
	}
	if err := tx.QueryRow(ctx, `SELECT applied FROM kyc_callbacks WHERE id = $1`, id).Scan(&applied); err != nil {
		return false, false, fmt.Errorf("read a KYC callback: %w", err)
	}
	return false, applied, nil
}

// markApplied stores that a callback has decided a case.
func markApplied(ctx context.Context, tx *database.Tx, id string) error {
	if _, err := tx.Exec(ctx, `UPDATE kyc_callbacks SET applied = TRUE WHERE id = $1`, id); err != nil {
		return fmt.Errorf("store what a KYC callback did: %w", err)
	}
	return nil
}
