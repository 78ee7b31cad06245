package privacy

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// eraseLater erases up to the limit of the person's rows that are erased later, and returns how many. Fewer than the
// limit means that all is done.
func eraseLater(ctx context.Context, tx *database.Tx, user uuid.UUID, limit int) (erased int, err error) {
	for _, h := range holdings {
		if h.erasing.when != later {
			continue
		}
		some, err := eraseSome(ctx, tx, h, user, limit-erased)
		if err != nil {
			return 0, fmt.Errorf("erase some of %s of a person: %w", h.table, err)
		}
		if erased += int(some); erased >= limit { // what these rows refer to is erased after them
			break
		}
	}
	return erased, nil
}

// eraseSome erases up to the limit of a person's rows of a table.
func eraseSome(ctx context.Context, tx *database.Tx, h holding, user uuid.UUID, limit int) (int64, error) {
	return tx.Exec(ctx, h.erasesSome(), user, limit)
}

// erasesSome is the statement that erases at most $2 rows of the person $1 in a table. Its conditions match no row that
// was already erased.
func (h holding) erasesSome() string {
	key, condition := h.keyed(), h.rows
	statement := `DELETE FROM ` + h.table
	if !h.erasing.remove {
		statement = `UPDATE ` + h.table + ` SET ` + h.erasing.set
		condition += ` AND (` + h.erasing.where + `)`
	}
	return statement + ` WHERE (` + key + `) IN (SELECT ` + key + ` FROM ` + h.table + ` WHERE ` + condition + ` LIMIT $2)`
}
