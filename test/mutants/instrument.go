package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// Building a package anew for each change takes longer than testing it. So it is built once, with all changes that
// can be written as Go: each is inactive until the variable mutantNumber has its number. Other changes, such as one
// in a constant, are built as gremlins has written them.

// change replaces one token by another.
type change struct {
	File   string
	Offset int // of the token in the file
	To     string
	Number int
}

var (
	boundaries = map[token.Token]token.Token{token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR}
	negations  = map[token.Token]token.Token{
		token.LSS: token.GEQ, token.LEQ: token.GTR, token.GTR: token.LEQ, token.GEQ: token.LSS, token.EQL: token.NEQ, token.NEQ: token.EQL,
	}
	arithmetic = map[token.Token]token.Token{
		token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL, token.REM: token.MUL,
	}
)

// helper is called by the changed code.
const helper = `package %s

import (
	mutantOS "os"
	mutantText "strconv"
)

var mutantNumber, _ = mutantText.Atoi(mutantOS.Getenv("` + numberVariable + `"))

func mutantStep(number int) int {
	if mutantNumber == number {
		return -1
	}
	return 1
}
`

// instrument writes the files of a package with their changes.
type instrument struct {
	set     *token.FileSet
	info    *types.Info
	pack    *types.Package
	parsed  *ast.File
	name    string // of the file
	source  []byte
	changes []change
}

// file returns the text of a file with its changes.
func (in *instrument) file(parsed *ast.File, name string, source []byte) string {
	in.parsed, in.name, in.source = parsed, name, source
	start, end := in.offset(parsed.FileStart), in.offset(parsed.End())
	return string(source[start:in.offset(parsed.Package)]) + in.inside(parsed) + string(source[end:])
}

func (in *instrument) offset(position token.Pos) int { return in.set.Position(position).Offset }

// text is that of a node with its changes.
func (in *instrument) text(node ast.Node) string {
	if in.canChange(node) {
		return in.changed(node)
	}
	return in.inside(node)
}

// inside is the text of a node that is not itself changed.
func (in *instrument) inside(node ast.Node) string {
	var text strings.Builder
	written := in.offset(node.Pos())
	ast.Inspect(node, func(child ast.Node) bool {
		if child == nil || child == node {
			return true
		}
		if !in.canChange(child) {
			return true
		}
		text.Write(in.source[written:in.offset(child.Pos())])
		text.WriteString(in.changed(child))
		written = in.offset(child.End())
		return false
	})
	text.Write(in.source[written:in.offset(node.End())])
	return text.String()
}

// canChange reports whether a change of the node itself can be written as Go. A constant cannot become a call.
func (in *instrument) canChange(node ast.Node) bool {
	switch e := node.(type) {
	case *ast.BinaryExpr:
		if in.info.Types[e].Value != nil {
			return false
		}
		_, isComparison := negations[e.Op]
		to, isArithmetic := arithmetic[e.Op]
		divisor := in.info.Types[e.Y].Value
		isByZero := to == token.QUO && divisor != nil && constant.Sign(divisor) == 0
		return isComparison || isArithmetic && !isByZero && in.isNumber(e)
	case *ast.UnaryExpr:
		return e.Op == token.SUB && in.info.Types[e].Value == nil && in.isNumber(e)
	case *ast.IncDecStmt:
		return in.isNumber(e.X)
	}
	return false
}

// isNumber reports whether an expression has a numeric type whose name can be written in this file.
func (in *instrument) isNumber(expression ast.Expr) bool {
	kind := in.info.TypeOf(expression)
	basic, isBasic := kind.Underlying().(*types.Basic)
	if !isBasic || basic.Info()&types.IsNumeric == 0 || basic.Info()&types.IsUntyped != 0 {
		return false
	}
	named, isNamed := types.Unalias(kind).(*types.Named)
	if !isNamed || named.Obj().Pkg() == in.pack {
		return true
	}
	return slices.ContainsFunc(in.parsed.Imports, func(imported *ast.ImportSpec) bool {
		return imported.Name == nil && imported.Path.Value == strconv.Quote(named.Obj().Pkg().Path())
	})
}

// changed is the text of a changed node: a function that checks the number.
func (in *instrument) changed(node ast.Node) string {
	switch e := node.(type) {
	case *ast.BinaryExpr:
		left, right := in.text(e.X), in.text(e.Y)
		result := "bool"
		if _, isArithmetic := arithmetic[e.Op]; isArithmetic {
			result = in.typeName(e)
		}
		var cases strings.Builder
		for _, table := range []map[token.Token]token.Token{boundaries, negations, arithmetic} {
			if to, isChanged := table[e.Op]; isChanged {
				fmt.Fprintf(&cases, "case %d: return (%s) %s (%s); ", in.number(e.OpPos, to), left, to, right)
			}
		}
		return fmt.Sprintf("func() %s { switch mutantNumber { %s}; return (%s) %s (%s) }()", result, cases.String(), left, e.Op, right)
	case *ast.UnaryExpr:
		operand := in.text(e.X)
		number := in.number(e.OpPos, token.ADD)
		return fmt.Sprintf("func() %s { if mutantNumber == %d { return +(%s) }; return -(%s) }()", in.typeName(e), number, operand, operand)
	}
	e := node.(*ast.IncDecStmt)
	operator, to := "+=", token.DEC
	if e.Tok == token.DEC {
		operator, to = "-=", token.INC
	}
	return fmt.Sprintf("%s %s %s(mutantStep(%d))", in.text(e.X), operator, in.typeName(e.X), in.number(e.TokPos, to))
}

func (in *instrument) typeName(expression ast.Expr) string {
	return types.TypeString(in.info.TypeOf(expression), func(other *types.Package) string {
		if other == in.pack {
			return ""
		}
		return other.Name()
	})
}

// number is the number of a new change.
func (in *instrument) number(position token.Pos, to token.Token) int {
	number := len(in.changes) + 1
	in.changes = append(in.changes, change{File: in.name, Offset: in.offset(position), To: to.String(), Number: number})
	return number
}
