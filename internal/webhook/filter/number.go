package filter

import (
	"cmp"
	"strings"
)

// maxExponentDigits bounds the exponent of a number, so that it fits an int with room to shift it. Memory needs no
// bound: numbers are compared digit by digit and never expanded.
const maxExponentDigits = 9

// number is a decimal number: 0.<digits> × 10^exponent, with a sign.
type number struct {
	isNegative bool
	// digits begin and end with a non-zero digit and may contain a point; empty for zero. Keeping the point makes them
	// a substring of the text, so that parsing allocates nothing.
	digits   string
	exponent int
}

// parseNumber reads the text of a JSON number. It fails when the exponent is out of bounds.
func parseNumber(text string) (n number, ok bool) {
	text, n.isNegative = strings.CutPrefix(text, "-")
	first, last := -1, 0               // digits that are not zero
	whole, end := len(text), len(text) // ends of the digits before the point and of all digits
	for i := 0; i < end; i++ {
		switch text[i] {
		case '0':
		case '.':
			whole = i
		case 'e', 'E':
			whole, end = min(whole, i), i
		default:
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return number{}, true // zero has no sign or exponent
	}
	shift, ok := parseExponent(text[min(end+1, len(text)):])
	if !ok {
		return number{}, false
	}
	n.digits = text[first : last+1]
	n.exponent = whole + shift
	if first > 0 { // JSON has a leading zero only directly before a point, so the whole part is 0
		n.exponent += 1 - first
	}
	return n, true
}

func parseExponent(text string) (exponent int, ok bool) {
	text, isNegative := strings.CutPrefix(strings.TrimPrefix(text, "+"), "-")
	text = strings.TrimLeft(text, "0")
	if len(text) > maxExponentDigits {
		return 0, false
	}
	for _, digit := range []byte(text) {
		exponent = exponent*10 + int(digit-'0')
	}
	if isNegative {
		exponent = -exponent
	}
	return exponent, true
}

// compare orders two numbers by value.
func (n number) compare(other number) int {
	if n.sign() != other.sign() {
		return cmp.Compare(n.sign(), other.sign())
	}
	size := cmp.Compare(n.exponent, other.exponent)
	if size == 0 {
		size = compareDigits(n.digits, other.digits)
	}
	return size * n.sign()
}

func (n number) sign() int {
	switch {
	case n.digits == "":
		return 0
	case n.isNegative:
		return -1
	}
	return 1
}

// compareDigits orders two fractions by their digits, skipping the points.
func compareDigits(a, b string) int {
	i, j := 0, 0
	for {
		if i < len(a) && a[i] == '.' {
			i++
		}
		if j < len(b) && b[j] == '.' {
			j++
		}
		if i == len(a) || j == len(b) {
			return cmp.Compare(len(a)-i, len(b)-j) // the one with digits left is the larger
		}
		if a[i] != b[j] {
			return cmp.Compare(a[i], b[j])
		}
		i++
		j++
	}
}
