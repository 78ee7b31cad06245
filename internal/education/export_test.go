package education

import (
	"context"
	"strings"

	"github.com/google/uuid"
)

// BuildIndex builds the in-memory index, as its worker does after a search.
func (s *Service) BuildIndex(ctx context.Context) error { return s.keeper.build(ctx) }

// Recount completes what its worker would complete now.
func (s *Service) Recount(ctx context.Context) error {
	for recounter := newRecounter(s); ; {
		if wait, err := recounter.step(ctx); err != nil || wait > 0 {
			return err
		}
	}
}

// CleanWords makes one pass over all words and removes those that no course has.
func (s *Service) CleanWords(ctx context.Context) error {
	for cleaner := (&wordCleaner{service: s}); ; {
		if wait, err := cleaner.step(ctx); err != nil || wait > 0 {
			return err
		}
	}
}

// BoundIndex limits the number of courses in the index.
func (s *Service) BoundIndex(courses int) { s.keeper.most.courses = courses }

// HasIndex reports whether searches are answered from memory.
func (s *Service) HasIndex() bool { return s.keeper.current.Load() != nil }

// SearchByEngine is Search without the in-memory index.
func (s *Service) SearchByEngine(ctx context.Context, tenant uuid.UUID, text string, level Level, limit int) ([]*Course, error) {
	terms := parseQuery(text)
	if len(terms) == 0 {
		return []*Course{}, nil
	}
	ids, err := s.findByEngine(ctx, looking{tenant, level, limit}, terms)
	if err != nil {
		return nil, err
	}
	return s.inRank(ctx, ids)
}

// Terms are what a query looks for, one list per term: its words, and the accepted prefix, if any.
func Terms(text string) [][]string {
	var shown [][]string
	for _, t := range parseQuery(text) {
		words := append([]string{}, t.exact...)
		if t.prefix != "" {
			words = append(words, t.prefix+"*")
		}
		shown = append(shown, words)
	}
	return shown
}

// Mistakes is mistakes, for tests.
func Mistakes(a, b string) int { return mistakes(a, b) }

// Near returns those of the words that are within a number of mistakes of the mistyped one, as the index finds them.
func Near(words []string, mistyped string, most int) []string {
	var found []string
	for _, word := range newLoaded(Course{Title: strings.Join(words, " ")}).near(mistyped, most) {
		found = append(found, word.text)
	}
	return found
}

// Beginning returns the words with a prefix, as the index finds them.
func Beginning(words []string, prefix string) []string {
	var found []string
	for _, word := range newLoaded(Course{Title: strings.Join(words, " ")}).beginningWith(prefix) {
		found = append(found, word.text)
	}
	return found
}

func newLoaded(courses ...Course) *wordIndex {
	index := newWordIndex()
	for _, course := range courses {
		writer := newDocumentWriter(&course)
		for _, lesson := range course.Lessons {
			if lesson.Status == LessonPublished {
				writer.addLesson(lesson.Title, lesson.Content)
			}
		}
		index.load(&searchedCourse{course, notFeatured, writer.document})
	}
	index.arrange()
	return index
}

// Index is the in-memory index of some platform courses, for benchmarks.
type Index struct{ *wordIndex }

// NewIndex indexes courses.
func NewIndex(courses []*Course) Index {
	all := make([]Course, len(courses))
	for i, course := range courses {
		all[i] = *course
	}
	return Index{newLoaded(all...)}
}

// Find returns how many courses a query finds.
func (x Index) Find(text string, limit int) int {
	return len(x.find(looking{limit: limit}, parseQuery(text)))
}

// Postings is how many pairs of a course and a word the index holds.
func (x Index) Postings() int { return x.postings }
