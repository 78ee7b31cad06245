package payments

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// disputeTable maps disputes to their table.
var disputeTable = database.NewTable("payment_disputes", func(d *Dispute, column database.Define) {
	column("id", &d.ID)
	column("payment_id", &d.PaymentID)
	column("tenant_id", &d.TenantID)
	column("provider", &d.Provider)
	column("provider_reference", &d.reference)
	column("amount", &d.Amount)
	column("taken_amount", &d.Taken)
	column("held_amount", &d.Held)
	column("owed_amount", &d.Owed)
	column("status", &d.Status)
	column("reason", &d.Reason)
	column("created_at", &d.CreatedAt)
	column("closed_at", database.Optional(&d.ClosedAt))
})

// readDispute finds a dispute by its provider's reference; nil if there is none. Writers hold the lock on its
// payment.
func readDispute(ctx context.Context, from database.Querier, provider, reference string) (*Dispute, error) {
	dispute, err := disputeTable.Scan(from.QueryRow(ctx, `
		SELECT `+disputeTable.Columns()+` FROM payment_disputes WHERE provider = $1 AND provider_reference = $2`, provider, reference))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return dispute, err
}

// hasOtherDispute reports whether another dispute of the same payment is open or lost. Writers hold the payment's
// lock.
func hasOtherDispute(ctx context.Context, from database.Querier, d *Dispute) (has bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM payment_disputes WHERE payment_id = $1 AND id <> $2 AND status <> 'won')`, d.PaymentID, d.ID).Scan(&has)
	return has, err
}

// disputesShort reads the disputes of a payment that are not won and have taken less than the disputed amount, oldest
// first. Writers hold the payment's lock.
func disputesShort(ctx context.Context, from database.Querier, payment uuid.UUID) ([]*Dispute, error) {
	return disputeTable.All(from.Query(ctx, `
		SELECT `+disputeTable.Columns()+` FROM payment_disputes
		WHERE payment_id = $1 AND status <> 'won' AND taken_amount < amount ORDER BY id`, payment))
}

// disputesTaking reads the disputes of a payment that are not won and have taken something, newest first. Writers
// hold the payment's lock.
func disputesTaking(ctx context.Context, from database.Querier, payment uuid.UUID) ([]*Dispute, error) {
	return disputeTable.All(from.Query(ctx, `
		SELECT `+disputeTable.Columns()+` FROM payment_disputes
		WHERE payment_id = $1 AND status <> 'won' AND taken_amount > 0 ORDER BY id DESC`, payment))
}

// saveTaken writes how much a dispute has taken.
func saveTaken(ctx context.Context, tx *database.Tx, d *Dispute) error {
	return disputeTable.Update(ctx, tx, d, "taken_amount", "held_amount", "owed_amount")
}

func insertDispute(ctx context.Context, tx *database.Tx, d *Dispute) error {
	return disputeTable.Insert(ctx, tx, d)
}

func closeDispute(ctx context.Context, tx *database.Tx, d *Dispute) error {
	return disputeTable.Update(ctx, tx, d, "status", "closed_at")
}
