package money

import (
	"encoding/json"
	"strconv"

	"github.com/shopspring/decimal"
)

// maxTextLength bounds the work that one number can cause. It leaves room for any acceptable number, including
// redundant zeros.
const maxTextLength = 100

// Parse reads a number in the grammar of JSON: digits with an optional minus sign, decimal places and exponent, and
// nothing around them. It fails with an *InputError: ErrNotANumber, ErrTooManyPlaces, ErrTooLarge or ErrTooLong.
// Trailing zeros do not count as places.
func Parse(text string) (Decimal, error) {
	if !isNumber(text) {
		return Zero, ErrNotANumber
	}
	if len(text) > maxTextLength {
		return Zero, ErrTooLong
	}
	number, err := decimal.NewFromString(text)
	if err != nil {
		// The grammar is right, so it is the exponent that the library refuses.
		return Zero, ErrTooLong
	}
	return fromDecimal(number)
}

// MustParse is Parse for constants. It panics where Parse fails.
func MustParse(text string) Decimal {
	parsed, err := Parse(text)
	if err != nil {
		panic("money: " + text + " " + err.Error())
	}
	return parsed
}

// isNumber reports whether the text is a JSON number. JSON allows spaces around a value, which the checks of the first
// and last character exclude.
func isNumber(text string) bool {
	if text == "" || text[0] != '-' && !isDigit(text[0]) || !isDigit(text[len(text)-1]) {
		return false
	}
	return json.Valid([]byte(text))
}

func isDigit(character byte) bool { return '0' <= character && character <= '9' }

// fromDecimal converts a number of at most maxTextLength digits. It checks the exponent before it calculates, so that a
// few characters cannot make it write out a million zeros.
func fromDecimal(number decimal.Decimal) (Decimal, error) {
	switch exponent := number.Exponent(); {
	case number.IsZero():
		return Zero, nil
	case exponent > maxTextLength:
		return Zero, ErrTooLarge
	case exponent < -places-maxTextLength:
		return Zero, ErrTooManyPlaces
	}
	units := number.Shift(places)
	if units.Abs().GreaterThan(decimal.NewFromInt(maxUnits)) {
		return Zero, ErrTooLarge
	}
	if !units.IsInteger() {
		return Zero, ErrTooManyPlaces
	}
	return Decimal{units.IntPart()}, nil
}

// String returns the shortest plain notation: no exponent, no trailing zeros. Parse reads it back.
func (d Decimal) String() string {
	var buffer [24]byte
	return string(d.appendTo(buffer[:0]))
}

func (d Decimal) appendTo(text []byte) []byte {
	units := magnitude(d.units)
	if d.units < 0 {
		text = append(text, '-')
	}
	text = strconv.AppendUint(text, units/one, 10)
	fraction := units % one
	if fraction == 0 {
		return text
	}
	text = append(text, '.')
	for digit := uint64(one / 10); fraction > 0; digit /= 10 {
		text = append(text, '0'+byte(fraction/digit))
		fraction %= digit
	}
	return text
}
