package auth

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ConfigError says which setting of an endpoint cannot be used. It never repeats the value.
type ConfigError struct {
	// Field is the setting in the client's spelling: authType, authConfig.token, customHeaders.X-Tag.
	Field string
	// Reason completes a sentence that begins with the field.
	Reason string
	cause  error
}

func (e *ConfigError) Error() string { return e.Field + " " + e.Reason }

// Unwrap returns the *egress.RefusedError or *egress.MalformedError of a URL, and nil otherwise.
func (e *ConfigError) Unwrap() error { return e.cause }

const (
	maxName   = 255
	maxSecret = 4096
)

// fields reads the settings of one kind. It keeps the first failure for check, so that parsers can read all fields and
// check once.
type fields struct {
	raw     map[string]json.RawMessage
	failure *ConfigError
}

// read decodes the config. Names must match exactly; null counts as missing.
func read(config []byte, known ...string) *fields {
	f := &fields{}
	if len(config) > 0 && json.Unmarshal(config, &f.raw) != nil {
		f.failure = &ConfigError{Field: "authConfig", Reason: "must be a JSON object"}
		return f
	}
	unknown := []string{}
	for name, value := range f.raw {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		} else if string(value) == "null" {
			delete(f.raw, name)
		}
	}
	if len(unknown) > 0 {
		// A long or odd name is not repeated: it may be a secret pasted into the wrong place.
		name := slices.Min(unknown)
		if len(name) > 40 || strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && r != '_' && r != '-' }) {
			name = "*"
		}
		f.fail(name, "is not a setting of this authType")
	}
	return f
}

func (f *fields) fail(name, format string, args ...any) {
	if f.failure == nil {
		f.failure = &ConfigError{Field: "authConfig." + name, Reason: fmt.Sprintf(format, args...)}
	}
}

// check returns the first failure. Callers must not use the field: a nil *ConfigError in an error is not nil.
func (f *fields) check() error {
	if f.failure == nil {
		return nil
	}
	return f.failure
}

func (f *fields) has(name string) bool { _, has := f.raw[name]; return has }

// decode stores the value of the field in target; a missing field is a failure.
func (f *fields) decode(name string, target any, kind string) {
	value, has := f.raw[name]
	switch {
	case !has:
		f.fail(name, "is missing")
	case json.Unmarshal(value, target) != nil:
		f.fail(name, "must be %s", kind)
	}
}

// text reads a required string of at most limit bytes.
func (f *fields) text(name string, limit int) string {
	var text string
	f.decode(name, &text, "a string")
	switch {
	case len(text) > limit:
		f.fail(name, "is longer than %d bytes", limit)
	case !utf8.ValidString(text), strings.ContainsFunc(text, unicode.IsControl):
		f.fail(name, "must not hold control characters")
	}
	return text
}

// full reads a required string that must not be empty.
func (f *fields) full(name string, limit int) string {
	text := f.text(name, limit)
	if text == "" {
		f.fail(name, "must not be empty")
	}
	return text
}

// choice reads a string that must be one of the choices; the first is the default.
func (f *fields) choice(name string, choices ...string) string {
	if !f.has(name) {
		return choices[0]
	}
	text := f.text(name, maxName)
	if !slices.Contains(choices, text) {
		f.fail(name, "must be %s", strings.Join(choices, " or "))
	}
	return text
}

// secret refuses what looks like a masked value: saving it would silently replace the real secret.
func (f *fields) secret(name, value string) string {
	if strings.HasPrefix(value, Mask) {
		f.fail(name, "is a masked value; send the secret itself")
	}
	return value
}
