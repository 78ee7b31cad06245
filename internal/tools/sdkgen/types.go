package main

import (
	"fmt"
	"slices"
	"strings"
)

// generator generates Go from a contract.
type generator struct {
	contract *contract
	declared map[string]string // the Go types written, by what each stands for
	types    strings.Builder
}

// reserved are the handwritten names in the package.
var reserved = []string{
	"Client", "Option", "CallOption", "Error", "TokenPair", "Decimal", "Date", "Page", "CursorPage", "Event", "EventData", "EventKind",
	"Quotes", "Missed", "StreamParams", "ReceivedEvent", "WebhookVerifier", "Version",
}

// declare reserves a name for a type. It fails when the name stands for something else.
func (g *generator) declare(name, stands string) (isNew bool, err error) {
	if slices.Contains(reserved, name) {
		return false, fmt.Errorf("%s: the name %s is taken by what is written by hand", stands, name)
	}
	before, isThere := g.declared[name]
	if isThere && before != stands {
		return false, fmt.Errorf("%s and %s would both be %s", before, stands, name)
	}
	g.declared[name] = stands
	return !isThere, nil
}

// goType is the Go form of a schema. A type that can be nil needs no pointer to be absent.
type goType struct {
	Name  string
	IsNil bool
}

// typeOf returns the type of a schema. One without a name in the contract is named after the place where it occurs.
func (g *generator) typeOf(s *schema, place string) (goType, error) {
	switch {
	case s.Ref != "":
		return g.named(referred(s.Ref))
	case len(s.AllOf) == 1:
		return g.typeOf(s.AllOf[0], place)
	case len(s.AllOf) > 1, len(s.Properties) > 0:
		return goType{Name: goName(place)}, g.writeStruct(goName(place), place, s)
	case len(s.OneOf) > 0, len(s.AnyOf) > 0:
		return goType{Name: goName(place)}, g.writeUnion(goName(place), place, s)
	}
	switch s.Type {
	case "object":
		values, err := s.valueSchema()
		if err != nil || values == nil {
			return goType{Name: "map[string]any", IsNil: true}, err
		}
		value, err := g.typeOf(values, singular(place))
		return goType{Name: "map[string]" + value.Name, IsNil: true}, err
	case "array":
		item, err := g.typeOf(s.Items, singular(place))
		return goType{Name: "[]" + item.Name, IsNil: true}, err
	case "string":
		if len(s.Enum) > 0 {
			return goType{Name: goName(place)}, g.writeEnum(goName(place), place, s)
		}
		return goType{Name: textType(s.Format)}, nil
	case "number":
		if s.Format == "decimal" {
			return goType{Name: "Decimal"}, nil
		}
		return goType{Name: "float64"}, nil
	case "integer":
		if s.Format == "int64" {
			return goType{Name: "int64"}, nil
		}
		return goType{Name: "int"}, nil
	case "boolean":
		return goType{Name: "bool"}, nil
	case "":
		return goType{Name: "any", IsNil: true}, nil
	}
	return goType{}, fmt.Errorf("%s: the type %q is unknown", place, s.Type)
}

func textType(format string) string {
	switch format {
	case "date-time":
		return "time.Time"
	case "date":
		return "Date"
	}
	return "string"
}

// named returns the type of a named schema and writes it. Names that the contract gives to a plain text, list or map,
// only to state its rules once, are not types in Go.
func (g *generator) named(name string) (goType, error) {
	s, err := g.contract.schema(name)
	if err != nil {
		return goType{}, err
	}
	return g.typeOf(s, name)
}

// writeStruct writes the type of an object.
func (g *generator) writeStruct(name, stands string, s *schema) error {
	isNew, err := g.declare(name, stands)
	if err != nil || !isNew {
		return err
	}
	properties, required, err := g.flatten(s)
	if err != nil {
		return err
	}
	var fields strings.Builder
	for _, property := range properties {
		field, err := g.field(stands, property, slices.Contains(required, property.Name))
		if err != nil {
			return fmt.Errorf("%s.%s: %w", stands, property.Name, err)
		}
		fields.WriteString(field)
	}
	fmt.Fprintf(&g.types, "\n%stype %s struct {\n%s}\n", comment("", describe(name, g.description(s), s.Deprecated)), name, fields.String())
	return nil
}

// flatten returns the properties of an object, those of its parts first, and which of them are required.
func (g *generator) flatten(s *schema) (properties ordered[*schema], required []string, err error) {
	if s.Ref != "" {
		if s, err = g.contract.schema(referred(s.Ref)); err != nil {
			return nil, nil, err
		}
	}
	for _, part := range s.AllOf {
		inherited, needed, err := g.flatten(part)
		if err != nil {
			return nil, nil, err
		}
		properties, required = append(properties, inherited...), append(required, needed...)
	}
	for _, property := range s.Properties {
		properties = slices.DeleteFunc(properties, func(other entry[*schema]) bool { return other.Name == property.Name })
		properties = append(properties, property)
	}
	return properties, append(required, s.Required...), nil
}

// field writes a field. An optional one is a pointer, or a list or map, which may be nil.
func (g *generator) field(of string, property entry[*schema], isRequired bool) (string, error) {
	found, err := g.typeOf(property.Value, of+" "+property.Name)
	if err != nil {
		return "", err
	}
	name, option := found.Name, ""
	switch {
	case found.IsNil && !isRequired:
		option = ",omitzero"
	case !isRequired:
		name, option = "*"+name, ",omitempty"
	case property.Value.Nullable && !found.IsNil:
		name = "*" + name
	}
	text := g.description(property.Value)
	if fallback := property.Value.Default.Value; fallback != "" && !isRequired {
		text = strings.TrimSpace(text + " Default: " + fallback + ".")
	}
	if property.Value.Deprecated {
		text += "\n\nDeprecated: see the contract."
	}
	return fmt.Sprintf("%s\t%s %s `json:\"%s%s\"`\n", comment("\t", text), goName(property.Name), name, property.Name, option), nil
}

// description is a schema's own description, or else that of its reference's target.
func (g *generator) description(s *schema) string {
	for s != nil && s.Description == "" {
		switch {
		case s.Ref != "":
			s = g.contract.Components.Schemas.find(referred(s.Ref))
		case len(s.AllOf) == 1:
			s = s.AllOf[0]
		default:
			return ""
		}
	}
	if s == nil {
		return ""
	}
	return s.Description
}

// describe is the comment of a declaration: it starts with the name, as Go requires.
func describe(name, text string, isDeprecated bool) string {
	text = strings.TrimSpace(text)
	if text == "" {
		text = "see the contract."
	}
	text = name + ": " + text
	if isDeprecated {
		text += "\n\nDeprecated: see the contract."
	}
	return text
}

// writeEnum writes the type of a text with known values, and a constant for each.
func (g *generator) writeEnum(name, stands string, s *schema) error {
	isNew, err := g.declare(name, stands)
	if err != nil || !isNew {
		return err
	}
	fmt.Fprintf(&g.types, "\n%stype %s string\n\n// The values of %s; newer servers may send more.\nconst (\n",
		comment("", describe(name, g.description(s), s.Deprecated)), name, name)
	prefix := name
	if name == "ErrorCode" { // used more often than all the others
		prefix = "Code"
	}
	for _, value := range s.Enum {
		constant := prefix + goName(value.Value)
		if _, err := g.declare(constant, stands+"="+value.Value); err != nil {
			return err
		}
		fmt.Fprintf(&g.types, "\t%s %s = %q\n", constant, name, value.Value)
	}
	g.types.WriteString(")\n")
	return nil
}
