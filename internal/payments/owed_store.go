package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// readOwed sums what is owed to the payer of a course: refunds that came back, minus what refunds and disputes have
// taken of that since. Only the ledger knows it. Whoever books any of these holds the payment's lock.
func readOwed(ctx context.Context, from database.Querier, p *Payment) (owed money.Decimal, err error) {
	err = from.QueryRow(ctx, `
		SELECT COALESCE(SUM(l.amount), 0) FROM (
			SELECT id, '`+refundSource+`' AS type FROM refunds WHERE payment_id = $1
			UNION ALL SELECT id, '`+disputeSource+`' FROM payment_disputes WHERE payment_id = $1
		) AS source
		JOIN ledger_transactions t ON t.source_id = source.id AND t.source_type = source.type
		JOIN ledger_postings l ON l.transaction_id = t.id AND l.account_id = $2`, p.ID, p.owedAccount()).Scan(&owed)
	return owed, err
}

// readMovedOwed sums how much one refund or dispute has changed what is owed to the payer.
func readMovedOwed(ctx context.Context, from database.Querier, p *Payment, sourceType string, source uuid.UUID) (moved money.Decimal, err error) {
	err = from.QueryRow(ctx, `
		SELECT COALESCE(SUM(l.amount), 0) FROM ledger_transactions t
		JOIN ledger_postings l ON l.transaction_id = t.id AND l.account_id = $3
		WHERE t.source_id = $1 AND t.source_type = $2`, source, sourceType, p.owedAccount()).Scan(&moved)
	return moved, err
}
