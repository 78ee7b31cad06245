package education

import (
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"bourse/internal/identity"
)

// wordIndex is the in-memory search index of all published courses: for each word the courses that have it and in
// which fields, at four bytes each, plus some sixty bytes per course. Searches run concurrently; a change waits for
// them, and takes time in proportion to the words of one course.
type wordIndex struct {
	mutex    sync.RWMutex
	words    map[string]*indexedWord
	sorted   []*indexedWord // in byte order, so that words with the same prefix are adjacent
	courses  []indexedCourse
	numbers  map[uuid.UUID]uint32 // index of a course in courses
	postings int                  // of live courses
	gone     int                  // postings of removed courses, until the index is rebuilt
	scratch  sync.Pool            // of *scores
}

type indexedWord struct {
	text     string
	postings []posting // in order of course number
}

// posting is the number of a course, with the fields in which it has the word in the lowest bits.
type posting uint32

func (p posting) number() uint32 { return uint32(p) >> fieldCount }
func (p posting) fields() uint8  { return uint8(p) & (1<<fieldCount - 1) }

// indexedCourse is what a search ranks and filters by. A changed course gets a new number, and the old one is marked
// as gone.
type indexedCourse struct {
	id          uuid.UUID
	tenant      uuid.UUID
	publishedAt int64
	featured    int32 // its rank, or notFeatured
	postings    int32
	level       uint8 // its index in levels
	isGone      bool
}

// notFeatured ranks after all featured courses.
const notFeatured = 1_000_000

// levels are numbered from 1, so that 0 can mean any.
var levels = []Level{"", Beginner, Intermediate, Advanced, Expert}

// searchedCourse is a published course with all that search needs: the words of its lessons, not the lessons
// themselves.
type searchedCourse struct {
	Course
	featured int32
	document document
}

func newWordIndex() *wordIndex {
	return &wordIndex{words: map[string]*indexedWord{}, numbers: map[uuid.UUID]uint32{}}
}

// load adds a course to an index that is not in use yet. Call arrange when all are loaded.
func (x *wordIndex) load(course *searchedCourse) { x.add(course, func(*indexedWord) {}) }

// arrange makes the loaded courses searchable.
func (x *wordIndex) arrange() {
	x.sorted = make([]*indexedWord, 0, len(x.words))
	for _, word := range x.words {
		word.postings = slices.Clone(word.postings) // drops spare capacity
		x.sorted = append(x.sorted, word)
	}
	slices.SortFunc(x.sorted, func(a, b *indexedWord) int { return strings.Compare(a.text, b.text) })
}

// replace updates the index for a changed course.
func (x *wordIndex) replace(course *searchedCourse) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.remove(course.ID)
	x.add(course, func(word *indexedWord) {
		at, _ := x.place(word.text)
		x.sorted = slices.Insert(x.sorted, at, word)
	})
}

// forget removes courses from the index.
func (x *wordIndex) forget(courses map[uuid.UUID]bool) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	for id := range courses {
		x.remove(id)
	}
}

// place returns the position of a word in sorted, or where it would be inserted.
func (x *wordIndex) place(text string) (at int, isThere bool) {
	return slices.BinarySearchFunc(x.sorted, text, func(word *indexedWord, text string) int { return strings.Compare(word.text, text) })
}

func (x *wordIndex) add(course *searchedCourse, isNew func(*indexedWord)) {
	number, before := uint32(len(x.courses)), x.postings
	for f, words := range course.document {
		for _, text := range words {
			word := x.words[text]
			if word == nil {
				word = &indexedWord{text: text}
				x.words[text] = word
				isNew(word)
			}
			last := len(word.postings) - 1
			if last < 0 || word.postings[last].number() != number {
				word.postings = append(word.postings, posting(number<<fieldCount))
				last++
				x.postings++
			}
			word.postings[last] |= 1 << f
		}
	}
	x.numbers[course.ID] = number
	x.courses = append(x.courses, indexedCourse{
		id: course.ID, tenant: course.TenantID, publishedAt: course.PublishedAt.UnixMicro(), featured: course.featured,
		postings: int32(x.postings - before), level: uint8(max(0, slices.Index(levels, course.Level))),
	})
}

func (x *wordIndex) remove(id uuid.UUID) {
	number, isThere := x.numbers[id]
	if !isThere {
		return
	}
	delete(x.numbers, id)
	course := &x.courses[number]
	course.isGone = true
	x.postings -= int(course.postings)
	x.gone += int(course.postings)
}

// isWorn reports whether so much was removed that the index should be rebuilt.
func (x *wordIndex) isWorn() bool {
	x.mutex.RLock()
	defer x.mutex.RUnlock()
	return x.gone > 10_000+x.postings/2
}

// exceeds reports whether the index has outgrown its limits.
func (x *wordIndex) exceeds(most indexSize) bool {
	x.mutex.RLock()
	defer x.mutex.RUnlock()
	return len(x.numbers) > most.courses || x.postings+x.gone > most.postings
}

// isSeen reports whether the users of a tenant see a course.
func (c *indexedCourse) isSeen(tenant uuid.UUID) bool {
	return !c.isGone && (c.tenant == identity.Platform || c.tenant == tenant)
}
