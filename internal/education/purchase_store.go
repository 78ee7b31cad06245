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

// purchaseTable maps purchases to their table.
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

// livePurchase reads the longest-running of a user's purchases of a course. It fails with NOT_FOUND when none is still
// running.
func livePurchase(ctx context.Context, from database.Querier, who identity.Caller, course uuid.UUID, now time.Time) (*purchase, error) {
	return scanPurchase(from.QueryRow(ctx, `
		SELECT `+purchaseTable.Columns()+` FROM course_purchases
		WHERE user_id = $1 AND course_id = $2 AND tenant_id = $3 AND revoked_at IS NULL
			AND (access_until IS NULL OR access_until > $4)
		ORDER BY access_until IS NULL DESC, access_until DESC, payment_id LIMIT 1`,
		who.UserID, course, who.TenantID, database.Micros(now)))
}

// hasAccess reports whether an attempt is active or completed, or a purchase of the course is still running.
func hasAccess(ctx context.Context, from database.Querier, user, course uuid.UUID, now time.Time) (has bool, err error) {
	err = from.QueryRow(ctx, `
		SELECT EXISTS (SELECT 1 FROM enrollments WHERE user_id = $1 AND course_id = $2
			AND (status = 'completed' OR status = 'active' AND (expires_at IS NULL OR expires_at > $3)))
		OR EXISTS (SELECT 1 FROM course_purchases WHERE user_id = $1 AND course_id = $2 AND revoked_at IS NULL
			AND (access_until IS NULL OR access_until > $3))`, user, course, database.Micros(now)).Scan(&has)
	return has, err
}

// lockPurchase reads what a payment has bought, and locks its owner's last attempt before the purchase, the same order
// as in enrolling. Both are nil when it bought nothing.
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

// revokePurchase reports whether the purchase counted until now.
func revokePurchase(ctx context.Context, tx *database.Tx, payment uuid.UUID, now time.Time) (revoked bool, err error) {
	n, err := tx.Exec(ctx, `UPDATE course_purchases SET revoked_at = $2 WHERE payment_id = $1 AND revoked_at IS NULL`,
		payment, database.Micros(now))
	return n > 0, err
}

// readRevocation returns when a purchase was revoked; the zero time while it counts, and when the payment bought
// nothing, as for an attempt at a free course.
func readRevocation(ctx context.Context, from database.Querier, payment uuid.UUID) (at time.Time, err error) {
	err = from.QueryRow(ctx, `SELECT revoked_at FROM course_purchases WHERE payment_id = $1`, payment).Scan(database.Time(&at))
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return at, err
}

// restorePurchase makes a revoked purchase count again, and returns when it was revoked; the zero time if it was not.
// A certificate that rests on it becomes valid again, even if another attempt has begun since.
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
