package education_test

import (
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/education"
	"bourse/internal/fault"
	"bourse/internal/testkit"
)

// fill inserts published lessons with the same content into a course, bypassing the service.
func (s *school) fill(course uuid.UUID, count int, content string) (lessons []uuid.UUID) {
	s.t.Helper()
	positions := make([]int, count)
	for i := range positions {
		positions[i] = i + 1
		lessons = append(lessons, database.NewID())
	}
	wantNoError(s.t, s.db.InTx(s.t.Context(), func(tx *database.Tx) error {
		return database.InsertRows(s.t.Context(), tx, `
			INSERT INTO lessons (id, course_id, title, slug, position, type, content, duration_minutes, is_preview, is_required, status,
				created_at, updated_at)`, 13, positions, func(position int) []any {
			return []any{
				lessons[position-1], course, "Filled", fmt.Sprint("filled-", position), position, "text", content, 1, false, true, "published", 1, 1,
			}
		})
	}))
	return lessons
}

func TestACourseHasNoMoreLessonsThanCanBePutInOrder(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		course, _ := s.draft(terms{})
		s.fill(course.ID, 499, "Read this.")
		add := func(i int) error {
			_, err := s.service.AddLesson(t.Context(), s.admin, course.ID, education.NewLesson{
				Title: fmt.Sprint("Lesson ", i), Type: education.Text, Content: "x", DurationMinutes: 1, Status: education.LessonDraft,
			})
			return err
		}
		results := testkit.InParallel(4, add)
		if n := testkit.Succeeded(results); n != 1 {
			t.Errorf("%d lessons were added to 499, want 1", n)
		}
		for _, err := range results {
			if err != nil {
				testkit.WantFault(t, err, fault.Conflict)
			}
		}
		testkit.WantFault(t, add(4), fault.Conflict)
		read, err := s.service.AuthoredCourse(t.Context(), s.admin, course.ID)
		wantNoError(t, err)
		ids := make([]uuid.UUID, len(read.Lessons))
		for i, lesson := range read.Lessons {
			ids[i] = lesson.ID
		}
		if len(ids) != 500 {
			t.Errorf("the course has %d lessons, want 500", len(ids))
		}
		slices.Reverse(ids)
		ordered, err := s.service.OrderLessons(t.Context(), s.admin, course.ID, ids)
		wantNoError(t, err)
		if first := ordered.Lessons[0]; first.ID != ids[0] || first.Position != 1 {
			t.Errorf("the first lesson is %s at %d", first.ID, first.Position)
		}
		title := "Changed"
		_, err = s.service.UpdateLesson(t.Context(), s.admin, ids[0], education.LessonChange{Title: &title})
		wantNoError(t, err)
	})
}

// allContents matches statements that read the content of all lessons of a course.
var allContents = regexp.MustCompile(`(?i)^select [^']*\bcontent\b[^']* from lessons where .*course_id`)

func TestOnlyAPublishedCourseIsReadAsAWholeWhenItsAuthorsAct(t *testing.T) {
	t.Parallel()
	databasetest.EachObserved(t, func(t *testing.T, db *database.DB, statements *databasetest.Statements) {
		s := newSchool(t, db)
		draft, draftLessons := s.draft(terms{required: 2})
		archived, archivedLessons := s.open(terms{required: 2})
		_, err := s.service.Archive(t.Context(), s.admin, archived.ID)
		wantNoError(t, err)
		for id, lessons := range map[uuid.UUID][]uuid.UUID{draft.ID: draftLessons, archived.ID: archivedLessons} {
			for _, statement := range statements.During(func() { s.actOn(id, lessons) }) {
				if allContents.MatchString(statement) {
					t.Errorf("read with all contents: %s", statement)
				}
			}
		}
		published := statements.During(func() { _, err = s.service.Publish(t.Context(), s.admin, draft.ID) })
		wantNoError(t, err)
		if reads := len(slices.DeleteFunc(published, func(statement string) bool { return !allContents.MatchString(statement) })); reads != 1 {
			t.Errorf("publishing reads all contents %d times, want once, for the index", reads)
		}
	})
}

// actOn changes a course and its lessons in every way that keeps its state.
func (s *school) actOn(course uuid.UUID, lessons []uuid.UUID) {
	s.t.Helper()
	title := "Title " + uuid.NewString()
	_, err := s.service.UpdateCourse(s.t.Context(), s.admin, course, education.CourseChange{Title: &title})
	wantNoError(s.t, err)
	changed, err := s.service.UpdateLesson(s.t.Context(), s.admin, lessons[0], education.LessonChange{Title: &title})
	wantNoError(s.t, err)
	read, err := s.service.AuthoredLesson(s.t.Context(), s.admin, lessons[0])
	if err != nil || read.Content == "" || read.Content != changed.Content || read.Title != title {
		s.t.Errorf("changing the title left %d bytes of content and answered %d (%v)", len(read.Content), len(changed.Content), err)
	}
	_, err = s.service.OrderLessons(s.t.Context(), s.admin, course, append(slices.Clone(lessons[1:]), lessons[0]))
	wantNoError(s.t, err)
}

// TestNobodyHoldsAllThatACourseTeaches runs alone, on one engine at a time: it measures the heap of the process.
func TestNobodyHoldsAllThatACourseTeaches(t *testing.T) {
	const allTexts, most = 100 * 200_000, 5_000_000
	for _, engine := range databasetest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := newSchool(t, databasetest.Open(t, engine))
			course, _ := s.draft(terms{title: "Walrus"})
			lessons := s.fill(course.ID, allTexts/200_000, strings.Repeat("word ", 40_000))
			before, held := heldBytes(), uint64(0)
			grown := func() uint64 { now := heldBytes(); return now - min(before, now) }
			s.service.BeforeIndexing(func() { held = max(held, grown()) })
			published, err := s.service.Publish(t.Context(), s.admin, course.ID)
			wantNoError(t, err)
			s.actOn(course.ID, lessons)
			wantFound(t, s, "word", course.ID) // the in-memory index has read it
			if held == 0 || held > most {
				t.Errorf("%d bytes are held to index %d, want some and at most %d", held, allTexts, most)
			}
			if got := grown(); got > most {
				t.Errorf("%d bytes of %d are held with the course that is answered, want at most %d", got, allTexts, most)
			}
			runtime.KeepAlive(published)
		})
	}
}

func TestSearchLooksAtTheFirstMegabytesOfWhatACourseTeaches(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSchool(t, db)
		for _, test := range []struct {
			before int // lessons of 200,000 bytes
			found  bool
		}{{19, true}, {20, false}} {
			course, _ := s.draft(terms{title: fmt.Sprint("Long", test.before)})
			s.fill(course.ID, test.before, strings.Repeat("word ", 40_000))
			title, content := fmt.Sprint("okapi", test.before), fmt.Sprint("quagga", test.before)
			_, err := s.service.AddLesson(t.Context(), s.admin, course.ID, education.NewLesson{
				Title: title, Type: education.Text, Content: content, DurationMinutes: 1, Status: education.LessonPublished,
			})
			wantNoError(t, err)
			_, err = s.service.Publish(t.Context(), s.admin, course.ID)
			wantNoError(t, err)
			for query, want := range map[string]bool{"word": true, title: true, content: test.found} {
				inMemory, err := s.service.Search(t.Context(), s.tenant, query, "", 20)
				wantNoError(t, err)
				byEngine, err := s.service.SearchByEngine(t.Context(), s.tenant, query, "", 20)
				wantNoError(t, err)
				for _, found := range [][]*education.Course{inMemory, byEngine} {
					if slices.Contains(idsOf(found), course.ID) != want {
						t.Errorf("behind %d lessons %q finds %v, want it: %v", test.before, query, titles(found), want)
					}
				}
			}
		}
	})
}

// heldBytes is the size of the live heap. What pools and finalizers hold is gone after a few runs of the collector: it is
// neither part of the base nor freed later.
func heldBytes() uint64 {
	for range 3 {
		runtime.GC()
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
