package api

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/go-faster/yaml"
)

// methods are the members of a path that are operations.
var methods = []string{"get", "post", "put", "patch", "delete"}

// addExamples puts into every operation what was recorded of it: a request, if it has a body, and the answer. The files are
// named after operations.
func addExamples(root *yaml.Node) error {
	shared := member(member(root, "components"), "responses")
	paths := member(root, "paths").Content
	for i := 1; i < len(paths); i += 2 {
		item := paths[i].Content
		for j := 0; j+1 < len(item); j += 2 {
			if !slices.Contains(methods, item[j].Value) {
				continue
			}
			operation := item[j+1]
			id := member(operation, "operationId").Value
			example, err := readExample(id)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err == nil {
				err = addExample(operation, shared, example)
			}
			if err != nil {
				return fmt.Errorf("the example of %s: %w", id, err)
			}
		}
	}
	return nil
}

func readExample(id string) (*yaml.Node, error) {
	content, err := recorded.ReadFile("examples/" + id + ".json")
	if err != nil {
		return nil, err
	}
	var example yaml.Node // JSON is YAML
	if err := yaml.Unmarshal(content, &example); err != nil {
		return nil, err
	}
	return example.Content[0], nil
}

// addExample puts an example into its operation. An answer that several operations share is copied for this one.
func addExample(operation, shared, example *yaml.Node) error {
	if request := member(example, "request"); request.Kind != 0 {
		setExample(member(member(operation, "requestBody"), "content"), request)
	}
	status := member(example, "status").Value
	answer := member(member(operation, "responses"), status)
	if answer.Kind == 0 {
		return fmt.Errorf("the contract does not know status %s", status)
	}
	if named := member(answer, "$ref").Value; named != "" {
		*answer = *clone(member(shared, named[len(responseReference):]))
	}
	if response := member(example, "response"); response.Kind != 0 {
		setExample(member(answer, "content"), response)
	}
	return nil
}

const responseReference = "#/components/responses/"

// dropUnused removes the shared answers of which every operation has a copy of its own by now.
func dropUnused(root *yaml.Node) {
	used := map[string]bool{}
	var find func(node *yaml.Node)
	find = func(node *yaml.Node) {
		used[member(node, "$ref").Value] = true
		for _, part := range node.Content {
			find(part)
		}
	}
	find(root)
	shared := member(member(root, "components"), "responses")
	for i := len(shared.Content) - 2; i >= 0; i -= 2 {
		if !used[responseReference+shared.Content[i].Value] {
			shared.Content = append(shared.Content[:i], shared.Content[i+2:]...)
		}
	}
}

// setExample gives every form of a content the example, in the place of one that it shares with other operations.
func setExample(content, example *yaml.Node) {
	for i := 1; i < len(content.Content); i += 2 {
		form := content.Content[i]
		form.Style = 0
		if shared := member(form, "example"); shared.Kind != 0 {
			*shared = *example
			continue
		}
		form.Content = append(form.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: "example"}, example)
	}
}

// member returns the value of a key; an empty node when there is none.
func member(mapping *yaml.Node, key string) *yaml.Node {
	if mapping.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(mapping.Content); i += 2 {
			if mapping.Content[i].Value == key {
				return mapping.Content[i+1]
			}
		}
	}
	return &yaml.Node{}
}

func clone(node *yaml.Node) *yaml.Node {
	copied := *node
	copied.Content = make([]*yaml.Node, len(node.Content))
	for i, part := range node.Content {
		copied.Content[i] = clone(part)
	}
	return &copied
}
