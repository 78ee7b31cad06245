package education_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/testkit"
)

// openFor publishes a course on behalf of an author.
func (s *school) openFor(author identity.Caller, given terms) (*education.Course, []uuid.UUID) {
	s.t.Helper()
	usual := s.admin
	defer func() { s.admin = usual }()
	s.admin = author
	return s.open(given)
}

func idsOf(courses []*education.Course) []uuid.UUID {
	ids := []uuid.UUID{}
	for _, course := range courses {
		ids = append(ids, course.ID)
	}
	return ids
}

func TestACourseIsItsOwners(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		other := s.callerOf(s.newTenant(), identity.RoleAdmin)
		shared, _ := s.openFor(s.super, terms{title: "Wombat for all", required: 1})
		own, _ := s.open(terms{title: "Wombat of ours", required: 1})
		foreign, foreignLessons := s.openFor(other, terms{title: "Wombat of theirs", required: 1, price: "3"})
		for _, c := range []*education.Course{shared, own, foreign} {
			author := map[uuid.UUID]identity.Caller{identity.Platform: s.super, s.tenant: s.admin, other.TenantID: other}[c.TenantID]
			if _, err := s.service.SetFeatured(t.Context(), author, "", []uuid.UUID{c.ID}); err != nil {
				t.Fatal(err)
			}
		}
		listed, total, err := s.service.Courses(t.Context(), s.tenant, education.CourseFilter{}, database.Page{Number: 1, Limit: 10})
		if got := idsOf(listed); err != nil || total != 2 || !slices.Equal(got, []uuid.UUID{own.ID, shared.ID}) {
			t.Errorf("listed are %v of %d (%v)", got, total, err)
		}
		featured, err := s.service.Featured(t.Context(), s.tenant)
		if got := idsOf(featured); err != nil || !slices.Equal(got, []uuid.UUID{own.ID, shared.ID}) {
			t.Errorf("featured are %v (%v), want the tenant's own first", got, err)
		}
		for _, query := range []string{"wombat", "womb", "wombta"} {
			found, err := s.service.Search(t.Context(), s.tenant, query, "", 20)
			if got := idsOf(found); err != nil || len(got) != 2 || slices.Contains(got, foreign.ID) {
				t.Errorf("%s finds %v (%v)", query, got, err)
			}
		}
		for name, try := range map[string]func() error{
			"course":   func() error { _, err := s.service.Course(t.Context(), s.tenant, foreign.ID); return err },
			"offer":    func() error { _, _, _, err := s.service.Offer(t.Context(), db, s.tenant, foreign.ID); return err },
			"enroll":   func() error { _, err := s.service.Enroll(t.Context(), s.student, foreign.ID); return err },
			"progress": func() error { _, err := s.service.Progress(t.Context(), s.student, foreign.ID); return err },
			"lesson":   func() error { _, err := s.service.Lesson(t.Context(), s.student, foreignLessons[0]); return err },
			"complete": func() error {
				_, err := s.service.CompleteLesson(t.Context(), s.student, foreignLessons[0])
				return err
			},
			"publish": func() error { _, err := s.service.Publish(t.Context(), s.admin, foreign.ID); return err },
			"archive": func() error { _, err := s.service.Archive(t.Context(), s.super, foreign.ID); return err },
			"feature": func() error {
				_, err := s.service.SetFeatured(t.Context(), s.admin, "", []uuid.UUID{foreign.ID})
				return err
			},
		} {
			if err := try(); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s of another tenant's: %v, want NOT_FOUND", name, err)
			}
		}
		_, err = s.service.Archive(t.Context(), s.admin, shared.ID)
		testkit.WantFault(t, err, fault.Forbidden)
		_, err = s.service.SetFeatured(t.Context(), s.admin, "", []uuid.UUID{shared.ID})
		testkit.WantFault(t, err, fault.Forbidden)
	})
}

// TestAnothersWordsAreNotKnown shows that a word of another tenant's course is a typing mistake like any other:
// otherwise a search would reveal that there is such a course.
func TestAnothersWordsAreNotKnown(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		other := s.callerOf(s.newTenant(), identity.RoleAdmin)
		own, _ := s.open(terms{title: "Capybara", required: 1})
		s.openFor(other, terms{title: "Capybera", required: 1})
		found, err := s.service.Search(t.Context(), s.tenant, "capybera", "", 20)
		if got := idsOf(found); err != nil || !slices.Equal(got, []uuid.UUID{own.ID}) {
			t.Errorf("found %v (%v), want what it is one letter away from", got, err)
		}
	})
}

func TestAuthoringLeavesWhatItChanged(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{title: "Old", required: 1})
		title := "New"
		if _, err := s.service.UpdateCourse(t.Context(), s.admin, course.ID, education.CourseChange{Title: &title}); err != nil {
			t.Fatal(err)
		}
		entries, _, err := audit.List(t.Context(), db, s.tenant, audit.Filter{SubjectID: course.ID.String()}, database.Page{Number: 1, Limit: 10})
		if err != nil || len(entries) != 3 {
			t.Fatalf("%d entries (%v)", len(entries), err)
		}
		last := entries[0]
		if last.Action != "education.course.changed" || last.Actor.UserID != s.admin.UserID || len(last.After) != 1 ||
			last.Before["title"] != "Old" || last.After["title"] != "New" {
			t.Errorf("the change is told as %+v", last)
		}
		// A refused call changes nothing.
		empty := ""
		_, err = s.service.UpdateCourse(t.Context(), s.admin, course.ID, education.CourseChange{Title: &empty})
		testkit.WantFault(t, err, fault.ValidationError)
		if _, total, err := audit.List(t.Context(), db, s.tenant, audit.Filter{SubjectID: course.ID.String()}, database.Page{Number: 1, Limit: 10}); err != nil || total != 3 {
			t.Errorf("%d entries (%v), want 3", total, err)
		}
	})
}
