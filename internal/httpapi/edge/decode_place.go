package edge

import (
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/go-faster/jx"
	"github.com/ogen-go/ogen/validate"
)

// The generated decoder does not tell which element of a list it refused. It takes them in their order and stops at the
// first one that it cannot take, so that one can be found again: by where it stopped reading, by the field that the
// element does not have, or by the field that it must not have.

// stoppedAt is where the generated decoder stopped, in the text of its error.
var stoppedAt = regexp.MustCompile(` at (\d+)$`)

// placedField is a field of a refused body with the places of list elements in it, such as events[3].type.
func placedField(body []byte, field string, err error) string {
	if strings.Contains(field, ".[") { // the validator tells the place
		return attachPlaces(field)
	}
	list, inner, _ := strings.Cut(field, ".")
	isRefused := refusalOf(body, inner, err)
	if list == "" || isRefused == nil {
		return field
	}
	place, found := firstElement(body, list, isRefused)
	if !found {
		return field
	}
	return joinPath(list+"["+strconv.Itoa(place)+"]", inner)
}

// attachPlaces writes events.[3].type as it is written in programs: events[3].type.
func attachPlaces(field string) string { return strings.ReplaceAll(field, ".[", "[") }

// element is one of a list in a body.
type element struct {
	start, end int // in the body
	content    *jx.Decoder
}

// refusalOf tells by which rule the refused element is known, nil when by none.
func refusalOf(body []byte, field string, err error) func(e element) bool {
	text := err.Error()
	switch match := stoppedAt.FindStringSubmatch(text); {
	case match != nil:
		at, err := strconv.Atoi(match[1])
		if err != nil || at >= len(body) {
			return nil
		}
		return func(e element) bool { return e.start <= at && at < e.end }
	case field == "":
		return nil
	case errors.Is(err, validate.ErrFieldRequired) || strings.Contains(text, "field required"):
		return func(e element) bool { return !hasField(e.content, field) }
	case unexpectedField.MatchString(text):
		return func(e element) bool { return hasField(e.content, field) }
	}
	return nil
}

// hasField reports whether an object has a field of that name.
func hasField(object *jx.Decoder, name string) (has bool) {
	err := object.ObjBytes(func(d *jx.Decoder, key []byte) error {
		has = has || string(key) == name
		return d.Skip()
	})
	return err == nil && has
}

// firstElement finds the first element of a list in a body for which is says so.
func firstElement(body []byte, list string, is func(e element) bool) (place int, found bool) {
	next := 0
	d := jx.DecodeBytes(body)
	_ = d.ObjBytes(func(d *jx.Decoder, key []byte) error { // fails with io.EOF when the element is found
		if string(key) != list || d.Next() != jx.Array {
			return d.Skip()
		}
		return d.Arr(func(d *jx.Decoder) error {
			content, err := d.Raw()
			if err != nil {
				return err
			}
			start := cap(body) - cap(content) // content is a part of the body
			if is(element{start, start + len(content), jx.DecodeBytes(content)}) {
				place, found = next, true
				return io.EOF
			}
			next++
			return nil
		})
	})
	return place, found
}
