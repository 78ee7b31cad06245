package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// OpenCount is how many positions an account a has open, plus, for a connected account, those that its exchange is about to
// open. It is valid while the account is locked.
const OpenCount = `(SELECT COUNT(*) FROM positions p WHERE p.account_id = a.id AND p.status = 'open')
	+ CASE WHEN a.kind = 'connected' THEN (
		SELECT COUNT(*) FROM orders o WHERE o.account_id = a.id AND o.status = 'working' AND o.side = 'buy' AND o.position_id IS NULL
	) ELSE 0 END`

const (
	openCountByID    = `SELECT ` + OpenCount + ` FROM trading_accounts a WHERE a.id = $1`
	openCountOfPaper = `SELECT ` + OpenCount + ` FROM trading_accounts a WHERE a.user_id = $1 AND a.kind = 'paper'`
)

// CountOpen counts the open positions of locked accounts.
func CountOpen(ctx context.Context, tx *database.Tx, accounts map[uuid.UUID]*Account) error {
	ids := make([]uuid.UUID, 0, len(accounts))
	for id := range accounts {
		ids = append(ids, id)
	}
	return database.FromIDs(tx, ids, func(source string, arguments []any) error {
		rows, err := tx.Query(ctx, `
			SELECT a.id, `+OpenCount+` FROM trading_accounts a WHERE a.id IN (SELECT v.column1 FROM `+source+`)`, arguments...)
		err = database.EachRow(rows, err, func(row database.Row) error {
			var id uuid.UUID
			var count int
			if err := row.Scan(&id, &count); err != nil {
				return err
			}
			accounts[id].HasOpen(count)
			return nil
		})
		return err
	})
}
