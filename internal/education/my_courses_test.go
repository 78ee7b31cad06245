package education_test

import (
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
)

// A description may have 20,000 characters, and a list of courses does not show any.
func TestNoListReadsDescriptions(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{required: 1, title: "Hedging"})
		s.enroll(course.ID)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE courses SET description = 'long', short_description = 'short'`)
			return err
		})
		wantNoError(t, err)
		ctx, page := t.Context(), database.Page{Number: 1, Limit: 10}
		for name, list := range map[string]func() ([]*education.Course, error){
			"mine": func() (courses []*education.Course, err error) {
				mine, err := s.service.MyCourses(ctx, s.student)
				for _, course := range mine {
					courses = append(courses, course.Course)
				}
				return courses, err
			},
			"published": func() ([]*education.Course, error) {
				courses, _, err := s.service.Courses(ctx, s.tenant, education.CourseFilter{}, page)
				return courses, err
			},
			"written": func() ([]*education.Course, error) {
				courses, _, err := s.service.AllCourses(ctx, s.admin, "", "", page)
				return courses, err
			},
			"found": func() ([]*education.Course, error) {
				return s.service.Search(ctx, s.tenant, "hedging", "", 10)
			},
			"chosen": func() ([]*education.Course, error) {
				return s.service.SetFeatured(ctx, s.admin, "", []uuid.UUID{course.ID})
			},
			"featured": func() ([]*education.Course, error) {
				if _, err := s.service.SetFeatured(ctx, s.admin, "", []uuid.UUID{course.ID}); err != nil {
					return nil, err
				}
				return s.service.Featured(ctx, s.tenant)
			},
		} {
			listed, err := list()
			if err != nil || len(listed) != 1 {
				t.Errorf("%s: %d courses (%v), want 1", name, len(listed), err)
				continue
			}
			if shown := listed[0]; shown.Description != "" || shown.ShortDescription != "short" || shown.Title != course.Title || shown.DurationMinutes != 7 {
				t.Errorf("%s: the course is read as %+v", name, shown)
			}
		}
		if shown, err := s.service.Course(ctx, s.tenant, course.ID); err != nil || shown.Description != "long" {
			t.Errorf("the course itself is read as %+v (%v)", shown, err)
		}
	})
}
