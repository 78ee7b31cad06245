package filter

// DecodeBody is what filters look at.
var DecodeBody = decodeBody

// ParseEvent is LazyEvent of a body that is decoded at once, so that it fails for what no filter can look into.
func ParseEvent(body []byte) (*Event, error) {
	event := LazyEvent(body)
	_, err := event.decode()
	return event, err
}

// MatchesAll reports whether the filter is the empty one, which every event matches unseen.
func (f *Filter) MatchesAll() bool { return f.matches == nil }
