package education

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// purchaseTable is how purchases are kept.
var purchaseTable = database.NewTable("course_purchases", func(p *purchase, column database.Define) {
	column("payment_id", &p.payment)
	column("tenant_id", &p.tenant)
	column("user_id", &p.user)
	column("course_id", &p.course)
	column("access_until", database.Optional(&p.until))
	column("bought_at", &p.boughtAt)
	column("revoked_at", database.Optional(&p.revokedAt))
})

func scanPurchase(row database.Row) (*purchase, error) {
	bought, err := purchaseTable.Scan(row)
	return bought, database.Missing(err, fault.New(fault.NotFound, "nothing was bought"))
}

// livePurchase reads what of somebody's purchases of a course runs longest. It fails with NOT_FOUND when
// none runs.
func livePurchase(ctx context.Context, from database.Querier, who identity.Caller, course uuid.UUID, now time.Time) (*purchase, error) {
	return scanPurchase(from.QueryRow(ctx, `
		SELECT `+purchaseTable.Columns()+` FROM course_purchases
		WHERE user_id = $1 AND course_id = $2 AND tenant_id = $3 AND revoked_at IS NULL
			AND (access_until IS NULL OR access_until > $4)
		ORDER BY access_until IS NULL DESC, access_until DESC, payment_id LIMIT 1`,
		who.UserID, course, who.TenantID, database.Micros(now)))
}

// hasAccess tells whether an attempt is active or completed, or a purchase of the course runs.
func hasAccess(ctx context.Context, from database.Querier, user, course uuid.UUID, now time.Time) (has bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM enrollments WHERE user_id = $1 AND course_id = $2
			AND (status = 'completed' OR status = 'active' AND (expires_at IS NULL OR expires_at > $3)))
		OR EXISTS (SELECT 1 FROM course_purchases WHERE user_id = $1 AND course_id = $2 AND revoked_at IS NULL
			AND (access_until IS NULL OR access_until > $3))`, user, course, database.Micros(now)).Scan(&has)
	return has, err
}

// lockPurchase reads what a payment has bought, and holds the last attempt of its owner before the purchase is
// touched, as whoever enrolls does. Both are nil when it bought nothing.
func lockPurchase(ctx context.Context, tx *database.Tx, payment uuid.UUID) (*purchase, *Enrollment, error) {
	bought, err := scanPurchase(tx.QueryRow(ctx, `SELECT `+purchaseTable.Columns()+` FROM course_purchases WHERE payment_id = $1`, payment))
	if fault.Is(err, fault.NotFound) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	enrollment, err := lockNewestEnrollment(ctx, tx, bought.owner(), bought.course)
	return bought, enrollment, err
}

// revokePurchase tells whether the purchase counted until now.
func revokePurchase(ctx context.Context, tx *database.Tx, payment uuid.UUID, now time.Time) (revoked bool, err error) {
	n, err := tx.Exec(ctx, `UPDATE course_purchases SET revoked_at = $2 WHERE payment_id = $1 AND revoked_at IS NULL`,
		payment, database.Micros(now))
	return n > 0, err
}

// readRevocation reads when a purchase was revoked; the zero time while it counts, and where a payment has bought nothing, as
// that of a free course's attempt.
func readRevocation(ctx context.Context, from database.Querier, payment uuid.UUID) (at time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT revoked_at FROM course_purchases WHERE payment_id = $1`, payment).Scan(database.Time(&at))
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return at, err
}

// restorePurchase makes a revoked purchase count again, and returns when it was revoked; the zero time when it was not.
// A certificate that rests on it is valid again, also when another attempt has begun since.
func restorePurchase(ctx context.Context, tx *database.Tx, bought *purchase) (revokedAt time.Time, err error) {
	revokedAt, err = readRevocation(ctx, tx, bought.payment)
	if err != nil || revokedAt.IsZero() {
		return revokedAt, err
	}
	if _, err := tx.Exec(ctx, `UPDATE course_purchases SET revoked_at = NULL WHERE payment_id = $1`, bought.payment); err != nil {
		return revokedAt, err
	}
	return revokedAt, restoreCertificates(ctx, tx, bought)
}
