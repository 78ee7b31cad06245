package hostile

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// maker makes values that the contract allows and that have a meaning: existing ids, traded symbols.
type maker struct {
	random *rand.Rand
	pool   pool
	as     *person
	now    time.Time // from which dates are chosen: fixed, so that they can be chosen again
	// receiver is where webhooks may go.
	receiver string
}

// value makes a value from its schema and its name in the object or among the parameters.
func (m *maker) value(name string, schema *openapi3.Schema) any {
	schema = merged(schema)
	if made, isMade := m.meant(name, schema); isMade {
		return made
	}
	switch {
	case len(schema.OneOf)+len(schema.AnyOf) > 0:
		choices := slices.Concat(schema.OneOf, schema.AnyOf)
		return m.value(name, choices[m.random.IntN(len(choices))].Value)
	case len(schema.Enum) > 0:
		return schema.Enum[m.random.IntN(len(schema.Enum))]
	case schema.Example != nil && m.random.IntN(3) == 0:
		return tree(schema.Example)
	case schema.Type.Is(openapi3.TypeObject):
		return m.object(schema)
	case schema.Type.Is(openapi3.TypeArray):
		return m.list(name, schema)
	case schema.Type.Is(openapi3.TypeBoolean):
		return m.random.IntN(2) == 0
	case schema.Type.Is(openapi3.TypeInteger):
		return m.integer(schema)
	case schema.Type.Is(openapi3.TypeNumber):
		return m.number(schema)
	case schema.Type.Is(openapi3.TypeString):
		return m.text(schema)
	}
	return &object{} // of an empty schema
}

// merged is a schema with its parts merged in.
func merged(schema *openapi3.Schema) *openapi3.Schema {
	if len(schema.AllOf) == 0 || schema.Type != nil && len(schema.Properties) > 0 {
		return schema
	}
	first := *merged(schema.AllOf[0].Value)
	if schema.Example != nil {
		first.Example = schema.Example
	}
	return &first
}

func (m *maker) object(schema *openapi3.Schema) any {
	made := &object{}
	names := make([]string, 0, len(schema.Properties))
	for name := range schema.Properties {
		names = append(names, name)
	}
	slices.Sort(names)
	chance := 20 + m.random.IntN(60) // of each optional field
	for _, name := range names {
		if slices.Contains(schema.Required, name) || m.random.IntN(100) < chance {
			made.set(name, m.value(name, schema.Properties[name].Value))
		}
	}
	if values := schema.AdditionalProperties.Schema; values != nil && len(names) == 0 {
		for i := range m.random.IntN(3) {
			made.set(fmt.Sprintf("X-Name-%d", i), m.value("", values.Value))
		}
	}
	return made
}

func (m *maker) list(name string, schema *openapi3.Schema) any {
	most := uint64(4)
	if schema.MaxItems != nil {
		most = min(most, *schema.MaxItems)
	}
	made := &list{}
	for range max(schema.MinItems, m.random.Uint64N(most+1)) {
		made.elements = append(made.elements, m.value(strings.TrimSuffix(name, "s"), schema.Items.Value))
	}
	return made
}

func (m *maker) integer(schema *openapi3.Schema) any {
	low, high := 0.0, 1000.0
	if schema.Min != nil {
		low = *schema.Min
	}
	if schema.Max != nil {
		high = *schema.Max
	}
	switch m.random.IntN(6) {
	case 0:
		return int64(low)
	case 1:
		return int64(high)
	}
	return int64(low) + m.random.Int64N(int64(min(high-low, 50))+1)
}

// number makes a number with few digits: usually a multiple of a tick or lot.
func (m *maker) number(schema *openapi3.Schema) any {
	low, high := 0.0, 1_000_000.0
	if schema.Min != nil {
		low = *schema.Min
	}
	if schema.Max != nil {
		high = *schema.Max
	}
	switch m.random.IntN(8) {
	case 0:
		return literal(strconv.FormatFloat(high, 'f', -1, 64))
	case 1:
		return literal(strconv.FormatFloat(low+0.00000001, 'f', 8, 64))
	case 2:
		return literal(strconv.FormatFloat(low+(high-low)*m.random.Float64(), 'f', m.random.IntN(9), 64))
	}
	sizes := []string{"0.01", "0.1", "0.5", "1", "2.5", "10", "50", "100", "250", "1000", "20000"}
	return literal(sizes[m.random.IntN(len(sizes))])
}

var words = strings.Fields("steady north river oak ledger gull amber salt copper harbour quiet seven lantern field Zürich 東京 naïve")

func (m *maker) text(schema *openapi3.Schema) any {
	now := m.now
	switch schema.Format {
	case "uuid":
		return newID(m.random)
	case "date":
		return now.AddDate(m.random.IntN(41)-20, 0, m.random.IntN(300)).Format(time.DateOnly)
	case "date-time":
		return now.Add(time.Duration(m.random.IntN(2000)-1500) * time.Hour).Format(time.RFC3339)
	case "email":
		return newEmail(m.random)
	}
	if schema.Pattern != "" {
		return m.patterned(schema)
	}
	made := words[m.random.IntN(len(words))]
	for range m.random.IntN(5) {
		made += " " + words[m.random.IntN(len(words))]
	}
	for uint64(len(made)) < schema.MinLength {
		made += " and more"
	}
	if letters := []rune(made); schema.MaxLength != nil && uint64(len(letters)) > *schema.MaxLength {
		made = strings.TrimSpace(string(letters[:*schema.MaxLength]))
	}
	return made
}

// patterned makes a text for one of the contract's patterns: the example, or a slug, which matches most of them.
func (m *maker) patterned(schema *openapi3.Schema) any {
	if example, isText := schema.Example.(string); isText {
		return example
	}
	for _, text := range []string{"a" + strconv.Itoa(m.random.IntN(100_000)), "CH", "#1a5fb4", "POST", "sha256", "hex", "BTC", "110000000", "1d"} {
		if schema.VisitJSON(text) == nil {
			return text
		}
	}
	return "a-1"
}

func newID(random *rand.Rand) string {
	return fmt.Sprintf("019%05x-%04x-7%03x-8%03x-%012x", random.IntN(1<<20), random.IntN(1<<16), random.IntN(1<<12), random.IntN(1<<12), random.Int64N(1<<48))
}

func newEmail(random *rand.Rand) string {
	return fmt.Sprintf("guest-%012x@example.test", random.Int64N(1<<48))
}
