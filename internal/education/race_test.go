package education_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/testkit"
	"bourse/internal/webhook"
)

// Of several concurrent calls for the same thing one succeeds, and the others get a fault. Nothing but a fault may
// come back: anything else would be an INTERNAL_ERROR.

// wantOneWinner checks that one of the results is a success and all others have the code.
func wantOneWinner(t *testing.T, what string, results []error, code fault.Code) {
	t.Helper()
	won := 0
	for _, err := range results {
		switch {
		case err == nil:
			won++
		case !fault.Is(err, code):
			t.Errorf("%s: %v, want %s", what, err, code)
		}
	}
	if won != 1 {
		t.Errorf("%s: %d succeeded, want 1", what, won)
	}
}

func TestASlugIsTakenOnceHoweverManyAskAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		given := education.NewCourse{Title: "Same", Slug: "same", ShortDescription: "x", Level: education.Beginner}
		wantOneWinner(t, "create", testkit.InParallel(12, func(int) error {
			_, err := s.service.CreateCourse(t.Context(), s.admin, given)
			return err
		}), fault.Conflict)
		var drafts []uuid.UUID
		for range 12 {
			draft, _ := s.draft(terms{})
			drafts = append(drafts, draft.ID)
		}
		slug := "wanted-by-all"
		wantOneWinner(t, "rename", testkit.InParallel(len(drafts), func(i int) error {
			_, err := s.service.UpdateCourse(t.Context(), s.admin, drafts[i], education.CourseChange{Slug: &slug})
			return err
		}), fault.Conflict)
		wantOneWinner(t, "lesson", testkit.InParallel(12, func(int) error {
			_, err := s.service.AddLesson(t.Context(), s.admin, drafts[0], education.NewLesson{
				Title: "One", Slug: "one", Type: education.Text, Content: "x", DurationMinutes: 1, Status: education.LessonPublished,
			})
			return err
		}), fault.Conflict)
		wantOneWinner(t, "publish", testkit.InParallel(12, func(int) error {
			_, err := s.service.Publish(t.Context(), s.admin, drafts[0])
			return err
		}), fault.InvalidTransition)
		wantOneWinner(t, "archive", testkit.InParallel(12, func(int) error {
			_, err := s.service.Archive(t.Context(), s.admin, drafts[0])
			return err
		}), fault.InvalidTransition)
	})
}

func TestPublishingAtOnceFillsTheIndexWithoutFailing(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		var drafts []uuid.UUID
		for range 12 { // the same words, in random order
			draft, _ := s.draft(terms{required: 3})
			drafts = append(drafts, draft.ID)
		}
		for i, err := range testkit.InParallel(len(drafts), func(i int) error {
			_, err := s.service.Publish(t.Context(), s.admin, drafts[i])
			return err
		}) {
			if err != nil {
				t.Errorf("course %d: %v", i, err)
			}
		}
		if found, err := s.service.Search(t.Context(), s.tenant, "lesson", "", 20); err != nil || len(found) != len(drafts) {
			t.Errorf("%d are found (%v), want %d", len(found), err, len(drafts))
		}
	})
}

// TestTwoChoicesOfFeaturedCoursesDoNotMix shows that the last writer's list is stored whole.
func TestTwoChoicesOfFeaturedCoursesDoNotMix(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		var courses []uuid.UUID
		for range 6 {
			course, _ := s.open(terms{required: 1})
			courses = append(courses, course.ID)
		}
		for range 5 {
			for _, err := range testkit.InParallel(6, func(i int) error {
				choice := courses[:3]
				if i%2 == 0 {
					choice = courses[3:]
				}
				_, err := s.service.SetFeatured(t.Context(), s.admin, "", choice)
				return err
			}) {
				if err != nil {
					t.Error(err)
				}
			}
			featured, err := s.service.Featured(t.Context(), s.tenant)
			if err != nil || len(featured) != 3 {
				t.Fatalf("%d courses are featured (%v), want one choice of 3", len(featured), err)
			}
		}
	})
}

func TestOneUserDoesEverythingAtOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, lessons := s.open(terms{required: 2, accessDays: 1})
		for round := range 4 {
			for i, err := range testkit.InParallel(16, func(i int) (err error) {
				switch i % 4 {
				case 0:
					_, err = s.service.Enroll(t.Context(), s.student, course.ID)
				case 1:
					_, err = s.service.CompleteLesson(t.Context(), s.student, lessons[i/4%2])
				case 2:
					_, err = s.service.Cancel(t.Context(), s.student, course.ID)
				case 3:
					_, err = s.service.Progress(t.Context(), s.student, course.ID)
				}
				return err
			}) {
				known := false
				for _, code := range []fault.Code{fault.NotFound, fault.NotEnrolled, fault.InvalidTransition} {
					known = known || fault.Is(err, code)
				}
				if err != nil && !known {
					t.Errorf("round %d, call %d: %v", round, i, err)
				}
			}
			s.clock.Advance(2 * day) // the next round finds expired attempts
		}
		s.enroll(course.ID)
		s.complete(lessons...)
		s.wantRows(1, `SELECT COUNT(*) FROM certificates`)
	})
}

// SQLite has one writer: no attempt can begin there while a refund is in progress.
func TestARefundFindsTheAttemptThatBeganWhileItWaited(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	s := newSchool(t, db)
	course, _ := s.open(terms{required: 1, price: "10"})
	payment := uuid.New()
	s.pay(course.ID, payment)
	if _, err := s.service.Cancel(t.Context(), s.student, course.ID); err != nil {
		t.Fatal(err)
	}
	begun, commit := make(chan struct{}), make(chan struct{})
	s.events.Refuse(func(webhook.Event) error { // the attempt is written, but not committed
		close(begun)
		select {
		case <-commit:
		case <-t.Context().Done():
		}
		return nil
	})
	enrolled, refunded := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := s.service.Enroll(t.Context(), s.student, course.ID)
		enrolled <- err
	}()
	testkit.Receive(t, "the second attempt", begun)
	go func() {
		refunded <- db.InTx(t.Context(), func(tx *database.Tx) error { return s.service.RevokePaid(t.Context(), tx, payment) })
	}()
	testkit.Until(t, "the refund waits for the first attempt", func() bool {
		var waiting int
		err := db.QueryRow(t.Context(), `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting)
		return err == nil && waiting > 0
	})
	close(commit)
	for what, result := range map[string]chan error{"enrolling": enrolled, "the refund": refunded} {
		if err := testkit.Receive(t, what, result); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	s.wantAccess(course.ID, false)
	s.wantRows(2, `SELECT COUNT(*) FROM enrollments WHERE status = 'cancelled'`)
}

// SQLite has one writer: nobody can complete a course there while its author changes it.
func TestALessonThatIsPublishedAtTheMomentOfCompletionCounts(t *testing.T) {
	t.Parallel()
	db := databasetest.Open(t, database.Postgres)
	s := newSchool(t, db)
	course, lessons := s.open(terms{required: 2})
	setStatus := func(tx *database.Tx, status education.LessonStatus) error {
		_, err := tx.Exec(t.Context(), `UPDATE lessons SET status = $2 WHERE id = $1`, lessons[1], status)
		return err
	}
	wantNoError(t, db.InTx(t.Context(), func(tx *database.Tx) error { return setStatus(tx, education.LessonDraft) }))
	s.enroll(course.ID)
	written, commit, authored, completed := make(chan struct{}), make(chan struct{}), make(chan error, 1), make(chan error, 1)
	go func() {
		authored <- db.InTx(t.Context(), func(tx *database.Tx) error { // as any change of a lesson does
			if _, err := tx.Exec(t.Context(), `SELECT id FROM courses WHERE id = $1 FOR UPDATE`, course.ID); err != nil {
				return err
			}
			if err := setStatus(tx, education.LessonPublished); err != nil {
				return err
			}
			close(written)
			select {
			case <-commit:
			case <-t.Context().Done():
			}
			return nil
		})
	}()
	testkit.Receive(t, "the lesson", written)
	go func() {
		_, err := s.service.CompleteLesson(t.Context(), s.student, lessons[0])
		completed <- err
	}()
	testkit.Until(t, "the student waits for the author", func() bool {
		var waiting int
		err := db.QueryRow(t.Context(), `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting)
		return err == nil && waiting > 0
	})
	close(commit)
	for what, result := range map[string]chan error{"publishing": authored, "completing": completed} {
		if err := testkit.Receive(t, what, result); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	progress, err := s.service.Progress(t.Context(), s.student, course.ID)
	wantNoError(t, err)
	wantStatus(t, progress, education.Active, 1, 50)
	wantStatus(t, s.complete(lessons[1]), education.Completed, 1, 100)
}
