package education_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
)

// restore reverses the revocation of a payment.
func (s *school) restore(payment uuid.UUID) {
	s.t.Helper()
	wantNoError(s.t, s.db.InTx(s.t.Context(), func(tx *database.Tx) error { return s.service.RestorePaid(s.t.Context(), tx, payment) }))
}

func (s *school) wantCertificate(serial, want string) {
	s.t.Helper()
	if certificate, err := s.service.Certificate(s.t.Context(), serial); err != nil || certificate.Status() != want {
		s.t.Errorf("the certificate is %s (%v), want %s", certificate.Status(), err, want)
	}
}

// boughtTwice is a course that was completed on a first purchase, which was disputed while a second one was made, and
// won.
func (s *school) boughtTwice(given terms) (first, second, course uuid.UUID, serial string) {
	s.t.Helper()
	opened, lessons := s.open(given)
	first, second = uuid.New(), uuid.New()
	s.pay(opened.ID, first)
	serial = s.complete(lessons...).Enrollment.Serial
	s.refund(first)
	s.clock.Advance(day)
	s.pay(opened.ID, second)
	s.wantCertificate(serial, "revoked")
	s.clock.Advance(day)
	s.restore(first)
	s.wantCertificate(serial, "valid")
	s.clock.Advance(day)
	return first, second, opened.ID, serial
}

func TestTheCertificateOfAnEarlierAttemptGoesWithTheLastPurchase(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		for _, isGivenUp := range []bool{false, true} { // the second attempt
			first, second, course, serial := s.boughtTwice(terms{required: 1, price: "10"})
			if isGivenUp {
				_, err := s.service.Cancel(t.Context(), s.student, course)
				wantNoError(t, err)
			}
			s.refund(first)
			s.wantCertificate(serial, "valid") // the course is still paid for
			s.clock.Advance(day)
			s.refund(second)
			s.wantCertificate(serial, "revoked")
			s.wantAccess(course, false)
			s.clock.Advance(day)
			s.restore(first)
			s.wantCertificate(serial, "valid")
		}
	})
}

func TestACertificateStaysWhenItsOwnPurchaseHasRunOutAndIsPaid(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		_, second, _, serial := s.boughtTwice(terms{required: 1, price: "10", accessDays: 30})
		s.clock.Advance(60 * day)
		s.refund(second)
		s.wantCertificate(serial, "valid")
	})
}

func TestMoneyThatComesBackLengthensTheAttemptThatHasBegunSince(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2, price: "10"})
		first, second, days := uuid.New(), uuid.New(), 30
		s.pay(course.ID, first) // forever
		s.refund(first)
		s.payFor(course.ID, second, &days)
		s.complete(lessons[0])
		s.restore(first)
		s.clock.Advance(31 * day)
		wantStatus(t, s.enroll(course.ID), education.Active, 2, 50)
		wantStatus(t, s.complete(lessons[1]), education.Completed, 2, 100)
	})
}

func TestAnAttemptThatMoneyBringsBackIsCompletedWhenNothingIsMissingAnyMore(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2, price: "10"})
		payment := uuid.New()
		s.pay(course.ID, payment)
		s.complete(lessons[0])
		s.refund(payment)
		s.withdraw(lessons[1])
		wantNoError(t, s.service.Recount(t.Context()))
		s.restore(payment)
		s.wantCompletedOnce(course.ID)
	})
}

// An attempt rests on one of several purchases at a time: if another of them turns out to be paid after all, it does
// just as well.
func TestAnAttemptGoesOnByWhicheverOfItsPurchasesIsPaidForAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		for _, isCompleted := range []bool{true, false} {
			course, lessons := s.open(terms{required: 2, price: "10", accessDays: 30})
			first, second := uuid.New(), uuid.New()
			s.pay(course.ID, first)
			s.clock.Advance(day)
			s.pay(course.ID, second)
			until := s.clock.Now().Add(30 * day)
			status, percentage, serial := education.Active, 50, ""
			s.complete(lessons[0])
			if isCompleted {
				status, percentage, serial = education.Completed, 100, s.complete(lessons[1]).Enrollment.Serial
			}
			for _, payment := range []uuid.UUID{second, first} {
				s.clock.Advance(day)
				s.refund(payment)
			}
			s.wantAccess(course.ID, false)
			s.clock.Advance(day)
			s.restore(second)
			back := s.enroll(course.ID)
			wantStatus(t, back, status, 1, percentage)
			if back.Enrollment.PaymentID != second || !back.Enrollment.ExpiresAt.Equal(until) {
				t.Errorf("it lasts until %s by %s, want %s by the second payment", back.Enrollment.ExpiresAt, back.Enrollment.PaymentID, until)
			}
			if isCompleted {
				s.wantCertificate(serial, "valid")
			}
			s.restore(first) // the shorter one
			if again := s.enroll(course.ID).Enrollment; again.PaymentID != second || again.ID != back.Enrollment.ID {
				t.Errorf("it goes on as %+v", again)
			}
		}
	})
}

// The attempt came back by the shorter of two purchases and ran out with it.
func TestAnAttemptThatRanOutGoesOnByTheLongerPurchaseThatIsPaidForAgain(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2, price: "10", accessDays: 30})
		shorter, longer := uuid.New(), uuid.New()
		s.pay(course.ID, shorter)
		s.clock.Advance(10 * day)
		s.pay(course.ID, longer)
		s.complete(lessons[0])
		s.refund(longer)
		s.refund(shorter)
		s.restore(shorter)
		s.clock.Advance(25 * day)
		s.wantAccess(course.ID, false)
		s.restore(longer)
		s.wantAccess(course.ID, true)
		wantStatus(t, s.enroll(course.ID), education.Active, 1, 50)
	})
}

func TestMoneyForATimeThatWasOverBringsNoAttemptBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1, price: "10", accessDays: 30})
		first, second := uuid.New(), uuid.New()
		s.pay(course.ID, first)
		s.clock.Advance(31 * day)
		s.pay(course.ID, second)
		serial := s.complete(lessons...).Enrollment.Serial
		s.refund(first)
		s.refund(second)
		s.restore(first)
		s.wantAccess(course.ID, false)
		s.wantCertificate(serial, "revoked")
	})
}
