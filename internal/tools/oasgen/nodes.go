package main

import "github.com/go-faster/yaml"

// walk visits a node and all its descendants, parents first.
func walk(node *yaml.Node, visit func(*yaml.Node)) {
	visit(node)
	for _, part := range node.Content {
		walk(part, visit)
	}
}

// member returns the value of a key; an empty node if there is none.
func member(mapping *yaml.Node, key string) *yaml.Node {
	if mapping.Kind != yaml.MappingNode {
		return &yaml.Node{}
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return &yaml.Node{}
}

// setMember adds a missing key with a text value.
func setMember(mapping *yaml.Node, key, value string) {
	mapping.Content = append(mapping.Content, text(key), text(value))
}

func removeMember(mapping *yaml.Node, key string) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			mapping.Content = append(mapping.Content[:i:i], mapping.Content[i+2:]...)
			return
		}
	}
}

// removeMembers removes the members whose values are unwanted.
func removeMembers(mapping *yaml.Node, isUnwanted func(*yaml.Node) bool) {
	var kept []*yaml.Node
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if !isUnwanted(mapping.Content[i+1]) {
			kept = append(kept, mapping.Content[i], mapping.Content[i+1])
		}
	}
	mapping.Content = kept
}

// mapping makes a mapping of text keys and values.
func mapping(pairs ...string) *yaml.Node {
	made := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for i := 0; i+1 < len(pairs); i += 2 {
		setMember(made, pairs[i], pairs[i+1])
	}
	return made
}

func text(value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
}

// values returns the values of a mapping.
func values(mapping *yaml.Node) []*yaml.Node {
	var found []*yaml.Node
	for i := 1; i < len(mapping.Content); i += 2 {
		found = append(found, mapping.Content[i])
	}
	return found
}
