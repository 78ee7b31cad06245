package education

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
)

// purchase is a paid right to attempt a course.
type purchase struct {
	payment uuid.UUID
	tenant  uuid.UUID
	user    uuid.UUID
	course  uuid.UUID
	until   time.Time // zero means forever

	boughtAt  time.Time
	revokedAt time.Time // zero while it counts
}

func (p *purchase) owner() identity.Caller {
	return identity.Caller{UserID: p.user, TenantID: p.tenant}
}

// runsAt reports whether the purchase lasts beyond a given time.
func (p *purchase) runsAt(at time.Time) bool { return p.until.IsZero() || p.until.After(at) }

// attempt returns the next attempt, which lasts as long as the purchase.
func (p *purchase) attempt(previous *Enrollment, now time.Time) *Enrollment {
	next := previous.next(p.tenant, p.user, p.course, now, p.until)
	next.PaymentID = p.payment
	return next
}

// Offer returns what a course costs the users of a tenant, and for how many days that buys access; 0 means forever. It
// fails with NOT_FOUND, also for a draft, and with CONFLICT for a course that is archived or free.
func (s *Service) Offer(ctx context.Context, from database.Querier, tenant, courseID uuid.UUID) (title string, price money.Decimal, accessDays int, err error) {
	course, err := readPublicCourse(ctx, from, tenant, courseID)
	if err != nil {
		return "", money.Zero, 0, err
	}
	switch {
	case course.Status == Archived:
		return "", money.Zero, 0, fault.New(fault.Conflict, "the course is archived and no longer sold")
	case course.IsFree():
		return "", money.Zero, 0, fault.New(fault.Conflict, "the course is free: enroll without paying")
	}
	return course.Title, course.Price, course.AccessDays, nil
}

// HasAccess reports whether a user needs no payment for a course: because an attempt is active or completed, or
// because an earlier purchase allows another one.
func (s *Service) HasAccess(ctx context.Context, from database.Querier, user, courseID uuid.UUID) (has bool, err error) {
	return hasAccess(ctx, from, user, courseID, s.now())
}

// EnrollPaid gives a user what a payment has bought, whatever has happened to the course since: access for the days
// that were offered, or, if they are no longer known, for those of the course as it is now. A payment counts once,
// however often it is reported. If an attempt is in progress, the payment extends it to the end of the purchase. It
// fails with NOT_FOUND when the tenant has no such course.
func (s *Service) EnrollPaid(ctx context.Context, tx *database.Tx, tenant, user, courseID, payment uuid.UUID, accessDays *int) error {
	course, err := readCourse(ctx, tx, tenant, courseID)
	if err != nil {
		return err
	}
	if accessDays == nil {
		accessDays = &course.AccessDays
	}
	now := s.now()
	bought := &purchase{payment: payment, tenant: tenant, user: user, course: courseID, until: accessUntil(now, *accessDays), boughtAt: now}
	added, err := purchaseTable.InsertOr(ctx, tx, database.DoNothing, bought)
	if err != nil || added == 0 {
		return err
	}
	enrollment, isNew, err := s.begin(ctx, tx, bought.owner(), course, func(previous *Enrollment, now time.Time) (*Enrollment, error) {
		return bought.attempt(previous, now), nil
	})
	if err != nil || isNew {
		return err
	}
	return lengthen(ctx, tx, enrollment, bought)
}

// lengthen binds a locked attempt to a purchase if that lasts longer than the attempt would.
func lengthen(ctx context.Context, tx *database.Tx, e *Enrollment, p *purchase) error {
	isLonger := !e.ExpiresAt.IsZero() && (p.until.IsZero() || p.until.After(e.ExpiresAt))
	if !isLonger {
		return nil
	}
	e.ExpiresAt, e.PaymentID = p.until, p.payment
	return updateEnrollment(ctx, tx, e)
}
