package contract

import (
	"slices"

	"github.com/getkin/kin-openapi/openapi3"
)

// closer makes schemas refuse unknown properties, which OpenAPI allows by default. A schema without properties is a
// map of anything, and one that allows others explicitly stays open.
type closer map[*openapi3.Schema]bool

// close closes a schema and all its parts.
func (c closer) close(schema *openapi3.Schema) {
	if schema == nil || c[schema] {
		return
	}
	c[schema] = true
	for _, parts := range []openapi3.SchemaRefs{schema.AllOf, schema.AnyOf, schema.OneOf} {
		for _, part := range parts {
			c.close(part.Value)
		}
	}
	if schema.Items != nil {
		c.close(schema.Items.Value)
	}
	if values := schema.AdditionalProperties.Schema; values != nil {
		c.close(values.Value)
	}
	for _, property := range schema.Properties {
		c.close(property.Value)
	}
	join(schema)
	if len(schema.Properties) > 0 && schema.AdditionalProperties.Has == nil && schema.AdditionalProperties.Schema == nil {
		closed := false
		schema.AdditionalProperties.Has = &closed
	}
}

// join merges the parts of a whole, each of which would refuse the others' properties.
func join(schema *openapi3.Schema) {
	if len(schema.AllOf) == 0 || !slices.ContainsFunc(schema.AllOf, func(part *openapi3.SchemaRef) bool { return len(part.Value.Properties) > 0 }) {
		return
	}
	properties := openapi3.Schemas{}
	for name, property := range schema.Properties {
		properties[name] = property
	}
	for _, part := range schema.AllOf {
		for name, property := range part.Value.Properties {
			if properties[name] == nil {
				properties[name] = property
			}
		}
		schema.Required = append(schema.Required, part.Value.Required...)
	}
	schema.Properties, schema.AllOf = properties, nil
	schema.Type = &openapi3.Types{openapi3.TypeObject}
}
