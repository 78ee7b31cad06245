package education_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestOnlyAPublishedPaidCourseIsOffered(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		paid, _ := s.open(terms{title: "Options", required: 1, price: "49.90", accessDays: 90})
		free, _ := s.open(terms{required: 1})
		draft, _ := s.draft(terms{required: 1, price: "5"})
		archived, _ := s.open(terms{required: 1, price: "5"})
		if _, err := s.service.Archive(t.Context(), s.admin, archived.ID); err != nil {
			t.Fatal(err)
		}
		title, price, days, err := s.service.Offer(t.Context(), db, s.tenant, paid.ID)
		if err != nil || title != "Options" || price.String() != "49.9" || days != 90 {
			t.Errorf("the offer is %q for %s and %d days (%v)", title, price, days, err)
		}
		for id, want := range map[uuid.UUID]fault.Code{
			free.ID: fault.Conflict, archived.ID: fault.Conflict, draft.ID: fault.NotFound, uuid.New(): fault.NotFound,
		} {
			_, _, _, err := s.service.Offer(t.Context(), db, s.tenant, id)
			testkit.WantFault(t, err, want)
		}
	})
}

func TestAPaymentCountsOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{required: 1, price: "10", accessDays: 30})
		payment := uuid.New()
		s.wantAccess(course.ID, false)
		for _, err := range testkit.InParallel(10, func(int) error {
			return db.InTx(t.Context(), func(tx *database.Tx) error {
				return s.service.EnrollPaid(t.Context(), tx, s.student.TenantID, s.student.UserID, course.ID, payment, nil)
			})
		}) {
			if err != nil {
				t.Error(err)
			}
		}
		s.wantAccess(course.ID, true)
		s.wantRows(1, `SELECT COUNT(*) FROM enrollments`)
		if n := s.events.Count("education.enrollment.created"); n != 1 {
			t.Errorf("%d events, want 1", n)
		}
		if got := s.enroll(course.ID).Enrollment; got.PaymentID != payment {
			t.Errorf("the enrollment names payment %s, want %s", got.PaymentID, payment)
		}
	})
}

func TestWhatWasOfferedIsWhatIsBought(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		forEver, month := 0, 30
		for _, offered := range []*int{&forEver, &month, nil} {
			course, _ := s.open(terms{required: 1, price: "10", accessDays: 60})
			shorter := 1
			if _, err := s.service.UpdateCourse(t.Context(), s.admin, course.ID, education.CourseChange{AccessDays: &shorter}); err != nil {
				t.Fatal(err)
			}
			s.payFor(course.ID, uuid.New(), offered)
			want := s.clock.Now().Add(day) // by the course's current terms
			switch offered {
			case &forEver:
				want = time.Time{}
			case &month:
				want = s.clock.Now().Add(30 * day)
			}
			if until := s.enroll(course.ID).Enrollment.ExpiresAt; !until.Equal(want) {
				t.Errorf("access ends at %s, want %s", until, want)
			}
		}
	})
}

func TestComingBackWithinThePaidTimeCostsNothing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2, price: "10", accessDays: 30})
		s.pay(course.ID, uuid.New())
		until := s.enroll(course.ID).Enrollment.ExpiresAt
		s.complete(lessons[0])
		if _, err := s.service.Cancel(t.Context(), s.student, course.ID); err != nil {
			t.Fatal(err)
		}
		s.wantAccess(course.ID, true)
		s.clock.Advance(29 * day)
		back := s.enroll(course.ID)
		wantStatus(t, back, education.Active, 2, 0)
		if !back.Enrollment.ExpiresAt.Equal(until) {
			t.Errorf("the second attempt lasts until %s, want %s as paid for", back.Enrollment.ExpiresAt, until)
		}
		s.clock.Advance(day)
		s.wantAccess(course.ID, false)
		_, err := s.service.Enroll(t.Context(), s.student, course.ID)
		testkit.WantFault(t, err, fault.PaymentRequired)
		s.pay(course.ID, uuid.New())
		wantStatus(t, s.enroll(course.ID), education.Active, 3, 0)
	})
}

func TestWhoHasBoughtACourseComesBackAfterItIsArchived(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2, price: "10", accessDays: 30})
		payment, stranger := uuid.New(), s.newCaller(identity.RoleUser)
		s.pay(course.ID, payment)
		until := s.enroll(course.ID).Enrollment.ExpiresAt
		_, err := s.service.Cancel(t.Context(), s.student, course.ID)
		wantNoError(t, err)
		free := money.Zero // whatever it costs now, an archived course is closed to new users
		_, err = s.service.UpdateCourse(t.Context(), s.admin, course.ID, education.CourseChange{Price: &free})
		wantNoError(t, err)
		_, err = s.service.Archive(t.Context(), s.admin, course.ID)
		wantNoError(t, err)
		s.wantAccess(course.ID, true)
		back := s.enroll(course.ID)
		wantStatus(t, back, education.Active, 2, 0)
		if !back.Enrollment.ExpiresAt.Equal(until) || back.Enrollment.PaymentID != payment {
			t.Errorf("it lasts until %s by %s, want %s by the payment", back.Enrollment.ExpiresAt, back.Enrollment.PaymentID, until)
		}
		s.complete(lessons[0])
		_, err = s.service.Enroll(t.Context(), stranger, course.ID)
		testkit.WantFault(t, err, fault.Conflict)
		s.clock.Advance(30 * day)
		s.wantAccess(course.ID, false)
		_, err = s.service.Enroll(t.Context(), s.student, course.ID)
		testkit.WantFault(t, err, fault.Conflict)
	})
}

func TestARefundClosesAnArchivedCourseToItsBuyer(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{required: 1, price: "10"})
		payment := uuid.New()
		s.pay(course.ID, payment)
		_, err := s.service.Archive(t.Context(), s.admin, course.ID)
		wantNoError(t, err)
		s.refund(payment)
		_, err = s.service.Enroll(t.Context(), s.student, course.ID)
		testkit.WantFault(t, err, fault.Conflict)
	})
}

func TestAFullRefundTakesTheCourseBack(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1, price: "10"})
		payment := uuid.New()
		s.refund(payment) // a payment for something else
		s.pay(course.ID, payment)
		serial := s.complete(lessons...).Enrollment.Serial
		s.refund(payment)
		s.refund(payment)
		s.pay(course.ID, payment) // a late duplicate changes nothing
		s.wantAccess(course.ID, false)
		progress, err := s.service.Progress(t.Context(), s.student, course.ID)
		if err != nil {
			t.Fatal(err)
		}
		wantStatus(t, progress, education.Cancelled, 1, 100)
		_, err = s.service.Enroll(t.Context(), s.student, course.ID)
		testkit.WantFault(t, err, fault.PaymentRequired)
		certificate, err := s.service.Certificate(t.Context(), serial)
		if err != nil || certificate.Status() != "revoked" || !certificate.RevokedAt.Equal(s.clock.Now()) {
			t.Errorf("the certificate says %+v (%v), want that it is revoked", certificate, err)
		}
	})
}

func TestMoneyThatComesBackRestoresTheCourseAndItsCertificate(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1, price: "10"})
		payment := uuid.New()
		s.pay(course.ID, payment)
		serial := s.complete(lessons...).Enrollment.Serial
		restore := func() {
			t.Helper()
			if err := db.InTx(t.Context(), func(tx *database.Tx) error { return s.service.RestorePaid(t.Context(), tx, payment) }); err != nil {
				t.Fatal(err)
			}
		}
		restore() // nothing had been taken back
		s.refund(payment)
		s.clock.Advance(day)
		restore()
		restore()
		s.wantAccess(course.ID, true)
		wantStatus(t, s.enroll(course.ID), education.Completed, 1, 100)
		if certificate, err := s.service.Certificate(t.Context(), serial); err != nil || certificate.Status() != "valid" {
			t.Errorf("the certificate says %+v (%v), want that it is valid", certificate, err)
		}
	})
}

func TestACertificateStaysWhileAnotherPurchaseCarriesIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 1, price: "10", accessDays: 30})
		first, second := uuid.New(), uuid.New()
		s.pay(course.ID, first)
		s.clock.Advance(day)
		s.pay(course.ID, second)
		serial := s.complete(lessons...).Enrollment.Serial
		s.refund(second)
		if certificate, err := s.service.Certificate(t.Context(), serial); err != nil || certificate.Status() != "valid" {
			t.Errorf("the certificate says %+v (%v), want that it is valid", certificate, err)
		}
		s.refund(first)
		if certificate, err := s.service.Certificate(t.Context(), serial); err != nil || certificate.Status() != "revoked" {
			t.Errorf("the certificate says %+v (%v), want that it is revoked", certificate, err)
		}
	})
}

func TestASecondPaymentExtendsAndCarriesTheAttempt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2, price: "10", accessDays: 30})
		first, second := uuid.New(), uuid.New()
		s.pay(course.ID, first)
		s.complete(lessons[0])
		s.clock.Advance(10 * day)
		s.pay(course.ID, second)
		extended := s.enroll(course.ID)
		wantStatus(t, extended, education.Active, 1, 50)
		if want := s.clock.Now().Add(30 * day); !extended.Enrollment.ExpiresAt.Equal(want) {
			t.Errorf("lasts until %s, want %s", extended.Enrollment.ExpiresAt, want)
		}
		s.refund(second)
		carried := s.enroll(course.ID)
		wantStatus(t, carried, education.Active, 1, 50)
		if want := s.clock.Now().Add(20 * day); !carried.Enrollment.ExpiresAt.Equal(want) || carried.Enrollment.PaymentID != first {
			t.Errorf("lasts until %s by %s, want %s by the first payment", carried.Enrollment.ExpiresAt, carried.Enrollment.PaymentID, want)
		}
		s.refund(first)
		s.wantAccess(course.ID, false)
	})
}
