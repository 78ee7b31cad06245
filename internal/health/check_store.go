package health

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"bourse/internal/database"
)

var checkTable = database.NewTable("platform_checks", func(c *Check, column database.Define) {
	column("name", &c.Name)
	column("problem", &c.Problem)
	column("checked_at", &c.CheckedAt)
})

// saveCheck stores a check. A later stored one stays, unless it is the one that this check was to replace: after the
// clock was set back, that one is dated in the future.
func saveCheck(ctx context.Context, tx *database.Tx, check Check, replaced time.Time) error {
	if _, err := tx.Exec(ctx, `DELETE FROM platform_checks WHERE name = $1 AND checked_at = $2`, check.Name, database.Micros(replaced)); err != nil {
		return err
	}
	_, err := checkTable.InsertOr(ctx, tx, `
		ON CONFLICT (name) DO UPDATE SET problem = excluded.problem, checked_at = excluded.checked_at
		WHERE platform_checks.checked_at <= excluded.checked_at`, &check)
	return err
}

// findCheck returns the last check; its time is zero before the first one.
func findCheck(ctx context.Context, from database.Querier, name string) (Check, error) {
	check, err := checkTable.ScanValue(from.QueryRow(ctx, `SELECT `+checkTable.Columns()+` FROM platform_checks WHERE name = $1`, name))
	if errors.Is(err, sql.ErrNoRows) {
		return Check{Name: name}, nil
	}
	return check, err
}
