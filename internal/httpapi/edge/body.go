package edge

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bourse/internal/fault"
)

// checkText refuses what the database could not store as text: invalid UTF-8, which the generated decoder accepts, and
// the character U+0000.
func checkText(body []byte) *fault.Error {
	if !utf8.Valid(body) {
		return fault.New(fault.InvalidJSON, "the body is not valid UTF-8")
	}
	if !bytes.Contains(body, []byte(`\u0000`)) {
		return nil
	}
	if !json.Valid(body) {
		return nil // the decoder will report the error
	}
	if path, found := findNull(body); found {
		return fault.Invalid(shortField(written(path)), "must not hold the character U+0000")
	}
	return nil
}

// level is an object or a list on the path of a walk through JSON.
type level struct {
	isObject bool
	name     []byte // of the current member, as written
	place    int    // of the current element
}

// findNull finds the first string with the character U+0000 in valid JSON and returns the path to it, or to the object
// that has it in a name. It keeps only the current path: a client may send a body that would take fifty times its size
// as a tree, or one nested so deeply that a recursive call per level would take a lot, too.
func findNull(body []byte) (path []string, found bool) {
	var levels []level
	isName := false
	for at := 0; at < len(body); at++ {
		switch body[at] {
		case '{':
			levels, isName = append(levels, level{isObject: true}), true
		case '[':
			levels, isName = append(levels, level{}), false
		case '}', ']':
			levels = levels[:len(levels)-1]
		case ':':
			isName = false
		case ',':
			inner := &levels[len(levels)-1]
			inner.place++
			isName = inner.isObject
		case '"':
			text, hasNull := textAt(body[at:])
			switch {
			case hasNull && isName:
				return pathOf(levels[:len(levels)-1]), true
			case hasNull:
				return pathOf(levels), true
			case isName:
				levels[len(levels)-1].name = text
			}
			at += len(text) - 1
		}
	}
	return nil, false
}

// textAt is the string at the beginning of valid JSON, as written, and whether it contains the character U+0000.
func textAt(body []byte) (text []byte, hasNull bool) {
	at := 1
	for ; body[at] != '"'; at++ {
		if body[at] == '\\' {
			at++
			hasNull = hasNull || bytes.HasPrefix(body[at:], []byte("u0000"))
		}
	}
	return body[:at+1], hasNull
}

// pathOf is the path through the levels, with decoded names.
func pathOf(levels []level) []string {
	path := make([]string, len(levels))
	for i, each := range levels {
		if !each.isObject {
			path[i] = "[" + strconv.Itoa(each.place) + "]"
		} else if err := json.Unmarshal(each.name, &path[i]); err != nil {
			path[i] = "" // cannot happen in valid JSON
		}
	}
	return path
}

// checkURL is checkText for the path and the query.
func checkURL(u *url.URL) *fault.Error {
	if !IsText(u.Path) {
		return ErrNoOperation
	}
	if !strings.ContainsAny(u.RawQuery, "%;") && utf8.ValidString(u.RawQuery) {
		return nil
	}
	// The generated server would drop a parameter that it cannot parse, and respond as if it had not been sent.
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return fault.Invalid("", "the query is not well formed: a value is percent-encoded, and pairs have & between them")
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !IsText(name) {
			return fault.Invalid("", "the query is not valid UTF-8")
		}
		for _, value := range query[name] {
			if !IsText(value) {
				return fault.Invalid(shortField(name), "must be valid UTF-8 without the character U+0000")
			}
		}
	}
	return nil
}

// IsText reports whether the database can store s as text: it is valid UTF-8 without the character U+0000.
func IsText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
