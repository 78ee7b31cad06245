package education_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/identity"
)

func TestTheLibraryIsWorthReading(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		if err := s.service.SeedLibrary(t.Context()); err != nil {
			t.Fatal(err)
		}
		courses, total, err := s.service.AllCourses(t.Context(), s.super, identity.ScopePlatform, "", database.Page{Number: 1, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[string]int)
		for _, course := range courses {
			seen[string(course.Level)]++
			seen[string(course.Status)]++
			if course.IsFree() {
				seen["free"]++
			}
			outline, err := s.service.AuthoredCourse(t.Context(), s.super, course.ID)
			wantNoError(t, err)
			if n := len(outline.Lessons); n < 3 || n > 5 {
				t.Errorf("%s has %d lessons", course.Slug, n)
			}
			for _, listed := range outline.Lessons {
				lesson, err := s.service.AuthoredLesson(t.Context(), s.super, listed.ID)
				wantNoError(t, err)
				if lesson.Type == education.QuizLesson {
					seen["quiz"] += s.questionsOf(lesson.ID)
					continue
				}
				if n := len(strings.Fields(lesson.Content)); n < 120 || n < 220 && course.Status == education.Published || n > 600 {
					t.Errorf("%s/%s has %d words", course.Slug, lesson.Slug, n)
				}
			}
		}
		for kind, least := range map[string]int{
			"beginner": 3, "intermediate": 3, "advanced": 2, "expert": 2, "published": 12, "draft": 1, "archived": 1, "free": 4, "quiz": 48,
		} {
			if seen[kind] < least {
				t.Errorf("%d courses are %s, want %d", seen[kind], kind, least)
			}
		}
		if total-seen["free"] < 4 {
			t.Errorf("%d of %d courses are free", seen["free"], total)
		}
	})
}

func TestSeedingTwiceIsSeedingOnce(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		if err := s.service.SeedLibrary(t.Context()); err != nil {
			t.Fatal(err)
		}
		featured, err := s.service.Featured(t.Context(), s.tenant)
		if err != nil || len(featured) != 5 || featured[0].Slug != "trading-from-zero" {
			t.Fatalf("%d courses are featured (%v)", len(featured), err)
		}
		title := "Trading from One"
		if _, err := s.service.UpdateCourse(t.Context(), s.super, featured[0].ID, education.CourseChange{Title: &title}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.service.Archive(t.Context(), s.super, featured[1].ID); err != nil {
			t.Fatal(err)
		}
		if err := s.service.SeedLibrary(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.wantRows(14, `SELECT COUNT(*) FROM courses`)
		if course, err := s.service.Course(t.Context(), s.tenant, featured[0].ID); err != nil || course.Title != title {
			t.Errorf("seeding again undid an author's work (%v)", err)
		}
		if featured, err = s.service.Featured(t.Context(), s.tenant); err != nil || len(featured) != 4 {
			t.Errorf("seeding again features %d courses (%v), want 4", len(featured), err)
		}
	})
}

func TestTheLibraryCanBeSearchedAndLearned(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		if err := s.service.SeedLibrary(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, slug := range map[string]string{
			"options": "options-explained", "positon sizing": "risk-before-return", "index fund": "investing-for-the-long-run",
			"order book": "market-microstructure", "walk-forward": "systematic-trading", "custdy": "crypto-markets",
		} {
			found, err := s.service.Search(t.Context(), s.tenant, query, "", 20)
			if err != nil || len(found) == 0 || found[0].Slug != slug {
				t.Errorf("%q does not find %s first (%v): %v", query, slug, err, slugs(found))
			}
			for _, course := range found {
				if course.Status != education.Published {
					t.Errorf("%q finds %s, which is %s", query, course.Slug, course.Status)
				}
			}
		}
		found, err := s.service.Search(t.Context(), s.tenant, "risk before return", "", 1)
		if err != nil || len(found) != 1 {
			t.Fatal(found, err)
		}
		course, err := s.service.Course(t.Context(), s.tenant, found[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		s.student = s.newCaller(identity.RoleTrader)
		s.enroll(course.ID)
		var last education.Progress
		for _, lesson := range course.Lessons {
			if lesson.Type == education.QuizLesson {
				_, last = s.attempt(lesson.ID, s.rightAnswers(lesson.ID, s.super)...)
				continue
			}
			last = s.complete(lesson.ID)
		}
		wantStatus(t, last, education.Completed, 1, 100)
	})
}

// questionsOf counts the questions of a quiz as its readers see them, and checks that each is a proper question.
func (s *school) questionsOf(lesson uuid.UUID) int {
	s.t.Helper()
	read, err := s.service.Lesson(s.t.Context(), s.super, lesson)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, question := range read.Quiz.Questions {
		if len(question.Options) < 3 || len(question.Answer.Explanation) < 10 {
			s.t.Errorf("%q is no question", question.Text)
		}
	}
	return len(read.Quiz.Questions)
}

func slugs(courses []*education.Course) (all []string) {
	for _, course := range courses {
		all = append(all, course.Slug)
	}
	return all
}
