package education

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// RevokePaid takes back what a payment has bought, because all of the money went back or is disputed. The attempt
// that rests on it is cancelled, even if it is completed, and its certificate is revoked, unless another purchase
// carries both. It does nothing for a payment that bought nothing, or is revoked already.
func (s *Service) RevokePaid(ctx context.Context, tx *database.Tx, payment uuid.UUID) error {
	bought, enrollment, err := lockPurchase(ctx, tx, payment)
	if err != nil || bought == nil {
		return err
	}
	now := s.now()
	revoked, err := tx.Exec(ctx, `UPDATE course_purchases SET revoked_at = $2 WHERE payment_id = $1 AND revoked_at IS NULL`,
		payment, database.Micros(now))
	if err != nil || revoked == 0 || enrollment.PaymentID != payment || !enrollment.opensContent(now) {
		return err
	}
	other, err := livePurchase(ctx, tx, bought.owner(), bought.course, now)
	switch {
	case fault.Is(err, fault.NotFound):
		enrollment.status, enrollment.CancelledAt = Cancelled, now
		if err := markCertificate(ctx, tx, enrollment.ID, now); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		enrollment.PaymentID, enrollment.ExpiresAt = other.payment, other.until
	}
	return updateEnrollment(ctx, tx, enrollment)
}

// RestorePaid undoes RevokePaid, because the money is back. The attempt that was cancelled goes on where it was, if
// no other has begun since, and its certificate is valid again. It does nothing for a payment that is not revoked.
func (s *Service) RestorePaid(ctx context.Context, tx *database.Tx, payment uuid.UUID) error {
	bought, newest, err := lockPurchase(ctx, tx, payment)
	if err != nil || bought == nil {
		return err
	}
	var revokedAt time.Time
	err = tx.QueryRow(ctx, `SELECT revoked_at FROM course_purchases WHERE payment_id = $1`, payment).Scan(database.Time(&revokedAt))
	if err != nil || revokedAt.IsZero() {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE course_purchases SET revoked_at = NULL WHERE payment_id = $1`, payment); err != nil {
		return err
	}
	// A certificate that went with this payment is valid again, also when another attempt has begun since.
	_, err = tx.Exec(ctx, `
		UPDATE certificates SET revoked_at = NULL
		WHERE revoked_at = $2 AND enrollment_id IN (SELECT id FROM enrollments WHERE payment_id = $1)`, payment, database.Micros(revokedAt))
	if err != nil || newest.PaymentID != payment || newest.status != Cancelled || !newest.CancelledAt.Equal(revokedAt) {
		return err
	}
	newest.status, newest.CancelledAt = Active, time.Time{}
	if !newest.CompletedAt.IsZero() {
		newest.status = Completed
	}
	return updateEnrollment(ctx, tx, newest)
}

// lockPurchase reads what a payment has bought, and holds the last attempt of its owner before the purchase is
// touched, as whoever enrolls does. Both are nil when it bought nothing.
func lockPurchase(ctx context.Context, tx *database.Tx, payment uuid.UUID) (*purchase, *Enrollment, error) {
	bought, err := scanPurchase(tx.QueryRow(ctx, `SELECT `+purchaseColumns+` FROM course_purchases WHERE payment_id = $1`, payment))
	if fault.Is(err, fault.NotFound) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	enrollment, err := newestEnrollment(ctx, tx, tx.ForUpdate(), bought.owner(), bought.course)
	return bought, enrollment, err
}
