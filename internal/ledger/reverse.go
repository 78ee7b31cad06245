package ledger

import (
	"context"
	"fmt"

	"bourse/internal/database"
)

// reversal is what the kind of a reversed transaction ends in.
const reversal = ".reversal"

// Reverse books the opposite of a booked transaction, under its source with ".reversal" behind the kind.
// Reversing again changes nothing. It fails with INSUFFICIENT_FUNDS when the money has gone elsewhere; a
// transaction that was never booked is a mistake in the program.
func (l *Ledger) Reverse(ctx context.Context, tx *database.Tx, sourceType, sourceID, kind string) error {
	opposite := Transaction{SourceType: sourceType, SourceID: sourceID, Kind: kind + reversal}
	err := eachRow(ctx, tx, `
		SELECT t.tenant_id, p.account_id, p.amount
		FROM ledger_transactions AS t
		JOIN ledger_postings AS p ON p.transaction_id = t.id
		WHERE t.source_id = $1 AND t.source_type = $2 AND t.kind = $3`,
		[]any{sourceID, sourceType, kind}, func(row database.Row) error {
			var entry Entry
			err := row.Scan(&opposite.TenantID, &entry.Account, &entry.Amount)
			entry.Amount = entry.Amount.Neg()
			opposite.Entries = append(opposite.Entries, entry)
			return err
		})
	if err != nil {
		return fmt.Errorf("read the transaction to reverse: %w", err)
	}
	if len(opposite.Entries) == 0 {
		return fmt.Errorf("there is no %s of %s %s to reverse", kind, sourceType, sourceID)
	}
	_, err = l.Post(ctx, tx, opposite)
	return err
}
