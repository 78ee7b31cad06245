package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// readUsers parses all files below a folder that import the generated package, whatever their build tags. A file with
// errors counts as far as it goes.
func readUsers(root, path string) ([]*ast.File, error) {
	var users []*ast.File
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		source, err := os.ReadFile(name)
		if bytes.Contains(source, []byte(`"`+path+`"`)) {
			if file, _ := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution); file != nil {
				users = append(users, file)
			}
		}
		return err
	})
	return users, err
}

// needUsed marks what the users of the generated package need, by its name alone, since they may not compile while
// the contract changes: what they select from the package, methods with the names of anything that they select, and
// where a file names a codec, this codec of all types that the file names.
func (g *graph) needUsed(users []*ast.File) {
	for _, file := range users {
		visitSelectors(file, func(_, name string) { g.kept[name] = g.kept[name] || !slices.Contains(codecs, name) })
	}
	for _, file := range users {
		var used []types.Object
		called := map[string]bool{}
		visitSelectors(file, func(of, name string) {
			switch {
			case of == g.generated.Name():
				used = append(used, g.generated.Scope().Lookup(name))
			case of == "json":
				for codec := range reflected {
					called[codec] = true
				}
			case slices.Contains(codecs, name):
				called[name] = true
			}
		})
		for _, object := range used {
			g.need(object)
			for codec := range called {
				g.needCodec(object, codec, map[types.Object]bool{})
			}
		}
	}
}

// visitSelectors calls visit for all x.name of a file, with of being x if that is a name, too, and for methods that
// are looked up by their name.
func visitSelectors(file *ast.File, visit func(of, name string)) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.SelectorExpr:
			of, _ := node.X.(*ast.Ident)
			if of == nil {
				of = &ast.Ident{}
			}
			visit(of.Name, node.Sel.Name)
		case *ast.CallExpr:
			called, _ := node.Fun.(*ast.SelectorExpr)
			if called == nil || called.Sel.Name != "MethodByName" {
				return true
			}
			if name, ok := node.Args[0].(*ast.BasicLit); ok {
				visit("", strings.Trim(name.Value, "`\""))
			}
		}
		return true
	})
}
