package payments

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// paymentTable maps payments to their table.
var paymentTable = database.NewTable("payments", func(p *Payment, column database.Define) {
	column("id", &p.ID)
	column("tenant_id", database.Fixed(&p.TenantID))
	column("user_id", database.Fixed(&p.UserID))
	column("kind", database.Fixed(&p.Kind))
	column("course_id", database.Fixed(database.Optional(&p.CourseID)))
	column("access_days", database.Fixed(database.Nullable(&p.accessDays)))
	column("account_id", database.Fixed(database.Optional(&p.AccountID)))
	column("description", database.Fixed(&p.Description))
	column("amount", database.Fixed(&p.Amount))
	column("refunded_amount", &p.Refunded)
	column("disputed_amount", &p.Disputed)
	column("currency", database.Fixed(&p.Currency))
	column("status", &p.Status)
	column("provider", database.Fixed(&p.Provider))
	column("provider_reference", database.Optional(&p.reference))
	column("provider_payment", database.Optional(&p.providerPayment))
	column("checkout_url", &p.CheckoutURL)
	column("return_url", database.Fixed(&p.ReturnURL))
	column("request_key", database.Fixed(&p.requestKey))
	column("expires_at", database.Fixed(&p.expiresAt))
	column("next_check_at", database.Optional(&p.nextCheckAt))
	column("created_at", database.Fixed(&p.CreatedAt))
	column("updated_at", &p.updatedAt)
	column("paid_at", database.Optional(&p.PaidAt))
	column("completed_at", database.Optional(&p.CompletedAt))
})

var (
	paymentColumns = paymentTable.Columns()
	errNoPayment   = fault.New(fault.NotFound, "there is no such payment")
)

func scanPayment(row database.Row) (*Payment, error) {
	payment, err := paymentTable.Scan(row)
	return payment, database.Missing(err, errNoPayment)
}

// insertPayment writes a new payment, unless its user has a pending one for the same course.
func insertPayment(ctx context.Context, tx *database.Tx, p *Payment) (added bool, err error) {
	p.updatedAt = p.CreatedAt
	rows, err := paymentTable.InsertOr(ctx, tx, database.DoNothing, p)
	return rows > 0, err
}

// savePayment writes the mutable columns of a payment.
func savePayment(ctx context.Context, tx *database.Tx, p *Payment, now time.Time) error {
	p.updatedAt = now
	return paymentTable.Update(ctx, tx, p)
}

// lockPayment reads a payment and locks it until the transaction ends.
func lockPayment(ctx context.Context, tx *database.Tx, id uuid.UUID) (*Payment, error) {
	return scanPayment(tx.QueryRow(ctx, `SELECT `+paymentColumns+` FROM payments WHERE id = $1`+tx.ForUpdate(), id))
}

func readPayment(ctx context.Context, from database.Querier, id uuid.UUID) (*Payment, error) {
	return scanPayment(from.QueryRow(ctx, `SELECT `+paymentColumns+` FROM payments WHERE id = $1`, id))
}

func readPaymentByReference(ctx context.Context, from database.Querier, provider, reference string) (*Payment, error) {
	return scanPayment(from.QueryRow(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE provider = $1 AND provider_reference = $2`, provider, reference))
}

// lockPaymentByMoney locks the payment whose money a provider knows by name. It fails with NOT_FOUND.
func lockPaymentByMoney(ctx context.Context, tx *database.Tx, provider, name string) (*Payment, error) {
	return scanPayment(tx.QueryRow(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE provider = $1 AND provider_payment = $2`+tx.ForUpdate(), provider, name))
}

// lockDeposits locks the deposits of an account that may have something left, newest first. It omits a deposit of
// which a refund came back: its source does not accept the money, and the next refund would come back as well.
func lockDeposits(ctx context.Context, tx *database.Tx, account uuid.UUID, most int) ([]*Payment, error) {
	return paymentTable.All(tx.Query(ctx, `
		SELECT `+paymentColumns+` FROM payments
		WHERE account_id = $1 AND kind = 'deposit' AND status IN ('succeeded', 'partially_refunded') AND NOT EXISTS (
			SELECT 1 FROM refunds r JOIN ledger_transactions t ON t.source_id = r.id AND t.source_type = '`+refundSource+`' AND t.kind = '`+returnedKind+`'
			WHERE r.payment_id = payments.id)
		ORDER BY id DESC LIMIT $2`+tx.ForUpdate(), account, most))
}

// holdsPlayMoney reports whether an account has, or had, deposits of the sandbox: what was won with refunded ones is
// play money as well.
func holdsPlayMoney(ctx context.Context, from database.Querier, account uuid.UUID) (holds bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM payments WHERE account_id = $1 AND kind = 'deposit' AND provider = $2
			AND status IN ('succeeded', 'partially_refunded', 'refunded'))`, account, SandboxProvider).Scan(&holds)
	return holds, err
}

// otherPendingDeposits counts and sums the other deposits pending for an account.
func otherPendingDeposits(ctx context.Context, from database.Querier, than *Payment) (count int, sum money.Decimal, err error) {
	err = from.QueryRow(ctx, `
		SELECT COUNT(*), COALESCE(SUM(amount), 0) FROM payments
		WHERE account_id = $1 AND status = 'pending' AND id <> $2`, than.AccountID, than.ID).Scan(&count, &sum)
	return count, sum, err
}

func readPendingCourse(ctx context.Context, from database.Querier, user, course uuid.UUID) (*Payment, error) {
	return scanPayment(from.QueryRow(ctx, `
		SELECT `+paymentColumns+` FROM payments
		WHERE user_id = $1 AND course_id = $2 AND status = 'pending'`, user, course))
}

// readSameDeposit finds the deposit left by an earlier try of the same request.
func readSameDeposit(ctx context.Context, from database.Querier, like *Payment) (*Payment, error) {
	return scanPayment(from.QueryRow(ctx, `
		SELECT `+paymentColumns+` FROM payments
		WHERE user_id = $1 AND request_key = $2 AND status = 'pending' AND account_id = $3 AND amount = $4
		ORDER BY id LIMIT 1`, like.UserID, like.requestKey, like.AccountID, like.Amount))
}

// filter selects payments or withdrawals: of a user, of a whole tenant, or of a user within the tenant.
type filter struct {
	tenant, user uuid.UUID
	status       string // empty matches any
}

// where matches one index: a user's rows are found by the user, the tenant's by the tenant.
func (f filter) where() *database.Where {
	var where database.Where
	switch {
	case f.user == uuid.Nil:
		where.Equal(`tenant_id`, f.tenant)
	case f.tenant == uuid.Nil:
		where.Equal(`user_id`, f.user)
	default:
		where.Equal(`user_id`, f.user)
		where.EqualBeside(`tenant_id`, f.tenant)
	}
	where.EqualIf(f.status != "", `status`, f.status)
	return &where
}

// listOf reads a page, newest first, and counts all.
func listOf[T any](ctx context.Context, db *database.DB, table *database.Table[T], f filter, page database.Page) ([]*T, int, error) {
	where := f.where()
	from := ` FROM ` + table.Name() + where.String()
	total, err := db.CountList(ctx, `SELECT COUNT(*)`+from, where.Arguments...)
	if err != nil {
		return nil, 0, err
	}
	query := `SELECT ` + table.Columns() + from + ` ORDER BY id DESC` + where.Page(page)
	found, err := table.All(db.Query(ctx, query, where.Arguments...))
	return found, total, err
}

// readPaid sums what a user has paid into accounts and for courses, net of what went back, and what was withdrawn by
// refunds of deposits and by transfers.
func readPaid(ctx context.Context, from database.Querier, user uuid.UUID) (deposited, spent, refunded, transferred money.Decimal, err error) {
	err = from.QueryRow(ctx, `
		SELECT COALESCE(SUM(CASE kind WHEN 'deposit' THEN amount - refunded_amount - disputed_amount END), 0),
			COALESCE(SUM(CASE kind WHEN 'course' THEN amount - refunded_amount - disputed_amount END), 0),
			COALESCE((SELECT SUM(refunds.amount) FROM refunds JOIN withdrawals ON withdrawals.id = refunds.withdrawal_id
				WHERE withdrawals.user_id = $1 AND refunds.status = 'succeeded'), 0),
			COALESCE((SELECT SUM(transfer_amount) FROM withdrawals WHERE user_id = $1 AND status = 'paid'), 0)
		FROM payments WHERE user_id = $1 AND status IN ('succeeded', 'partially_refunded', 'refunded')`, user).
		Scan(&deposited, &spent, &refunded, &transferred)
	return deposited, spent, refunded, transferred, err
}

// isMoneyKnown reports whether the money that a provider knows by a name belongs to a payment of ours.
func isMoneyKnown(ctx context.Context, from database.Querier, provider, name string) (is bool, err error) {
	err = from.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM payments WHERE provider = $1 AND provider_payment = $2)`, provider, name).Scan(&is)
	return is, err
}
