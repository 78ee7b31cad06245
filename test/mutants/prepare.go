package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

const (
	// numberVariable names the variable with the number of the active change.
	numberVariable = "MUTANTS_NUMBER"
	// preparedVariable names the variable with the folder that prepare has written.
	preparedVariable = "MUTANTS_PREPARED"
)

// The content of a prepared package's folder.
const (
	preparedTests    = "tests"
	preparedChanges  = "changes.json"
	preparedOriginal = "original"
)

// prepare builds the tests of a package of a module with all changes in it, and leaves them in a folder with the list
// of changes and the original files.
func prepare(ctx context.Context, t target, module, folder string) error {
	original := filepath.Join(folder, preparedOriginal)
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(original, 0o755)); err != nil {
		return err
	}
	in, parsed, err := check(ctx, module, t.dir)
	if err != nil {
		return err
	}
	overlay := map[string]string{}
	write := func(name, text string) error {
		written := filepath.Join(folder, name)
		overlay[filepath.Join(module, t.dir, name)] = written
		return os.WriteFile(written, []byte(text), 0o644)
	}
	for name, file := range parsed {
		source, err := os.ReadFile(filepath.Join(module, t.dir, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(original, name), source, 0o644); err != nil {
			return err
		}
		if len(t.files) > 0 && !slices.Contains(t.files, name) {
			continue
		}
		if err := write(name, in.file(file, name, source)); err != nil {
			return err
		}
	}
	if err := write("mutant_number.go", fmt.Sprintf(helper, in.pack.Name())); err != nil {
		return err
	}
	replaced, err := json.Marshal(map[string]any{"Replace": overlay})
	changes, otherErr := json.Marshal(in.changes)
	overlayFile := filepath.Join(folder, "overlay.json")
	if err := errors.Join(err, otherErr, os.WriteFile(overlayFile, replaced, 0o644), os.WriteFile(filepath.Join(folder, preparedChanges), changes, 0o644)); err != nil {
		return err
	}
	build := exec.CommandContext(ctx, "go", "test", "-c", "-trimpath", "-vet=off", "-ldflags=-w", "-overlay", overlayFile, "-o", filepath.Join(folder, preparedTests), "./"+t.dir)
	build.Dir = module
	if said, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build with all changes: %w\n%s", err, said)
	}
	return nil
}

// check parses and type-checks a package of a module.
func check(ctx context.Context, module, dir string) (*instrument, map[string]*ast.File, error) {
	type exported struct {
		ImportPath, Export string
		GoFiles            []string
	}
	command := exec.CommandContext(ctx, "go", "list", "-trimpath", "-export", "-deps", "-json=ImportPath,Export,GoFiles", "./"+dir)
	command.Dir = module
	output, err := command.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("go list: %w", err)
	}
	exports := map[string]string{}
	var checked exported // the last one listed
	for decoder := json.NewDecoder(bytes.NewReader(output)); decoder.More(); {
		checked = exported{}
		if err := decoder.Decode(&checked); err != nil {
			return nil, nil, err
		}
		exports[checked.ImportPath] = checked.Export
	}
	in := &instrument{set: token.NewFileSet(), info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}}
	parsed := map[string]*ast.File{}
	var files []*ast.File
	for _, name := range checked.GoFiles {
		file, err := parser.ParseFile(in.set, filepath.Join(module, dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		parsed[name], files = file, append(files, file)
	}
	config := types.Config{Importer: importer.ForCompiler(in.set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	in.pack, err = config.Check(checked.ImportPath, in.set, files, in.info)
	return in, parsed, err
}

// findNumber returns which prepared change has been made to the package in a folder. It reports false if it is not a
// prepared one.
func findNumber(prepared, dir string) (int, bool) {
	var changes []change
	written, err := os.ReadFile(filepath.Join(prepared, preparedChanges))
	if err != nil || json.Unmarshal(written, &changes) != nil {
		return 0, false
	}
	originals, err := os.ReadDir(filepath.Join(prepared, preparedOriginal))
	if err != nil {
		return 0, false
	}
	for _, entry := range originals {
		before, err := os.ReadFile(filepath.Join(prepared, preparedOriginal, entry.Name()))
		after, otherErr := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil || otherErr != nil {
			return 0, false
		}
		if bytes.Equal(before, after) {
			continue
		}
		offset, to, isOne := difference(before, after)
		made := slices.IndexFunc(changes, func(c change) bool { return c.File == entry.Name() && c.Offset == offset && c.To == to })
		if !isOne || made < 0 {
			return 0, false
		}
		return changes[made].Number, true
	}
	return 0, false
}

// difference finds the only token by which two texts differ: its position in the first and its text in the second.
// Gremlins prints a file anew, so the space between tokens differs, and with it the ends of lines.
func difference(before, after []byte) (offset int, to string, isOne bool) {
	first, second := tokensOf(before), tokensOf(after)
	if len(first) != len(second) {
		return 0, "", false
	}
	count := 0
	for i := range first {
		if first[i].text != second[i].text {
			offset, to = first[i].offset, second[i].text
			count++
		}
	}
	return offset, to, count == 1
}

type tokenAt struct {
	offset int
	text   string
}

// tokensOf lists the tokens of a file except semicolons, which the end of a line is too.
func tokensOf(source []byte) []tokenAt {
	var found []tokenAt
	var s scanner.Scanner
	set := token.NewFileSet()
	s.Init(set.AddFile("", -1, len(source)), source, nil, 0)
	for {
		position, kind, text := s.Scan()
		switch {
		case kind == token.EOF:
			return found
		case kind == token.SEMICOLON:
			continue
		case kind.IsOperator():
			text = kind.String()
		}
		found = append(found, tokenAt{set.Position(position).Offset, text})
	}
}

// testPrepared runs the prepared tests with the change active that gremlins has made to the package in the current
// folder. It reports false if that is not a prepared one.
func testPrepared(arguments []string) (status int, isPrepared bool) {
	prepared := os.Getenv(preparedVariable)
	number, isPrepared := findNumber(prepared, ".")
	if !isPrepared {
		return 0, false
	}
	if err := os.Setenv(numberVariable, strconv.Itoa(number)); err != nil {
		return worse(0, err), true
	}
	flags := []string{"-test.failfast"}
	if limit := slices.Index(arguments, "-timeout"); limit >= 0 {
		flags = append(flags, "-test.timeout="+arguments[limit+1])
	}
	return runInParts(filepath.Join(prepared, preparedTests), flags), true
}
