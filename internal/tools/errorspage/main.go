// Command errorspage writes the table of codes in docs/guides/errors.md: every code with its status, when it is answered
// and what to do then. The codes and the advice are internal/fault's and the statuses the edge's, so nobody keeps the table
// by hand.
//
// It runs anywhere in the module: go generate ./internal/fault
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"bourse/internal/fault"
	"bourse/internal/httpapi/edge"
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
	file := filepath.Join(filepath.Dir(strings.TrimSpace(string(module))), "docs", "guides", "errors.md")
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	renewed, err := renew(page)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return os.WriteFile(file, renewed, 0o644)
}

const (
	begin = "<!-- The table is written by `go generate ./internal/fault`; do not edit it. -->\n"
	end   = "<!-- Here the table ends. -->\n"
)

// renew puts the table of now in the place of the one that the page has.
func renew(page []byte) ([]byte, error) {
	before, rest, hasBegin := bytes.Cut(page, []byte(begin))
	_, after, hasEnd := bytes.Cut(rest, []byte(end))
	if !hasBegin || !hasEnd {
		return nil, fmt.Errorf("it does not mark where its table begins and ends")
	}
	rows, err := table()
	if err != nil {
		return nil, err
	}
	return slices.Concat(before, []byte(begin+"\n"+rows+"\n"+end), after), nil
}

// table lists the codes by their status. It fails for a code without advice.
func table() (string, error) {
	codes := fault.Codes()
	slices.SortStableFunc(codes, func(a, b fault.Code) int { return cmp.Compare(edge.StatusOf(a), edge.StatusOf(b)) })
	var rows strings.Builder
	rows.WriteString("| Status | Code | When | What to do |\n|---|---|---|---|\n")
	for _, code := range codes {
		advice, ok := fault.AdviceOn(code)
		if !ok {
			return "", fmt.Errorf("there is no advice on %s", code)
		}
		fmt.Fprintf(&rows, "| %d | `%s` | %s | %s |\n", edge.StatusOf(code), code, advice.When, advice.Do)
	}
	return rows.String(), nil
}
