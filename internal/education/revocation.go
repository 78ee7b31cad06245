package education

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
)

// RevokePaid takes back what a payment has bought, because all of the money went back or is disputed. The attempt that
// rests on it is cancelled, even if it is completed, and its certificate is revoked, unless another purchase covers
// both. When no purchase that counts is left, every certificate that was paid for is revoked, including those of
// earlier attempts. It does nothing for a payment that bought nothing or is already revoked.
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

// RestorePaid undoes RevokePaid, because the money is back. The cancelled attempt resumes where it was, if no other
// has begun since, and its certificate is valid again, even if it was the end of another purchase that cancelled it; a
// newer attempt in progress, or one that ran out while the restored purchase would have covered it, is extended to the
// end of that purchase. It does nothing for a payment that is not revoked.
func (s *Service) RestorePaid(ctx context.Context, tx *database.Tx, payment uuid.UUID) error {
	bought, newest, err := lockPurchase(ctx, tx, payment)
	if err != nil || bought == nil {
		return err
	}
	revokedAt, err := restorePurchase(ctx, tx, bought)
	if err != nil || revokedAt.IsZero() {
		return err
	}
	if newest.opensContent(s.now()) || newest.ranOutDuring(bought, s.now()) {
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

// wasRevoked reports whether the attempt was cancelled because its purchase was revoked at the given time; zero means
// never.
func (e *Enrollment) wasRevoked(at time.Time) bool {
	return e.status == Cancelled && !at.IsZero() && e.CancelledAt.Equal(at)
}

// ranOutDuring reports whether the attempt ran out although the purchase covered that time and still lasts.
func (e *Enrollment) ranOutDuring(p *purchase, now time.Time) bool {
	return e.status == Active && e.Status(now) == Expired && p.boughtAt.Before(e.ExpiresAt) && p.runsAt(now)
}

// revive resumes a locked, cancelled attempt on a purchase that counts again.
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
	return s.recountHeld(ctx, tx, e) // the missing lesson may have been withdrawn meanwhile
}
