package privacy

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// eraseLater does what is to be done later with at most so many of a person's rows, and tells with how many it was done. With
// fewer than the limit, all is done.
func eraseLater(ctx context.Context, tx *database.Tx, user uuid.UUID, limit int) (erased int, err error) {
	for _, h := range holdings {
		if h.erasing.when != later {
			continue
		}
		some, err := eraseSome(ctx, tx, h, user, limit-erased)
		if err != nil {
			return 0, fmt.Errorf("erase some of %s of a person: %w", h.table, err)
		}
		if erased += int(some); erased >= limit { // what this refers to comes when there is no more of it
			break
		}
	}
	return erased, nil
}

// eraseSome erases at most so many of a person's rows of a table.
func eraseSome(ctx context.Context, tx *database.Tx, h holding, user uuid.UUID, limit int) (int64, error) {
	return tx.Exec(ctx, h.erasesSome(), user, limit)
}

// erasesSome is the statement that erases some of a person's rows, $1, of a table: at most $2. What was erased before is found by
// none of its conditions.
func (h holding) erasesSome() string {
	key, condition := h.keyed(), h.rows
	statement := `DELETE FROM ` + h.table
	if !h.erasing.remove {
		statement = `UPDATE ` + h.table + ` SET ` + h.erasing.set
		condition += ` AND (` + h.erasing.where + `)`
	}
	return statement + ` WHERE (` + key + `) IN (SELECT ` + key + ` FROM ` + h.table + ` WHERE ` + condition + ` LIMIT $2)`
}
