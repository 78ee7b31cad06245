package search

import (
	"testing"
	"time"

	"bourse/bench/kit"
	"bourse/bench/kit/kittest"
	"bourse/internal/database"
)

func TestTheBareSideFindsWhatIsSeeded(t *testing.T) {
	t.Parallel()
	kittest.Each(t, func(t *testing.T, where kit.Database, db *database.DB) {
		if err := newCatalogue(500, time.Now()).write(t.Context(), db); err != nil {
			t.Fatal(err)
		}
		pool := kittest.OpenReader(t, where)
		for _, search := range searches {
			settings := bareSettings{Database: where, Limit: 2, Words: search.words, IsPrefix: search.isPrefix, Mistyped: search.mistyped}
			answer, err := readBareCourses(t.Context(), pool, settings)
			if err != nil {
				t.Fatal(err)
			}
			courses := answer.(kit.Answer).Data.([]bareCourse)
			if len(courses) != 2 || courses[0].Title == "" || courses[0].DurationMinutes != 5+6+7 {
				t.Errorf("%q finds %+v", search.text, courses)
			}
		}
	})
}
