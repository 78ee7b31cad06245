package filter

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-faster/jx"
)

// Event is a delivery body for filters. It is decoded only as far as they look: publishing waits for it, and most
// filters need one or two fields. It is for one goroutine at a time. The body must not change while it is in use.
type Event struct{ root members }

// LazyEvent wraps a body that is known to be valid, such as one that we have just encoded.
func LazyEvent(body []byte) *Event { return &Event{members{raw: body}} }

// mostScans is how often an object is scanned for a single key before all of its keys are indexed. An index costs as
// much as a few scans, and bounds the reading for many filters, or for one with many paths.
const mostScans = 2

// mostUnread is how many levels of nested objects are decoded lazily; deeper ones are decoded at once. Each lazy level
// is read once more than the one around it, so without a limit an event of a thousand nested objects would cost a
// thousand times its size.
const mostUnread = 4

// members is an object of an event.
type members struct {
	depth int // how many objects it is nested in
	raw   []byte
	scans int
	index map[string]any // nil until it was scanned mostScans times
}

// member returns the value of a key. It fails when the object cannot be read.
func (m *members) member(key string) (value any, isThere bool, err error) {
	if m.index == nil && m.scans < mostScans {
		m.scans++
		err = m.each(func(decoder *jx.Decoder, name []byte) (err error) {
			if string(name) != key {
				return decoder.Skip()
			}
			isThere = true
			value, err = decodeValue(decoder, m.depth+1) // of duplicate keys the last one counts, as everywhere
			return err
		})
		return value, isThere, err
	}
	if m.index == nil {
		index := map[string]any{}
		if err = m.each(addTo(index, m.depth+1)); err != nil {
			return nil, false, err
		}
		m.index = index
	}
	value, isThere = m.index[key]
	return value, isThere, nil
}

// each calls with for every member's key; with must read or skip the value. It fails when there is anything but one
// object.
func (m *members) each(with func(decoder *jx.Decoder, key []byte) error) error {
	decoder := jx.GetDecoder() // faster than encoding/json
	defer jx.PutDecoder(decoder)
	decoder.ResetBytes(m.raw)
	if err := decoder.ObjBytes(with); err != nil {
		return fmt.Errorf("read an event: %w", err)
	}
	if err := decoder.Skip(); !errors.Is(err, io.EOF) {
		return errors.New("read an event: there is more behind the object")
	}
	return nil
}

// addTo returns a function that adds a member of an object to its index; the last of duplicate keys counts.
func addTo(index map[string]any, depth int) func(decoder *jx.Decoder, key []byte) error {
	return func(decoder *jx.Decoder, name []byte) (err error) {
		key := string(name)
		index[key], err = decodeValue(decoder, depth)
		return err
	}
}

// decodeValue reads a value that is nested in depth objects: lists with all of their elements, objects as members.
// Numbers stay text: a float64 would lose digits of large amounts.
func decodeValue(decoder *jx.Decoder, depth int) (any, error) {
	switch decoder.Next() {
	case jx.Object:
		if depth < mostUnread {
			raw, err := decoder.Raw()
			return &members{depth: depth, raw: raw}, err
		}
		index := map[string]any{}
		err := decoder.ObjBytes(addTo(index, depth+1))
		return &members{depth: depth, index: index}, err
	case jx.Array:
		elements := []any{}
		err := decoder.Arr(func(decoder *jx.Decoder) error {
			element, err := decodeValue(decoder, depth)
			elements = append(elements, element)
			return err
		})
		return elements, err
	case jx.String:
		return decoder.Str()
	case jx.Number:
		number, err := decoder.Num()
		return json.Number(number), err
	case jx.Bool:
		return decoder.Bool()
	default:
		return nil, decoder.Null()
	}
}
