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

// purchase is the right to attempt a course that somebody has paid for.
type purchase struct {
	payment uuid.UUID
	tenant  uuid.UUID
	user    uuid.UUID
	course  uuid.UUID
	until   time.Time // zero is for ever

	boughtAt  time.Time
	revokedAt time.Time // zero while it counts
}

func (p *purchase) owner() identity.Caller {
	return identity.Caller{UserID: p.user, TenantID: p.tenant}
}

// runsAt tells whether what was bought lasts beyond a moment.
func (p *purchase) runsAt(at time.Time) bool { return p.until.IsZero() || p.until.After(at) }

// attempt is the next attempt, which lasts as long as what was paid for.
func (p *purchase) attempt(previous *Enrollment, now time.Time) *Enrollment {
	next := previous.next(p.tenant, p.user, p.course, now, p.until)
	next.PaymentID = p.payment
	return next
}

// Offer tells what a course costs the users of a tenant, and for how many days it can be used then; 0 is for ever. It
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

// HasAccess tells whether a user needs no payment for a course: because an attempt is active or completed,
// or because what was paid before allows another one.
func (s *Service) HasAccess(ctx context.Context, from database.Querier, user, courseID uuid.UUID) (has bool, err error) {
	return hasAccess(ctx, from, user, courseID, s.now())
}

// EnrollPaid gives a user what a payment has bought, whatever has become of the course since: for the days that were
// offered, or those of the course as it is now where nobody knows them any more. A payment counts once, however often
// it is reported. Where an attempt goes on already, the payment makes it last as long as what was bought. It fails with
// NOT_FOUND when the tenant has no such course.
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

// lengthen binds an attempt that is held to a purchase, if that runs longer than the attempt would.
func lengthen(ctx context.Context, tx *database.Tx, e *Enrollment, p *purchase) error {
	isLonger := !e.ExpiresAt.IsZero() && (p.until.IsZero() || p.until.After(e.ExpiresAt))
	if !isLonger {
		return nil
	}
	e.ExpiresAt, e.PaymentID = p.until, p.payment
	return updateEnrollment(ctx, tx, e)
}
