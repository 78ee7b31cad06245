// Package filter decides which events an endpoint wants beyond their type.
//
// A filter is a JSON object over the delivery body {id, type, timestamp, tenantId, data}:
//
//	{"data.symbol": "BTCUSD", "data.amount": {"$gte": 100, "$lt": 500}}
//
// # Paths
//
// A key is a path into the event, its steps joined by dots. It begins with one of the five fields of the body, since
// any other path could never match. An object below a key continues the path: {"data": {"symbol": "BTCUSD"}} means
// {"data.symbol": "BTCUSD"}. A backslash escapes a dot, a $ at the beginning of a step, and a backslash: the path
// data.a\.b leads to the key "a.b" inside data.
//
// # Conditions
//
// A path has a scalar (string, number, true, false, null), which the value there must equal, or an object of operators.
// All members of an object must be true.
//
//	$eq $ne             equal, not equal to a scalar
//	$in $nin            equal to one, to none of a list of scalars
//	$gt $gte $lt $lte   order, against a number or a string
//	$exists             true: there is a value (null is one); false: there is none
//	$prefix             a string that begins so
//	$and $or            a list of objects: all, at least one of them true
//	$not                an object that is not true
//
// $and, $or and $not stand at the top level or below a path, where they apply to that path: {"data.amount": {"$not":
// {"$gt": 5}}}. Only the whole filter may be an empty object, which matches every event; lists have at least one
// element.
//
// # Values
//
// Values of different types are never equal, and neither is less than the other. Numbers are compared exactly, as
// decimal fractions: 0.1 is 0.10, 1e2 is 100, and 9007199254740993 is not 9007199254740992. A number whose exponent has
// more than nine digits is refused in a filter and equals nothing in an event. Strings are compared byte by byte, so
// case matters, and timestamps in UTC with the same number of digits sort by time.
//
// A list in the event stands for its elements: a path continues into each of them, and a comparison is true when it is
// true for any of them, including nested lists. A step that is a number selects one element instead: data.legs.0.side.
// Two comparisons may be true for different elements.
//
// $ne, $nin and $exists false are the exact negations of $eq, $in and $exists true. So $ne and $nin are true without a
// value, and for a list when no element is equal. Every other comparison is false without a value.
//
// # Limits
//
// A filter has at most 16 KiB, 8 levels of objects, and 100 comparisons, $and, $or and $not together. Parse checks it
// once, when it is saved; matching cannot fail.
//
// Publishing waits for filters, so a filter takes at most 10,000 steps through an event. A step is every step of a
// path, counted again for each element of a list that it continues into; every element of a list that is compared; and
// every 16 characters of a number. An event that would take more does not match, whatever the rest of the filter says,
// since the filter may be there to keep something from the receiver.
package filter

// The limits of one filter, and of its steps through one event.
const (
	MaxBytes = 16 << 10
	MaxDepth = 8
	MaxNodes = 100
	MaxSteps = 10_000
)

// Filter is a filter ready to match. It is immutable and safe for concurrent use. The zero Filter matches
// every event.
type Filter struct {
	// matches is nil for the empty filter.
	matches condition
}

// condition is a part of a filter: given an event, or a value in it, and the number of steps left, it returns whether
// it holds and how many steps remain. A negative rest means that it ran out of steps and that holds is meaningless.
type condition func(event any, left int) (holds bool, rest int)

// Parse reads a filter. It fails with a *SyntaxError that says which part is wrong, and why.
func Parse(raw []byte) (*Filter, error) {
	tree, err := read(raw)
	if err != nil {
		return nil, err
	}
	if len(tree) == 0 {
		return &Filter{}, nil
	}
	var c compiler
	matches, err := c.object(tree, nil, "")
	if err != nil {
		return nil, err
	}
	return &Filter{matches: matches}, nil
}

// Match reports whether the event passes the filter. The empty filter passes everything unread. An event that is not a
// JSON object, or takes more than MaxSteps, passes no other filter.
func (f *Filter) Match(event *Event) bool {
	if f.matches == nil {
		return true
	}
	holds, left := f.matches(&event.root, MaxSteps)
	return holds && left >= 0
}

// SyntaxError says why a filter is refused.
type SyntaxError struct {
	// Path is the path of the offending part, such as data.amount.$gt or $or[1].data.symbol; empty when the filter is
	// wrong as a whole.
	Path string
	// Reason continues the sentence after the path, such as "must be a number or a string".
	Reason string
}

func (e *SyntaxError) Error() string {
	if e.Path == "" {
		return "the filter " + e.Reason
	}
	return e.Path + " " + e.Reason
}
