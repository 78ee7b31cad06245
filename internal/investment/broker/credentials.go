package broker

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bourse/internal/fault"
)

// Credentials are what a customer hands over, by field name. They marshal to JSON like any map, because they have to
// be stored, but are hidden when printed or logged.
type Credentials map[string]string

const hidden = "[hidden credentials]"

// Format hides the values from every verb of fmt.
func (Credentials) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hidden) }

// LogValue hides the values from logs.
func (Credentials) LogValue() slog.Value { return slog.StringValue(hidden) }

// field is one part of a provider's credentials.
type field struct {
	name      string
	maxLength int
	// refuse returns what is wrong with the form of a value, without repeating it; empty if it is fine.
	refuse func(value string) string
}

// The first field of each list identifies the account.
var (
	exchangeFields = []field{
		{name: "apiKey", maxLength: 256, refuse: refuseUnlessVisible},
		{name: "apiSecret", maxLength: 256, refuse: refuseUnlessVisible},
	}
	terminalFields = []field{
		{name: "login", maxLength: 20, refuse: refuseUnlessDigits},
		{name: "password", maxLength: 128},
		{name: "server", maxLength: 128},
	}
)

// Check validates the form of the credentials, so that nothing is stored that no provider could accept. It fails with
// VALIDATION_ERROR on "provider" when that is unknown, and on the field ("credentials.apiKey") that is missing,
// unknown, too long or has invalid characters. The values are never repeated.
func (r *Registry) Check(provider Provider, credentials Credentials) error {
	if problem := r.problem(provider, credentials); problem != nil {
		return problem
	}
	return nil
}

func (r *Registry) problem(provider Provider, credentials Credentials) *fault.Error {
	known, ok := r.connectors[provider]
	if !ok {
		return fault.Invalid("provider", "must be one of %s, %s, %s", Binance, MT4, MT5)
	}
	for _, field := range known.fields {
		if reason := field.problem(credentials[field.name]); reason != "" {
			return fault.Invalid("credentials."+field.name, "%s %s", field.name, reason)
		}
	}
	return checkUnknown(known.fields, credentials)
}

func (f field) problem(value string) string {
	switch {
	case value == "":
		return "is required"
	case utf8.RuneCountInString(value) > f.maxLength:
		return fmt.Sprintf("must not be longer than %d characters", f.maxLength)
	case !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl):
		return "must not contain control characters"
	case f.refuse != nil:
		return f.refuse(value)
	}
	return ""
}

// plainName matches field names. Anything else may be a secret that was put in the wrong place.
var plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z_]{0,29}$`)

func checkUnknown(fields []field, credentials Credentials) *fault.Error {
	for _, name := range slices.Sorted(maps.Keys(credentials)) {
		if slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
			continue
		}
		about := "credentials"
		if plainName.MatchString(name) {
			about += "." + name
		}
		names := make([]string, len(fields))
		for i, field := range fields {
			names[i] = field.name
		}
		return fault.Invalid(about, "unknown field: only %s belong here", strings.Join(names, ", "))
	}
	return nil
}

// Hint is the last four characters of what identifies the account: the apiKey or the login. For a value of four
// characters or fewer it omits the first, so that it never reveals everything; it is empty when there is nothing to
// show.
func (r *Registry) Hint(provider Provider, credentials Credentials) string {
	known, ok := r.connectors[provider]
	if !ok {
		return ""
	}
	identity := []rune(credentials[known.fields[0].name])
	return string(identity[len(identity)-min(4, max(0, len(identity)-1)):])
}

func refuseUnlessVisible(value string) string {
	if !isVisibleASCII(value) {
		return "must consist of visible ASCII characters, without spaces"
	}
	return ""
}

func refuseUnlessDigits(value string) string {
	if strings.Trim(value, "0123456789") != "" {
		return "must consist of digits"
	}
	return ""
}

func isVisibleASCII(value string) bool {
	return !strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r > '~' })
}
