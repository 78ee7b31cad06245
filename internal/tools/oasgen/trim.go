package main

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// trim removes generated code that nobody calls: getters and setters of exported fields, decoders of envelopes, which
// are only ever encoded, and middleware, which belongs in the edge. It is a quarter of the code.
func trim(folder string) error {
	if err := os.Remove(filepath.Join(folder, "oas_middleware_gen.go")); err != nil {
		return err
	}
	for file, find := range map[string]func(ast.Node) bool{
		"oas_schemas_gen.go":    isAccessor,
		"oas_json_gen.go":       readsEnvelope,
		"oas_parameters_gen.go": unpacksParameters,
		"oas_handlers_gen.go":   asksMiddleware,
		"oas_cfg_gen.go":        configuresMiddleware,
	} {
		if err := trimFile(filepath.Join(folder, file), find); err != nil {
			return err
		}
	}
	return nil
}

// trimFile removes what isUnused finds. Of a condition it keeps the other branch.
func trimFile(name string, isUnused func(ast.Node) bool) error {
	source, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	files := token.NewFileSet()
	syntax, err := parser.ParseFile(files, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	at := func(position token.Pos) int { return files.Position(position).Offset }
	var kept bytes.Buffer
	from := 0
	ast.Inspect(syntax, func(node ast.Node) bool {
		if node == nil || !isUnused(node) {
			return true
		}
		begins := node.Pos()
		if declared, ok := node.(*ast.FuncDecl); ok && declared.Doc != nil {
			begins = declared.Doc.Pos()
		}
		kept.Write(source[from:at(begins)])
		if condition, ok := node.(*ast.IfStmt); ok {
			other := condition.Else.(*ast.BlockStmt)
			kept.WriteString("_ = rawBody\n") // only read by the removed branch
			kept.Write(source[at(other.Lbrace)+1 : at(other.Rbrace)])
		}
		from = at(node.End())
		if source[from] == ',' { // of an element of a literal
			from++
		}
		return false
	})
	kept.Write(source[from:])
	formatted, err := format.Source(withoutUnusedImports(syntax, kept.Bytes()))
	if err != nil {
		return err
	}
	return os.WriteFile(name, formatted, 0o644)
}

// withoutUnusedImports removes the imports that the source no longer uses.
func withoutUnusedImports(syntax *ast.File, source []byte) []byte {
	for _, imported := range syntax.Imports {
		location, _ := strconv.Unquote(imported.Path.Value)
		name := path.Base(location)
		if imported.Name != nil {
			name = imported.Name.Name
		}
		if !bytes.Contains(source, []byte(name+".")) {
			source = bytes.Replace(source, []byte("\t"+imported.Path.Value+"\n"), nil, 1)
		}
	}
	return source
}

// isAccessor finds getters and setters of fields: GetName, SetName. Those of optional values and of unions, which do
// more, do not count.
func isAccessor(node ast.Node) bool {
	declared, ok := node.(*ast.FuncDecl)
	if !ok || declared.Recv == nil || len(declared.Name.Name) <= 3 || len(declared.Body.List) != 1 {
		return false
	}
	name := declared.Name.Name
	return (strings.HasPrefix(name, "Get") || strings.HasPrefix(name, "Set")) && !strings.HasPrefix(name, "SetTo")
}

// readsEnvelope finds decoders of envelopes.
func readsEnvelope(node ast.Node) bool {
	declared, ok := node.(*ast.FuncDecl)
	if !ok || declared.Recv == nil || declared.Name.Name != "Decode" && declared.Name.Name != "UnmarshalJSON" {
		return false
	}
	pointer, ok := declared.Recv.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	of, ok := pointer.X.(*ast.Ident)
	return ok && strings.HasSuffix(of.Name, "Envelope")
}

// unpacksParameters finds code that takes parameters back from middleware.
func unpacksParameters(node ast.Node) bool {
	declared, ok := node.(*ast.FuncDecl)
	return ok && strings.HasPrefix(declared.Name.Name, "unpack")
}

// asksMiddleware finds the condition in a handler that checks for middleware.
func asksMiddleware(node ast.Node) bool {
	condition, ok := node.(*ast.IfStmt)
	if !ok || condition.Init == nil || condition.Else == nil {
		return false
	}
	assigned, ok := condition.Init.(*ast.AssignStmt)
	if !ok {
		return false
	}
	selected, ok := assigned.Rhs[0].(*ast.SelectorExpr)
	return ok && selected.Sel.Name == "Middleware"
}

// configuresMiddleware finds the option for middleware, its field and its default.
func configuresMiddleware(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.FuncDecl:
		return node.Name.Name == "WithMiddleware"
	case *ast.Field:
		return len(node.Names) == 1 && node.Names[0].Name == "Middleware"
	case *ast.KeyValueExpr:
		key, ok := node.Key.(*ast.Ident)
		return ok && key.Name == "Middleware"
	}
	return false
}
