// Command sdkgen writes the generated half of sdk/go from the contract: a type for each schema and a method for each
// operation. What a call does on its way (tokens, repetition, pages, failures) is written by hand beside it.
//
// It is run by go generate ./internal/tools/sdkgen, again and again: what it writes depends on the contract only, and files
// of an earlier run that are no longer written are removed.
package main

//go:generate go run . ../../../api/openapi.yaml ../../../sdk/go

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sdkgen CONTRACT FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sdkgen:", err)
		os.Exit(1)
	}
}

// run writes the files of the contract into the folder, where it replaces all that were generated before.
func run(contract, folder string) error {
	text, err := os.ReadFile(contract)
	if err != nil {
		return err
	}
	files, err := generate(text)
	if err != nil {
		return fmt.Errorf("%s: %w", contract, err)
	}
	before, err := filepath.Glob(filepath.Join(folder, "*"+suffix))
	if err != nil {
		return err
	}
	for _, name := range before {
		if _, isWritten := files[filepath.Base(name)]; !isWritten {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	for name, source := range files {
		if err := os.WriteFile(filepath.Join(folder, name), source, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// suffix is how the names of generated files end.
const suffix = "_gen.go"
