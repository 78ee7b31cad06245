package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// target is a fuzz target of go test.
type target struct {
	folder string // of its package, relative to the root
	name   string
	seeds  int // calls of Add
	corpus int // files of it
}

// findTargets finds every fuzz target below a folder, in order, so none has to be listed. It fails when a file cannot
// be read.
func findTargets(root string) (all []target, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && path != root):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		found, err := targetsIn(root, path)
		all = append(all, found...)
		return err
	})
	slices.SortFunc(all, func(a, b target) int { return strings.Compare(a.folder+" "+a.name, b.folder+" "+b.name) })
	return all, err
}

func targetsIn(root, path string) (all []target, err error) {
	content, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(content), "*testing.F") {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	folder, err := filepath.Rel(root, filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	for _, declaration := range file.Decls {
		function, is := declaration.(*ast.FuncDecl)
		if !is || function.Recv != nil || !strings.HasPrefix(function.Name.Name, "Fuzz") {
			continue
		}
		found := target{folder: filepath.ToSlash(folder), name: function.Name.Name}
		ast.Inspect(function, func(node ast.Node) bool {
			if selector, is := node.(*ast.SelectorExpr); is && selector.Sel.Name == "Add" {
				found.seeds++
			}
			return true
		})
		corpus, err := filepath.Glob(filepath.Join(filepath.Dir(path), "testdata", "fuzz", found.name, "*"))
		if err != nil {
			return nil, err
		}
		found.corpus = len(corpus)
		all = append(all, found)
	}
	return all, nil
}
