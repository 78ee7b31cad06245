package bourse

import (
	"encoding/json"
	"errors"
	"slices"
)

// variant is one of the types that a union can hold, as its generated code says it.
type variant struct {
	new      func() any
	kinds    []string // the values of the discriminator that mean it
	required []string // the fields by which it is known where there is no discriminator
}

// marshalUnion writes what a union holds.
func marshalUnion(value any) ([]byte, error) {
	if value == nil {
		return nil, errors.New("bourse: it holds none of its types")
	}
	return json.Marshal(value)
}

// unmarshalUnion reads what a union holds. It is nothing when the discriminator is unknown, or no type fits.
func unmarshalUnion(text []byte, discriminator string, variants ...variant) (kind string, value any, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return "", nil, err
	}
	if discriminator != "" {
		_ = json.Unmarshal(fields[discriminator], &kind) // one that is no text is unknown
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
