package brand

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"text/template/parse"
)

// grammar is what a tenant's template may contain: text, values, the brand, and choices between texts. There are no
// loops, no calls and no variables, so that any template is as fast as it is short and reaches nothing else.
//
// A link gives access to an account to whoever has it. A tenant's administrator may choose the words around it, but not
// where it leads: it must not become part of another address.
type grammar struct {
	variables    []string
	isHTML       bool
	refusesLinks bool
}

var faceFields = reflect.VisibleFields(reflect.TypeFor[face]())

// check fails when a template contains anything else.
func (g grammar) check(tree *parse.Tree, templates int) error {
	if templates > 1 {
		return errors.New("must not define other templates")
	}
	if tree == nil || tree.Root == nil {
		return errEmpty
	}
	return g.list(tree.Root, true)
}

func (g grammar) list(list *parse.ListNode, isRoot bool) error {
	if list == nil {
		return nil
	}
	for i, node := range list.Nodes {
		switch node := node.(type) {
		case *parse.TextNode, *parse.CommentNode:
		case *parse.ActionNode:
			name, err := g.value(node.Pipe)
			if err != nil {
				return err
			}
			if isLink(name) {
				if err := g.aroundLink(list, i, isRoot); err != nil {
					return err
				}
			}
		case *parse.IfNode:
			if err := g.condition(node.Pipe); err != nil {
				return err
			}
			if err := g.list(node.List, false); err != nil {
				return err
			}
			if err := g.list(node.ElseList, false); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s is not known here", clipped(node.String()))
		}
	}
	return nil
}

// value checks the content of an action and returns the name of the value, if it is one.
func (g grammar) value(pipe *parse.PipeNode) (name string, err error) {
	if len(pipe.Decl) > 0 || len(pipe.Cmds) != 1 || len(pipe.Cmds[0].Args) != 1 {
		return "", fmt.Errorf("{{%s}} must be a value, such as {{.Values.name}} or {{.Brand.ProductName}}", clipped(pipe.String()))
	}
	return g.field(pipe.Cmds[0].Args[0])
}

func (g grammar) field(node parse.Node) (name string, err error) {
	field, is := node.(*parse.FieldNode)
	if !is || len(field.Ident) != 2 {
		return "", fmt.Errorf("{{%s}} must be a value, such as {{.Values.name}} or {{.Brand.ProductName}}", clipped(node.String()))
	}
	switch from, name := field.Ident[0], field.Ident[1]; {
	case from == "Values" && slices.Contains(g.variables, name):
		return name, nil
	case from == "Values":
		return "", fmt.Errorf("this mail has no value %s", clipped(name))
	case from == "Brand" && slices.ContainsFunc(faceFields, func(f reflect.StructField) bool { return f.Name == name }):
		return "", nil
	}
	return "", fmt.Errorf("there is no %s", clipped(node.String()))
}

// condition checks the condition of a choice: whether a value is set, or comparisons of values with texts. Links cannot
// be compared: whoever could compare them would know them already.
func (g grammar) condition(pipe *parse.PipeNode) error {
	if len(pipe.Decl) > 0 || len(pipe.Cmds) != 1 {
		return fmt.Errorf("{{if %s}} must be one condition", clipped(pipe.String()))
	}
	arguments := pipe.Cmds[0].Args
	if len(arguments) == 1 {
		if nested, is := arguments[0].(*parse.PipeNode); is {
			return g.condition(nested)
		}
		_, err := g.field(arguments[0])
		return err
	}
	function, is := arguments[0].(*parse.IdentifierNode)
	if !is || !slices.Contains([]string{"eq", "ne", "not", "and", "or"}, function.Ident) {
		return fmt.Errorf("%s is not known here: there are eq, ne, not, and, or", clipped(arguments[0].String()))
	}
	for _, argument := range arguments[1:] {
		switch argument := argument.(type) {
		case *parse.StringNode:
		case *parse.PipeNode:
			if err := g.condition(argument); err != nil {
				return err
			}
		default:
			name, err := g.field(argument)
			if err == nil && isLink(name) {
				err = errors.New("a link is compared with nothing")
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

const (
	aroundInText = " \t\r\n"
	beforeInHTML = aroundInText + `>"`
	afterInHTML  = aroundInText + `<"`
)

// aroundLink checks that the link at a position stands alone.
func (g grammar) aroundLink(list *parse.ListNode, at int, isRoot bool) error {
	if g.refusesLinks {
		return errors.New("must not hold a link")
	}
	before, after := aroundInText, aroundInText
	if g.isHTML {
		before, after = beforeInHTML, afterInHTML
	}
	mayEnd := isRoot && !g.isHTML
	if !endsWith(list, at-1, before, mayEnd) || !beginsWith(list, at+1, after, mayEnd) {
		if g.isHTML {
			return errors.New("a link must be the whole href of an element a, or the text of an element")
		}
		return errors.New("a link must stand between spaces or on a line of its own")
	}
	return nil
}

func endsWith(list *parse.ListNode, at int, allowed string, orNothing bool) bool {
	if at < 0 {
		return orNothing
	}
	text, is := list.Nodes[at].(*parse.TextNode)
	return is && len(text.Text) > 0 && strings.IndexByte(allowed, text.Text[len(text.Text)-1]) >= 0
}

func beginsWith(list *parse.ListNode, at int, allowed string, orNothing bool) bool {
	if at >= len(list.Nodes) {
		return orNothing
	}
	text, is := list.Nodes[at].(*parse.TextNode)
	return is && len(text.Text) > 0 && strings.IndexByte(allowed, text.Text[0]) >= 0
}

// walk visits a node and all its descendants in order.
func walk(node parse.Node, visit func(parse.Node)) {
	if node == nil || reflect.ValueOf(node).IsNil() {
		return
	}
	visit(node)
	var inside []parse.Node
	switch node := node.(type) {
	case *parse.ListNode:
		inside = node.Nodes
	case *parse.ActionNode:
		inside = []parse.Node{node.Pipe}
	case *parse.IfNode:
		inside = []parse.Node{node.Pipe, node.List, node.ElseList}
	case *parse.WithNode:
		inside = []parse.Node{node.Pipe, node.List, node.ElseList}
	case *parse.RangeNode:
		inside = []parse.Node{node.Pipe, node.List, node.ElseList}
	case *parse.PipeNode:
		for _, command := range node.Cmds {
			inside = append(inside, command)
		}
	case *parse.CommandNode:
		inside = node.Args
	}
	for _, each := range inside {
		walk(each, visit)
	}
}
