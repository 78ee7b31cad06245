package education

import (
	"slices"
	"unicode/utf8"

	"github.com/google/uuid"
)

// correct gives the terms that no course has that the users of a tenant see the words that they may have been
// meant to be. Words of other tenants' courses are as good as unknown: what is found must not depend on them.
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

// isKnown tells whether a course has the term that the users of a tenant see.
func (x *wordIndex) isKnown(tenant uuid.UUID, t term) bool {
	for _, text := range t.exact {
		if word := x.words[text]; word != nil && x.isSeen(tenant, word) {
			return true
		}
	}
	return slices.ContainsFunc(x.beginningWith(t.prefix), func(word *indexedWord) bool { return x.isSeen(tenant, word) })
}

// isSeen tells whether a course has the word that the users of a tenant see.
func (x *wordIndex) isSeen(tenant uuid.UUID, word *indexedWord) bool {
	return slices.ContainsFunc(word.postings, func(p posting) bool { return x.courses[p.number()].isSeen(tenant) })
}

// near returns the words that are at most so many mistakes away from one. It goes through all words in their order
// and counts mistakes letter by letter, as the function mistakes does. What two neighbours have in common is
// counted once, and a beginning that has too many mistakes is left with all words that begin so.
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

// mistakeCount counts the mistakes between a word and others that are followed letter by letter.
type mistakeCount struct {
	letters []rune  // of the word
	path    []rune  // the letters that were followed
	rows    [][]int // after each of them, and before the first: the mistakes against each beginning of the word
	least   []int   // of each row
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

// follow goes on to another word, from where it has the same beginning as the last one. It stops where no word
// that begins like text[:end] can have so few mistakes.
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
		// Two letters in each other's place go back two rows and are one mistake more.
		if depth := len(c.path); c.least[depth] > most && c.least[depth-1] >= most {
			return end, true
		}
	}
	return end, false
}

// step counts one letter more.
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

// mistakes is how many there are in the word that was followed to its end.
func (c *mistakeCount) mistakes() int { return c.rows[len(c.path)][len(c.letters)] }
