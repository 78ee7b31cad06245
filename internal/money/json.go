package money

import (
	"errors"

	"github.com/go-faster/jx"
)

// MarshalJSON writes a plain number.
func (d Decimal) MarshalJSON() ([]byte, error) { return d.appendTo(nil), nil }

// UnmarshalJSON reads a number and nothing else: it fails with ErrNotANumber for a string and null, and otherwise as
// Parse does. When it fails, it leaves d unchanged.
func (d *Decimal) UnmarshalJSON(text []byte) error {
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*d = parsed
	return nil
}

// Encode writes a plain number. The code generated from the contract calls it.
func (d Decimal) Encode(encoder *jx.Encoder) {
	var buffer [24]byte
	encoder.Raw(d.appendTo(buffer[:0]))
}

// Decode reads a client's number like UnmarshalJSON, but fails with ErrBeyondInput beyond ±MaxInput. The code generated
// from the contract calls it and cannot check our type against the contract's maximum itself. When the input is not
// JSON at all, it returns the decoder's own error, so that the two can be distinguished.
func (d *Decimal) Decode(decoder *jx.Decoder) error {
	decoder.Next() // skip to the value: Raw would return the space before it too
	text, err := decoder.Raw()
	if err != nil {
		return err
	}
	var read Decimal
	err = read.UnmarshalJSON(text)
	if errors.Is(err, ErrTooLarge) {
		return ErrBeyondInput // the limit that clients know
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
