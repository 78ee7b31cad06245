package hostile

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// boundary makes a value at or just beyond a bound of a schema.
func (m *maker) boundary(name string, schema *openapi3.Schema) any {
	if schema == nil {
		return m.anything()
	}
	schema = merged(schema)
	if schema.Type.Is(openapi3.TypeArray) {
		return m.boundaryList(name, schema)
	}
	bounds := m.bounds(schema)
	if len(bounds) == 0 {
		return m.anything()
	}
	return bounds[m.random.IntN(len(bounds))]()
}

// bounds returns makers of the values at and just beyond the bounds of a schema; none if it has no bounds.
func (m *maker) bounds(schema *openapi3.Schema) (all []func() any) {
	add := func(value any) { all = append(all, func() any { return value }) }
	switch {
	case len(schema.Enum) > 0:
		for _, member := range schema.Enum {
			one := fmt.Sprint(member)
			for _, other := range []string{strings.ToUpper(one), one + " ", "", "unknown", one + "\x00"} {
				add(other)
			}
		}
	case schema.Type.Is(openapi3.TypeInteger), schema.Type.Is(openapi3.TypeNumber):
		for _, number := range numberBounds(schema) {
			add(literal(number))
		}
	case schema.Type.Is(openapi3.TypeString) && schema.Format == "uuid":
		for _, variant := range m.idVariants(newID(m.random)) {
			add(variant)
		}
	case schema.Type.Is(openapi3.TypeString) && (schema.Format == "date" || schema.Format == "date-time"):
		for _, date := range dates {
			add(date)
		}
	case schema.Type.Is(openapi3.TypeString):
		for _, letter := range []string{"a", "é", "😀", " ", "\u200b", "\u0301", "\x00", "\u202e", "'", "%", "\\"} {
			for _, length := range lengthBounds(schema) {
				all = append(all, func() any { return strings.Repeat(letter, int(min(length, 300_000))) })
			}
		}
	}
	return all
}

func numberBounds(schema *openapi3.Schema) []string {
	bounds := []string{"0", "-1", "-0", "0.00000001", "0.000000001", "-0.00000001", "92233720368.54775807", "92233720368.54775808", "1e3", "1E-8", "1.0"}
	for _, bound := range []*float64{schema.Min, schema.Max} {
		if bound == nil {
			continue
		}
		exact := new(big.Float).SetFloat64(*bound)
		for _, more := range []float64{0, 1, -1, 0.00000001, -0.00000001, 0.000000001, 0.001} {
			bounds = append(bounds, new(big.Float).Add(exact, big.NewFloat(more)).Text('f', 9), new(big.Float).Add(exact, big.NewFloat(more)).Text('g', 17))
		}
	}
	return bounds
}

func lengthBounds(schema *openapi3.Schema) []uint64 {
	if schema.MaxLength == nil {
		return []uint64{schema.MinLength, 0, 1, 1000}
	}
	return []uint64{schema.MinLength, *schema.MaxLength, *schema.MaxLength + 1, *schema.MaxLength, *schema.MaxLength + 1, 0, 1, 1000}
}

func (m *maker) boundaryList(name string, schema *openapi3.Schema) any {
	length := schema.MinItems
	if schema.MaxItems != nil {
		length = []uint64{schema.MinItems, *schema.MaxItems, *schema.MaxItems + 1, 10_000}[m.random.IntN(4)]
	}
	made, one := &list{}, m.value(strings.TrimSuffix(name, "s"), schema.Items.Value)
	for i := range length {
		if i < 100 && m.random.IntN(2) == 0 {
			one = m.value(strings.TrimSuffix(name, "s"), schema.Items.Value)
		}
		made.elements = append(made.elements, one)
	}
	return made
}

var dates = []string{
	"0000-01-01", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31", "9999-12-31T23:59:59.999999999Z", "10000-01-01", "-0001-01-01",
	"1969-12-31T23:59:59Z", "2024-02-30", "2023-02-29", "2024-02-29", "2026-13-01", "2026-01-01T24:00:00Z", "2026-01-01T23:59:60Z", "2026-01-01T00:00:00+23:59",
	"2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "2026-1-1", "20260101", "1700000000", "now", "", "2026-01-01t00:00:00z", "292278994-08-17T07:12:55Z",
	"294276-12-31T00:00:00Z", "2262-04-12T00:00:00Z", "1677-09-21T00:00:00Z",
}

// idVariants are ways to write an id differently from the contract, and ids of nobody.
func (m *maker) idVariants(id string) []string {
	return []string{
		strings.ToUpper(id), "{" + id + "}", "urn:uuid:" + id, strings.ReplaceAll(id, "-", ""), id + " ", " " + id, id[:len(id)/2], id + "0", id + "\x00",
		"00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "00000000-0000-7000-8000-00000000000g", "0", "-1", "null", "undefined", "..", ".", "%", "'", "*",
		newID(m.random),
	}
}

// numberTexts are numbers, and what looks like one.
var numberTexts = []literal{
	"0", "-0", "1", "-1", "0.1", "0.123456789", "1.000000000", "1e0", "1e400", "-1e400", "1e-400", "1E2", "9007199254740993", "9223372036854775807",
	"9223372036854775808", "-9223372036854775808", "18446744073709551616", "92233720368.54775807", "92233720368.54775808", "99999999999999999999999999999999",
	"0.00000000000000000000000000001", "NaN", "Infinity", "-Infinity", "+1", "01", "1.", ".5", "0x10", "1_000", "1e", "--1",
}

// texts have broken other programs.
var texts = []string{
	"", " ", "\x00", "a\x00b", "\xff\xfe", "\xc3\x28", "\xed\xa0\x80", "\ufffd", "\u202eabc", "a\u0301\u0301\u0301", "😀", "\u2028", "\r\n", "\r\nX-Injected: 1", "'; DROP TABLE users; --",
	"\" OR 1=1 --", "%s%s%n", "${7*7}", "{{.}}", "{{range .}}", "<script>alert(1)</script>", "../../etc/passwd", "file:///etc/passwd", "javascript:alert(1)", "http://169.254.169.254/",
	"http://[::1]:1/", "NaN", "null", "true", "0", "-1", "1e400", "2026-01-01", "bourse_x", "brt_x", "*", "%", "_", "\\", "$1", "a@b", "a@b.c\n", "ＡＢＣ", "İ", "ß", "ǅ",
}

// scalar is a text for a parameter.
func (m *maker) scalar() string {
	switch m.random.IntN(5) {
	case 0:
		return string(numberTexts[m.random.IntN(len(numberTexts))])
	case 1:
		return dates[m.random.IntN(len(dates))]
	case 2:
		return strings.Repeat(texts[m.random.IntN(len(texts))], 1+m.random.IntN(40))
	}
	return texts[m.random.IntN(len(texts))]
}

// strange are values of every type, and invalid JSON.
func (m *maker) strange() []func() any {
	return []func() any{
		func() any { return true },
		func() any { return nil },
		func() any { return &list{} },
		func() any { return &object{} },
		func() any { return &list{elements: []any{nil, m.scalar(), literal("1")}} },
		func() any { return m.now.Format(time.RFC3339Nano) },
		func() any { return literal(strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000)) },
		func() any { return literal("[" + strings.Repeat("1,", 10_000) + "1]") },
	}
}

// noJSON are replacements of a value that are not valid JSON, or doubtful.
var noJSON = []literal{`"\ud800"`, `"\udc00\ud800"`, `"\u0000"`, `"\x"`, "\"\n\"", `"\u12"`, "'a'", "undefined", "", ",", "\"\xff\""}

// anything makes a value of any type, or invalid JSON.
func (m *maker) anything() any {
	switch m.random.IntN(13) {
	case 0:
		return numberTexts[m.random.IntN(len(numberTexts))]
	case 1:
		return m.scalar()
	case 2:
		depth := []int{10, 100, 1000, 20_000}[m.random.IntN(4)]
		return literal(strings.Repeat("[", depth) + strings.Repeat("]", depth))
	case 3:
		return noJSON[m.random.IntN(len(noJSON))]
	case 4:
		return strings.Repeat(texts[m.random.IntN(len(texts))]+"x", 1+m.random.IntN(3000))
	}
	strange := m.strange()
	return strange[m.random.IntN(len(strange))]()
}

// plain makes a parameter's value, as it is written in a path or a query.
func (m *maker) plain(name string, schema *openapi3.Schema) string {
	return plainText(m.value(name, schema))
}

func plainText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case literal:
		return string(value)
	case *list:
		parts := make([]string, 0, len(value.elements))
		for _, element := range value.elements {
			parts = append(parts, plainText(element))
		}
		return strings.Join(parts[:min(len(parts), 300)], ",")
	case *object:
		return "{}"
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(text)
}
