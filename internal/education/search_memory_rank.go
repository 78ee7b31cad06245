package education

import (
	"bytes"
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// find returns the best courses for the terms, in the order documented on Search.
func (x *wordIndex) find(who looking, terms []term) []uuid.UUID {
	x.mutex.RLock()
	defer x.mutex.RUnlock()
	best, hasAll := x.rank(who, terms)
	if !hasAll && x.correct(who.tenant, terms) {
		best, _ = x.rank(who, terms)
	}
	ids := make([]uuid.UUID, len(best))
	for i, number := range best {
		ids[i] = x.courses[number].id
	}
	return ids
}

// scores are indexed by course number; a search uses few of them.
type scores struct {
	of    []score
	found []uint32 // courses with a score other than zero
}

// score is a course's score so far.
type score struct {
	worth uint16 // sum over all terms
	best  uint16 // of the last term
	terms uint8  // number of terms that it has
	last  uint8  // number of the last term, from 1
}

// key orders by the number of terms, then by their worth.
func (s score) key() uint32 { return uint32(s.terms)<<16 | uint32(s.worth) }

// count adds a term that was found in a course. Of several places the best one counts.
func (s *score) count(term uint8, worth uint16) {
	switch {
	case s.last != term:
		s.last, s.best, s.worth = term, worth, s.worth+worth
		s.terms++
	case worth > s.best:
		s.worth += worth - s.best
		s.best = worth
	}
}

// rank returns the numbers of the best courses, and whether any of them has every term.
func (x *wordIndex) rank(who looking, terms []term) (best []uint32, hasAll bool) {
	scored, _ := x.scratch.Get().(*scores)
	if scored == nil || len(scored.of) < len(x.courses) {
		scored = &scores{of: make([]score, len(x.courses)+len(x.courses)/8)}
	}
	for i, t := range terms {
		for _, text := range t.exact {
			if word := x.words[text]; word != nil {
				x.score(scored, who, word, uint8(i+1), wholeWorth)
			}
		}
		for _, word := range x.beginningWith(t.prefix) {
			x.score(scored, who, word, uint8(i+1), beginningWorth)
		}
	}
	best = make([]uint32, 0, min(who.limit, len(scored.found)))
	for _, number := range slices.Backward(scored.found) { // the newest are last, and win ties
		hasAll = hasAll || int(scored.of[number].terms) == len(terms)
		best = x.keepBest(best, who.limit, scored, number)
	}
	for _, number := range scored.found {
		scored.of[number] = score{}
	}
	scored.found = scored.found[:0]
	x.scratch.Put(scored)
	return best, hasAll
}

// score counts a word for the courses that have it and match the search.
func (x *wordIndex) score(scored *scores, who looking, word *indexedWord, term uint8, worth worthOfFields) {
	for _, p := range word.postings {
		number := p.number()
		course := &x.courses[number]
		if !course.isSeen(who.tenant) || who.level != "" && levels[course.level] != who.level {
			continue
		}
		cell := &scored.of[number]
		if cell.last == 0 {
			scored.found = append(scored.found, number)
		}
		cell.count(term, worth[p.fields()])
	}
}

// keepBest inserts a course into the best ones in order; when the limit is reached, the last one drops out.
func (x *wordIndex) keepBest(best []uint32, limit int, scored *scores, number uint32) []uint32 {
	compare := func(a, b uint32) int { return x.compare(scored, a, b) }
	if len(best) == limit {
		if limit == 0 || compare(best[limit-1], number) < 0 {
			return best
		}
		best = best[:limit-1]
	}
	at, _ := slices.BinarySearchFunc(best, number, compare)
	return slices.Insert(best, at, number)
}

// compare orders courses, best first. No two are equal.
func (x *wordIndex) compare(scored *scores, a, b uint32) int {
	if order := cmp.Compare(scored.of[b].key(), scored.of[a].key()); order != 0 {
		return order
	}
	one, other := &x.courses[a], &x.courses[b]
	return cmp.Or(cmp.Compare(one.featured, other.featured), cmp.Compare(other.publishedAt, one.publishedAt),
		bytes.Compare(other.id[:], one.id[:]))
}

// beginningWith returns the words with a prefix; none for an empty prefix.
func (x *wordIndex) beginningWith(prefix string) []*indexedWord {
	if prefix == "" {
		return nil
	}
	from, _ := x.place(prefix)
	return x.sorted[from:x.endOf(from, prefix)]
}

// endOf is the index after the last word with a prefix, whose first word is at from. Most prefixes have few words, so
// it searches nearby first.
func (x *wordIndex) endOf(from int, prefix string) int {
	low, step := from, 1
	for low+step < len(x.sorted) && strings.HasPrefix(x.sorted[low+step].text, prefix) {
		low, step = low+step, 2*step
	}
	within := x.sorted[low:min(low+step, len(x.sorted))]
	at, _ := slices.BinarySearchFunc(within, prefix, func(word *indexedWord, prefix string) int {
		if strings.HasPrefix(word.text, prefix) {
			return -1
		}
		return 1
	})
	return low + at
}

// worthOfFields is the worth of a word by the set of fields it is in: that of the most telling one.
type worthOfFields [1 << fieldCount]uint16

var wholeWorth, beginningWorth = worthTables()

func worthTables() (whole, beginning worthOfFields) {
	for fields := 1; fields < len(whole); fields++ {
		first := bits.TrailingZeros(uint(fields))
		whole[fields], beginning[fields] = uint16(worth[first].whole), uint16(worth[first].beginning)
	}
	return whole, beginning
}
