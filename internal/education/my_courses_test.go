package education_test

import (
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
)

// A description may have 20,000 characters, and whoever has many courses would have them all read for nothing.
func TestTheListOfOnesCoursesReadsNoDescriptions(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{required: 1})
		s.enroll(course.ID)
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE courses SET description = 'long', short_description = 'short'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		mine, err := s.service.MyCourses(t.Context(), s.student)
		if err != nil || len(mine) != 1 {
			t.Fatalf("%d courses (%v), want 1", len(mine), err)
		}
		if shown := mine[0].Course; shown.Description != "" || shown.ShortDescription != "short" || shown.Title != course.Title {
			t.Errorf("the course is read as %+v", shown)
		}
	})
}
