package bourse

import (
	"encoding/json"
	"errors"
	"slices"
)

// variant is one of the types that a union can hold, as its generated code describes it.
type variant struct {
	new      func() any
	kinds    []string // the discriminator values that select it
	required []string // the fields that identify it without a discriminator
}

// marshalUnion writes the value of a union.
func marshalUnion(value any) ([]byte, error) {
	if value == nil {
		return nil, errors.New("bourse: it holds none of its types")
	}
	return json.Marshal(value)
}

// unmarshalUnion parses the value of a union. The value is nil when the discriminator is unknown, or no type matches.
func unmarshalUnion(text []byte, discriminator string, variants ...variant) (kind string, value any, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return "", nil, err
	}
	if discriminator != "" {
		_ = json.Unmarshal(fields[discriminator], &kind) // anything but a string is unknown
	}
	var fitting *variant
	for i := range variants {
		one := &variants[i]
		if discriminator != "" {
			if slices.Contains(one.kinds, kind) {
				fitting = one
			}
		} else if hasAll(fields, one.required) && (fitting == nil || len(one.required) > len(fitting.required)) {
			fitting = one
		}
	}
	if fitting == nil {
		return kind, nil, nil
	}
	value = fitting.new()
	return kind, value, decode(text, value)
}

func hasAll(fields map[string]json.RawMessage, names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		_, isThere := fields[name]
		return !isThere
	})
}
