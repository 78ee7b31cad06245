package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-faster/yaml"
)

// reduce returns the contract as the generator is to see it. What only readers need is left out, what every request passes
// at the edge too (idempotency keys, the headers of every answer, refusals); and the generator's own marks, which nobody who
// reads the contract should have to see, are put in: whose handler serves an operation, which numbers are exact, how times
// are written.
func reduce(contract []byte) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(contract, &document); err != nil {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, errors.New("it is empty")
	}
	root := document.Content[0]
	for _, item := range values(member(root, "paths")) {
		for i := 0; i+1 < len(item.Content); i += 2 {
			if !slices.Contains(methods, item.Content[i].Value) {
				continue
			}
			if err := reduceOperation(item.Content[i+1]); err != nil {
				return nil, err
			}
		}
	}
	schemas := member(member(root, "components"), "schemas")
	markAnswerTimes(root, schemas)
	reduceNode(root)
	return yaml.Marshal(&document)
}

func reduceOperation(operation *yaml.Node) error {
	keepSuccesses(member(operation, "responses"))
	removeMember(operation, "callbacks")
	parameters := member(operation, "parameters")
	parameters.Content = slices.DeleteFunc(parameters.Content, func(parameter *yaml.Node) bool {
		return member(parameter, "$ref").Value == "#/components/parameters/IdempotencyKey"
	})
	tags := member(operation, "tags")
	if len(tags.Content) == 0 {
		return fmt.Errorf("%s has no tag", member(operation, "operationId").Value)
	}
	setMember(operation, "x-ogen-operation-group", groupOf(tags.Content[0].Value))
	return nil
}

// groupOf is the part of the server that serves the operations of a tag.
func groupOf(tag string) string {
	if tag == "ml" {
		return "ML"
	}
	return strings.ToUpper(tag[:1]) + tag[1:]
}

const (
	schemaReference = "#/components/schemas/"
	headerReference = "#/components/headers/"
	answerTimes     = "2006-01-02T15:04:05.000Z07:00" // what comes in may have any number of decimals
)

// markAnswerTimes makes the times of schemas that are only ever sent have milliseconds.
func markAnswerTimes(root, schemas *yaml.Node) {
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
		for _, operation := range values(item) {
			follow(member(operation, "requestBody"))
		}
	}
	for i := 0; i+1 < len(schemas.Content); i += 2 {
		if !read[schemas.Content[i].Value] {
			walk(schemas.Content[i+1], func(node *yaml.Node) {
				if member(node, "format").Value == "date-time" && member(node, "type").Value == "string" {
					setMember(node, "x-ogen-time-format", answerTimes)
				}
			})
		}
	}
}

// reduceNode does what is the same wherever in the contract it stands.
func reduceNode(root *yaml.Node) {
	walk(root, func(node *yaml.Node) {
		switch {
		case member(node, "$ref").Value == schemaReference+"Success":
			*node = *mapping("type", "boolean")
		case member(node, "type").Value == "number" && member(node, "format").Value == "decimal":
			removeMember(node, "format")
			setMember(node, "x-ogen-type", "bourse/internal/money.Decimal")
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

// keepSuccesses removes what is not a 2xx from the responses of an operation.
func keepSuccesses(responses *yaml.Node) {
	var kept []*yaml.Node
	for i := 0; i+1 < len(responses.Content); i += 2 {
		if responses.Content[i].Value[0] == '2' {
			kept = append(kept, responses.Content[i], responses.Content[i+1])
		}
	}
	responses.Content = kept
}
