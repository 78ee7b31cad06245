package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The go command counts statements, which two kinds of code are not: the conditions of a switch's cases, and
// declarations of constants and variables. Gremlins would take all of them for code that no test reaches.

// block is a stretch of a file that has run, as in a coverage profile.
type block struct{ startLine, startColumn, endLine, endColumn int }

func (b block) contains(at token.Position) bool {
	isBehindStart := at.Line > b.startLine || at.Line == b.startLine && at.Column >= b.startColumn
	isBeforeEnd := at.Line < b.endLine || at.Line == b.endLine && at.Column <= b.endColumn
	return isBehindStart && isBeforeEnd
}

// amendProfile adds to a profile the conditions of each switch that has run, and the declarations, of the files that
// it names. The module is in the folder root, and its name is the first element of a file's.
func amendProfile(profile, root string) error {
	written, err := os.ReadFile(profile)
	if err != nil {
		return err
	}
	var added strings.Builder
	ran, err := readProfile(string(written))
	if err != nil {
		return err
	}
	for name, blocks := range ran {
		_, inModule, _ := strings.Cut(name, "/")
		source, err := os.ReadFile(filepath.Join(root, inModule))
		if err != nil {
			return err
		}
		for _, b := range uncounted(source, blocks) {
			fmt.Fprintf(&added, "%s:%d.%d,%d.%d 1 1\n", name, b.startLine, b.startColumn, b.endLine, b.endColumn)
		}
	}
	return os.WriteFile(profile, append(written, added.String()...), 0o644)
}

// readProfile returns the blocks that have run, for every file in the profile.
func readProfile(text string) (map[string][]block, error) {
	ran := map[string][]block{}
	for line := range strings.Lines(text) {
		name, rest, isBlock := strings.Cut(strings.TrimSpace(line), ".go:")
		if !isBlock {
			continue // the mode line
		}
		var b block
		var statements, count int
		if _, err := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.startLine, &b.startColumn, &b.endLine, &b.endColumn, &statements, &count); err != nil {
			return nil, fmt.Errorf("read the profile: %q: %w", line, err)
		}
		name += ".go"
		if ran[name] == nil {
			ran[name] = []block{}
		}
		if count > 0 {
			ran[name] = append(ran[name], b)
		}
	}
	return ran, nil
}

// uncounted lists what else of a file has run besides the given blocks.
func uncounted(source []byte, ran []block) []block {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", source, parser.SkipObjectResolution)
	if err != nil {
		return nil // a file that does not compile has no profile
	}
	var more []block
	add := func(from, to token.Pos) {
		start, end := set.Position(from), set.Position(to)
		more = append(more, block{start.Line, start.Column, end.Line, end.Column})
	}
	for _, declaration := range file.Decls {
		if general, isGeneral := declaration.(*ast.GenDecl); isGeneral && (general.Tok == token.CONST || general.Tok == token.VAR) {
			add(general.Pos(), general.End())
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		choice, isSwitch := node.(*ast.SwitchStmt)
		if !isSwitch || !slices.ContainsFunc(ran, func(b block) bool { return b.contains(set.Position(choice.Pos())) }) {
			return true
		}
		for _, statement := range choice.Body.List {
			if conditions := statement.(*ast.CaseClause).List; len(conditions) > 0 {
				add(conditions[0].Pos(), conditions[len(conditions)-1].End())
			}
		}
		return true
	})
	return more
}
