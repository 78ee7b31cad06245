package filter

import (
	"fmt"
	"strings"
)

// operators lists the operators for error messages.
const operators = "$eq, $ne, $in, $nin, $gt, $gte, $lt, $lte, $exists, $prefix, $and, $or, $not"

// compiler turns the tree of a filter into conditions and counts them.
type compiler struct{ nodes int }

// object compiles an object that applies to the value at the given path: operators look at that value, every other key
// extends the path. All of its members must hold.
func (c *compiler) object(members object, target path, at string) (condition, error) {
	if len(members) == 0 {
		return nil, &SyntaxError{Path: at, Reason: "must hold a condition"}
	}
	conditions := make([]condition, 0, len(members))
	for _, m := range members {
		matches, err := c.member(m, target, below(at, m.key))
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, matches)
	}
	return all(conditions), nil
}

func (c *compiler) member(m member, target path, at string) (condition, error) {
	if strings.HasPrefix(m.key, "$") {
		return c.operator(m.key, m.value, target, at)
	}
	target, err := target.extend(m.key, at)
	if err != nil {
		return nil, err
	}
	switch value := m.value.(type) {
	case object:
		return c.object(value, target, at)
	case []any:
		return nil, &SyntaxError{Path: at, Reason: "must not be a list: use $in for one of several values"}
	default:
		return c.operator("$eq", value, target, at)
	}
}

// operator compiles an operator on the value at the given path.
func (c *compiler) operator(name string, operand any, target path, at string) (condition, error) {
	if c.nodes++; c.nodes > MaxNodes {
		return nil, &SyntaxError{Path: at, Reason: fmt.Sprintf("is one condition too many: there may be %d", MaxNodes)}
	}
	switch name {
	case "$and", "$or":
		conditions, err := c.list(operand, target, at)
		if err != nil {
			return nil, err
		}
		if name == "$or" {
			return some(conditions), nil
		}
		return all(conditions), nil
	case "$not":
		members, isObject := operand.(object)
		if !isObject {
			return nil, &SyntaxError{Path: at, Reason: "must be an object"}
		}
		matches, err := c.object(members, target, at)
		if err != nil {
			return nil, err
		}
		return not(matches), nil
	}
	found, isNegated, err := comparison(name, operand, at)
	if err != nil {
		return nil, err
	}
	if len(target) == 0 {
		return nil, &SyntaxError{Path: at, Reason: "must stand below a path, such as data.amount"}
	}
	leads := func(event any, left int) (bool, int) { return target.leadsTo(event, found, left) }
	if isNegated {
		return not(leads), nil
	}
	return leads, nil
}

// list compiles the objects of $and and $or.
func (c *compiler) list(operand any, target path, at string) ([]condition, error) {
	elements, isList := operand.([]any)
	if !isList || len(elements) == 0 {
		return nil, &SyntaxError{Path: at, Reason: "must be a list of objects with at least one of them"}
	}
	conditions := make([]condition, 0, len(elements))
	for i, value := range elements {
		here := element(at, i)
		members, isObject := value.(object)
		if !isObject {
			return nil, &SyntaxError{Path: here, Reason: "must be an object"}
		}
		matches, err := c.object(members, target, here)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, matches)
	}
	return conditions, nil
}

func all(conditions []condition) condition {
	if len(conditions) == 1 {
		return conditions[0]
	}
	return func(event any, left int) (holds bool, rest int) {
		for _, matches := range conditions {
			if holds, left = matches(event, left); !holds {
				return false, left
			}
		}
		return true, left
	}
}

func some(conditions []condition) condition {
	return func(event any, left int) (holds bool, rest int) {
		for _, matches := range conditions {
			if holds, left = matches(event, left); holds {
				return true, left
			}
		}
		return false, left
	}
}

func not(matches condition) condition {
	return func(event any, left int) (bool, int) {
		holds, left := matches(event, left)
		return !holds, left
	}
}
