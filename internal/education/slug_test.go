package education_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// segmentsBeside are the path segments that the contract uses where a course's slug would stand.
func segmentsBeside(t *testing.T) (segments []string) {
	t.Helper()
	contract, err := os.ReadFile("../../api/openapi.yaml")
	wantNoError(t, err)
	for _, path := range regexp.MustCompile(`(?m)^  /education/courses/([a-z0-9-]+)[:/]`).FindAllSubmatch(contract, -1) {
		segments = append(segments, string(path[1]))
	}
	if !slices.Contains(segments, "search") || !slices.Contains(segments, "featured") {
		t.Fatalf("the contract has %v beside courses", segments)
	}
	return segments
}

func TestNoCourseHasTheAddressOfSomethingElse(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		draft, _ := s.draft(terms{})
		for _, taken := range segmentsBeside(t) {
			given := education.NewCourse{Title: "A title", Slug: taken, ShortDescription: "x", Level: education.Beginner}
			wantField(t, s, given, fault.ValidationError, "slug")
			_, err := s.service.UpdateCourse(t.Context(), s.admin, draft.ID, education.CourseChange{Slug: &taken})
			testkit.WantFault(t, err, fault.ValidationError, "slug")
			given.Title, given.Slug = taken+"!", ""
			if made, err := s.service.CreateCourse(t.Context(), s.admin, given); err != nil || made.Slug != taken+"-course" {
				t.Errorf("the title %q makes %+v (%v)", given.Title, made, err)
			}
			lesson, err := s.service.AddLesson(t.Context(), s.admin, draft.ID, education.NewLesson{ // lessons clash with nothing
				Title: taken, Type: education.Text, Content: "x", DurationMinutes: 1, Status: education.LessonDraft,
			})
			if err != nil || lesson.Slug != taken {
				t.Errorf("a lesson is called %q (%v)", lesson.Slug, err)
			}
		}
		// A course from before this rule gets a suffix on its next change.
		s.exec(`UPDATE courses SET slug = 'search' WHERE id = $1`, draft.ID)
		title := "Another title"
		_, err := s.service.UpdateCourse(t.Context(), s.admin, draft.ID, education.CourseChange{Title: &title})
		testkit.WantFault(t, err, fault.Conflict, "slug") // search-course was created above
		s.exec(`UPDATE courses SET slug = 'other' WHERE slug = 'search-course'`)
		changed, err := s.service.UpdateCourse(t.Context(), s.admin, draft.ID, education.CourseChange{Title: &title})
		if err != nil || changed.Slug != "search-course" || changed.Title != title {
			t.Errorf("it is changed to %+v (%v)", changed, err)
		}
		s.wantRows(0, `SELECT COUNT(*) FROM courses WHERE slug IN ('search', 'featured')`)
	})
}
