// Command errorspage writes the table of codes in docs/guides/errors.md: every code with its status, when it is
// returned and what to do then. Codes and advice come from internal/fault and statuses from the edge's table, so
// nobody maintains the page by hand.
//
// It runs anywhere in the module: go generate ./internal/fault
package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"bourse/internal/fault"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, "errorspage:", err)
		os.Exit(1)
	}
}

func write() error {
	module, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return fmt.Errorf("find the module: %w", err)
	}
	root := filepath.Dir(strings.TrimSpace(string(module)))
	file := filepath.Join(root, "docs", "guides", "errors.md")
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	rows, err := table(root)
	if err != nil {
		return err
	}
	renewed, err := renew(page, rows)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, renewed, 0o644)
}

const (
	begin = "<!-- The table is written by `go generate ./internal/fault`; do not edit it. -->\n"
	end   = "<!-- Here the table ends. -->\n"
)

// renew replaces the page's rows. It fails when the page does not mark where they are.
func renew(page []byte, rows string) ([]byte, error) {
	before, rest, hasBegin := bytes.Cut(page, []byte(begin))
	_, after, hasEnd := bytes.Cut(rest, []byte(end))
	if !hasBegin || !hasEnd {
		return nil, errors.New("it does not mark where its table begins and ends")
	}
	return slices.Concat(before, []byte(begin+"\n"+rows+"\n"+end), after), nil
}

// table lists the codes by status. It fails for a code without advice or without a status.
func table(root string) (string, error) {
	statuses, err := readStatuses(root)
	if err != nil {
		return "", err
	}
	codes := fault.Codes()
	slices.SortStableFunc(codes, func(a, b fault.Code) int { return cmp.Compare(statuses[a], statuses[b]) })
	var rows strings.Builder
	rows.WriteString("| Status | Code | When | What to do |\n|---|---|---|---|\n")
	for _, code := range codes {
		advice, ok := fault.AdviceOn(code)
		if !ok || statuses[code] == 0 {
			return "", fmt.Errorf("there is no advice on %s, or no status for it", code)
		}
		fmt.Fprintf(&rows, "| %d | `%s` | %s | %s |\n", statuses[code], code, advice.When, advice.Do)
	}
	return rows.String(), nil
}
