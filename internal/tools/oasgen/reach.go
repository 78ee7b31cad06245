package main

import (
	"errors"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// graph finds out which declarations of the generated package are needed.
type graph struct {
	generated *types.Package
	info      *types.Info
	of        map[types.Object]ast.Decl
	mentions  map[ast.Decl][]types.Object     // what is needed where a declaration is
	members   map[types.Object][]types.Object // the methods and constants of a type
	kept      map[string]bool                 // names of methods that every needed type keeps
	isNeeded  map[any]bool                    // objects and declarations
}

// codecs are the methods of which most types have several and need few, so it counts which one is called. All other
// methods are kept when users select anything of the same name: a handler can be written before the next generation.
var codecs = []string{"Encode", "Decode", "Validate", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText"}

// reflected are the codecs that encoding/json calls, with what they do.
var reflected = map[string]string{"MarshalJSON": "Encode", "UnmarshalJSON": "Decode", "MarshalText": "", "UnmarshalText": ""}

// newGraph makes the graph of the generated files. Their calls of each other are resolved by types. Other packages
// are not imported: what calls are made of theirs does not matter, and they need not compile while the contract changes.
func newGraph(files *token.FileSet, syntax []*ast.File) *graph {
	g := &graph{
		info: &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}},
		of:   map[types.Object]ast.Decl{}, mentions: map[ast.Decl][]types.Object{}, members: map[types.Object][]types.Object{},
		kept: map[string]bool{}, isNeeded: map[any]bool{},
	}
	for _, name := range []string{"Error", "String", "Unwrap", "Read", "WriteHeader"} { // other packages look for these
		g.kept[name] = true
	}
	config := types.Config{Importer: nothing{}, Error: func(error) {}}
	g.generated, _ = config.Check("oas", files, syntax, g.info)
	for _, file := range syntax {
		for _, node := range file.Decls {
			g.add(node)
		}
	}
	return g
}

// nothing imports no package.
type nothing struct{}

func (nothing) Import(string) (*types.Package, error) { return nil, errors.New("not needed") }

// add adds a declaration, or a group of them.
func (g *graph) add(node ast.Decl) {
	ast.Inspect(node, func(part ast.Node) bool {
		switch part := part.(type) {
		case *ast.Ident:
			if object := g.info.Defs[part]; g.isTop(object) {
				g.of[object] = node
				if of := typeOf(object); of != nil {
					g.members[of] = append(g.members[of], object)
				}
			} else if object := g.info.Uses[part]; g.isTop(object) {
				g.mentions[node] = append(g.mentions[node], object)
			}
		case *ast.InterfaceType:
			for _, method := range part.Methods.List {
				for _, name := range method.Names {
					g.kept[name.Name] = true
				}
			}
		}
		return true
	})
}

// isTop tells whether an object is declared by the package itself: it is no field, no parameter and no variable.
func (g *graph) isTop(object types.Object) bool {
	if object == nil || object.Pkg() != g.generated {
		return false
	}
	return object.Parent() == g.generated.Scope() || typeOf(object) != nil
}

// typeOf returns the type whose method or constant an object is, if it is one.
func typeOf(object types.Object) types.Object {
	of := object.Type()
	switch object := object.(type) {
	case *types.Func:
		if object.Signature().Recv() == nil {
			return nil
		}
		of = object.Signature().Recv().Type()
	case *types.Const:
	default:
		return nil
	}
	if pointer, ok := of.(*types.Pointer); ok {
		of = pointer.Elem()
	}
	if named, ok := of.(*types.Named); ok && !types.IsInterface(named) {
		return named.Obj()
	}
	return nil
}

// need marks an object as needed, and what it mentions. A type keeps its constants, and encoding/json can do with it
// what its codecs can.
func (g *graph) need(object types.Object) {
	if function, ok := object.(*types.Func); ok {
		object = function.Origin()
	}
	declared := g.of[object]
	if declared == nil || g.isNeeded[object] {
		return
	}
	g.isNeeded[object], g.isNeeded[declared] = true, true
	for _, mentioned := range g.mentions[declared] {
		g.need(mentioned)
	}
	for _, member := range g.members[object] {
		if _, isMethod := member.(*types.Func); !isMethod || g.kept[member.Name()] && !isAccessor(g.of[member]) {
			g.need(member)
		}
	}
	for _, sibling := range g.members[typeOf(object)] {
		if reflected[sibling.Name()] == object.Name() {
			g.need(sibling)
		}
	}
}

// isAccessor finds getters and setters of fields, which are exported anyway: GetName, SetName. Those of optional values
// and of unions, which do more, do not count.
func isAccessor(node ast.Decl) bool {
	declared, ok := node.(*ast.FuncDecl)
	if !ok || len(declared.Name.Name) <= 3 || len(declared.Body.List) != 1 || declared.Type.Params.NumFields()+declared.Type.Results.NumFields() != 1 {
		return false
	}
	name := declared.Name.Name
	return (strings.HasPrefix(name, "Get") || strings.HasPrefix(name, "Set")) && !strings.HasPrefix(name, "SetTo")
}

// needCodec marks a codec of a type as needed. Those of encoding/json may be called of whatever the type consists of.
func (g *graph) needCodec(of types.Object, codec string, seen map[types.Object]bool) {
	if g.of[of] == nil || seen[of] {
		return
	}
	seen[of] = true
	for _, member := range g.members[of] {
		if member.Name() == codec {
			g.need(member)
		}
	}
	if _, isReflected := reflected[codec]; !isReflected {
		return
	}
	for _, part := range g.mentions[g.of[of]] {
		if _, isType := part.(*types.TypeName); isType {
			g.needCodec(part, codec, seen)
		}
	}
}
