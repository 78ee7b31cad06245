package identity

import (
	"context"
	"time"

	"bourse/internal/database"
)

// removeSome deletes rows of a table that are older than a time, the $1 of the condition, and tells how many.
func removeSome(ctx context.Context, tx *database.Tx, table, key, condition string, before time.Time) (int64, error) {
	return tx.Exec(ctx, `
		DELETE FROM `+table+` WHERE `+key+` IN (
			SELECT `+key+` FROM `+table+` WHERE `+condition+` LIMIT $2`+tx.SkipLocked()+`)`,
		database.Micros(before), cleanupBatch)
}
