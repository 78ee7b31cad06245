package filter

// Contents returns everything that filters can find in a body, in the form of encoding/json. It fails when the body is
// not a single object.
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
		value.scans = mostScans // to have it indexed
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

// Found returns what the first filter that looks for a member of a body finds, in the form of encoding/json.
func Found(body []byte, key string) (value any, err error) {
	first := members{raw: body}
	value, _, err = first.member(key)
	if err != nil {
		return nil, err
	}
	var all contents
	value = all.of(value)
	return value, all.err
}

// Unread returns how many nested objects, from the body on along one key, are read lazily.
func Unread(body []byte, key string) (count int, err error) {
	var value any = &members{raw: body}
	for {
		object, isObject := value.(*members)
		if !isObject {
			return count, nil
		}
		if object.index == nil {
			count++
		}
		if value, _, err = object.member(key); err != nil {
			return count, err
		}
	}
}

// ParseEvent is LazyEvent for a body that is read to its end at once, so that it fails for what no filter can read.
func ParseEvent(body []byte) (*Event, error) {
	_, err := Contents(body)
	return LazyEvent(body), err
}

// MatchesAll reports whether the filter is the empty one, which matches every event unread.
func (f *Filter) MatchesAll() bool { return f.matches == nil }
