package copying

import (
	"context"
	"fmt"

	"bourse/internal/database"
	"bourse/internal/ledger"
)

// copiedRows are queries of what a copied signal leaves, one number each.
var copiedRows = []string{
	`SELECT COUNT(*) FROM positions WHERE signal_id = $1 AND status = 'open' AND subscription_id IS NOT NULL`,
	`SELECT CAST(SUM(quantity + margin + entry_fee + stop_loss + target_price) AS BIGINT) FROM positions WHERE signal_id = $1`,
	`SELECT COUNT(DISTINCT owner_id) FROM signal_executions WHERE signal_id = $1 AND outcome = 'executed' AND subscription_id IS NOT NULL`,
	`SELECT COUNT(*) FROM positions p JOIN ledger_transactions t ON t.source_id = p.id JOIN ledger_postings l ON l.transaction_id = t.id WHERE p.signal_id = $1`,
	`SELECT CAST(SUM(a.balance) AS BIGINT) FROM ledger_accounts a JOIN positions p ON p.account_id = a.owner_id WHERE p.signal_id = $1 AND a.code = 'cash'`,
	`SELECT COUNT(*) FROM webhook_events WHERE type = 'trading.position.opened' AND body LIKE '%"signalId":"' || $1 || '"%'`,
}

// sameCopies fails unless both databases agree about a signal, and every owner has a position.
func sameCopies(ctx context.Context, ours, bare *database.DB, signal signal) error {
	for i, query := range copiedRows {
		var counts [2]int64
		for at, db := range []*database.DB{ours, bare} {
			if err := db.QueryRow(ctx, query, signal.id.String()).Scan(&counts[at]); err != nil {
				return fmt.Errorf("%s: %w", query, err)
			}
		}
		if counts[0] != counts[1] || i == 0 && counts[0] != copiedSubscriptions {
			return fmt.Errorf("%s is %d after copying and %d after the loop", query, counts[0], counts[1])
		}
	}
	return nil
}

// soundBooks fails unless the ledger balances and the margin of every account is that of its positions.
func soundBooks(ctx context.Context, db *database.DB) error {
	report, err := ledger.Verify(ctx, db)
	if err != nil {
		return err
	}
	if err := report.Err(); err != nil {
		return err
	}
	var wrong int
	err = db.QueryRow(ctx, `
		SELECT COUNT(*) FROM ledger_accounts l
		WHERE l.code = 'margin' AND l.balance <> (SELECT COALESCE(SUM(p.margin), 0) FROM positions p WHERE p.account_id = l.owner_id AND p.status = 'open')`).Scan(&wrong)
	if err == nil && wrong > 0 {
		err = fmt.Errorf("the margin of %d accounts is not that of their positions", wrong)
	}
	return err
}
