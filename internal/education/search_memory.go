package education

import (
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"bourse/internal/identity"
)

// wordIndex is what search knows of all published courses, in memory: for each word the courses that have it and
// in which fields, four bytes for each, and some sixty bytes for each course. Many may search at once; a change
// waits for them and takes as long as one course has words.
type wordIndex struct {
	mutex    sync.RWMutex
	words    map[string]*indexedWord
	sorted   []*indexedWord // by their bytes, so that those with the same beginning stand together
	courses  []indexedCourse
	numbers  map[uuid.UUID]uint32 // where a course stands in courses
	postings int                  // of courses that are there
	gone     int                  // postings of courses that were removed, until all is built anew
	scratch  sync.Pool            // of *scores
}

type indexedWord struct {
	text     string
	postings []posting // by the numbers of the courses
}

// posting is the number of a course, and in the last bits the fields in which it has the word.
type posting uint32

func (p posting) number() uint32 { return uint32(p) >> fieldCount }
func (p posting) fields() uint8  { return uint8(p) & (1<<fieldCount - 1) }

// indexedCourse is what a search ranks and filters by. A course that changes gets a new number, and the old one
// is left as gone.
type indexedCourse struct {
	id          uuid.UUID
	tenant      uuid.UUID
	publishedAt int64
	featured    int32 // its rank, or notFeatured
	postings    int32
	level       uint8 // its place in levels
	isGone      bool
}

// notFeatured ranks behind all that are.
const notFeatured = 1_000_000

// levels are numbered from 1, so that 0 can be any.
var levels = []Level{"", Beginner, Intermediate, Advanced, Expert}

// searchedCourse is a published course with all that search looks at: the words of its lessons, and not the lessons.
type searchedCourse struct {
	Course
	featured int32
	document document
}

func newWordIndex() *wordIndex {
	return &wordIndex{words: map[string]*indexedWord{}, numbers: map[uuid.UUID]uint32{}}
}

// load adds a course to an index that nobody searches yet. Call arrange when all are in it.
func (x *wordIndex) load(course *searchedCourse) { x.add(course, func(*indexedWord) {}) }

// arrange makes what was loaded ready to be searched.
func (x *wordIndex) arrange() {
	x.sorted = make([]*indexedWord, 0, len(x.words))
	for _, word := range x.words {
		word.postings = slices.Clone(word.postings) // without the room that was left for more
		x.sorted = append(x.sorted, word)
	}
	slices.SortFunc(x.sorted, func(a, b *indexedWord) int { return strings.Compare(a.text, b.text) })
}

// replace makes the index know a course as it is now.
func (x *wordIndex) replace(course *searchedCourse) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	x.remove(course.ID)
	x.add(course, func(word *indexedWord) {
		at, _ := x.place(word.text)
		x.sorted = slices.Insert(x.sorted, at, word)
	})
}

// forget makes the index know some courses no more.
func (x *wordIndex) forget(courses map[uuid.UUID]bool) {
	x.mutex.Lock()
	defer x.mutex.Unlock()
	for id := range courses {
		x.remove(id)
	}
}

// place is where a word stands in sorted, or would.
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

// isWorn tells whether so much was removed that the index is better built anew.
func (x *wordIndex) isWorn() bool {
	x.mutex.RLock()
	defer x.mutex.RUnlock()
	return x.gone > 10_000+x.postings/2
}

// exceeds tells whether the index has outgrown what it may take.
func (x *wordIndex) exceeds(most indexSize) bool {
	x.mutex.RLock()
	defer x.mutex.RUnlock()
	return len(x.numbers) > most.courses || x.postings+x.gone > most.postings
}

// isSeen tells whether the users of a tenant see a course.
func (c *indexedCourse) isSeen(tenant uuid.UUID) bool {
	return !c.isGone && (c.tenant == identity.Platform || c.tenant == tenant)
}
