package education

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"bourse/internal/database"
)

// field is a part of a course in which words are found.
type field int

// The fields, most telling first.
const (
	inTitle field = iota
	inDescription
	inLessonTitles
	inLessons
	fieldCount
)

// document is a course as search sees it: the distinct words of each field.
type document [fieldCount][]string

const (
	// mostBytes limits the words of one field. PostgreSQL stores a megabyte for all four.
	mostBytes = 150_000
	// mostText limits how much of a course's lesson content is scanned for words, in bytes: the author waits for it.
	// Most prose fills mostBytes before that.
	mostText = 4_000_000
)

// documentWriter builds the document of a course. It takes one text at a time and keeps only the words, so that the
// whole content of a course is never in memory.
type documentWriter struct {
	document document
	known    map[string]bool // words that a mistyped query may mean
	seen     [fieldCount]map[string]bool
	size     [fieldCount]int
	text     int // bytes of lessons scanned
}

// newDocumentWriter begins the document of a course; its published lessons are added next.
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

// vocabulary are the words that a mistyped query may mean, sorted.
func (w *documentWriter) vocabulary() []string { return slices.Sorted(maps.Keys(w.known)) }

// indexedForms are the forms under which a course's word is indexed: its singular, which queries look for, and the
// word itself, for a query that is still being typed. The last of several characters is indexed on its own as well.
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

// reindex updates the search index for a course, which is locked; only published courses are indexed. This is the only
// place where an author's change reads lesson content, one lesson at a time.
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
