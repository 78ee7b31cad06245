package main

import (
	"fmt"
	"go/ast"
	"path/filepath"
	"slices"
)

// roles are the roles that code can require, lowest first.
var roles = []string{"trader", "analyst", "admin", "super_admin"}

// roleNames are their names in code.
var roleNames = map[string]string{
	"RoleTrader": "trader", "RoleAnalyst": "analyst", "RoleAdmin": "admin", "RoleSuperAdmin": "super_admin",
}

// anyRole is the role of everybody who is logged in.
const anyRole = "user"

// asked is what code requires of its caller.
type asked struct {
	role     string // for every call
	someRole string // for some calls
	isRecent bool
}

// add merges the requirements of a part of the code.
func (a *asked) add(part asked, isConditional bool) {
	if isConditional {
		a.someRole = higher(a.someRole, higher(part.role, part.someRole))
		return
	}
	a.role, a.someRole = higher(a.role, part.role), higher(a.someRole, part.someRole)
	a.isRecent = a.isRecent || part.isRecent
}

func higher(one, other string) string {
	if slices.Index(roles, one) >= slices.Index(roles, other) {
		return one
	}
	return other
}

// serviceReceiver is the receiver's name in methods of services.
const serviceReceiver = "s"

// room is a package of services, its functions by name.
type room struct{ functions map[string][]*ast.FuncDecl }

// who is the page's description of an operation's callers. It fails when the contract disagrees with what the called
// services require.
func (h *handlers) who(declared operation, served handler) (string, error) {
	needs, err := h.asksOf(served)
	if err != nil {
		return "", err
	}
	if declared.isPublic {
		if declared.says != (asked{}) {
			return "", fmt.Errorf("%s is for everybody, and the contract names a role", declared.id)
		}
		return "everybody", nil
	}
	if needs.role == "" {
		needs.role = anyRole
	}
	if slices.Index(roles, needs.someRole) <= slices.Index(roles, needs.role) {
		needs.someRole = ""
	}
	if needs != declared.says {
		return "", fmt.Errorf("the contract says that %s is for %s, and the code asks for %s", declared.id, declared.says, needs)
	}
	return needs.String(), nil
}

// asksOf is what the services that a handler calls require.
func (h *handlers) asksOf(served handler) (needs asked, err error) {
	for _, made := range served.calls {
		in, err := h.room(made.folder)
		if err != nil {
			return asked{}, err
		}
		part, ok := in.asks(made.method, nil)
		if !ok {
			return asked{}, fmt.Errorf("%s calls %s, which is not in %s", served.name, made.text, made.folder)
		}
		needs.add(part, made.isConditional)
	}
	return needs, nil
}

// String is the page's wording.
func (a asked) String() string {
	text := a.role
	if text == anyRole {
		text = "logged in"
	}
	if a.someRole != "" {
		text += " (" + a.someRole + ")"
	}
	if a.isRecent {
		text += ", recent"
	}
	return text
}

func (h *handlers) room(folder string) (*room, error) {
	if known := h.rooms[folder]; known != nil {
		return known, nil
	}
	files, err := parse(filepath.Join(h.root, filepath.FromSlash(folder)))
	if err != nil {
		return nil, err
	}
	read := &room{functions: map[string][]*ast.FuncDecl{}}
	for _, file := range files {
		for _, declaration := range file.syntax.Decls {
			if declared, ok := declaration.(*ast.FuncDecl); ok && declared.Body != nil {
				read.functions[declared.Name.Name] = append(read.functions[declared.Name.Name], declared)
			}
		}
	}
	h.rooms[folder] = read
	return read, nil
}

// asks returns what a function requires, including functions of its own package that it calls. Two functions with the
// same name count as one, since types are not resolved here.
func (r *room) asks(name string, within []string) (needs asked, ok bool) {
	for _, declared := range r.functions[name] {
		r.read(declared.Body, false, append(within, name), &needs)
		ok = true
	}
	return needs, ok
}

// read finds what a piece of code requires. The body of a condition or a loop is required of some calls only.
func (r *room) read(piece ast.Node, isConditional bool, within []string, needs *asked) {
	if piece == nil {
		return
	}
	ast.Inspect(piece, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.IfStmt:
			if node.Init != nil {
				r.read(node.Init, isConditional, within, needs)
			}
			r.read(node.Cond, isConditional, within, needs)
			r.readBranches(node, isConditional, within, needs)
			return false
		case *ast.BinaryExpr: // a rule whose error is compared is a question, not a requirement
			return false
		case *ast.CaseClause:
			for _, statement := range node.Body {
				r.read(statement, true, within, needs)
			}
			return false
		case *ast.ForStmt:
			r.read(node.Body, true, within, needs)
			return false
		case *ast.RangeStmt:
			r.read(node.Body, true, within, needs)
			return false
		case *ast.CallExpr:
			needs.add(r.asksIn(node, within), isConditional)
		}
		return true
	})
}

// readBranches looks at both branches of a condition. What both require is required of every call.
func (r *room) readBranches(condition *ast.IfStmt, isConditional bool, within []string, needs *asked) {
	var one, other asked
	r.read(condition.Body, false, within, &one)
	if condition.Else != nil {
		r.read(condition.Else, false, within, &other)
	}
	if one.role != "" && other.role != "" {
		needs.add(asked{role: slices.MinFunc([]string{one.role, other.role}, func(a, b string) int {
			return slices.Index(roles, a) - slices.Index(roles, b)
		})}, isConditional)
	}
	needs.add(one, true)
	needs.add(other, true)
}

// asksIn returns what one call requires: by a role among its arguments, by its name, or by what it calls.
func (r *room) asksIn(made *ast.CallExpr, within []string) asked {
	var needs asked
	name, isOwn := "", false
	switch function := made.Fun.(type) {
	case *ast.Ident:
		name, isOwn = function.Name, true
	case *ast.SelectorExpr: // s.author, but not s.events.Publish, which is another service's
		variable, ok := function.X.(*ast.Ident)
		name, isOwn = function.Sel.Name, ok && variable.Name == serviceReceiver
	}
	switch name {
	case "AtLeast": // a question, not a demand
		return asked{}
	case "RequireRecentLogin", "recentLogin":
		return asked{isRecent: true}
	case "requireAdmin":
		return asked{role: "admin"}
	}
	for _, argument := range made.Args {
		written := nameOf(argument)
		if role, ok := roleNames[written]; ok {
			needs.role = higher(needs.role, role)
		}
	}
	if isOwn && !slices.Contains(within, name) {
		deeper, _ := r.asks(name, within)
		needs.add(deeper, false)
	}
	return needs
}

func nameOf(expression ast.Expr) string {
	switch written := expression.(type) {
	case *ast.Ident:
		return written.Name
	case *ast.SelectorExpr:
		return written.Sel.Name
	}
	return ""
}
