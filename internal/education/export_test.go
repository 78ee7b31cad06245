package education

import (
	"context"
	"strings"

	"github.com/google/uuid"
)

// BuildIndex builds the index in memory, as its worker does when somebody has searched.
func (s *Service) BuildIndex(ctx context.Context) error { return s.keeper.build(ctx) }

// Recount completes what the worker of that would complete now.
func (s *Service) Recount(ctx context.Context) error {
	for recounter := newRecounter(s); ; {
		if wait, err := recounter.step(ctx); err != nil || wait > 0 {
			return err
		}
	}
}

// CleanWords removes the words that no course has, once through all of them.
func (s *Service) CleanWords(ctx context.Context) error {
	for cleaner := (&wordCleaner{service: s}); ; {
		if wait, err := cleaner.step(ctx); err != nil || wait > 0 {
			return err
		}
	}
}

// BoundIndex lets the index hold so many courses at most.
func (s *Service) BoundIndex(courses int) { s.keeper.most.courses = courses }

// HasIndex tells whether searches are answered from memory.
func (s *Service) HasIndex() bool { return s.keeper.current.Load() != nil }

// SearchByEngine is Search without the index in memory.
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

// Terms are what a query looks for, a list for each term: its words, and the beginning that will do, if any.
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

// Near returns which of some words are at most so many mistakes away from one, as the index finds them.
func Near(words []string, mistyped string, most int) []string {
	var found []string
	for _, word := range newLoaded(Course{Title: strings.Join(words, " ")}).near(mistyped, most) {
		found = append(found, word.text)
	}
	return found
}

// Beginning returns the words that begin like a prefix, as the index finds them.
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

// Index is the index in memory of some platform courses, for benchmarks.
type Index struct{ *wordIndex }

// NewIndex makes an index of courses.
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
