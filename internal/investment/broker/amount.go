package broker

import (
	"errors"
	"strconv"
	"strings"

	"bourse/internal/money"
)

// amount is a number of a provider, which writes it as a JSON number or as a text. What is behind the eighth decimal is
// rounded off: it is somebody else's figure to be shown, not one that we book.
type amount struct {
	money.Decimal
	isBeyond bool // it is too large to be counted, and zero here
}

// UnmarshalJSON fails on what is no number.
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
