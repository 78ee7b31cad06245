package api

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/go-faster/yaml"
)

// appendJSON writes a node as JSON with its members in their order, which a detour by a map would lose.
func appendJSON(to *bytes.Buffer, node *yaml.Node) error {
	switch node.Kind {
	case yaml.MappingNode:
		return appendObject(to, node)
	case yaml.SequenceNode:
		to.WriteByte('[')
		for i, part := range node.Content {
			if i > 0 {
				to.WriteByte(',')
			}
			if err := appendJSON(to, part); err != nil {
				return err
			}
		}
		to.WriteByte(']')
		return nil
	case yaml.ScalarNode:
		return appendScalar(to, node)
	}
	return fmt.Errorf("line %d is neither a value nor a list nor an object", node.Line)
}

func appendObject(to *bytes.Buffer, node *yaml.Node) error {
	to.WriteByte('{')
	for i := 0; i+1 < len(node.Content); i += 2 {
		if i > 0 {
			to.WriteByte(',')
		}
		if err := appendText(to, node.Content[i].Value); err != nil {
			return err
		}
		to.WriteByte(':')
		if err := appendJSON(to, node.Content[i+1]); err != nil {
			return err
		}
	}
	to.WriteByte('}')
	return nil
}

func appendScalar(to *bytes.Buffer, node *yaml.Node) error {
	switch node.ShortTag() {
	case "!!int", "!!float", "!!bool":
		if json.Valid([]byte(node.Value)) { // a number keeps the digits that it was written with
			to.WriteString(node.Value)
			return nil
		}
	case "!!null":
		to.WriteString("null")
		return nil
	default:
		return appendText(to, node.Value)
	}
	return fmt.Errorf("line %d: %q is not written as JSON writes it", node.Line, node.Value)
}

func appendText(to *bytes.Buffer, text string) error {
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return err
	}
	to.Truncate(to.Len() - 1) // the line that Encode ends
	return nil
}
