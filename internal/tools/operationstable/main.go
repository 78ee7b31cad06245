// Command operationstable writes docs/operations-table.md: every operation on one page, with who may call it, which
// method of httpapi serves it and which service methods that calls. The operations come from the contract, the rest
// from the code, so nobody maintains the page by hand.
//
// It runs anywhere in the module: go generate ./internal/httpapi
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "operationstable:", err)
		os.Exit(1)
	}
}

func write() error {
	module, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return fmt.Errorf("find the module: %w", err)
	}
	root := filepath.Dir(strings.TrimSpace(string(module)))
	page, err := table(root)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "docs", "operations-table.md"), page, 0o644)
}
