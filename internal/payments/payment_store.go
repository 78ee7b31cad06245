package payments

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

const paymentColumns = `id, tenant_id, user_id, kind, course_id, account_id, description, amount, refunded_amount,
	currency, status, provider, provider_reference, provider_payment, checkout_url, request_key, expires_at,
	next_check_at, created_at, paid_at, completed_at, disputed_amount`

var errNoPayment = fault.New(fault.NotFound, "there is no such payment")

func scanPayment(row database.Row) (*Payment, error) {
	var p Payment
	var reference, providerPayment sql.NullString
	err := row.Scan(&p.ID, &p.TenantID, &p.UserID, &p.Kind, database.ID(&p.CourseID), database.ID(&p.AccountID),
		&p.Description, &p.Amount, &p.Refunded, &p.Currency, &p.Status, &p.Provider, &reference, &providerPayment,
		&p.CheckoutURL, &p.requestKey, database.Time(&p.expiresAt), database.Time(&p.nextCheckAt),
		database.Time(&p.CreatedAt), database.Time(&p.paidAt), database.Time(&p.CompletedAt), &p.Disputed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, errNoPayment
	}
	p.reference, p.providerPayment = reference.String, providerPayment.String
	return &p, err
}

// insertPayment writes a new payment, unless its user has a pending one for the same course.
func insertPayment(ctx context.Context, tx *database.Tx, p *Payment) (added bool, err error) {
	rows, err := tx.Exec(ctx, `
		INSERT INTO payments (`+paymentColumns+`, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)
		ON CONFLICT DO NOTHING`,
		p.ID, p.TenantID, p.UserID, p.Kind, database.OptionalID(p.CourseID), database.OptionalID(p.AccountID),
		p.Description, p.Amount, p.Refunded, p.Currency, p.Status, p.Provider, optionalText(p.reference),
		optionalText(p.providerPayment), p.CheckoutURL, p.requestKey, database.Micros(p.expiresAt),
		database.OptionalMicros(p.nextCheckAt), database.Micros(p.CreatedAt), database.OptionalMicros(p.paidAt),
		database.OptionalMicros(p.CompletedAt), p.Disputed, database.Micros(p.CreatedAt))
	return rows > 0, err
}

// savePayment writes what can change of a payment.
func savePayment(ctx context.Context, tx *database.Tx, p *Payment, now time.Time) error {
	_, err := tx.Exec(ctx, `
		UPDATE payments SET refunded_amount = $2, status = $3, provider_reference = $4, provider_payment = $5,
			checkout_url = $6, next_check_at = $7, paid_at = $8, completed_at = $9, disputed_amount = $10,
			updated_at = $11
		WHERE id = $1`,
		p.ID, p.Refunded, p.Status, optionalText(p.reference), optionalText(p.providerPayment), p.CheckoutURL,
		database.OptionalMicros(p.nextCheckAt), database.OptionalMicros(p.paidAt),
		database.OptionalMicros(p.CompletedAt), p.Disputed, database.Micros(now))
	return err
}

func optionalText(text string) sql.NullString { return sql.NullString{String: text, Valid: text != ""} }

// lockPayment reads a payment and holds it until the transaction ends.
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

// lockPaymentByMoney holds the payment that a provider knows the money of by a name. It fails with NOT_FOUND.
func lockPaymentByMoney(ctx context.Context, tx *database.Tx, provider, name string) (*Payment, error) {
	return scanPayment(tx.QueryRow(ctx, `
		SELECT `+paymentColumns+` FROM payments WHERE provider = $1 AND provider_payment = $2`+tx.ForUpdate(), provider, name))
}

// lockDeposits holds the newest deposits of an account of which something may be left, the newest first.
func lockDeposits(ctx context.Context, tx *database.Tx, account uuid.UUID, most int) ([]*Payment, error) {
	rows, err := tx.Query(ctx, `
		SELECT `+paymentColumns+` FROM payments
		WHERE account_id = $1 AND kind = 'deposit' AND status IN ('succeeded', 'partially_refunded')
		ORDER BY id DESC LIMIT $2`+tx.ForUpdate(), account, most)
	return database.Collect(rows, err, scanPayment)
}

// holdsPlayMoney tells whether deposits of the sandbox are on an account.
func holdsPlayMoney(ctx context.Context, from database.Querier, account uuid.UUID) (holds bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM payments WHERE account_id = $1 AND kind = 'deposit' AND provider = $2
			AND status IN ('succeeded', 'partially_refunded'))`, account, SandboxProvider).Scan(&holds)
	return holds, err
}

func readPendingCourse(ctx context.Context, from database.Querier, user, course uuid.UUID) (*Payment, error) {
	return scanPayment(from.QueryRow(ctx, `
		SELECT `+paymentColumns+` FROM payments
		WHERE user_id = $1 AND course_id = $2 AND status = 'pending'`, user, course))
}

// readSameDeposit finds what an earlier try of the same request has left behind.
func readSameDeposit(ctx context.Context, from database.Querier, like *Payment) (*Payment, error) {
	return scanPayment(from.QueryRow(ctx, `
		SELECT `+paymentColumns+` FROM payments
		WHERE user_id = $1 AND request_key = $2 AND status = 'pending' AND account_id = $3 AND amount = $4
		ORDER BY id LIMIT 1`, like.UserID, like.requestKey, like.AccountID, like.Amount))
}

// filter selects payments or withdrawals: of a user, or of a whole tenant when the user is nil.
type filter struct {
	tenant, user uuid.UUID
	status       string // empty is any
}

// where is the filter as SQL, with its arguments $1 and on. Only conditions that are needed are written, so
// that each has its index.
func (f filter) where() (condition string, args []any) {
	condition, args = `tenant_id = $1`, []any{f.tenant}
	if f.user != uuid.Nil {
		condition, args = `user_id = $1`, []any{f.user}
	}
	if f.status != "" {
		condition, args = condition+` AND status = $2`, append(args, f.status)
	}
	return condition, args
}

// listOf reads a page, the newest first, and counts all.
func listOf[T any](ctx context.Context, db *database.DB, table, columns string, f filter, page Page, scan func(database.Row) (*T, error)) ([]*T, int, error) {
	condition, args := f.where()
	var total int
	if err := db.QueryRow(ctx, `SELECT COUNT(*) FROM `+table+` WHERE `+condition, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	limits := map[bool]string{false: ` LIMIT $2 OFFSET $3`, true: ` LIMIT $3 OFFSET $4`}[f.status != ""]
	rows, err := db.Query(ctx, `SELECT `+columns+` FROM `+table+` WHERE `+condition+` ORDER BY id DESC`+limits,
		append(args, page.Limit, page.offset())...)
	found, err := database.Collect(rows, err, scan)
	return found, total, err
}

// readPaid sums what a user has paid into accounts and for courses, with what went back taken off, and what was
// withdrawn by refunds of deposits and by transfers.
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
