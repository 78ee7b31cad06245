package education

import (
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"
)

// correct replaces terms that occur in no course the tenant's users see with the words that were probably meant. Words
// of other tenants' courses count as unknown: results must not depend on them.
func (x *wordIndex) correct(tenant uuid.UUID, terms []term) (corrected bool) {
	for i := range terms {
		t := &terms[i]
		if !mayBeMistyped(t.word) || x.isKnown(tenant, *t) {
			continue
		}
		var candidates []string
		for _, word := range x.near(t.word, mostMistakes(t.word)) {
			if mayBeMistyped(word.text) && x.isSeen(tenant, word) {
				candidates = append(candidates, word.text)
			}
		}
		if meant := corrections(t.word, candidates); len(meant) > 0 {
			t.exact, corrected = meant, true
		}
	}
	return corrected
}

// isKnown reports whether a term occurs in a course the tenant's users see.
func (x *wordIndex) isKnown(tenant uuid.UUID, t term) bool {
	for _, text := range t.exact {
		if word := x.words[text]; word != nil && x.isSeen(tenant, word) {
			return true
		}
	}
	return slices.ContainsFunc(x.beginningWith(t.prefix), func(word *indexedWord) bool { return x.isSeen(tenant, word) })
}

// isSeen reports whether a word occurs in a course the tenant's users see.
func (x *wordIndex) isSeen(tenant uuid.UUID, word *indexedWord) bool {
	return slices.ContainsFunc(word.postings, func(p posting) bool { return x.courses[p.number()].isSeen(tenant) })
}

// near returns the words within a number of mistakes of the mistyped one. It walks all words in order and counts
// mistakes letter by letter, as the function mistakes does. The common prefix of two neighbours is counted once, and a
// prefix with too many mistakes is skipped together with all words that begin with it.
func (x *wordIndex) near(mistyped string, most int) (found []*indexedWord) {
	count := newMistakeCount(mistyped)
	for at := 0; at < len(x.sorted); {
		text := x.sorted[at].text
		end, isHopeless := count.follow(text, most)
		if isHopeless {
			at = x.endOf(at, text[:end])
			continue
		}
		if count.mistakes() <= most {
			found = append(found, x.sorted[at])
		}
		at++
	}
	return found
}

// mistakeCount counts the mistakes between a word and others, which are followed letter by letter.
type mistakeCount struct {
	letters []rune  // of the word
	path    []rune  // the letters followed so far
	rows    [][]int // one before the first letter and one after each: the mistakes against each prefix of the word
	least   []int   // the minimum of each row
}

func newMistakeCount(word string) *mistakeCount {
	c := &mistakeCount{letters: []rune(word)}
	first := make([]int, len(c.letters)+1)
	for j := range first {
		first[j] = j
	}
	c.rows, c.least = append(c.rows, first), append(c.least, 0)
	return c
}

// follow moves on to another word, starting from the prefix it shares with the last one. It stops where no word that
// begins with text[:end] can be within the limit.
func (c *mistakeCount) follow(text string, most int) (end int, isHopeless bool) {
	shared := 0
	for shared < len(c.path) && end < len(text) {
		letter, size := utf8.DecodeRuneInString(text[end:])
		if letter != c.path[shared] {
			break
		}
		shared, end = shared+1, end+size
	}
	c.path = c.path[:shared]
	for end < len(text) {
		letter, size := utf8.DecodeRuneInString(text[end:])
		end += size
		c.step(letter)
		// Two swapped letters refer back two rows and add one mistake.
		if depth := len(c.path); c.least[depth] > most && c.least[depth-1] >= most {
			return end, true
		}
	}
	return end, false
}

// step adds one letter.
func (c *mistakeCount) step(letter rune) {
	c.path = append(c.path, letter)
	i := len(c.path)
	if len(c.rows) == i {
		c.rows, c.least = append(c.rows, make([]int, len(c.letters)+1)), append(c.least, 0)
	}
	row, last := c.rows[i], c.rows[i-1]
	row[0] = i
	for j := 1; j <= len(c.letters); j++ {
		replaced := 1
		if letter == c.letters[j-1] {
			replaced = 0
		}
		row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+replaced)
		if i > 1 && j > 1 && letter == c.letters[j-2] && c.path[i-2] == c.letters[j-1] {
			row[j] = min(row[j], c.rows[i-2][j-2]+1)
		}
	}
	c.least[i] = slices.Min(row)
}

// mistakes is the count for the word that was followed to its end.
func (c *mistakeCount) mistakes() int { return c.rows[len(c.path)][len(c.letters)] }
