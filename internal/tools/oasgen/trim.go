package main

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
)

// trim removes what nothing below the folder root, which has the users of the generated package, can reach: decoders
// of what is only answered, encoders and validation of what is only received, getters and setters, and much else.
func trim(code sources, root, path string) error {
	users, err := readUsers(root, path)
	if err != nil {
		return err
	}
	files, syntax := token.NewFileSet(), map[string]*ast.File{}
	var all []*ast.File
	for name, source := range code {
		if syntax[name], err = parser.ParseFile(files, name, source, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return err
		}
		all = append(all, syntax[name])
	}
	g := newGraph(files, all)
	g.needUsed(users)
	for _, named := range syntax[resultsFile].Decls { // of handlers that may yet have to be written
		for _, alias := range named.(*ast.GenDecl).Specs {
			g.need(g.info.Defs[alias.(*ast.TypeSpec).Name])
		}
	}
	for name, file := range syntax {
		if code[name], err = format.Source(edited(code[name], g.cuts(files, file))); err != nil {
			return err
		}
	}
	return nil
}

// cuts returns the edits that leave only what is needed of a file.
func (g *graph) cuts(files *token.FileSet, file *ast.File) []edit {
	isImported := map[types.Object]bool{}
	var declarations, imports []edit
	for _, node := range file.Decls {
		if declared, ok := node.(*ast.GenDecl); ok && declared.Tok == token.IMPORT {
			continue
		}
		if !g.isNeeded[node] {
			declarations = append(declarations, replace(files, node, ""))
			continue
		}
		ast.Inspect(node, func(part ast.Node) bool {
			if identifier, ok := part.(*ast.Ident); ok {
				isImported[g.info.Uses[identifier]] = true
			}
			return true
		})
	}
	for _, imported := range file.Imports {
		if !isImported[g.info.PkgNameOf(imported)] {
			imports = append(imports, replace(files, imported, ""))
		}
	}
	return append(imports, declarations...)
}
