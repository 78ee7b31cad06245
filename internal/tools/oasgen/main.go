// Command oasgen writes internal/oas from the contract: the types and the server of what operations return when all goes
// well. Every failure travels as an error to the edge's one table, so the types of the refusals that the contract lists,
// which were most of the generated code, are left out before the generator sees it. What is served stays whole.
//
// It runs in the folder of the contract: go generate ./api
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/go-faster/yaml"
)

func main() {
	if err := generate("openapi.yaml", "ogen.yaml", filepath.Join("..", "internal", "oas")); err != nil {
		fmt.Fprintln(os.Stderr, "oasgen:", err)
		os.Exit(1)
	}
}

// generate writes the package into the folder target.
func generate(contract, config, target string) error {
	whole, err := os.ReadFile(contract)
	if err != nil {
		return err
	}
	reduced, err := withoutRefusals(whole)
	if err != nil {
		return fmt.Errorf("%s: %w", contract, err)
	}
	folder, err := os.MkdirTemp("", "oasgen")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	input := filepath.Join(folder, "openapi.yaml")
	if err := os.WriteFile(input, reduced, 0o600); err != nil {
		return err
	}
	command := exec.Command("go", "tool", "ogen", "--config", config, "--target", target, "--package", "oas", "--clean", input)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		return err
	}
	if err := trim(target); err != nil {
		return err
	}
	return writeResults(target)
}

var methods = []string{"get", "post", "put", "patch", "delete"}

// withoutRefusals returns the contract without the answers that are not a success.
func withoutRefusals(contract []byte) ([]byte, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(contract, &document); err != nil {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, errors.New("it is empty")
	}
	for _, item := range values(member(document.Content[0], "paths")) {
		for i := 0; i+1 < len(item.Content); i += 2 {
			if slices.Contains(methods, item.Content[i].Value) {
				keepSuccesses(member(item.Content[i+1], "responses"))
			}
		}
	}
	return yaml.Marshal(&document)
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

// member returns the value of a key; an empty node when there is none.
func member(mapping *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return &yaml.Node{}
}

// values returns the values of a mapping.
func values(mapping *yaml.Node) []*yaml.Node {
	var found []*yaml.Node
	for i := 1; i < len(mapping.Content); i += 2 {
		found = append(found, mapping.Content[i])
	}
	return found
}
