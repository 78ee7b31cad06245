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

// checkText refuses what the database could not store as text: bytes that are not UTF-8, which the
// generated decoder lets through, and the character U+0000.
func checkText(body []byte) *fault.Error {
	if !utf8.Valid(body) {
		return fault.New(fault.InvalidJSON, "the body is not valid UTF-8")
	}
	if !bytes.Contains(body, []byte(`\u0000`)) {
		return nil
	}
	var value any
	if json.Unmarshal(body, &value) != nil {
		return nil // the decoder will say what is wrong
	}
	if path, found := findNull(value, nil); found {
		return fault.Invalid(shortField(written(path)), "must not hold the character U+0000")
	}
	return nil
}

// findNull looks for a text with the character U+0000 and returns the path to it.
func findNull(value any, path []string) ([]string, bool) {
	switch value := value.(type) {
	case string:
		return path, strings.Contains(value, "\x00")
	case []any:
		for i, element := range value {
			if found, ok := findNull(element, append(path, "["+strconv.Itoa(i)+"]")); ok {
				return found, true
			}
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) { // so that the same request is told the same field
			if strings.Contains(name, "\x00") {
				return path, true
			}
			if found, ok := findNull(value[name], append(path, name)); ok {
				return found, true
			}
		}
	}
	return nil, false
}

// checkURL does for the path and the query what checkText does for the body.
func checkURL(u *url.URL) *fault.Error {
	if !IsText(u.Path) {
		return ErrNoOperation
	}
	if !strings.ContainsAny(u.RawQuery, "%;") && utf8.ValidString(u.RawQuery) {
		return nil
	}
	// The generated server would leave out what cannot be read, and answer as if nothing had been asked for there.
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

// IsText tells whether the database can store it as text: it is UTF-8 without the character U+0000.
func IsText(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
