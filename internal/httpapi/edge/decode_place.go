package edge

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-faster/jx"
	ogenjson "github.com/ogen-go/ogen/json"
	"github.com/ogen-go/ogen/validate"

	"bourse/internal/money"
)

// The generated decoder does not say which element of a list it refused. It decodes them in order and stops at the
// first one that fails, so the element can be found again: by the position where it stopped, by the field that the
// element lacks or must not have, or because the same value is refused again.

var (
	// stoppedAt is the position where the generated decoder stopped, in the text of its error.
	stoppedAt = regexp.MustCompile(` at (\d+)$`)
	noUUID    = regexp.MustCompile(`: invalid (?:UUID|urn prefix)`)
)

// placedField is a field of a refused body including list indexes, such as events[3].type.
func placedField(body []byte, path []string, err error) string {
	isTold := slices.ContainsFunc(path, func(name string) bool { return strings.HasPrefix(name, "[") }) // by the validator
	if isTold || len(path) == 0 || len(path) > deepestNames {
		return written(path)
	}
	depth, isRefused := refusalOf(body, path, err)
	if isRefused == nil {
		return written(path)
	}
	search := search{isRefused, deepestLists}
	placed, found := search.find(body, path[:depth])
	if !found {
		return written(path)
	}
	return written(append(placed, path[depth:]...))
}

// written formats a path: events[3].type for the names events, [3] and type.
func written(path []string) string { return strings.ReplaceAll(strings.Join(path, "."), ".[", "[") }

// refusalOf returns how to recognise the refused value, and how many of the names lead to it; nil when it cannot be
// recognised. Values are parts of the body.
func refusalOf(body []byte, names []string, err error) (depth int, isRefused func(value []byte) bool) {
	text := err.Error()
	last := len(names) - 1
	var (
		number *money.InputError
		moment *time.ParseError
	)
	switch match := stoppedAt.FindStringSubmatch(text); {
	case match != nil:
		at, err := strconv.Atoi(match[1])
		if err != nil {
			return 0, nil
		}
		return len(names), func(value []byte) bool {
			start := cap(body) - cap(value)
			return start <= at && at < start+len(value)
		}
	case errors.Is(err, validate.ErrFieldRequired) || strings.Contains(text, "field required"):
		return last, func(value []byte) bool { return !hasField(value, names[last]) }
	case unexpectedField.MatchString(text):
		return last, func(value []byte) bool { return hasField(value, names[last]) }
	case errors.As(err, &number):
		return len(names), func(value []byte) bool { return new(money.Decimal).Decode(jx.DecodeBytes(value)) != nil }
	case errors.As(err, &moment):
		return len(names), func(value []byte) bool {
			_, err := ogenjson.DecodeTimeFormat(jx.DecodeBytes(value), moment.Layout)
			return err != nil
		}
	case noUUID.MatchString(text):
		return len(names), func(value []byte) bool {
			_, err := ogenjson.DecodeUUID(jx.DecodeBytes(value))
			return err != nil
		}
	}
	return 0, nil
}

// hasField reports whether an object has a field with that name.
func hasField(object []byte, name string) (has bool) {
	err := jx.DecodeBytes(object).ObjBytes(func(d *jx.Decoder, key []byte) error {
		has = has || string(key) == name
		return d.Skip()
	})
	return err == nil && has
}

// deepestLists is how many nested lists are searched, and deepestNames how many nested objects: more than the contract
// has. A client may send thousands, and the content of each is parsed again.
const (
	deepestLists = 4
	deepestNames = 8
)

// search looks for a refused value, within a limited number of nested lists.
type search struct {
	isRefused func(value []byte) bool
	lists     int
}

// find follows the names, through the elements of every list on the way, to the first value that is refused, and
// returns the path to it including list indexes.
func (s search) find(value []byte, names []string) (way []string, found bool) {
	step := func(inside search, d *jx.Decoder, name string, rest []string) error {
		part, err := d.Raw()
		if err != nil {
			return err
		}
		if way, found = inside.find(part, rest); found {
			way = append([]string{name}, way...)
			return io.EOF // stop at the first one
		}
		return nil
	}
	d := jx.DecodeBytes(value)
	switch kind := d.Next(); {
	case kind == jx.Array && s.lists > 0:
		place := 0
		_ = d.Arr(func(d *jx.Decoder) error {
			place++
			return step(search{s.isRefused, s.lists - 1}, d, "["+strconv.Itoa(place-1)+"]", names)
		})
	case kind == jx.Object && len(names) > 0:
		_ = d.ObjBytes(func(d *jx.Decoder, key []byte) error {
			if string(key) != names[0] {
				return d.Skip()
			}
			return step(s, d, names[0], names[1:])
		})
	}
	if !found && len(names) == 0 && s.isRefused(value) {
		return nil, true
	}
	return way, found
}
