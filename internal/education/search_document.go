package education

import (
	"context"
	"slices"

	"bourse/internal/database"
)

// field is a part of a course that words are found in.
type field int

// The fields, the one that says most about a course first.
const (
	inTitle field = iota
	inDescription
	inLessonTitles
	inLessons
	fieldCount
)

// document is a course as search knows it: the different words of each field.
type document [fieldCount][]string

// mostBytes bounds the words of one field. PostgreSQL holds a megabyte for all four.
const mostBytes = 150_000

func newDocument(course *Course) (d document, vocabulary []string) {
	var texts [fieldCount][]string
	texts[inTitle] = []string{course.Title}
	texts[inDescription] = []string{course.ShortDescription, course.Description}
	for _, lesson := range course.Lessons {
		if lesson.Status == LessonPublished {
			texts[inLessonTitles] = append(texts[inLessonTitles], lesson.Title)
			texts[inLessons] = append(texts[inLessons], lesson.Content)
		}
	}
	known := make(map[string]bool)
	for f := range fieldCount {
		seen, size := make(map[string]bool), 0
		for _, text := range texts[f] {
			for _, word := range split(fold(text)) {
				for _, indexed := range indexedForms(word) {
					if seen[indexed] || size+len(indexed) > mostBytes {
						continue
					}
					seen[indexed], size = true, size+len(indexed)
					d[f] = append(d[f], indexed)
					if !word.isDense && !known[indexed] && mayBeMistyped(indexed) {
						known[indexed] = true
						vocabulary = append(vocabulary, indexed)
					}
				}
			}
		}
	}
	slices.Sort(vocabulary)
	return d, vocabulary
}

// indexedForms are what a word of a course is found by: its singular, which is looked for, and the word
// itself, for a query that is still being typed. The last of many characters is found on its own as well.
func indexedForms(word rawWord) []string {
	if word.isDense {
		characters := []rune(word.text)
		return append(pairs(word.text), string(characters[len(characters)-1:]))
	}
	if singular := stem(word.text); singular != word.text {
		return []string{singular, word.text}
	}
	return []string{word.text}
}

// reindex makes search know a course, which is held, as it is now: only while it is published.
func (s *Service) reindex(ctx context.Context, tx *database.Tx, course *Course) error {
	if course.Status != Published {
		return s.index.remove(ctx, tx, course.ID)
	}
	d, vocabulary := newDocument(course)
	if err := s.index.store(ctx, tx, course.ID, d); err != nil {
		return err
	}
	return insertWords(ctx, tx, vocabulary)
}
