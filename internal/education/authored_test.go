package education_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

func TestAnAuthorReadsADraftAsItWasWritten(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		draft, lessons := s.draft(terms{required: 1})
		written, err := s.service.AddLesson(t.Context(), s.admin, draft.ID, education.NewLesson{
			Title: "Asked", Type: education.QuizLesson, Content: "One question.", DurationMinutes: 3, Status: education.LessonDraft,
			Quiz: &education.NewQuiz{PassPercent: 80, Questions: []education.NewQuestion{{Text: "What is 1 + 1?", Options: []string{"1", "2"}, Correct: 1, Explanation: "Count."}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		read, err := s.service.AuthoredCourse(t.Context(), s.admin, draft.ID)
		if err != nil || read.ID != draft.ID || read.Status != education.Draft || len(read.Lessons) != 2 ||
			read.Lessons[0].ID != lessons[0] || read.Lessons[1].ID != written.ID {
			t.Fatalf("the draft is %+v (%v)", read, err)
		}
		for _, lesson := range read.Lessons {
			if lesson.Content != "" {
				t.Error("the outline has the content of a lesson")
			}
		}
		lesson, err := s.service.AuthoredLesson(t.Context(), s.admin, written.ID)
		if err != nil || lesson.Content != "One question." || len(lesson.Quiz.Questions) != 1 {
			t.Fatalf("the lesson is %+v (%v)", lesson, err)
		}
		if question := lesson.Quiz.Questions[0]; question.Answer == nil || question.Answer.Correct != 1 || question.Answer.Explanation != "Count." {
			t.Errorf("the question is %+v", question)
		}
		// The text lesson has no questions.
		if lesson, err := s.service.AuthoredLesson(t.Context(), s.admin, lessons[0]); err != nil || lesson.Content != "Read this." || len(lesson.Quiz.Questions) != 0 {
			t.Errorf("the other lesson is %+v (%v)", lesson, err)
		}
		for _, change := range []func() error{
			func() error { _, err := s.service.Publish(t.Context(), s.admin, draft.ID); return err },
			func() error { _, err := s.service.Archive(t.Context(), s.admin, draft.ID); return err },
		} {
			if err := change(); err != nil {
				t.Fatal(err)
			}
			if read, err := s.service.AuthoredCourse(t.Context(), s.admin, draft.ID); err != nil || read.Status == education.Draft || len(read.Lessons) != 2 {
				t.Errorf("the course is %+v (%v), want it with the lesson that is a draft", read, err)
			}
		}
	})
}

func TestWhatOneMayNotWriteIsNotThereToAuthors(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		other := s.callerOf(s.newTenant(), identity.RoleAdmin)
		own, ownLessons := s.open(terms{required: 1})
		shared, sharedLessons := s.openFor(s.super, terms{required: 1})
		for name, test := range map[string]struct {
			caller         identity.Caller
			course, lesson uuid.UUID
			isOpen         bool
		}{
			"the tenant's own":                       {s.admin, own.ID, ownLessons[0], true},
			"the platform's by a super_admin":        {s.super, shared.ID, sharedLessons[0], true},
			"the platform's by an admin":             {s.admin, shared.ID, sharedLessons[0], false},
			"a tenant's by the tenant next door":     {other, own.ID, ownLessons[0], false},
			"a tenant's by a super_admin of another": {s.super, own.ID, ownLessons[0], false},
			"nothing that is there":                  {s.admin, uuid.New(), uuid.New(), false},
		} {
			_, courseErr := s.service.AuthoredCourse(t.Context(), test.caller, test.course)
			_, lessonErr := s.service.AuthoredLesson(t.Context(), test.caller, test.lesson)
			for _, err := range []error{courseErr, lessonErr} {
				if test.isOpen {
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
					continue
				}
				testkit.WantFault(t, err, fault.NotFound)
			}
		}
	})
}
