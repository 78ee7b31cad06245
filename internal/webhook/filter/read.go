package filter

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"
)

// object is a JSON object with its members in order. A map would hide a duplicate key, and with it half of what the
// filter's author meant.
type object []member

type member struct {
	key   string
	value any // object, []any, or a scalar as encoding/json decodes it
}

// read decodes the text of a filter into a tree of bounded depth.
func read(raw []byte) (object, error) {
	if len(raw) > MaxBytes {
		return nil, &SyntaxError{Reason: fmt.Sprintf("is longer than %d bytes", MaxBytes)}
	}
	if !utf8.Valid(raw) {
		return nil, &SyntaxError{Reason: "is not valid UTF-8"}
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	r := reader{decoder: decoder}
	value, err := r.value("", 0, false)
	if err != nil {
		return nil, err
	}
	tree, isObject := value.(object)
	if !isObject {
		return nil, &SyntaxError{Reason: "must be an object"}
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, &SyntaxError{Reason: "is not valid JSON: more follows the object"}
	}
	return tree, nil
}

type reader struct{ decoder *json.Decoder }

// token returns the next token of the text.
func (r reader) token(at string) (json.Token, error) {
	token, err := r.decoder.Token()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, &SyntaxError{Path: at, Reason: "is not valid JSON: " + err.Error()}
	}
	return token, nil
}

// value reads the value at the given path, which is nested in depth objects.
func (r reader) value(at string, depth int, inList bool) (any, error) {
	token, err := r.token(at)
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		if depth == MaxDepth {
			return nil, &SyntaxError{Path: at, Reason: fmt.Sprintf("is nested more than %d objects deep", MaxDepth)}
		}
		return r.object(at, depth+1)
	case json.Delim('['):
		if inList {
			return nil, &SyntaxError{Path: at, Reason: "must not be a list in a list"}
		}
		return r.list(at, depth)
	}
	return token, nil
}

// object reads the members of an object that has just begun.
func (r reader) object(at string, depth int) (any, error) {
	members := object{}
	for r.decoder.More() {
		token, err := r.token(at)
		if err != nil {
			return nil, err
		}
		key := token.(string) // the decoder allows nothing else here
		here := below(at, key)
		if slices.ContainsFunc(members, func(m member) bool { return m.key == key }) {
			return nil, &SyntaxError{Path: here, Reason: "is given twice"}
		}
		value, err := r.value(here, depth, false)
		if err != nil {
			return nil, err
		}
		members = append(members, member{key, value})
	}
	_, err := r.token(at)
	return members, err
}

// list reads the elements of a list that has just begun.
func (r reader) list(at string, depth int) (any, error) {
	elements := []any{}
	for r.decoder.More() {
		value, err := r.value(element(at, len(elements)), depth, true)
		if err != nil {
			return nil, err
		}
		elements = append(elements, value)
	}
	_, err := r.token(at)
	return elements, err
}

// below returns the path of a member, for error messages.
func below(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}

// element returns the path of an element of a list, for error messages.
func element(at string, place int) string { return at + "[" + strconv.Itoa(place) + "]" }
