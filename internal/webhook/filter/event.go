package filter

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Event is a delivery body that is decoded at most once, however many filters look at it. It is safe for
// concurrent use. The body must not change while it is in use.
type Event struct {
	decode func() (map[string]any, error)
}

// LazyEvent wraps a body that is known to be good, such as one that we have just encoded. It is decoded
// when the first filter looks into it.
func LazyEvent(body []byte) *Event {
	return &Event{decode: sync.OnceValues(func() (map[string]any, error) { return decodeBody(body) })}
}

// ParseEvent decodes a body at once. It fails when the body is anything but one JSON object.
func ParseEvent(body []byte) (*Event, error) {
	event := LazyEvent(body)
	if _, err := event.decode(); err != nil {
		return nil, err
	}
	return event, nil
}

// decodeBody keeps numbers as they are written: a float64 would lose the digits of large amounts.
func decodeBody(body []byte) (map[string]any, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var fields map[string]any
	if err := decoder.Decode(&fields); err != nil {
		return nil, fmt.Errorf("decode event: %w", err)
	}
	if fields == nil {
		return nil, errors.New("decode event: the body is null")
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("decode event: more follows the object")
	}
	return fields, nil
}
