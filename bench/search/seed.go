package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/bench/kit"
)

const (
	seededCourses   = 10_000
	seededWords     = 4_000
	lessonsOfCourse = 3
)

// topics are words of the trade, each in one of six courses or fewer, see newCatalogue.
var topics = []string{
	"market", "risk", "trading", "option", "price", "management", "portfolio", "trend", "chart", "order", "volatility",
	"momentum", "hedging", "margin", "capital", "spread", "yield", "bond", "leverage", "liquidity", "signal", "breakout",
}

// catalogue is many published courses. No word is a plural, so search matches each only as itself.
type catalogue struct {
	words   []string
	courses []seededCourse
}

type seededCourse struct {
	id                          uuid.UUID
	number                      int
	written                     time.Time
	title, short, description   []string
	lessonTitles, lessonContent [lessonsOfCourse][]string
}

// newCatalogue generates courses, the same in every run except for dates. A word's frequency falls with its place in
// the vocabulary, as in any language.
func newCatalogue(courses int, now time.Time) *catalogue {
	c := &catalogue{words: madeUpWords(seededWords)}
	for i, topic := range topics {
		c.words[150+40*i] = topic
	}
	random := rand.New(rand.NewPCG(1, 2))
	usage := rand.NewZipf(random, 1.15, 12, seededWords-1)
	text := func(length int) []string {
		words := make([]string, length)
		for i := range words {
			words[i] = c.words[usage.Uint64()]
		}
		return words
	}
	for number := range courses {
		course := seededCourse{
			id: kit.IDAt(now.Add(-time.Duration(courses-number) * time.Hour)), number: number,
			written: now.Add(-time.Duration(courses-number) * time.Hour),
			title:   text(4), short: text(10), description: text(40),
		}
		for i := range lessonsOfCourse {
			course.lessonTitles[i], course.lessonContent[i] = text(3), text(60)
		}
		c.courses = append(c.courses, course)
	}
	return c
}

// madeUpWords are different words of three syllables, none of which ends in s.
func madeUpWords(count int) []string {
	syllables := []string{"ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu", "ra", "ste", "ti", "vo", "zu", "shan", "tor", "len"}
	words := make([]string, count)
	for i := range words {
		n := len(syllables)
		words[i] = syllables[i%n] + syllables[i/n%n] + syllables[i/n/n%n]
	}
	return words
}

func (s *seededCourse) slug() string { return fmt.Sprintf("bench-%05d", s.number) }

// fields are the different words of the title, the description, the titles of lessons and their content.
func (s *seededCourse) fields() [4][]string {
	return [4][]string{
		different(s.title), different(slices.Concat(s.short, s.description)),
		different(slices.Concat(s.lessonTitles[:]...)), different(slices.Concat(s.lessonContent[:]...)),
	}
}

func different(words []string) []string {
	seen := make(map[string]bool, len(words))
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		repeated := seen[word]
		seen[word] = true
		return repeated
	})
}

// sentence joins words as people write them.
func sentence(words []string) string {
	text := strings.Join(words, " ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
