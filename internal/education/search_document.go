package education

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

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

const (
	// mostBytes bounds the words of one field. PostgreSQL holds a megabyte for all four.
	mostBytes = 150_000
	// mostText is how much of what the lessons of a course teach is looked at for words, in bytes: whoever writes waits for
	// it. Most prose of that length has filled mostBytes before.
	mostText = 4_000_000
)

// documentWriter makes the document of a course. It is given one text after the other and keeps their words, so that
// nobody has to hold all that a course teaches.
type documentWriter struct {
	document document
	known    map[string]bool // words that a course may be meant by
	seen     [fieldCount]map[string]bool
	size     [fieldCount]int
	text     int // bytes of lessons that were looked at
}

// newDocumentWriter begins the document of a course, to which its published lessons are to be added.
func newDocumentWriter(course *Course) *documentWriter {
	w := &documentWriter{known: map[string]bool{}}
	for f := range w.seen {
		w.seen[f] = map[string]bool{}
	}
	w.add(inTitle, course.Title)
	w.add(inDescription, course.ShortDescription)
	w.add(inDescription, course.Description)
	return w
}

func (w *documentWriter) addLesson(title, content string) {
	w.add(inLessonTitles, title)
	if w.text < mostText {
		w.text += len(content)
		w.add(inLessons, content)
	}
}

func (w *documentWriter) add(f field, text string) {
	for _, word := range split(fold(text)) {
		for _, indexed := range indexedForms(word) {
			if w.seen[f][indexed] || w.size[f]+len(indexed) > mostBytes {
				continue
			}
			w.seen[f][indexed], w.size[f] = true, w.size[f]+len(indexed)
			w.document[f] = append(w.document[f], indexed)
			if !word.isDense && mayBeMistyped(indexed) {
				w.known[indexed] = true
			}
		}
	}
}

// vocabulary are the words that a course may be meant by, sorted.
func (w *documentWriter) vocabulary() []string { return slices.Sorted(maps.Keys(w.known)) }

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

// reindex makes search know a course, which is held, as it is now: only while it is published. What its lessons teach is
// read here, one lesson after the other, and nowhere else when an author does something.
func (s *Service) reindex(ctx context.Context, tx *database.Tx, course *Course) error {
	if course.Status != Published {
		return s.index.remove(ctx, tx, course.ID)
	}
	writer := newDocumentWriter(course)
	err := eachPublished(ctx, tx, []uuid.UUID{course.ID}, func(_ uuid.UUID, title, content string) error {
		writer.addLesson(title, content)
		return nil
	})
	if err != nil {
		return err
	}
	if err := s.index.store(ctx, tx, course.ID, writer.document); err != nil {
		return err
	}
	return insertWords(ctx, tx, writer.vocabulary())
}
