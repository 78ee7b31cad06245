package money

import (
	"errors"

	"github.com/go-faster/jx"
)

// MarshalJSON writes a plain number.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.appendTo(nil), nil }

// UnmarshalJSON reads a number, and nothing but a number: a string and null are ErrNotANumber. It fails
// otherwise as Parse does, and leaves d unchanged then.
func (d *Decimal) UnmarshalJSON(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

// Encode writes a plain number. The code that is generated from the contract calls it.
func (d Decimal) Encode(encoder *jx.Encoder) {
	var buffer [24]byte
	encoder.Raw(d.appendTo(buffer[:0]))
}

// Decode reads what a client sends: what UnmarshalJSON reads, within ±MaxInput, beyond which it fails with
// ErrBeyondInput. The code that is generated from the contract calls it and cannot hold our type against the
// contract's maximum itself. Where the input is no JSON at all, the decoder's own error is returned, so that
// the two can be told apart.
func (d *Decimal) Decode(decoder *jx.Decoder) error {
	decoder.Next() // Goes to the value, because Raw would return the space before it as well.
	text, err := decoder.Raw()
	if err != nil {
		return err
	}
	var read Decimal
	err = read.UnmarshalJSON(text)
	if errors.Is(err, ErrTooLarge) {
		return ErrBeyondInput // which is the limit that a client has to know
	}
	if err != nil {
		return err
	}
	if magnitude(read.units) > MaxInput*one {
		return ErrBeyondInput
	}
	*d = read
	return nil
}
