// Command oasgen writes internal/oas from the contract: the types and the server of what operations return on
// success. Every failure travels as an error to the edge's one table, so the types of the refusals in the contract,
// which were most of the generated code, are removed before the generator sees it. The contract that is served stays
// complete and without marks for the generator. What nothing in this module can reach is removed from what it wrote. It
// also writes the edge's table of operations, so that no process has to read the contract at its start.
//
// It runs in the folder of the contract: go generate ./api
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	contract, err := os.ReadFile("openapi.yaml")
	if err == nil {
		err = writeRoutes(contract, filepath.Join("..", "internal", "httpapi", "edge", "routes_gen.go"))
	}
	if err == nil {
		err = generate(contract, "ogen.yaml", filepath.Join("..", "internal", "oas"))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "oasgen:", err)
		os.Exit(1)
	}
}

// writeRoutes writes the edge's table of operations into the file.
func writeRoutes(contract []byte, file string) error {
	table, err := routes(contract)
	if err != nil {
		return err
	}
	return os.WriteFile(file, table, 0o644)
}

// generate writes the package into the folder target, and the tables that depend on it.
func generate(contract []byte, configFile, target string) error {
	reduced, err := reduce(contract)
	if err != nil {
		return err
	}
	config, err := os.ReadFile(configFile)
	if err != nil {
		return err
	}
	code, err := runOgen(reduced, config)
	if err != nil {
		return err
	}
	addDecimal(code)
	if err := fold(code); err != nil {
		return err
	}
	if err := addResults(code); err != nil {
		return err
	}
	if err := trim(code, "..", "bourse/internal/oas"); err != nil {
		return err
	}
	if err := code.write(target); err != nil {
		return err
	}
	return writeDeprecations(reduced, filepath.Join(target, "..", "httpapi", "edge", "deprecations_gen.go"))
}

var methods = []string{"get", "post", "put", "patch", "delete"}
