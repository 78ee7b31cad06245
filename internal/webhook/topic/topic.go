// Package topic matches the type of an event against what an endpoint subscribes to.
//
// A type is two or more words joined by dots, from the general to the particular, such as
// trading.position.opened. A word begins with a lower-case letter and goes on with lower-case letters,
// digits and underscores. A subscription is a list of patterns, and one that matches is enough:
//
//	trading.position.opened   that type and no other
//	trading.position.*        every type that begins with trading.position and a dot
//	trading.*                 every type that begins with trading and a dot, however many words follow
//	*                         every type
//
// The star stands only at the end and only for whole words. An empty list matches nothing.
package topic

import "strings"

// MaxLength is how many characters a type or a pattern has at most.
const MaxLength = 128

const (
	all      = "*"
	anything = ".*"
)

// Valid reports whether a subscription may hold the pattern.
func Valid(pattern string) bool {
	if pattern == all {
		return true
	}
	if len(pattern) > MaxLength {
		return false
	}
	if area, isOpen := strings.CutSuffix(pattern, anything); isOpen {
		return countWords(area) >= 1
	}
	return countWords(pattern) >= 2
}

// Match reports whether one of the patterns, each of them valid, matches the type. It allocates nothing.
func Match(patterns []string, eventType string) bool {
	for _, pattern := range patterns {
		if pattern == eventType || pattern == all {
			return true
		}
		area, isOpen := strings.CutSuffix(pattern, anything)
		if isOpen && len(eventType) > len(area) && eventType[len(area)] == '.' && eventType[:len(area)] == area {
			return true
		}
	}
	return false
}

// countWords returns how many words the text joins by dots, or 0 when it is anything else.
func countWords(text string) int {
	count := 0
	for word := range strings.SplitSeq(text, ".") {
		if !isWord(word) {
			return 0
		}
		count++
	}
	return count
}

func isWord(word string) bool {
	for i, letter := range []byte(word) {
		isLetter := letter >= 'a' && letter <= 'z'
		isLater := letter == '_' || letter >= '0' && letter <= '9'
		if !isLetter && (i == 0 || !isLater) {
			return false
		}
	}
	return word != ""
}
