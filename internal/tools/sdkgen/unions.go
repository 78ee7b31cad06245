package main

import (
	"fmt"
	"strings"
)

// variant is one of the types that a union can hold.
type variant struct {
	Type     string
	Values   []string // of the discriminator
	Required []string // the fields that identify it if there is no discriminator
}

// writeUnion writes the type of a union. Its content comes out of methods with two results only, so that nobody takes
// one type for another without checking.
func (g *generator) writeUnion(name, stands string, s *schema) error {
	isNew, err := g.declare(name, stands)
	if err != nil || !isNew {
		return err
	}
	variants, err := g.variants(stands, s)
	if err != nil {
		return err
	}
	names := make([]string, len(variants))
	for i, one := range variants {
		names[i] = one.Type
	}
	text := describe(name, g.description(s), s.Deprecated)
	if g.description(s) == "" {
		text = name + " is one of several."
	}
	text += "\n\nIt holds a " + strings.Join(names, " or a ") + ", which its methods tell; what a newer server sends may be none of them."
	fmt.Fprintf(&g.types, "\n%stype %s struct {\n\tkind string\n\tvalue any\n}\n", comment("", text), name)
	property := ""
	if s.Discriminator != nil {
		property = s.Discriminator.PropertyName
		fmt.Fprintf(&g.types, "\n// Kind is the `%s` that was sent.\nfunc (u %s) Kind() string { return u.kind }\n", property, name)
	}
	for _, one := range variants {
		g.writeVariant(name, one)
	}
	fmt.Fprintf(&g.types, "\n// MarshalJSON writes what it holds. It fails when that is nothing.\nfunc (u %s) MarshalJSON() ([]byte, error) { return marshalUnion(u.value) }\n", name)
	fmt.Fprintf(&g.types, "\n// UnmarshalJSON reads what was sent. It fails when that is no JSON of the kind that it says to be.\n"+
		"func (u *%s) UnmarshalJSON(text []byte) (err error) {\n\tu.kind, u.value, err = unmarshalUnion(text, %q,\n", name, property)
	for _, one := range variants {
		fmt.Fprintf(&g.types, "\t\tvariant{new: func() any { return new(%s) }, kinds: %s, required: %s},\n", one.Type, literal(one.Values), literal(one.Required))
	}
	g.types.WriteString("\t)\n\treturn err\n}\n")
	return nil
}

func (g *generator) writeVariant(name string, one variant) {
	fmt.Fprintf(&g.types, "\n// %[2]s is what it holds, when it is that.\nfunc (u %[1]s) %[2]s() (*%[2]s, bool) {\n\tvalue, ok := u.value.(*%[2]s)\n\treturn value, ok\n}\n", name, one.Type)
	kind := ""
	if len(one.Values) > 0 {
		kind = one.Values[0]
	}
	fmt.Fprintf(&g.types, "\n// %[1]sOf%[2]s is a %[1]s that holds a %[2]s.\nfunc %[1]sOf%[2]s(value %[2]s) %[1]s {\n\treturn %[1]s{kind: %[3]q, value: &value}\n}\n", name, one.Type, kind)
}

func (g *generator) variants(stands string, s *schema) (variants []variant, err error) {
	for i, part := range append(s.OneOf, s.AnyOf...) {
		place := fmt.Sprintf("%s %d", stands, i+1)
		found, err := g.typeOf(part, place)
		if err != nil {
			return nil, err
		}
		if _, isStruct := g.declared[found.Name]; !isStruct {
			return nil, fmt.Errorf("%s is no object: a union holds objects", place)
		}
		_, required, err := g.flatten(part)
		if err != nil {
			return nil, err
		}
		one := variant{Type: found.Name, Required: required}
		if s.Discriminator != nil {
			one.Required = nil
			for _, mapped := range s.Discriminator.Mapping {
				if referred(mapped.Value) == referred(part.Ref) {
					one.Values = append(one.Values, mapped.Name)
				}
			}
			if len(one.Values) == 0 { // without a mapping the schemas' names are the values
				one.Values = []string{referred(part.Ref)}
			}
		}
		variants = append(variants, one)
	}
	return variants, nil
}

// literal is a list of texts as a Go literal.
func literal(texts []string) string {
	if len(texts) == 0 {
		return "nil"
	}
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = fmt.Sprintf("%q", text)
	}
	return "[]string{" + strings.Join(quoted, ", ") + "}"
}
