package filter

import (
	"encoding/json"
	"slices"
	"strings"
)

// comparison compiles an operator that compares values. The condition it returns applies to a value at the operator's
// path; isNegated means that it must hold for no such value. It fails when the operand has the wrong type or there is
// no such operator.
func comparison(name string, operand any, at string) (found condition, isNegated bool, err error) {
	switch name {
	case "$eq", "$ne":
		found, err = equal(operand, at)
		return found, name == "$ne", err
	case "$in", "$nin":
		found, err = oneOf(operand, at)
		return found, name == "$nin", err
	case "$gt":
		found, err = ordered(operand, at, func(order int) bool { return order > 0 })
	case "$gte":
		found, err = ordered(operand, at, func(order int) bool { return order >= 0 })
	case "$lt":
		found, err = ordered(operand, at, func(order int) bool { return order < 0 })
	case "$lte":
		found, err = ordered(operand, at, func(order int) bool { return order <= 0 })
	case "$prefix":
		found, err = prefixed(operand, at)
	case "$exists":
		want, isBoolean := operand.(bool)
		if !isBoolean {
			return nil, false, &SyntaxError{Path: at, Reason: "must be true or false"}
		}
		return func(_ any, left int) (bool, int) { return true, left }, !want, nil
	default:
		return nil, false, &SyntaxError{Path: at, Reason: "is not an operator: there are " + operators}
	}
	return found, false, err
}

func equal(operand any, at string) (condition, error) {
	want, err := constant(operand, at)
	if err != nil {
		return nil, err
	}
	return anyElement(func(got scalar) bool { return got.compare(want) == 0 }), nil
}

func oneOf(operand any, at string) (condition, error) {
	elements, isList := operand.([]any)
	if !isList || len(elements) == 0 {
		return nil, &SyntaxError{Path: at, Reason: "must be a list of values with at least one of them"}
	}
	wanted := make([]scalar, 0, len(elements))
	for i, value := range elements {
		want, err := constant(value, element(at, i))
		if err != nil {
			return nil, err
		}
		wanted = append(wanted, want)
	}
	// Sorted, a list of thousands costs a dozen comparisons per event.
	slices.SortFunc(wanted, scalar.compare)
	return anyElement(func(got scalar) bool {
		_, isWanted := slices.BinarySearchFunc(wanted, got, scalar.compare)
		return isWanted
	}), nil
}

func ordered(operand any, at string, holds func(order int) bool) (condition, error) {
	limit, err := constant(operand, at)
	if err != nil {
		return nil, err
	}
	if limit.kind != kindNumber && limit.kind != kindString {
		return nil, &SyntaxError{Path: at, Reason: "must be a number or a string"}
	}
	return anyElement(func(got scalar) bool {
		return got.kind == limit.kind && holds(got.compare(limit))
	}), nil
}

func prefixed(operand any, at string) (condition, error) {
	prefix, isString := operand.(string)
	if !isString {
		return nil, &SyntaxError{Path: at, Reason: "must be a string"}
	}
	return anyElement(func(got scalar) bool {
		return got.kind == kindString && strings.HasPrefix(got.text, prefix)
	}), nil
}

// constant converts an operand that must be a scalar.
func constant(operand any, at string) (scalar, error) {
	switch operand.(type) {
	case object, []any:
		return scalar{}, &SyntaxError{Path: at, Reason: "must be a string, a number, true, false or null"}
	}
	value, ok := scalarOf(operand)
	if !ok {
		return scalar{}, &SyntaxError{Path: at, Reason: "must have an exponent of at most 9 digits"}
	}
	return value, nil
}

// anyElement returns a condition on a scalar that also holds for a list when it holds for any element.
func anyElement(holds func(scalar) bool) condition {
	var found condition
	found = func(value any, left int) (isFound bool, rest int) {
		switch value := value.(type) {
		case []any:
			for _, element := range value {
				if left--; left < 0 {
					return false, left
				}
				if isFound, left = found(element, left); isFound {
					return true, left
				}
			}
			return false, left
		case json.Number:
			if left -= len(value) / digitsPerStep; left < 0 {
				return false, left
			}
		}
		got, isScalar := scalarOf(value)
		return isScalar && holds(got), left
	}
	return found
}

// digitsPerStep is how many characters of a number are read in about the time of a step.
const digitsPerStep = 16
