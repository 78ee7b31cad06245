package kyc

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// casesToExpire finds cases whose approval has ended, in the order of their ends, skipping the given number of the
// first ones.
func casesToExpire(ctx context.Context, from database.Querier, now time.Time, without int) ([]uuid.UUID, error) {
	return caseIDs(ctx, from, `expires_at IS NOT NULL AND state <> 'expired'`, time.UnixMicro(0), now, without)
}

// casesToNotice finds cases whose approval ends soon and whose person was not notified, skipping the given number of
// the first ones.
func casesToNotice(ctx context.Context, from database.Querier, now time.Time, without int) ([]uuid.UUID, error) {
	return caseIDs(ctx, from, `state = 'approved' AND noticed_at IS NULL`, now, now.Add(renewalWindow), without)
}

func caseIDs(ctx context.Context, from database.Querier, which string, after, until time.Time, without int) ([]uuid.UUID, error) {
	rows, err := from.Query(ctx, `
		SELECT id FROM kyc_cases WHERE `+which+` AND expires_at > $1 AND expires_at <= $2 ORDER BY expires_at, id LIMIT $3 OFFSET $4`,
		database.Micros(after), database.Micros(until), expiryBatch, without)
	return database.Collect(rows, err, database.ScanOne[uuid.UUID])
}

// nextExpiry returns when the next approval ends; zero when none does.
func nextExpiry(ctx context.Context, from database.Querier) (next time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT MIN(expires_at) FROM kyc_cases WHERE expires_at IS NOT NULL AND state <> 'expired'`).Scan(database.Time(&next))
	return next, err
}

// dateCases gives an end to some approvals without one, and returns how many.
func dateCases(ctx context.Context, tx *database.Tx, until, now time.Time) (int64, error) {
	dated, err := tx.Exec(ctx, `
		UPDATE kyc_cases SET expires_at = $1, updated_at = $2
		WHERE state = 'approved' AND expires_at IS NULL AND id IN (
			SELECT id FROM kyc_cases WHERE state = 'approved' AND expires_at IS NULL ORDER BY id LIMIT $3`+tx.SkipLocked()+`)`,
		database.Micros(until), database.Micros(now), expiryBatch)
	if err != nil {
		return 0, fmt.Errorf("date approvals: %w", err)
	}
	return dated, nil
}

// removeCallbacks deletes a batch of the callbacks that arrived before a time.
func removeCallbacks(ctx context.Context, tx *database.Tx, before time.Time) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM kyc_callbacks WHERE id IN (SELECT id FROM kyc_callbacks WHERE received_at < $1 ORDER BY received_at LIMIT 1000)`,
		database.Micros(before))
	if err != nil {
		return fmt.Errorf("remove old KYC callbacks: %w", err)
	}
	return nil
}
