package bourse

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Decimal is an exact number: an amount of money, a price or a quantity. It is a plain number in JSON and is never
// converted through a float. It can be parsed, formatted and compared, and equal numbers are also equal by ==. For
// arithmetic, pass its text to a decimal library. The zero value is 0.
type Decimal struct {
	text string // in its shortest form, without an exponent; empty for 0
}

// mostDigits bounds the number of digits to which an exponent can expand a short text.
const mostDigits = 64

// ParseDecimal parses a number such as 12.5, -3 or 1e-8. It fails when the text is not a number, or has more than 64
// digits.
func ParseDecimal(text string) (Decimal, error) {
	rest, isNegative := strings.CutPrefix(text, "-")
	mantissa, exponentText, hasExponent := strings.Cut(strings.ToLower(rest), "e")
	whole, fraction, hasPoint := strings.Cut(mantissa, ".")
	exponent := 0
	if hasExponent {
		parsed, err := strconv.Atoi(exponentText)
		if err != nil || parsed < -mostDigits || parsed > mostDigits {
			return Decimal{}, fmt.Errorf("bourse: %q is no number of at most %d digits", text, mostDigits)
		}
		exponent = parsed
	}
	digits := whole + fraction
	point := len(whole) + exponent
	if whole == "" || hasPoint && fraction == "" || strings.Trim(digits, "0123456789") != "" {
		return Decimal{}, fmt.Errorf("bourse: %q is no number", text)
	}
	if point < 0 {
		digits, point = strings.Repeat("0", -point)+digits, 0
	}
	if point > len(digits) {
		digits += strings.Repeat("0", point-len(digits))
	}
	whole, fraction = strings.TrimLeft(digits[:point], "0"), strings.TrimRight(digits[point:], "0")
	if len(whole)+len(fraction) > mostDigits {
		return Decimal{}, fmt.Errorf("bourse: %q is no number of at most %d digits", text, mostDigits)
	}
	return makeDecimal(isNegative, whole, fraction), nil
}

func makeDecimal(isNegative bool, whole, fraction string) Decimal {
	if whole == "" && fraction == "" {
		return Decimal{}
	}
	made := cmp.Or(whole, "0")
	if fraction != "" {
		made += "." + fraction
	}
	if isNegative {
		made = "-" + made
	}
	return Decimal{text: made}
}

// MustDecimal is ParseDecimal for constants in a program. It panics when the text is not a number.
func MustDecimal(text string) Decimal {
	parsed, err := ParseDecimal(text)
	if err != nil {
		panic(err)
	}
	return parsed
}

// DecimalOf returns a whole number.
func DecimalOf(whole int64) Decimal { return MustDecimal(strconv.FormatInt(whole, 10)) }

// String returns the number in digits, without an exponent.
func (d Decimal) String() string { return cmp.Or(d.text, "0") }

// Float64 returns the nearest float: for a chart, never for money.
func (d Decimal) Float64() float64 {
	near, _ := strconv.ParseFloat(d.String(), 64) // the text is a number
	return near
}

// Sign returns -1, 0 or 1 for a number below, at or above zero.
func (d Decimal) Sign() int {
	switch {
	case d.text == "":
		return 0
	case d.text[0] == '-':
		return -1
	}
	return 1
}

// Compare returns -1, 0 or 1 when d is less than, equal to or greater than other.
func (d Decimal) Compare(other Decimal) int {
	if bySign := cmp.Compare(d.Sign(), other.Sign()); bySign != 0 || d.Sign() == 0 {
		return bySign
	}
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(d.text, "-"), ".")
	otherWhole, otherFraction, _ := strings.Cut(strings.TrimPrefix(other.text, "-"), ".")
	// Without leading zeros, the longer integer part is the larger one; fractions compare from the first digit.
	bySize := cmp.Or(cmp.Compare(len(whole), len(otherWhole)), cmp.Compare(whole, otherWhole), cmp.Compare(fraction, otherFraction))
	return bySize * d.Sign()
}

// MarshalJSON writes a JSON number.
func (d Decimal) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalJSON reads a JSON number. It fails when there is none.
func (d *Decimal) UnmarshalJSON(text []byte) error {
	var number json.Number
	if len(text) == 0 || text[0] == '"' || json.Unmarshal(text, &number) != nil || number == "" {
		return fmt.Errorf("bourse: %s is no number", text)
	}
	return d.UnmarshalText([]byte(number))
}

// MarshalText writes the number in digits.
func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses a number as ParseDecimal does.
func (d *Decimal) UnmarshalText(text []byte) error {
	parsed, err := ParseDecimal(string(text))
	*d = parsed
	return err
}

// Date is a day such as 2026-11-16, without a time or a zone.
type Date string

// DateOf returns the day of a time in its own zone. The server's days are in UTC.
func DateOf(at time.Time) Date { return Date(at.Format(time.DateOnly)) }
