package education_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/testkit"
)

func (s *school) retitle(course uuid.UUID, title string) {
	s.t.Helper()
	_, err := s.service.UpdateCourse(s.t.Context(), s.admin, course, education.CourseChange{Title: &title})
	wantNoError(s.t, err)
}

func (s *school) wantWord(word string, isThere bool) {
	s.t.Helper()
	want := 0
	if isThere {
		want = 1
	}
	s.wantRows(want, `SELECT COUNT(*) FROM course_words WHERE word = $1`, word)
}

func TestWordsThatNoCourseHasAreRemoved(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		changed, _ := s.open(terms{title: "Walrus hedging", required: 1})
		kept, _ := s.open(terms{title: "Hedging for penguins", required: 1})
		archived, _ := s.open(terms{title: "Flamingo", required: 1})
		s.retitle(changed.ID, "Options")
		_, err := s.service.Archive(t.Context(), s.admin, archived.ID)
		wantNoError(t, err)
		wantNoError(t, s.service.CleanWords(t.Context()))
		s.wantWord("walrus", false)
		s.wantWord("flamingo", false)
		for _, word := range []string{"option", "hedging", "penguin"} {
			s.wantWord(word, true)
		}
		found, err := s.service.SearchByEngine(t.Context(), s.tenant, "hegding", "", 10) // misspelled
		if err != nil || len(found) != 1 || found[0].ID != kept.ID {
			t.Errorf("found %v (%v), want the other course", found, err)
		}
		s.retitle(changed.ID, "Walrus again")
		found, err = s.service.SearchByEngine(t.Context(), s.tenant, "walurs", "", 10)
		if err != nil || len(found) != 1 || found[0].ID != changed.ID {
			t.Errorf("found %v (%v), want the course that has the word again", found, err)
		}
	})
}

func TestManyBatchesOfWordsAreRemoved(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{title: "Walrus", required: 1})
		var text strings.Builder
		for i := range 350 {
			fmt.Fprintf(&text, "word%c%cx ", 'a'+i/26, 'a'+i%26)
		}
		long, short := text.String(), "Nothing"
		for _, description := range []*string{&long, &short} {
			_, err := s.service.UpdateCourse(t.Context(), s.admin, course.ID, education.CourseChange{Description: description})
			wantNoError(t, err)
		}
		s.wantRows(350, `SELECT COUNT(*) FROM course_words WHERE word LIKE 'word%'`)
		wantNoError(t, s.service.CleanWords(t.Context()))
		s.wantRows(0, `SELECT COUNT(*) FROM course_words WHERE word LIKE 'word%'`)
		s.wantWord("walrus", true)
	})
}

func TestAWordThatACourseBringsBackWhileItIsRemovedStays(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.open(terms{title: "Walrus", required: 1})
		for range 10 {
			s.retitle(course.ID, "Options")
			title := "Walrus"
			for _, err := range testkit.InParallel(3, func(i int) error {
				if i > 0 {
					return s.service.CleanWords(t.Context())
				}
				_, err := s.service.UpdateCourse(t.Context(), s.admin, course.ID, education.CourseChange{Title: &title})
				return err
			}) {
				wantNoError(t, err)
			}
			s.wantWord("walrus", true)
		}
	})
}
