package ledger

import (
	"context"
	"fmt"

	"bourse/internal/database"
)

// reversal is the suffix of a reversal's kind.
const reversal = ".reversal"

// Reverse books the opposite of a booked transaction, under its source with ".reversal" appended to the kind. Reversing
// again changes nothing. It fails with INSUFFICIENT_FUNDS when the money has been moved elsewhere; a transaction that
// was never booked is a programming error.
func (l *Ledger) Reverse(ctx context.Context, tx *database.Tx, sourceType, sourceID, kind string) error {
	opposite := Transaction{SourceType: sourceType, SourceID: sourceID, Kind: kind + reversal}
	var err error
	if opposite.TenantID, opposite.Entries, err = readEntries(ctx, tx, sourceType, sourceID, kind); err != nil {
		return fmt.Errorf("read the transaction to reverse: %w", err)
	}
	if len(opposite.Entries) == 0 {
		return fmt.Errorf("there is no %s of %s %s to reverse", kind, sourceType, sourceID)
	}
	for i := range opposite.Entries {
		opposite.Entries[i].Amount = opposite.Entries[i].Amount.Neg()
	}
	_, err = l.Post(ctx, tx, opposite)
	return err
}
