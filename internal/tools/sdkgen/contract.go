package main

import (
	"fmt"
	"strings"

	"github.com/go-faster/yaml"
)

// contract is the part of an OpenAPI document that the client needs.
type contract struct {
	Servers    []struct{ URL string }
	Paths      ordered[pathItem]
	Components struct {
		Schemas    ordered[*schema]
		Parameters ordered[*parameter]
		Responses  ordered[*response]
	}
}

// ordered is a mapping that keeps its written order, so that the generated code has that order too.
type ordered[T any] []entry[T]

type entry[T any] struct {
	Name  string
	Value T
}

// UnmarshalYAML reads a mapping.
func (o *ordered[T]) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: a mapping is wanted", node.Line)
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		one := entry[T]{Name: node.Content[i].Value}
		if err := node.Content[i+1].Decode(&one.Value); err != nil {
			return fmt.Errorf("%s: %w", one.Name, err)
		}
		*o = append(*o, one)
	}
	return nil
}

// find returns the value of a name; the zero value if there is none.
func (o ordered[T]) find(name string) (value T) {
	for _, one := range o {
		if one.Name == name {
			return one.Value
		}
	}
	return value
}

type pathItem struct {
	Parameters []*parameter
	Get        *operation
	Post       *operation
	Put        *operation
	Patch      *operation
	Delete     *operation
}

// methods are the operations of a path by their method.
func (p pathItem) methods() ordered[*operation] {
	return ordered[*operation]{{"GET", p.Get}, {"POST", p.Post}, {"PUT", p.Put}, {"PATCH", p.Patch}, {"DELETE", p.Delete}}
}

type operation struct {
	OperationID string `yaml:"operationId"`
	Tags        []string
	Summary     string
	Description string
	Deprecated  bool
	Role        string                 `yaml:"x-role"`
	Security    *[]map[string][]string // nil means the default of all operations
	Parameters  []*parameter
	RequestBody *struct {
		Required bool
		Content  ordered[media]
	} `yaml:"requestBody"`
	Responses ordered[*response]
}

type parameter struct {
	Ref         string `yaml:"$ref"`
	Name, In    string
	Required    bool
	Description string
	Schema      *schema
}

type response struct {
	Ref     string `yaml:"$ref"`
	Content ordered[media]
}

type media struct{ Schema *schema }

type schema struct {
	Ref           string `yaml:"$ref"`
	Type          string
	Format        string
	Description   string
	Nullable      bool
	Deprecated    bool
	Enum          []yaml.Node
	Default       yaml.Node
	Required      []string
	Properties    ordered[*schema]
	Items         *schema
	AllOf         []*schema `yaml:"allOf"`
	OneOf         []*schema `yaml:"oneOf"`
	AnyOf         []*schema `yaml:"anyOf"`
	Discriminator *struct {
		PropertyName string `yaml:"propertyName"`
		Mapping      ordered[string]
	}
	AdditionalProperties yaml.Node `yaml:"additionalProperties"`
}

// valueSchema is the schema of a map's values; nil when they can be anything or there are none.
func (s *schema) valueSchema() (*schema, error) {
	if s.AdditionalProperties.Kind != yaml.MappingNode {
		return nil, nil
	}
	values := new(schema)
	err := s.AdditionalProperties.Decode(values)
	return values, err
}

// referred is the last part of a reference, which is the name of its target.
func referred(reference string) string { return reference[strings.LastIndex(reference, "/")+1:] }

func parse(text []byte) (*contract, error) {
	read := new(contract)
	if err := yaml.Unmarshal(text, read); err != nil {
		return nil, err
	}
	if len(read.Servers) == 0 || len(read.Paths) == 0 {
		return nil, fmt.Errorf("it has no server or no path")
	}
	return read, nil
}

// schema returns a named schema. It fails when there is none.
func (c *contract) schema(name string) (*schema, error) {
	if found := c.Components.Schemas.find(name); found != nil {
		return found, nil
	}
	return nil, fmt.Errorf("there is no schema %s", name)
}

// response follows a reference to a response.
func (c *contract) response(of *response) *response {
	if of.Ref != "" {
		return c.Components.Responses.find(referred(of.Ref))
	}
	return of
}

// parameter follows a reference to a parameter.
func (c *contract) parameter(of *parameter) *parameter {
	if of.Ref != "" {
		return c.Components.Parameters.find(referred(of.Ref))
	}
	return of
}
