package filter

import (
	"slices"
	"strconv"
	"strings"
)

// roots are the fields of the delivery body, where every path begins.
var roots = []string{"id", "type", "timestamp", "tenantId", "data"}

// step is one step of a path: the key of an object, or the index of an element in a list.
type step struct {
	key   string
	place int // -1 unless the key is a whole number
}

// path leads from the event to a value, or to several if there are lists on the way.
type path []step

// extend returns the path with the steps of a filter key appended. It fails when the key is not a valid path.
func (p path) extend(key, at string) (path, error) {
	longer := slices.Clone(p)
	var name strings.Builder
	for i := 0; i <= len(key); i++ {
		switch {
		case i == len(key) || key[i] == '.':
			if name.Len() == 0 {
				return nil, &SyntaxError{Path: at, Reason: "has an empty step in its path"}
			}
			longer = append(longer, newStep(name.String()))
			name.Reset()
		case key[i] == '$' && name.Len() == 0:
			return nil, &SyntaxError{Path: at, Reason: "has a step that begins with $: an operator stands in an " +
				`object of its own, a key of the event is written \$`}
		case key[i] == '\\':
			i++
			if i == len(key) || strings.IndexByte(`.$\`, key[i]) < 0 {
				return nil, &SyntaxError{Path: at, Reason: "has a backslash before what is no dot, $ or backslash"}
			}
			name.WriteByte(key[i])
		default:
			name.WriteByte(key[i])
		}
	}
	if !slices.Contains(roots, longer[0].key) {
		return nil, &SyntaxError{Path: at, Reason: "does not begin with a field of the event: " + strings.Join(roots, ", ")}
	}
	return longer, nil
}

func newStep(name string) step {
	place, err := strconv.ParseUint(name, 10, 31)
	if err != nil || strconv.FormatUint(place, 10) != name {
		return step{key: name, place: -1}
	}
	return step{key: name, place: int(place)}
}

// leadsTo reports whether the path leads from the value to one for which found holds, and how many steps are left.
func (p path) leadsTo(value any, found condition, left int) (holds bool, rest int) {
	for i, step := range p {
		if left--; left < 0 {
			return false, left
		}
		switch container := value.(type) {
		case *members:
			member, isThere, err := container.member(step.key)
			if err != nil {
				return false, -1 // an event that cannot be read to the end does not match
			}
			if !isThere {
				return false, left
			}
			value = member
		case []any:
			if step.place < 0 {
				for _, element := range container {
					if holds, left = p[i:].leadsTo(element, found, left); holds || left < 0 {
						return holds, left
					}
				}
				return false, left
			}
			if step.place >= len(container) {
				return false, left
			}
			value = container[step.place]
		default:
			return false, left
		}
	}
	return found(value, left)
}
