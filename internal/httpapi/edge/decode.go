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

// bodyFailure says what is wrong with the body of an operation, and with which field of it.
func bodyFailure(operation string, body []byte, err error) *fault.Error {
	switch {
	case len(body) == 0:
		return fault.New(fault.ValidationError, "a JSON body is required")
	case strings.HasPrefix(err.Error(), "parse media type"):
		return errNotJSON
	case !json.Valid(body):
		return fault.New(fault.InvalidJSON, "the body is not valid JSON")
	}
	path, cause := offendingField(err)
	field := placedField(body, path, err)
	return &fault.Error{Code: fault.ValidationError, Field: shortField(field), Message: refusal(cause, bodyType(operation, field))}
}

// shortField truncates the name of a field that the client made up.
func shortField(name string) string { return shorten(name, 100) }

// The generated decoder reports fields only in the text of its errors: `decode field "email"` around the cause, once
// per level, and `unexpected field "emial"` at the end.
var (
	decodedField    = regexp.MustCompile(`decode field ("(?:[^"\\]|\\.)*")`)
	unexpectedField = regexp.MustCompile(`unexpected field ("(?:[^"\\]|\\.)*")`)
	// plainName is the form of an ordinary name. Any other name deeper in a body, as among credentials, may be a
	// secret in the wrong place, and is not repeated.
	plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z_]{0,29}$`)
)

// offendingField extracts the names that lead to the refused field, and the cause. There are none when the body as a
// whole is refused. A name may be the client's own, including dots.
func offendingField(err error) (path []string, cause error) {
	var invalid *validate.Error
	if errors.As(err, &invalid) && len(invalid.Fields) > 0 {
		// The cause may contain the client's input, which must not be taken for a name.
		path = decodedPath(strings.TrimSuffix(err.Error(), invalid.Error()))
		for {
			first := invalid.Fields[0]
			path, cause = append(path, first.Name), first.Error
			if !errors.As(cause, &invalid) || len(invalid.Fields) == 0 {
				return withoutEmpty(path), cause
			}
		}
	}
	path = decodedPath(err.Error())
	if match := unexpectedField.FindStringSubmatch(err.Error()); match != nil {
		name := unquote(match[1])
		if len(path) > 0 && !plainName.MatchString(name) {
			name = ""
		}
		path = append(path, name)
	}
	return withoutEmpty(path), err
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

// withoutEmpty drops the levels that have no name, or none that may be repeated.
func withoutEmpty(path []string) []string {
	return slices.DeleteFunc(path, func(name string) bool { return name == "" })
}
