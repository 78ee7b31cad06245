package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// backupCode is a backup code as it is stored: a keyed hash to find it by, and the sealed code to show it again.
type backupCode struct {
	id, user  uuid.UUID
	lookup    []byte
	sealed    []byte
	position  int
	createdAt time.Time
	usedAt    time.Time
}

var backupCodeTable = database.NewTable("backup_codes", func(c *backupCode, column database.Define) {
	column("id", &c.id)
	column("user_id", &c.user)
	column("lookup", &c.lookup)
	column("sealed", &c.sealed)
	column("position", &c.position)
	column("created_at", &c.createdAt)
	column("used_at", database.Optional(&c.usedAt))
})

// readBackupCodes reads a user's unused codes in order.
func readBackupCodes(ctx context.Context, tx *database.Tx, user uuid.UUID) ([]backupCode, error) {
	return backupCodeTable.AllValues(tx.Query(ctx, `
		SELECT `+backupCodeTable.Columns()+` FROM backup_codes WHERE user_id = $1 AND used_at IS NULL ORDER BY position`, user))
}

// markBackupCode marks a code as used and reports whether it was still unused.
func markBackupCode(ctx context.Context, tx *database.Tx, user uuid.UUID, lookup []byte, now time.Time) (used bool, err error) {
	n, err := tx.Exec(ctx, `
		UPDATE backup_codes SET used_at = $3 WHERE user_id = $1 AND lookup = $2 AND used_at IS NULL`,
		user, lookup, database.Micros(now))
	return n > 0, err
}

func deleteBackupCodes(ctx context.Context, tx *database.Tx, user uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM backup_codes WHERE user_id = $1`, user)
	return err
}
