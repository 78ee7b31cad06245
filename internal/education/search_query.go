package education

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// term is one word of a query.
type term struct {
	word   string   // as typed, folded; empty if it is too short to be corrected
	exact  []string // any of these words matches
	prefix string   // any word with this prefix matches as well; empty for none
}

// mostTerms limits the cost of a query. Later words are ignored.
const mostTerms = 8

// parseQuery makes terms of what a user typed. Everything but letters and digits only separates words, so a query
// cannot contain anything that an engine would take for an operator. A query may have no terms.
func parseQuery(text string) []term {
	terms := []term{}
	filler := []term{}
	for _, word := range split(fold(text)) {
		for _, next := range termsOf(word) {
			isKnown := slices.ContainsFunc(terms, func(t term) bool { return t.exact[0] == next.exact[0] })
			switch {
			case isKnown:
			case fillers[word.text]:
				filler = append(filler, next)
			case len(terms) < mostTerms:
				terms = append(terms, next)
			}
		}
	}
	if len(terms) == 0 {
		terms = filler[:min(len(filler), mostTerms)]
	}
	if n := len(terms); n > 0 { // the last word may still be being typed
		terms[n-1].prefix = terms[n-1].word
		if terms[n-1].word == "" {
			terms[n-1].prefix = terms[n-1].exact[0]
		}
	}
	return terms
}

func termsOf(word rawWord) []term {
	if !word.isDense {
		return []term{{word: word.text, exact: []string{stem(word.text)}}}
	}
	var terms []term
	for _, pair := range pairs(word.text) {
		terms = append(terms, term{exact: []string{pair}})
	}
	return terms
}

// fillers are words without meaning for a search. They are ignored unless there is nothing else.
var fillers = map[string]bool{
	"a": true, "an": true, "and": true, "are": true, "as": true, "at": true, "be": true, "by": true, "for": true,
	"from": true, "how": true, "i": true, "in": true, "into": true, "is": true, "it": true, "my": true, "not": true,
	"of": true, "on": true, "or": true, "that": true, "the": true, "this": true, "to": true, "what": true, "when": true,
	"with": true, "you": true, "your": true,
}

// mayBeMistyped reports whether a word is long enough to guess what was meant.
func mayBeMistyped(word string) bool {
	if utf8.RuneCountInString(word) < 4 {
		return false
	}
	return strings.ContainsFunc(word, unicode.IsLetter)
}

// mostMistakes is how many mistakes to accept in a word: one when it is short, two when it is long.
func mostMistakes(word string) int {
	if utf8.RuneCountInString(word) >= 8 {
		return 2
	}
	return 1
}

// near filters candidates to those that a mistyped word may mean.
func near(word string, candidates []string) []string {
	return slices.DeleteFunc(candidates, func(candidate string) bool { return mistakes(word, candidate) > mostMistakes(word) })
}

// corrections are the words that a mistyped one most likely means, in a fixed order: those with the fewest mistakes.
func corrections(word string, candidates []string) []string {
	const most = 5
	nearest := mostMistakes(word)
	var found []string
	for _, candidate := range candidates {
		distance := mistakes(word, candidate)
		if distance > nearest {
			continue
		}
		if distance < nearest {
			nearest, found = distance, nil
		}
		if singular := stem(candidate); !slices.Contains(found, singular) {
			found = append(found, singular)
		}
	}
	slices.Sort(found)
	return found[:min(len(found), most)]
}

// mistakes counts how many characters were added, left out, replaced or swapped with a neighbour between two words.
func mistakes(a, b string) int {
	from, to := []rune(a), []rune(b)
	before, last, row := make([]int, len(to)+1), make([]int, len(to)+1), make([]int, len(to)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(from); i++ {
		row[0] = i
		for j := 1; j <= len(to); j++ {
			replaced := 1
			if from[i-1] == to[j-1] {
				replaced = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+replaced)
			if i > 1 && j > 1 && from[i-1] == to[j-2] && from[i-2] == to[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(to)]
}

// plainKey writes a word in letters that every locale knows. Similar words have similar keys; a false match only costs
// a comparison.
func plainKey(word string) string {
	key := make([]byte, 0, len(word))
	for _, r := range word {
		if r < utf8.RuneSelf {
			key = append(key, byte(r))
		} else {
			key = append(key, 'a'+byte(r%26))
		}
	}
	return string(key)
}
