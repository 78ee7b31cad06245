package edge

import (
	"errors"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ogen-go/ogen/validate"

	"bourse/internal/money"
)

// refusal explains why a value of the wanted type is refused, so that the client knows what to change. It never
// repeats the refused value, which may be a secret; the library's messages that do are replaced.
func refusal(err error, wanted reflect.Type) string {
	// A missing parameter is reported as a list of one field, which is the parameter itself.
	var invalid *validate.Error
	if errors.As(err, &invalid) && len(invalid.Fields) > 0 {
		return refusal(invalid.Fields[0].Error, wanted)
	}
	text := err.Error()
	var number *money.InputError
	switch {
	case errors.Is(err, validate.ErrFieldRequired), missingParameter.MatchString(text):
		return "is required"
	case strings.HasPrefix(text, "invalid value:"): // of an enumeration; the rest is the client's input
		return wantedForm(wanted)
	case unexpectedField.MatchString(text):
		return "there is no such field"
	case errors.As(err, &number):
		return number.Error()
	case errors.Is(err, strconv.ErrRange):
		return "is out of range"
	case repeatedParameter.MatchString(text):
		return "may be given only once"
	}
	if words := brokenRule(err); words != "" {
		return words
	}
	var moment *time.ParseError
	if errors.As(err, &moment) {
		return momentForm(moment.Layout)
	}
	return wantedForm(wanted)
}

// What the library reports, only in the text of its errors, about a parameter, and about a number or an object that
// breaks a rule.
var (
	missingParameter  = regexp.MustCompile(`^(?:query|header|cookie) parameter "[^"]*" not set$`)
	repeatedParameter = regexp.MustCompile(`^query parameter "[^"]*" multiple values$`)
	brokenBound       = regexp.MustCompile(`^(?:int|float): value (\S+) (less than|greater than|is not multiple of) (\S+)$`)
	brokenCount       = regexp.MustCompile(`object properties number \d+ (less than minimum|greater than maximum) (\d+)$`)
)

// brokenRule describes a rule of the contract that a value of the right type breaks; empty when there is none.
func brokenRule(err error) string {
	var (
		tooShort *validate.MinLengthError
		tooLong  *validate.MaxLengthError
		pattern  *validate.NoRegexMatchError
	)
	text := err.Error()
	one, many := "character", "characters"
	if strings.HasPrefix(text, "array: ") {
		one, many = "entry", "entries"
	}
	switch {
	case errors.As(err, &tooShort):
		return "must have at least " + count(tooShort.MinLength, one, many)
	case errors.As(err, &tooLong):
		return "must have at most " + count(tooLong.MaxLength, one, many)
	case errors.As(err, &pattern):
		return patternForm(pattern.Pattern.String())
	case strings.HasPrefix(text, "string: "): // the only rule on text in the contract that remains
		return "must be an email address"
	}
	if match := brokenBound.FindStringSubmatch(text); match != nil {
		return boundForm(match[2], match[3], match[1] == match[3])
	}
	if match := brokenCount.FindStringSubmatch(text); match != nil {
		if match[1] == "less than minimum" { // every such minimum in the contract is 1
			return "needs at least one field"
		}
		return "must have at most " + match[2] + " fields"
	}
	return ""
}

func count(number int, one, many string) string {
	if number == 1 {
		return "1 " + one
	}
	return strconv.Itoa(number) + " " + many
}

// boundForm describes a bound that a number exceeds, or equals where it must not.
func boundForm(broken, bound string, isOn bool) string {
	if number, err := strconv.ParseFloat(bound, 64); err == nil {
		bound = strconv.FormatFloat(number, 'f', -1, 64) // the library prints six decimal places
	}
	switch {
	case broken == "is not multiple of":
		return "must be a multiple of " + bound
	case broken == "less than" && isOn:
		return "must be more than " + bound
	case broken == "less than":
		return "must be at least " + bound
	case isOn:
		return "must be less than " + bound
	}
	return "must be at most " + bound
}

func momentForm(layout string) string {
	if layout == time.DateOnly {
		return "must be a date such as 2026-01-31"
	}
	return "must be a date and time with a zone, such as 2026-01-31T09:30:00Z"
}

// patternForm describes the patterns of the contract for people who cannot read them.
func patternForm(pattern string) string {
	if words, ok := patternForms[pattern]; ok {
		return words
	}
	return "does not have the required form"
}

var patternForms = map[string]string{
	`^(#[0-9A-Fa-f]{6})?$`: "must be a color such as #0A7B3E, or empty",
	`^(POST|PUT|PATCH)$`:   "must be POST, PUT or PATCH",
	`^(hex|base64)$`:       "must be hex or base64",
	`^sha(256|512)$`:       "must be sha256 or sha512",
	`^[!-~]+$`:             "must hold printable ASCII characters without spaces only",
	`^[0-9 -]+$`:           "must hold digits, spaces and hyphens only",
	`^[0-9]+$`:             "must hold digits only",
	`^[0-9]+-[0-9]+$`:      "must be two numbers with a hyphen between them",
	`^[A-Z]{2}$`:           "must be the two capital letters of a country, such as DE",
	`^[A-Za-z0-9-]+$`:      "must hold letters, digits and hyphens only",
	`^[A-Za-z0-9]([A-Za-z0-9 ./-]*[A-Za-z0-9])$`: "must begin and end with a letter or digit and hold letters, digits, spaces, dots, slashes and hyphens only",
	`^[A-Za-z0-9_-]*$`:                           "must be base64url without padding",
	`^[A-Za-z0-9_-]+$`:                           "must be base64url without padding",
	`^[a-z0-9-]+$`:                               "must hold lower-case letters, digits and hyphens only",
	`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`:       "must hold at most 63 lower-case letters, digits and hyphens, without a hyphen at either end",
	`^[a-z0-9]+(-[a-z0-9]+)*$`:                   "must be lower-case letters and digits with single hyphens between them",
	`^[a-z0-9_]+$`:                               "must hold lower-case letters, digits and underscores only",
	`^custom(\.[a-z0-9]+(_[a-z0-9]+)*){1,6}$`:    "must be custom and up to six names behind dots, such as custom.order.paid, in lower-case letters, digits and single underscores",
}
