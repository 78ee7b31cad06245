// Package topic matches the type of an event against an endpoint's subscription.
//
// A type is two or more words joined by dots, from general to specific, such as trading.position.opened. A word is a
// lower-case letter followed by lower-case letters, digits and underscores. A subscription is a list of patterns, of
// which one must match:
//
//	trading.position.opened   that type and no other
//	trading.position.*        every type that begins with trading.position and a dot
//	trading.*                 every type that begins with trading and a dot, however many words follow
//	*                         every type
//
// The star may stand only at the end and only for whole words. An empty list matches nothing.
package topic

import "strings"

// MaxLength is the maximum number of characters of a type or a pattern.
const MaxLength = 128

const (
	all      = "*"
	anything = ".*"
)

// Valid reports whether a subscription may contain the pattern.
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

// Match reports whether any of the patterns, which must be valid, matches the type. It does not allocate.
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

// countWords returns the number of dot-separated words in the text, or 0 when it is anything else.
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
