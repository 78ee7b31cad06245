package filter

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/go-faster/jx"
)

// Event is a delivery body that filters look into. It is read no further than they look: publishing waits for it, and
// most filters ask for one or two fields. It is for one goroutine at a time. The body must not change while it is in use.
type Event struct{ root members }

// LazyEvent wraps a body that is known to be good, such as one that we have just encoded.
func LazyEvent(body []byte) *Event { return &Event{members{raw: body}} }

// mostScans is how often an object is looked through for a single key before it is indexed by all of its keys. An index
// costs as much as a few looks, and keeps what many filters, or one with many paths, have to read in bounds.
const mostScans = 2

// mostUnread is how many objects inside each other are left unread until somebody asks for what is in them; what lies deeper is
// decoded together. Each of them is read once more than the one around it, which would make an event of a thousand objects
// inside each other cost a thousand times what it has.
const mostUnread = 4

// members is an object of an event.
type members struct {
	depth int // how many objects it lies in
	raw   []byte
	scans int
	index map[string]any // nil until it was looked through mostScans times
}

// member returns what stands below a key. It fails when the object cannot be read.
func (m *members) member(key string) (value any, isThere bool, err error) {
	if m.index == nil && m.scans < mostScans {
		m.scans++
		err = m.each(func(decoder *jx.Decoder, name []byte) (err error) {
			if string(name) != key {
				return decoder.Skip()
			}
			isThere = true
			value, err = decodeValue(decoder, m.depth+1) // of several members with one key the last one counts, as everywhere
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

// each calls with the key of every member in turn, which has to read the value or to skip it. It fails when there is
// anything but one object.
func (m *members) each(with func(decoder *jx.Decoder, key []byte) error) error {
	decoder := jx.GetDecoder() // is quicker than encoding/json
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

// addTo returns what adds a member of an object to its index, of several with one key the last one.
func addTo(index map[string]any, depth int) func(decoder *jx.Decoder, key []byte) error {
	return func(decoder *jx.Decoder, name []byte) (err error) {
		key := string(name)
		index[key], err = decodeValue(decoder, depth)
		return err
	}
}

// decodeValue reads a value that lies in so many objects: lists with all of their elements, objects as members. Numbers stay as
// they are written: a float64 would lose the digits of large amounts.
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
