package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// call is a method of a service that a handler calls.
type call struct {
	folder, method string
	text           string // as the page shows it: trading.Execute
	isConditional  bool   // some requests call it
}

// handler is a method of httpapi.API that serves an operation.
type handler struct {
	name, file string
	calls      []call
}

// handlers is what was read from httpapi's code.
type handlers struct {
	root     string
	services map[string]string // the folder of each field of API
	handlers map[string]handler
	rooms    map[string]*room // that have been read, by folder
}

// readHandlers reads internal/httpapi.
func readHandlers(root string) (*handlers, error) {
	folder := filepath.Join(root, "internal", "httpapi")
	files, err := parse(folder)
	if err != nil {
		return nil, err
	}
	found := &handlers{root: root, services: map[string]string{}, handlers: map[string]handler{}, rooms: map[string]*room{}}
	helpers := map[string]*ast.FuncDecl{}
	for _, file := range files {
		found.readServices(file)
		for _, declared := range methodsOf(file.syntax, "API") {
			helpers[declared.Name.Name] = declared
		}
	}
	if len(found.services) == 0 {
		return nil, errors.New("httpapi.API has no services")
	}
	for _, file := range files {
		for _, declared := range methodsOf(file.syntax, "API") {
			calls := found.callsIn(declared)
			if len(calls) == 0 {
				calls = found.callsOfHelpers(declared, helpers)
			}
			found.handlers[declared.Name.Name] = handler{name: declared.Name.Name, file: file.name, calls: calls}
		}
	}
	return found, nil
}

type sourceFile struct {
	name   string
	syntax *ast.File
}

// parse parses the files of a package except tests.
func parse(folder string) ([]sourceFile, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []sourceFile
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, sourceFile{name, syntax})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no code", folder)
	}
	return files, nil
}

// readServices reads from the declaration of API in which folder each field's type is.
func (h *handlers) readServices(file sourceFile) {
	folders := map[string]string{}
	for _, imported := range file.syntax.Imports {
		path, _ := strconv.Unquote(imported.Path.Value)
		name := path[strings.LastIndex(path, "/")+1:]
		if imported.Name != nil {
			name = imported.Name.Name
		}
		folders[name] = strings.TrimPrefix(path, "bourse/")
	}
	ast.Inspect(file.syntax, func(node ast.Node) bool {
		declared, ok := node.(*ast.TypeSpec)
		if !ok || declared.Name.Name != "API" {
			return true
		}
		for _, field := range declared.Type.(*ast.StructType).Fields.List {
			pointer, ok := field.Type.(*ast.StarExpr)
			if !ok {
				continue
			}
			if selected, ok := pointer.X.(*ast.SelectorExpr); ok {
				for _, name := range field.Names {
					h.services[name.Name] = folders[selected.X.(*ast.Ident).Name]
				}
			}
		}
		return false
	})
}

// methodsOf returns the methods of a type in a file.
func methodsOf(file *ast.File, typeName string) []*ast.FuncDecl {
	var found []*ast.FuncDecl
	for _, declaration := range file.Decls {
		declared, ok := declaration.(*ast.FuncDecl)
		if ok && declared.Recv != nil && receiverType(declared) == typeName {
			found = append(found, declared)
		}
	}
	return found
}

func receiverType(declared *ast.FuncDecl) string {
	of := declared.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name
	}
	return ""
}

// callsIn lists the service methods that a method of API calls directly: a.Trading.Execute.
func (h *handlers) callsIn(declared *ast.FuncDecl) []call {
	var calls []call
	var read func(piece ast.Node, isConditional bool)
	read = func(piece ast.Node, isConditional bool) {
		ast.Inspect(piece, func(node ast.Node) bool {
			if branch, ok := node.(*ast.IfStmt); ok && !isConditional {
				if branch.Init != nil {
					read(branch.Init, false)
				}
				read(branch.Cond, false)
				read(branch.Body, true)
				if branch.Else != nil {
					read(branch.Else, true)
				}
				return false
			}
			method, ok := node.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if field, ok := method.X.(*ast.SelectorExpr); ok {
				if folder, ok := h.services[field.Sel.Name]; ok {
					made := call{folder, method.Sel.Name, folder[strings.LastIndex(folder, "/")+1:] + "." + method.Sel.Name, isConditional}
					if !slices.ContainsFunc(calls, func(c call) bool { return c.text == made.text }) {
						calls = append(calls, made)
					}
				}
			}
			return true
		})
	}
	read(declared.Body, false)
	return calls
}

// callsOfHelpers lists the service methods that a method of API calls through other methods of API.
func (h *handlers) callsOfHelpers(declared *ast.FuncDecl, helpers map[string]*ast.FuncDecl) []call {
	var calls []call
	ast.Inspect(declared.Body, func(node ast.Node) bool {
		selected, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if helper := helpers[selected.Sel.Name]; helper != nil && helper != declared {
			for _, made := range h.callsIn(helper) {
				if !slices.Contains(calls, made) {
					calls = append(calls, made)
				}
			}
		}
		return true
	})
	return calls
}
