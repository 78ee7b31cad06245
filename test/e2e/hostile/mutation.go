package hostile

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// slot is a place in a body that can be changed.
type slot struct {
	name   string
	schema *openapi3.Schema // its schema in the contract; nil if there is none
	value  any
	set    func(value any)
	remove func()
	parent *object // nil in a list
}

// slots are the places of a tree, with their schemas.
func slots(value any, schema *openapi3.Schema) (all []slot) {
	switch value := value.(type) {
	case *object:
		for i, member := range value.fields {
			all = append(all, slot{
				name: member.name, schema: property(schema, member.name), value: member.value, parent: value,
				set:    func(other any) { value.fields[i].value = other },
				remove: func() { value.fields = append(value.fields[:i:i], value.fields[i+1:]...) },
			})
			all = append(all, slots(member.value, property(schema, member.name))...)
		}
	case *list:
		var items *openapi3.Schema
		if schema != nil && schema.Items != nil {
			items = schema.Items.Value
		}
		for i, element := range value.elements {
			all = append(all, slot{
				schema: items, value: element,
				set:    func(other any) { value.elements[i] = other },
				remove: func() { value.elements = append(value.elements[:i:i], value.elements[i+1:]...) },
			})
			all = append(all, slots(element, items)...)
		}
	}
	return all
}

func property(schema *openapi3.Schema, name string) *openapi3.Schema {
	if schema == nil {
		return nil
	}
	schema = merged(schema)
	if property := schema.Properties[name]; property != nil {
		return property.Value
	}
	for _, choice := range schema.OneOf {
		if found := property(choice.Value, name); found != nil {
			return found
		}
	}
	return nil
}

// mutate makes one or two things of a request wrong, and records what.
func (m *maker) mutate(r *request) *request {
	r = r.copied()
	for range 1 + m.random.IntN(2) {
		switch choice := m.random.IntN(100); {
		case choice < 60 && r.body != nil && r.raw == nil:
			r.wrong += m.spoilBody(r) + "; "
		case choice < 66 && (r.body != nil || choice < 61):
			r.raw = m.rawBody(r)
			r.wrong += "another body; "
		case choice < 78:
			r.wrong += m.spoilQuery(r) + "; "
		case choice < 88:
			r.wrong += m.spoilPath(r) + "; "
		default:
			r.wrong += m.spoilHeader(r) + "; "
		}
	}
	return r
}

// spoilBody changes one place of the body.
func (m *maker) spoilBody(r *request) string {
	all := slots(r.body, r.operation.body)
	if len(all) == 0 {
		r.body = m.anything()
		return "another body"
	}
	at := all[m.random.IntN(len(all))]
	switch m.random.IntN(12) {
	case 0:
		at.remove()
		return "without " + at.name
	case 1:
		at.set(nil)
		return at.name + " is null"
	case 2:
		if at.parent != nil {
			at.parent.set(at.name, m.anything())
			return at.name + " twice"
		}
	case 3:
		if at.parent != nil {
			names := moreNames(at.name)
			at.parent.set(names[m.random.IntN(len(names))], m.anything())
			return "one more field"
		}
	case 4, 5, 6:
		at.set(m.boundary(at.name, at.schema))
		return at.name + " at a bound"
	case 7:
		if at.schema != nil {
			at.set(m.value(at.name, at.schema))
			return at.name + " is another"
		}
	}
	at.set(m.anything())
	return at.name + " is anything"
}

// moreNames are field names that an object does not have, similar to one that it has.
func moreNames(name string) []string {
	return []string{"extra", "", "__proto__", "id", "tenantId", "role", strings.ToUpper(name), "success", "\x00", strings.Repeat("n", 5000)}
}

// spoilQuery changes a parameter of the query, or adds one.
func (m *maker) spoilQuery(r *request) string {
	if len(r.operation.query) == 0 || m.random.IntN(6) == 0 {
		r.query = append(r.query, pair{[]string{"unknown", "", "limit[]", "ticket", "page"}[m.random.IntN(5)], m.scalar()})
		return "one more parameter"
	}
	parameter := r.operation.query[m.random.IntN(len(r.operation.query))]
	value := m.scalar()
	if m.random.IntN(2) == 0 {
		value = plainText(m.boundary(parameter.Name, parameter.Schema.Value))
	}
	value = shortly(value, 3000) // Go's server itself refuses what exceeds the limit of all headers
	for i := range r.query {
		if r.query[i].name == parameter.Name && m.random.IntN(4) > 0 {
			r.query[i].value = value
			return "parameter " + parameter.Name
		}
	}
	r.query = append(r.query, pair{parameter.Name, value})
	return "parameter " + parameter.Name
}

// spoilPath changes a part of the path or the method.
func (m *maker) spoilPath(r *request) string {
	if m.random.IntN(5) == 0 {
		methods := []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead, http.MethodOptions, "BREW"}
		r.method = methods[m.random.IntN(len(methods))]
		return "method"
	}
	at := m.random.IntN(len(r.path))
	if len(r.operation.path) > 0 && m.random.IntN(4) > 0 { // preferably a parameter rather than a literal
		for i, part := range strings.Split(strings.TrimPrefix(r.operation.template, "/"), "/") {
			if strings.Contains(part, "{") && i < len(r.path) {
				at = i
			}
		}
	}
	part := r.path[at]
	switch m.random.IntN(9) {
	case 0:
		r.path[at] = percentEncoded(part)
	case 1:
		r.path[at] = part + "%2F.."
	case 2:
		r.path[at] = "%00"
	case 3:
		r.path = append(r.path, "")
	case 4:
		r.path[at] = strings.ToUpper(part)
	case 5:
		r.path[at] = strings.Repeat("a", 3000)
	case 6:
		variants := m.idVariants(part)
		r.path[at] = url.PathEscape(variants[m.random.IntN(len(variants))])
	default:
		r.path[at] = url.PathEscape(m.scalar())
	}
	return "path"
}

func percentEncoded(text string) string {
	var made strings.Builder
	for i := range len(text) {
		fmt.Fprintf(&made, "%%%02X", text[i])
	}
	return made.String()
}
