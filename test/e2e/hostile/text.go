package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"bourse/test/e2e/kit"
)

// object is a JSON object whose fields are ordered and may be repeated.
type object struct{ fields []field }

type field struct {
	name  string
	value any
}

// list is a JSON array that can be changed in place.
type list struct{ elements []any }

// literal is written as is, whether it is JSON or not.
type literal string

func (o *object) set(name string, value any) { o.fields = append(o.fields, field{name, value}) }

// tree is a value in a form that can be changed: objects sorted by name, and lists.
func tree(value any) any {
	switch value := value.(type) {
	case kit.Body:
		return tree(map[string]any(value))
	case map[string]any:
		made := &object{}
		for name, member := range value {
			made.set(name, tree(member))
		}
		slices.SortFunc(made.fields, func(a, b field) int { return strings.Compare(a.name, b.name) })
		return made
	case []any:
		made := &list{}
		for _, element := range value {
			made.elements = append(made.elements, tree(element))
		}
		return made
	case []string:
		made := &list{}
		for _, element := range value {
			made.elements = append(made.elements, element)
		}
		return made
	case []kit.Body:
		made := &list{}
		for _, element := range value {
			made.elements = append(made.elements, tree(element))
		}
		return made
	}
	return value
}

// copied is an independent copy of a tree.
func copied(value any) any {
	switch value := value.(type) {
	case *object:
		made := &object{}
		for _, field := range value.fields {
			made.set(field.name, copied(field.value))
		}
		return made
	case *list:
		made := &list{elements: slices.Clone(value.elements)}
		for i, element := range made.elements {
			made.elements[i] = copied(element)
		}
		return made
	}
	return value
}

// write writes a tree as JSON. Invalid UTF-8 in a text stays.
func write(to *bytes.Buffer, value any) {
	switch value := value.(type) {
	case *object:
		to.WriteByte('{')
		for i, field := range value.fields {
			if i > 0 {
				to.WriteByte(',')
			}
			writeText(to, field.name)
			to.WriteByte(':')
			write(to, field.value)
		}
		to.WriteByte('}')
	case *list:
		to.WriteByte('[')
		for i, element := range value.elements {
			if i > 0 {
				to.WriteByte(',')
			}
			write(to, element)
		}
		to.WriteByte(']')
	case literal:
		to.WriteString(string(value))
	case string:
		writeText(to, value)
	default:
		text, err := json.Marshal(value)
		if err != nil {
			panic(fmt.Sprintf("%T is no part of a tree: %v", value, err)) // a mistake of the journey's author
		}
		to.Write(text)
	}
}

func writeText(to *bytes.Buffer, text string) {
	to.WriteByte('"')
	for i := range len(text) {
		switch letter := text[i]; {
		case letter == '"' || letter == '\\':
			to.WriteByte('\\')
			to.WriteByte(letter)
		case letter < ' ':
			fmt.Fprintf(to, `\u%04x`, letter)
		default:
			to.WriteByte(letter)
		}
	}
	to.WriteByte('"')
}
