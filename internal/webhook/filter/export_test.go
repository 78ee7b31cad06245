package filter

// Contents is all that filters can find in a body, in the shape that encoding/json gives it. It fails when the body is not one
// object.
func Contents(body []byte) (map[string]any, error) {
	var all contents
	got := all.of(&members{raw: body, scans: mostScans})
	if all.err != nil {
		return nil, all.err
	}
	return got.(map[string]any), nil
}

type contents struct{ err error }

func (c *contents) of(value any) any {
	switch value := value.(type) {
	case *members:
		value.scans = mostScans // so that it is indexed
		if _, _, err := value.member(""); err != nil {
			c.err = err
			return nil
		}
		object := map[string]any{}
		for key, member := range value.index {
			object[key] = c.of(member)
		}
		return object
	case []any:
		for i := range value {
			value[i] = c.of(value[i])
		}
	}
	return value
}

// ParseEvent is LazyEvent of a body that is read to its end at once, so that it fails for what no filter can look into.
func ParseEvent(body []byte) (*Event, error) {
	_, err := Contents(body)
	return LazyEvent(body), err
}

// MatchesAll reports whether the filter is the empty one, which every event matches unseen.
func (f *Filter) MatchesAll() bool { return f.matches == nil }
