// Command sdkgen writes the generated half of sdk/go from the contract: a type for each schema and a method for each
// operation. How a call is made (tokens, retries, pages, failures) is handwritten beside it.
//
// It is run by go generate ./internal/tools/sdkgen. Its output depends only on the contract, and files of an earlier
// run that are no longer generated are removed.
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

// run writes the files generated from the contract into the folder, replacing all that were generated before.
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

// suffix is the suffix of generated files' names.
const suffix = "_gen.go"
