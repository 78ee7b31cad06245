package broker

import (
	"errors"
	"strconv"
	"strings"

	"bourse/internal/money"
)

// amount is a number of a provider, written as a JSON number or a string. It is rounded to eight decimals: it is
// somebody else's figure to be shown, not one that we book.
type amount struct {
	money.Decimal
	isBeyond bool // too large to be counted, and zero here
}

// UnmarshalJSON fails if the content is not a number.
func (a *amount) UnmarshalJSON(content []byte) error {
	text := strings.Trim(string(content), `"`)
	parsed, err := money.Parse(text)
	if errors.Is(err, money.ErrTooManyPlaces) {
		number, parseErr := strconv.ParseFloat(text, 64)
		if parseErr != nil {
			return parseErr
		}
		parsed, err = money.FromFloat(number)
	}
	*a = amount{Decimal: parsed}
	if errors.Is(err, money.ErrTooLarge) {
		*a, err = amount{isBeyond: true}, nil
	}
	return err
}
