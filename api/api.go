// Package api holds the contract, as it is served at /openapi.yaml and /openapi.json: openapi.yaml with the recorded examples
// of the folder examples put in.
package api

import (
	"bytes"
	"embed"
	"fmt"
	"sync"

	"github.com/go-faster/yaml"
)

//go:generate go run ../internal/tools/oasgen

// OpenAPI is the contract as it is written, without its examples.
//
//go:embed openapi.yaml
var OpenAPI []byte

//go:embed examples/*.json
var recorded embed.FS

// YAML returns the contract as it is served, which nobody may change. It is put together when it is first asked for, since
// that takes longer than a server takes to start. It fails when the contract or an example cannot be read.
func YAML() ([]byte, error) { return servedYAML() }

// JSON returns the same in JSON, in the same order.
func JSON() ([]byte, error) { return servedJSON() }

var (
	servedYAML = sync.OnceValues(func() ([]byte, error) {
		root, err := document()
		if err != nil {
			return nil, err
		}
		var written bytes.Buffer
		encoder := yaml.NewEncoder(&written)
		encoder.SetIndent(2)
		if err := encoder.Encode(root); err != nil {
			return nil, fmt.Errorf("write the contract: %w", err)
		}
		return written.Bytes(), nil
	})
	servedJSON = sync.OnceValues(func() ([]byte, error) {
		root, err := document()
		if err != nil {
			return nil, err
		}
		var written bytes.Buffer
		if err := appendJSON(&written, root); err != nil {
			return nil, fmt.Errorf("turn the contract into JSON: %w", err)
		}
		return written.Bytes(), nil
	})
)

// document reads the contract and puts the examples in.
func document() (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(OpenAPI, &document); err != nil {
		return nil, fmt.Errorf("read the contract: %w", err)
	}
	root := document.Content[0]
	quoteTimes(root)
	if err := addExamples(root); err != nil {
		return nil, err
	}
	dropUnused(root)
	return root, nil
}

// quoteTimes makes texts of days and times, which YAML takes for something else that JSON does not have.
func quoteTimes(node *yaml.Node) {
	if node.Kind == yaml.ScalarNode && node.ShortTag() == "!!timestamp" {
		node.Tag, node.Style = "!!str", yaml.DoubleQuotedStyle
	}
	for _, part := range node.Content {
		quoteTimes(part)
	}
}
