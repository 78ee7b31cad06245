// Package filter decides which events an endpoint wants beyond their type.
//
// A filter is a JSON object over the delivery body {id, type, timestamp, tenantId, data}:
//
//	{"data.symbol": "BTCUSD", "data.amount": {"$gte": 100, "$lt": 500}}
//
// # Paths
//
// A key is a path into the event, its steps joined by dots. It begins with one of the five fields of the
// body, for a path that begins elsewhere could never match. An object below a key is more of the same
// path: {"data": {"symbol": "BTCUSD"}} means {"data.symbol": "BTCUSD"}. A backslash takes the meaning from
// a dot, from a $ that begins a step and from a backslash: the path data.a\.b leads to the key "a.b"
// inside data.
//
// # Conditions
//
// What stands at a path is a scalar (string, number, true, false, null), which the value must equal, or an
// object of operators. Everything that one object holds must be true together.
//
//	$eq $ne             equal, not equal to a scalar
//	$in $nin            equal to one, to none of a list of scalars
//	$gt $gte $lt $lte   order, against a number or a string
//	$exists             true: there is a value (null is one); false: there is none
//	$prefix             a string that begins so
//	$and $or            a list of objects: all, at least one of them true
//	$not                an object that is not true
//
// $and, $or and $not stand at the top or below a path, and there speak about that path:
// {"data.amount": {"$not": {"$gt": 5}}}. Only the whole filter may be an empty object, which matches every
// event; lists hold at least one element.
//
// # Values
//
// Values of different types are never equal and never in order. Numbers are compared exactly, as the
// decimal fractions that they are written as: 0.1 is 0.10, 1e2 is 100, and 9007199254740993 is not
// 9007199254740992. A number whose exponent has more than nine digits is refused in a filter and equals
// nothing in an event. Strings are compared byte by byte, so case counts, and timestamps in UTC
// with equally many digits are in order.
//
// A list in the event stands for its elements: a path goes on into each of them, and a comparison is true
// when it is true for any of them, lists in lists included. A step that is a number chooses one element
// instead: data.legs.0.side. Two comparisons may be true for two different elements.
//
// $ne, $nin and $exists false are exactly what $eq, $in and $exists true are not. So they are true where
// there is no value, and for a list when no element is equal. Every other comparison is false where there
// is no value.
//
// # Limits
//
// A filter is at most 16 KiB long, nests at most 8 objects and holds at most 100 comparisons, $and, $or
// and $not. It is checked once, by Parse, when it is saved; matching cannot fail.
//
// Publishing waits for its filters, so one filter takes at most 10,000 steps through one event. Every step of
// a path is one, again for each element of a list that it goes on into; so is every element of a list that is
// compared, and every 16 characters of a number. An event that would take more does not match, whatever the
// rest of the filter says: it may be there to keep something from the receiver.
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
	// matches is nil for the filter that looks at nothing.
	matches condition
}

// condition is one part of a filter: it looks at an event, or at a value in it, and says whether it holds, and how many of the
// steps that were left are left after it. Fewer than none mean that it has not looked to the end, and that what it says means
// nothing.
type condition func(event any, left int) (holds bool, rest int)

// Parse reads a filter. It fails with a *SyntaxError that tells which part is wrong, and why.
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

// Match reports whether the event passes the filter. The empty filter does not look into the event. An event
// that turns out not to be a JSON object passes no other filter, nor does one that takes more than MaxSteps.
func (f *Filter) Match(event *Event) bool {
	if f.matches == nil {
		return true
	}
	holds, left := f.matches(&event.root, MaxSteps)
	return holds && left >= 0
}

// SyntaxError tells why a filter is refused.
type SyntaxError struct {
	// Path leads to the offending part, such as data.amount.$gt or $or[1].data.symbol; it is empty when
	// the filter is wrong as a whole.
	Path string
	// Reason is a phrase that goes on from the path, such as "must be a number or a string".
	Reason string
}

func (e *SyntaxError) Error() string {
	if e.Path == "" {
		return "the filter " + e.Reason
	}
	return e.Path + " " + e.Reason
}
