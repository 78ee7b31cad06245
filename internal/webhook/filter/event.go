package filter

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/go-faster/jx"
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

// decodeBody keeps numbers as they are written: a float64 would lose the digits of large amounts.
func decodeBody(body []byte) (map[string]any, error) {
	decoder := jx.GetDecoder() // is quicker than encoding/json, and publishing waits for it
	defer jx.PutDecoder(decoder)
	decoder.ResetBytes(body)
	if decoder.Next() != jx.Object {
		return nil, errors.New("decode event: the body is not an object")
	}
	value, err := decodeValue(decoder)
	if err != nil {
		return nil, fmt.Errorf("decode event: %w", err)
	}
	if err := decoder.Skip(); !errors.Is(err, io.EOF) {
		return nil, errors.New("decode event: there is more behind the object")
	}
	return value.(map[string]any), nil
}

// decodeValue reads what encoding/json would: the last of several members with one key counts.
func decodeValue(decoder *jx.Decoder) (any, error) {
	switch decoder.Next() {
	case jx.Object:
		members := map[string]any{}
		err := decoder.Obj(func(decoder *jx.Decoder, key string) (err error) {
			members[key], err = decodeValue(decoder)
			return err
		})
		return members, err
	case jx.Array:
		elements := []any{}
		err := decoder.Arr(func(decoder *jx.Decoder) error {
			element, err := decodeValue(decoder)
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
