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
// carries both. With the last purchase that counts every certificate goes that was paid for, also of an earlier attempt. It
// does nothing for a payment that bought nothing, or is revoked already.
func (s *Service) RevokePaid(ctx context.Context, tx *database.Tx, payment uuid.UUID) error {
	bought, enrollment, err := lockPurchase(ctx, tx, payment)
	if err != nil || bought == nil {
		return err
	}
	now := s.now()
	revoked, err := revokePurchase(ctx, tx, payment, now)
	if err != nil || !revoked {
		return err
	}
	other, err := livePurchase(ctx, tx, bought.owner(), bought.course, now)
	if fault.Is(err, fault.NotFound) {
		err = revokeCertificates(ctx, tx, bought, now)
	}
	if err != nil || enrollment.PaymentID != payment || !enrollment.opensContent(now) {
		return err
	}
	if other == nil {
		enrollment.status, enrollment.CancelledAt = Cancelled, now
	} else {
		enrollment.PaymentID, enrollment.ExpiresAt = other.payment, other.until
	}
	return updateEnrollment(ctx, tx, enrollment)
}

// RestorePaid undoes RevokePaid, because the money is back. The attempt that was cancelled goes on where it was, if
// no other has begun since, and its certificate is valid again, also when it was another purchase whose end cancelled it;
// another one that goes on lasts as long as what is back. It does nothing for a payment that is not revoked.
func (s *Service) RestorePaid(ctx context.Context, tx *database.Tx, payment uuid.UUID) error {
	bought, newest, err := lockPurchase(ctx, tx, payment)
	if err != nil || bought == nil {
		return err
	}
	revokedAt, err := restorePurchase(ctx, tx, bought)
	if err != nil || revokedAt.IsZero() {
		return err
	}
	if newest.opensContent(s.now()) {
		return lengthen(ctx, tx, newest, bought)
	}
	if newest.PaymentID != payment {
		if revokedAt, err = readRevocation(ctx, tx, newest.PaymentID); err != nil {
			return err
		}
	}
	if !newest.wasRevoked(revokedAt) || newest.PaymentID != payment && !bought.runsAt(revokedAt) {
		return nil
	}
	return s.revive(ctx, tx, newest, bought)
}

// wasRevoked tells whether the attempt was cancelled because its purchase was revoked, which was at that moment; zero is never.
func (e *Enrollment) wasRevoked(at time.Time) bool {
	return e.status == Cancelled && !at.IsZero() && e.CancelledAt.Equal(at)
}

// revive lets an attempt that is held and was cancelled go on by a purchase that counts again.
func (s *Service) revive(ctx context.Context, tx *database.Tx, e *Enrollment, by *purchase) error {
	e.status, e.CancelledAt = Active, time.Time{}
	if !e.CompletedAt.IsZero() {
		e.status = Completed
	}
	e.PaymentID, e.ExpiresAt = by.payment, by.until
	if err := updateEnrollment(ctx, tx, e); err != nil {
		return err
	}
	if err := restoreCertificates(ctx, tx, by); err != nil {
		return err
	}
	return s.recountHeld(ctx, tx, e) // what was missing may have been withdrawn meanwhile
}
