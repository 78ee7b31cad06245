package education

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
)

// Enroll enrolls the caller in a course. If they have an active or completed attempt, they get that one again, even if
// the course has since been archived; otherwise a new attempt begins. It fails with NOT_FOUND, also for a draft, and,
// unless the course has been paid for, with CONFLICT when it is archived and with PAYMENT_REQUIRED when it is not
// free. A new attempt fails with RATE_LIMITED when there were too many within a day, and with ACCOUNT_SUSPENDED for a
// suspended user.
func (s *Service) Enroll(ctx context.Context, caller identity.Caller, courseID uuid.UUID) (progress Progress, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		if err := s.people.HoldEntering(ctx, tx, caller.UserID); err != nil {
			return err
		}
		course, err := readPublicCourse(ctx, tx, caller.TenantID, courseID)
		if err != nil {
			return err
		}
		enrollment, _, err := s.begin(ctx, tx, caller, course, func(previous *Enrollment, now time.Time) (*Enrollment, error) {
			next, err := s.admit(ctx, tx, caller, course, previous, now)
			if err != nil {
				return nil, err
			}
			return next, s.checkDailyEnrollments(ctx, tx, caller)
		})
		if err != nil {
			return err
		}
		progress, err = s.progressOf(ctx, tx, enrollment)
		return err
	})
	return progress, err
}

// admit makes the next attempt for a caller without a current one, if the course lets them in.
func (s *Service) admit(ctx context.Context, tx *database.Tx, caller identity.Caller, course *Course, previous *Enrollment, now time.Time) (*Enrollment, error) {
	if course.Status != Archived && course.IsFree() {
		return previous.next(caller.TenantID, caller.UserID, course.ID, now, accessUntil(now, course.AccessDays)), nil
	}
	bought, err := livePurchase(ctx, tx, caller, course.ID, now)
	switch {
	case err == nil: // a purchase outlasts the attempt, and the course's being on sale
		return bought.attempt(previous, now), nil
	case !fault.Is(err, fault.NotFound):
		return nil, err
	case course.Status == Archived:
		return nil, fault.New(fault.Conflict, "the course is archived and no longer accepts enrollments")
	}
	return nil, fault.New(fault.PaymentRequired, "the course costs %s USD", course.Price)
}

// begin returns the user's current attempt, or begins the one that attempt makes after the previous one and publishes
// it. When several callers do so at once, one wins and the others get its attempt.
func (s *Service) begin(ctx context.Context, tx *database.Tx, who identity.Caller, course *Course, attempt func(previous *Enrollment, now time.Time) (*Enrollment, error)) (e *Enrollment, isNew bool, err error) {
	for range 5 {
		now := s.now()
		previous, err := newestEnrollment(ctx, tx, tx.ForUpdate(), who, course.ID)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return nil, false, err
		}
		if previous != nil && previous.opensContent(now) {
			return previous, false, nil
		}
		next, err := attempt(previous, now)
		if err != nil {
			return nil, false, err
		}
		if err := retire(ctx, tx, previous, now); err != nil {
			return nil, false, err
		}
		added, err := insertEnrollment(ctx, tx, next)
		if err != nil {
			return nil, false, err
		}
		if added {
			return next, true, s.events.Publish(ctx, tx, next.event(enrollmentCreated, course, 0))
		}
		// Another transaction was faster and has committed: the next read finds its attempt.
	}
	return nil, false, fmt.Errorf("enroll %s in %s: the attempt that stands in the way cannot be seen", who.UserID, course.ID)
}

// retire records that an attempt has expired, so that another one may be active.
func retire(ctx context.Context, tx *database.Tx, e *Enrollment, now time.Time) error {
	if e == nil || e.Status(now) != Expired || e.status == Expired {
		return nil
	}
	e.status = Expired
	return updateEnrollment(ctx, tx, e)
}

// Cancel ends the caller's attempt at a course. A purchase stays: enrolling again costs nothing while it lasts. It
// fails with NOT_FOUND when the caller has never enrolled, and with INVALID_TRANSITION when the attempt is not active.
func (s *Service) Cancel(ctx context.Context, caller identity.Caller, courseID uuid.UUID) (progress Progress, err error) {
	err = s.db.InLastTx(ctx, func(tx *database.Tx) error {
		enrollment, err := newestEnrollment(ctx, tx, tx.ForUpdate(), caller, courseID)
		if err != nil {
			return err
		}
		if err := enrollment.cancel(s.now()); err != nil {
			return err
		}
		if err := updateEnrollment(ctx, tx, enrollment); err != nil {
			return err
		}
		progress, err = s.progressOf(ctx, tx, enrollment)
		return err
	})
	return progress, err
}

// progressOf computes the progress of an attempt.
func (s *Service) progressOf(ctx context.Context, from database.Querier, e *Enrollment) (Progress, error) {
	tally, done, err := tallyOf(ctx, from, e)
	if err != nil {
		return Progress{}, err
	}
	progress := newProgress(e, tally, s.now())
	progress.LessonIDs = done
	return progress, nil
}
