package main

import (
	"bytes"
	"go/ast"
	"go/token"
)

// edit replaces a part of a source.
type edit struct {
	from, to int
	text     string
}

// edited returns the source with the edits made, which are in its order.
func edited(source []byte, edits []edit) []byte {
	var result bytes.Buffer
	from := 0
	for _, change := range edits {
		result.Write(source[from:change.from])
		result.WriteString(change.text)
		from = change.to
	}
	result.Write(source[from:])
	return result.Bytes()
}

// replace is the edit that puts the text in the place of a node, and of the comment of a declaration.
func replace(files *token.FileSet, node ast.Node, text string) edit {
	begins := node.Pos()
	switch declared := node.(type) {
	case *ast.FuncDecl:
		if declared.Doc != nil {
			begins = declared.Doc.Pos()
		}
	case *ast.GenDecl:
		if declared.Doc != nil {
			begins = declared.Doc.Pos()
		}
	}
	return edit{files.Position(begins).Offset, files.Position(node.End()).Offset, text}
}
