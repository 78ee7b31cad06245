package payments

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
)

// DisputeStatus is where a dispute stands.
type DisputeStatus string

// The statuses of a dispute. An inquiry takes no money and is not written down.
const (
	DisputeInquiry DisputeStatus = "inquiry"
	DisputeOpen    DisputeStatus = "open"
	DisputeWon     DisputeStatus = "won"
	DisputeLost    DisputeStatus = "lost"
)

// Dispute is money of a payment that its payer has had taken back by their bank, until that has decided.
type Dispute struct {
	ID, PaymentID, TenantID uuid.UUID
	Provider                string
	Amount                  money.Decimal // as the provider tells it
	Taken                   money.Decimal // of the payment: no more than was left of it
	Held, Owed              money.Decimal // how a deposit's account gave it
	Status                  DisputeStatus
	Reason                  string
	CreatedAt, ClosedAt     time.Time

	reference string // the provider's
}

const disputeColumns = `id, payment_id, tenant_id, provider, provider_reference, amount, taken_amount, held_amount, owed_amount,
	status, reason, created_at, closed_at`

// readDispute finds a dispute by its provider's name for it; nil where there is none. Whoever writes one holds its
// payment.
func readDispute(ctx context.Context, from database.Querier, provider, reference string) (*Dispute, error) {
	var d Dispute
	err := from.QueryRow(ctx, `
		SELECT `+disputeColumns+` FROM payment_disputes WHERE provider = $1 AND provider_reference = $2`, provider, reference).
		Scan(&d.ID, &d.PaymentID, &d.TenantID, &d.Provider, &d.reference, &d.Amount, &d.Taken, &d.Held, &d.Owed,
			&d.Status, &d.Reason, database.Time(&d.CreatedAt), database.Time(&d.ClosedAt))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &d, err
}

func insertDispute(ctx context.Context, tx *database.Tx, d *Dispute) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO payment_disputes (`+disputeColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		d.ID, d.PaymentID, d.TenantID, d.Provider, d.reference, d.Amount, d.Taken, d.Held, d.Owed,
		d.Status, d.Reason, database.Micros(d.CreatedAt), database.OptionalMicros(d.ClosedAt))
	return err
}

func closeDispute(ctx context.Context, tx *database.Tx, d *Dispute) error {
	_, err := tx.Exec(ctx, `UPDATE payment_disputes SET status = $2, closed_at = $3 WHERE id = $1`,
		d.ID, d.Status, database.Micros(d.ClosedAt))
	return err
}
