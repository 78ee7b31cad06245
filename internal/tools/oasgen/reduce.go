package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-faster/yaml"
)

// reduce returns the contract for the generator. It removes what only readers need, and what the edge handles for
// every request (idempotency keys, the headers of every answer, refusals). It adds the generator's marks, which
// readers of the contract should not have to see: which handler serves an operation, which numbers are exact, how
// times are written.
func reduce(contract []byte) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(contract, &document); err != nil {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, errors.New("it is empty")
	}
	root := document.Content[0]
	components := member(root, "components")
	schemas := member(components, "schemas")
	for _, item := range values(member(root, "paths")) {
		for i := 0; i+1 < len(item.Content); i += 2 {
			if !slices.Contains(methods, item.Content[i].Value) {
				continue
			}
			if err := reduceOperation(item.Content[i+1], member(components, "parameters")); err != nil {
				return nil, err
			}
			if item.Content[i].Value == "patch" {
				leaveAbsent(member(item.Content[i+1], "requestBody"), schemas)
			}
		}
	}
	reduceAnswers(root, schemas)
	reduceNode(root)
	return yaml.Marshal(&document)
}

func reduceOperation(operation, shared *yaml.Node) error {
	keepSuccesses(member(operation, "responses"))
	removeMember(operation, "callbacks")
	parameters := member(operation, "parameters")
	parameters.Content = slices.DeleteFunc(parameters.Content, func(parameter *yaml.Node) bool {
		declared := resolved(parameter, shared)
		return isIdempotencyKey(declared) && member(declared, "required").Value != "true"
	})
	tags := member(operation, "tags")
	if len(tags.Content) == 0 {
		return fmt.Errorf("%s has no tag", member(operation, "operationId").Value)
	}
	setMember(operation, "x-ogen-operation-group", groupOf(tags.Content[0].Value))
	return nil
}

// groupOf is the part of the server that serves a tag's operations.
func groupOf(tag string) string {
	if tag == "ml" {
		return "ML"
	}
	return strings.ToUpper(tag[:1]) + tag[1:]
}

const (
	schemaReference    = "#/components/schemas/"
	headerReference    = "#/components/headers/"
	parameterReference = "#/components/parameters/"

	answerTimes = "2006-01-02T15:04:05.000Z07:00" // input may have any number of decimals
)

// leaveAbsent removes the defaults from a PATCH's body: absent fields stay as they are, but the generator would set
// the default.
func leaveAbsent(body, schemas *yaml.Node) {
	for _, content := range values(member(body, "content")) {
		schema := member(content, "schema")
		if name, ok := strings.CutPrefix(member(schema, "$ref").Value, schemaReference); ok {
			schema = member(schemas, name)
		}
		for _, property := range values(member(schema, "properties")) {
			removeMember(property, "default")
		}
	}
}

// bounds are what the generator would validate.
var bounds = []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
	"minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "pattern"}

// reduceAnswers gives the times of schemas that are only sent milliseconds, and removes their bounds: we do not
// validate what we send, and every pattern would be compiled at each process start.
func reduceAnswers(root, schemas *yaml.Node) {
	read := map[string]bool{}
	var follow func(*yaml.Node)
	follow = func(node *yaml.Node) {
		if name, ok := strings.CutPrefix(member(node, "$ref").Value, schemaReference); ok && !read[name] {
			read[name] = true
			follow(member(schemas, name))
		}
		for _, part := range node.Content {
			follow(part)
		}
	}
	for _, item := range values(member(root, "paths")) {
		follow(member(item, "parameters"))
		for _, operation := range values(item) {
			follow(member(operation, "requestBody"))
			follow(member(operation, "parameters"))
		}
	}
	follow(member(member(root, "components"), "parameters"))
	for i := 0; i+1 < len(schemas.Content); i += 2 {
		if !read[schemas.Content[i].Value] {
			walk(schemas.Content[i+1], reduceAnswer)
		}
	}
}

func reduceAnswer(node *yaml.Node) {
	if member(node, "type").Kind != yaml.ScalarNode {
		return // not a schema, or one that only refers to others
	}
	for _, bound := range bounds {
		removeMember(node, bound)
	}
	if member(node, "format").Value == "date-time" && member(node, "type").Value == "string" {
		setMember(node, "x-ogen-time-format", answerTimes)
	}
}

// reduceNode makes the changes that do not depend on the position in the contract.
func reduceNode(root *yaml.Node) {
	walk(root, func(node *yaml.Node) {
		switch {
		case member(node, "$ref").Value == schemaReference+"Success":
			*node = *mapping("type", "boolean")
		case member(node, "type").Value == "boolean":
			removeMember(node, "enum") // a constant; the generator supports those of texts and numbers only
		case member(node, "type").Value == "number" && member(node, "format").Value == "decimal":
			removeMember(node, "format")
			for _, bound := range bounds { // validated by the services, where it is exact
				removeMember(node, bound)
			}
			setMember(node, "x-ogen-type", "Decimal") // see addDecimal
		}
		if stream := member(node, "text/event-stream"); stream.Kind == yaml.MappingNode {
			*member(stream, "schema") = *mapping("type", "string", "format", "binary") // bytes, whatever the events
		}
		if headers := member(node, "headers"); headers.Kind == yaml.MappingNode {
			removeMembers(headers, func(value *yaml.Node) bool {
				return strings.HasPrefix(member(value, "$ref").Value, headerReference)
			})
			if len(headers.Content) == 0 {
				removeMember(node, "headers")
			}
		}
	})
	components := member(root, "components")
	removeMember(components, "headers")
	removeMember(member(components, "schemas"), "Success")
}

// keepSuccesses removes all responses of an operation except 2xx.
func keepSuccesses(responses *yaml.Node) {
	var kept []*yaml.Node
	for i := 0; i+1 < len(responses.Content); i += 2 {
		if responses.Content[i].Value[0] == '2' {
			kept = append(kept, responses.Content[i], responses.Content[i+1])
		}
	}
	responses.Content = kept
}
