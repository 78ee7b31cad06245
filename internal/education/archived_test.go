package education_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// wantGone checks that an archived course is neither shown, found nor offered to anyone, and that nobody new can
// enroll in it.
func (s *school) wantGone(course *education.Course, word string) {
	s.t.Helper()
	ctx := s.t.Context()
	if listed, total, err := s.service.Courses(ctx, s.tenant, education.CourseFilter{}, database.Page{Number: 1, Limit: 10}); err != nil || total != 0 {
		s.t.Errorf("%v are listed (%v)", idsOf(listed), err)
	}
	if featured, err := s.service.Featured(ctx, s.tenant); err != nil || len(featured) != 0 {
		s.t.Errorf("%v are featured (%v)", idsOf(featured), err)
	}
	for name, search := range map[string]func() ([]*education.Course, error){
		"memory": func() ([]*education.Course, error) { return s.service.Search(ctx, s.tenant, word, "", 10) },
		"engine": func() ([]*education.Course, error) { return s.service.SearchByEngine(ctx, s.tenant, word, "", 10) },
	} {
		if found, err := search(); err != nil || len(found) != 0 {
			s.t.Errorf("%v are found by the %s (%v)", idsOf(found), name, err)
		}
	}
	_, _, _, err := s.service.Offer(ctx, s.db, s.tenant, course.ID)
	testkit.WantFault(s.t, err, fault.Conflict)
	_, err = s.service.Enroll(ctx, s.newCaller(identity.RoleUser), course.ID)
	testkit.WantFault(s.t, err, fault.Conflict)
}

func TestAnArchivedCourseStaysWithThoseWhoAreInIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		for name, price := range map[string]string{"free": "", "paid": "10"} {
			s := newSchool(t, db)
			ctx := t.Context()
			for owner, author := range map[string]identity.Caller{"brand": s.admin, "platform": s.super} {
				s.admin = author // whose courses the helpers edit
				word := "Axolotl" + name + owner
				course, lessons := s.draft(terms{title: word, required: 1, price: price})
				quiz := s.quizLesson(course.ID, fiveQuestions())
				_, err := s.service.Publish(ctx, author, course.ID)
				wantNoError(t, err)
				_, err = s.service.SetFeatured(ctx, author, "", []uuid.UUID{course.ID})
				wantNoError(t, err)
				if price != "" {
					s.pay(course.ID, uuid.New())
				}
				s.enroll(course.ID)
				_, err = s.service.Archive(ctx, author, course.ID)
				wantNoError(t, err)
				s.wantGone(course, word)

				if read, err := s.service.FindCourse(ctx, s.student, course.Slug); err != nil || read.ID != course.ID || len(read.Lessons) != 2 {
					t.Errorf("by its slug %v is read (%v)", read, err)
				}
				if read, err := s.service.Lesson(ctx, s.student, lessons[0]); err != nil || read.Content == "" {
					t.Errorf("the lesson is read as %+v (%v)", read, err)
				}
				s.complete(lessons[0])
				attempt, progress, err := s.service.AttemptQuiz(ctx, s.student, quiz.ID, s.rightAnswers(quiz.ID, author))
				if err != nil || !attempt.Passed || progress.Status != education.Completed {
					t.Fatalf("the quiz is answered as %+v, %+v (%v)", attempt, progress, err)
				}
				s.wantCertificate(progress.Enrollment.Serial, "valid")
				if mine, err := s.service.MyCourses(ctx, s.student); err != nil || len(mine) == 0 || mine[0].Course.ID != course.ID {
					t.Errorf("it is not among the student's own: %v", err)
				}
			}
		}
	})
}

// A user who went to pay before the course was archived has still paid for it.
func TestAPaymentThatArrivesOnceItsCourseIsArchivedOpensIt(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		for _, author := range []identity.Caller{s.admin, s.super} {
			course, lessons := s.openFor(author, terms{title: "Pangolin", required: 1, price: "10"})
			_, err := s.service.Archive(t.Context(), author, course.ID)
			wantNoError(t, err)
			payment := uuid.New()
			s.pay(course.ID, payment)
			wantStatus(t, s.enroll(course.ID), education.Active, 1, 0)
			s.wantGone(course, "pangolin")
			wantStatus(t, s.complete(lessons...), education.Completed, 1, 100)
			s.refund(payment)
			_, err = s.service.Enroll(t.Context(), s.student, course.ID)
			testkit.WantFault(t, err, fault.Conflict)
		}
	})
}

// A brand may have a course with the same slug as one of the platform's, and the catalogue links to courses by slug.
func TestAnArchivedCourseHidesNoOtherOfItsSlug(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		given := terms{title: "Quokka", required: 1, price: "10"}
		shared, _ := s.openFor(s.super, given)
		own, _ := s.open(given)
		find := func(who identity.Caller) uuid.UUID {
			t.Helper()
			found, err := s.service.FindCourse(t.Context(), who, "quokka")
			wantNoError(t, err)
			return found.ID
		}
		payment, stranger, nobody := uuid.New(), s.newCaller(identity.RoleUser), identity.Caller{TenantID: s.tenant}
		s.pay(own.ID, payment)
		everybody := map[string]identity.Caller{"a buyer": s.student, "a stranger": stranger, "nobody": nobody}
		want := func(when string, platforms ...string) {
			t.Helper()
			for name, who := range everybody {
				wanted := own.ID
				if slices.Contains(platforms, name) {
					wanted = shared.ID
				}
				if got := find(who); got != wanted {
					t.Errorf("%s, %s finds %s, want %s", when, name, got, wanted)
				}
			}
		}
		want("while both are published")
		_, err := s.service.Archive(t.Context(), s.admin, own.ID)
		wantNoError(t, err)
		want("once the brand's is archived", "a stranger", "nobody")
		s.refund(payment)
		want("once its buyer has the money back", "a stranger", "nobody", "a buyer")
		_, err = s.service.Archive(t.Context(), s.super, shared.ID)
		wantNoError(t, err)
		want("once both are archived")
		s.pay(shared.ID, uuid.New())
		want("once somebody is in the platform's", "a buyer")
	})
}
