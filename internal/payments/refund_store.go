package payments

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// refundTable maps refunds to their table.
var refundTable = database.NewTable("refunds", func(r *Refund, column database.Define) {
	column("id", &r.ID)
	column("payment_id", database.Fixed(&r.PaymentID))
	column("tenant_id", database.Fixed(&r.TenantID))
	column("amount", database.Fixed(&r.Amount))
	column("status", &r.Status)
	column("reason", database.Fixed(&r.Reason))
	column("provider_reference", database.Optional(&r.reference))
	column("requested_by", database.Fixed(&r.requestedBy))
	column("attempts", &r.attempts)
	column("next_attempt_at", database.Optional(&r.nextAttemptAt))
	column("created_at", database.Fixed(&r.CreatedAt))
	column("completed_at", database.Optional(&r.CompletedAt))
	column("withdrawal_id", database.Fixed(database.Optional(&r.withdrawalID)))
})

var (
	refundColumns = refundTable.Columns()
	errNoRefund   = fault.New(fault.NotFound, "there is no such refund")
)

func scanRefund(row database.Row) (*Refund, error) {
	refund, err := refundTable.Scan(row)
	return refund, database.Missing(err, errNoRefund)
}

func insertRefund(ctx context.Context, tx *database.Tx, r *Refund) error {
	tx.Notify(refundsTopic, r.ID.String())
	return refundTable.Insert(ctx, tx, r)
}

func saveRefund(ctx context.Context, tx *database.Tx, r *Refund) error {
	return refundTable.Update(ctx, tx, r)
}

// postponeRefund writes when a pending refund is tried next.
func postponeRefund(ctx context.Context, tx *database.Tx, r *Refund) error {
	_, err := tx.Exec(ctx, `UPDATE refunds SET attempts = $2, next_attempt_at = $3 WHERE id = $1 AND status = 'pending'`,
		r.ID, r.attempts, database.Micros(r.nextAttemptAt))
	return err
}

func readRefund(ctx context.Context, from database.Querier, id uuid.UUID) (*Refund, error) {
	return scanRefund(from.QueryRow(ctx, `SELECT `+refundColumns+` FROM refunds WHERE id = $1`, id))
}

// readRefundByReference finds the refund of a payment by the provider's name for it. It fails with NOT_FOUND.
func readRefundByReference(ctx context.Context, from database.Querier, payment uuid.UUID, reference string) (*Refund, error) {
	return scanRefund(from.QueryRow(ctx, `
		SELECT `+refundColumns+` FROM refunds WHERE payment_id = $1 AND provider_reference = $2`, payment, reference))
}

// readUnnamedRefund finds the oldest pending refund of a payment over an amount that the provider has not named. It
// fails with NOT_FOUND.
func readUnnamedRefund(ctx context.Context, from database.Querier, payment uuid.UUID, amount money.Decimal) (*Refund, error) {
	return scanRefund(from.QueryRow(ctx, `
		SELECT `+refundColumns+` FROM refunds
		WHERE payment_id = $1 AND status = 'pending' AND provider_reference IS NULL AND amount = $2 ORDER BY id LIMIT 1`, payment, amount))
}

// pendingRefundsOf reads the undecided refunds of a withdrawal, in the order in which they were planned.
func pendingRefundsOf(ctx context.Context, from database.Querier, withdrawal uuid.UUID) ([]*Refund, error) {
	return refundTable.All(from.Query(ctx, `
		SELECT `+refundColumns+` FROM refunds WHERE withdrawal_id = $1 AND status = 'pending' ORDER BY id`, withdrawal))
}

// underWay sums the undecided refunds of a payment. Whoever adds one holds the payment's lock.
func underWay(ctx context.Context, tx *database.Tx, payment uuid.UUID) (sum money.Decimal, err error) {
	err = tx.QueryRow(ctx, `
		SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE payment_id = $1 AND status = 'pending'`, payment).Scan(&sum)
	return sum, err
}

// namedUnderWay sums those of them that the provider certainly has.
func namedUnderWay(ctx context.Context, tx *database.Tx, payment uuid.UUID) (sum money.Decimal, err error) {
	err = tx.QueryRow(ctx, `
		SELECT COALESCE(SUM(amount), 0) FROM refunds WHERE payment_id = $1 AND status = 'pending' AND provider_reference IS NOT NULL`, payment).Scan(&sum)
	return sum, err
}

// addRefunds loads the refunds of payments into them, replacing those loaded before.
func addRefunds(ctx context.Context, from database.Querier, payments ...*Payment) error {
	if len(payments) == 0 {
		return nil
	}
	byID := make(map[uuid.UUID]*Payment, len(payments))
	ids := make([]uuid.UUID, len(payments))
	for i, p := range payments {
		byID[p.ID], ids[i], p.Refunds = p, p.ID, nil
	}
	var where database.Where
	database.In(&where, `payment_id`, ids)
	found, err := refundTable.All(from.Query(ctx, `
		SELECT `+refundColumns+` FROM refunds`+where.String()+` ORDER BY payment_id, id`, where.Arguments...))
	for _, refund := range found {
		p := byID[refund.PaymentID]
		p.Refunds = append(p.Refunds, *refund)
	}
	return err
}
