package edge

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ogen-go/ogen/validate"

	"bourse/internal/fault"
)

// bodyFailure tells the client what is wrong with the body, and with which field of it.
func bodyFailure(body []byte, err error) *fault.Error {
	switch {
	case len(body) == 0:
		return fault.New(fault.ValidationError, "a JSON body is required")
	case strings.HasPrefix(err.Error(), "parse media type"):
		return errNotJSON
	case !json.Valid(body):
		return fault.New(fault.InvalidJSON, "the body is not valid JSON")
	}
	field, reason := offendingField(err)
	return &fault.Error{Code: fault.ValidationError, Field: shortField(placedField(body, field, err)), Message: reason}
}

// shortField cuts the name of a field that the client made up.
func shortField(name string) string { return shorten(name, 100) }

// The generated decoder reports fields in the text of its errors only: `decode field "email"` around
// the reason, once for every level, and `unexpected field "emial"` at the end.
var (
	decodedField    = regexp.MustCompile(`decode field ("(?:[^"\\]|\\.)*")`)
	unexpectedField = regexp.MustCompile(`unexpected field ("(?:[^"\\]|\\.)*")`)
	// plainName is what a name looks like. Anything else deeper in a body, as among credentials, may be a secret that was
	// put in the wrong place, and is not repeated.
	plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z_]{0,29}$`)
)

// offendingField recovers the name of the refused field, dotted when it lies deeper, and the reason in
// words for the client. The name is empty when the body as a whole is refused.
func offendingField(err error) (field, reason string) {
	var invalid *validate.Error
	if errors.As(err, &invalid) && len(invalid.Fields) > 0 {
		first := invalid.Fields[0]
		outer := strings.Join(decodedPath(err.Error()), ".")
		inner, reason := offendingField(first.Error)
		return joinPath(outer, first.Name, inner), reason
	}
	if errors.Is(err, validate.ErrFieldRequired) {
		return "", "is required"
	}
	text := err.Error()
	path := decodedPath(text)
	if match := unexpectedField.FindStringSubmatch(text); match != nil {
		name := unquote(match[1])
		if len(path) > 0 && !plainName.MatchString(name) {
			name = ""
		}
		return joinPath(append(path, name)...), "there is no such field"
	}
	if len(path) > 0 {
		return joinPath(path...), "has the wrong type or form"
	}
	return "", refusal(err)
}

func decodedPath(text string) []string {
	var path []string
	for _, match := range decodedField.FindAllStringSubmatch(text, -1) {
		path = append(path, unquote(match[1]))
	}
	return path
}

func unquote(quoted string) string {
	if name, err := strconv.Unquote(quoted); err == nil {
		return name
	}
	return strings.Trim(quoted, `"`)
}

func joinPath(names ...string) string {
	named := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
	return strings.Join(named, ".")
}

// refusal words a validation failure for the client. It never repeats the refused value, which may be a
// secret; the library's messages that do are replaced.
func refusal(err error) string {
	// A parameter that is missing is reported as a list of one field, which is the parameter itself.
	var invalid *validate.Error
	if errors.As(err, &invalid) && len(invalid.Fields) > 0 {
		return refusal(invalid.Fields[0].Error)
	}
	switch {
	case errors.Is(err, validate.ErrFieldRequired):
		return "is required"
	case errors.Is(err, strconv.ErrSyntax), errors.Is(err, strconv.ErrRange):
		return "must be a number in range"
	}
	var (
		tooShort *validate.MinLengthError
		tooLong  *validate.MaxLengthError
		pattern  *validate.NoRegexMatchError
	)
	counted := " characters"
	if strings.HasPrefix(err.Error(), "array: ") {
		counted = " entries"
	}
	switch {
	case errors.As(err, &tooShort):
		return "must have at least " + strconv.Itoa(tooShort.MinLength) + counted
	case errors.As(err, &tooLong):
		return "must have at most " + strconv.Itoa(tooLong.MaxLength) + counted
	case errors.As(err, &pattern):
		return "does not have the required form"
	}
	text := err.Error()
	switch {
	case strings.HasPrefix(text, "int: "), strings.HasPrefix(text, "float: "), strings.HasPrefix(text, "object: "):
		_, reason, _ := strings.Cut(text, ": ")
		return reason
	case strings.Contains(text, "invalid value:"):
		return "is not one of the allowed values"
	}
	return "has the wrong type or form"
}
