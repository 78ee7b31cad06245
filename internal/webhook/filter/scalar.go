package filter

import (
	"cmp"
	"encoding/json"
	"strings"
)

// kind is the type of a scalar.
type kind uint8

const (
	kindNull kind = iota
	kindFalse
	kindTrue
	kindNumber
	kindString
)

// scalar is a value that filters compare.
type scalar struct {
	kind   kind
	text   string // of a string
	number number
}

// scalarOf converts a decoded JSON value. It fails for objects and lists, and for numbers whose exponent
// is out of bounds.
func scalarOf(value any) (s scalar, ok bool) {
	switch value := value.(type) {
	case nil:
		return scalar{kind: kindNull}, true
	case bool:
		if value {
			return scalar{kind: kindTrue}, true
		}
		return scalar{kind: kindFalse}, true
	case string:
		return scalar{kind: kindString, text: value}, true
	case json.Number:
		n, ok := parseNumber(string(value))
		return scalar{kind: kindNumber, number: n}, ok
	}
	return scalar{}, false
}

// compare orders scalars by kind, then by value; it returns 0 only for equal ones.
func (s scalar) compare(other scalar) int {
	if s.kind != other.kind {
		return cmp.Compare(s.kind, other.kind)
	}
	if s.kind == kindNumber {
		return s.number.compare(other.number)
	}
	return strings.Compare(s.text, other.text)
}
