package money_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-faster/jx"
	ogenjson "github.com/ogen-go/ogen/json"
	"pgregory.net/rapid"

	"bourse/internal/money"
)

// The methods that the generator looks for in an external type, in order of preference.
var (
	_ ogenjson.Marshaler   = money.Decimal{}
	_ ogenjson.Unmarshaler = (*money.Decimal)(nil)
)

type order struct {
	Price money.Decimal  `json:"price"`
	Stop  *money.Decimal `json:"stop,omitempty"`
}

func TestOnTheWireItIsAPlainNumber(t *testing.T) {
	t.Parallel()
	stop := dec("-0.00000001")
	got, err := json.Marshal(order{dec("64250.10"), &stop})
	if want := `{"price":64250.1,"stop":-0.00000001}`; err != nil || string(got) != want {
		t.Errorf("written as %s, error %v, want %s", got, err, want)
	}
}

// The two decoders must agree on every input, because one reads bodies, and the other filters and stored events; except
// that clients may not send as much as we can store.
func TestBothDecodersTakeTheSameNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "1.50": "1.5", "1e3": "1000", "1.5E-7": "0.00000015", "-0": "0", " 7 ": "7", "1000000000": "1000000000", "-1e9": "-1000000000",
	} {
		var standard, streamed money.Decimal
		if err := json.Unmarshal([]byte(text), &standard); err != nil || standard != dec(want) {
			t.Errorf("encoding/json reads %s as %s, error %v", text, standard, err)
		}
		if err := streamed.Decode(jx.DecodeStr(text)); err != nil || streamed != dec(want) {
			t.Errorf("jx reads %s as %s, error %v", text, streamed, err)
		}
	}
}

func TestBothDecodersRefuseTheSameValuesForTheSameReason(t *testing.T) {
	t.Parallel()
	for text, reason := range map[string]*money.InputError{
		`"1"`: money.ErrNotANumber, `""`: money.ErrNotANumber, "null": money.ErrNotANumber, "true": money.ErrNotANumber,
		"[1]": money.ErrNotANumber, `{"units":1}`: money.ErrNotANumber, `"NaN"`: money.ErrNotANumber,
		"0.123456789": money.ErrTooManyPlaces, "1e-9": money.ErrTooManyPlaces,
		strings.Repeat("1", 101): money.ErrTooLong, `"` + strings.Repeat("1", 200) + `"`: money.ErrNotANumber,
	} {
		kept := dec("7")
		if err := json.Unmarshal([]byte(text), &kept); !errors.Is(err, reason) || kept != dec("7") {
			t.Errorf("encoding/json reads %s as %s, error %v, want %v", text, kept, err, reason)
		}
		if err := kept.Decode(jx.DecodeStr(text)); !errors.Is(err, reason) || kept != dec("7") {
			t.Errorf("jx reads %s as %s, error %v, want %v", text, kept, err, reason)
		}
	}
}

func TestWhatIsNoJSONIsNotTheNumbersFault(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "NaN", "-", "01", "1.", "1e", "[1", `"1`, "nul", "+1", ".5"} {
		var d money.Decimal
		err := d.Decode(jx.DecodeStr(text))
		if input := new(money.InputError); err == nil || errors.As(err, &input) {
			t.Errorf("%q is read as %s, error %v, want an error of the decoder", text, d, err)
		}
	}
}

func TestDecodingGoesOnAfterTheNumber(t *testing.T) {
	t.Parallel()
	var read []string
	err := jx.DecodeStr(`[1.5, 2, -3e0]`).Arr(func(decoder *jx.Decoder) error {
		var d money.Decimal
		err := d.Decode(decoder)
		read = append(read, d.String())
		return err
	})
	if got := strings.Join(read, " "); err != nil || got != "1.5 2 -3" {
		t.Errorf("read %s, error %v", got, err)
	}
}

func TestEveryNumberSurvivesTheWire(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := operand().Draw(t, "d")
		written := ogenjson.Encode(d)
		standard, err := json.Marshal(d)
		if err != nil || string(written) != string(standard) {
			t.Fatalf("written as %s and %s, error %v", written, standard, err)
		}
		var back money.Decimal
		if err := json.Unmarshal(written, &back); err != nil || back != d {
			t.Errorf("%s came back as %s, error %v", d, back, err)
		}
		sent, err := ogenjson.DecodeNative[money.Decimal](jx.DecodeBytes(written))
		if d.Abs().GreaterThan(money.FromInt(money.MaxInput)) {
			if !errors.Is(err, money.ErrBeyondInput) || !sent.IsZero() {
				t.Errorf("%s was taken from a client as %s, error %v", d, sent, err)
			}
		} else if err != nil || sent != d {
			t.Errorf("%s was taken from a client as %s, error %v", d, sent, err)
		}
	})
}

func FuzzBothDecodersAgree(f *testing.F) {
	for _, text := range []string{"0", "-1.50", "1e-9", "null", `"1"`, "[1]", "01", " 1 ", largestText, "1e999999999", "-"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var standard, streamed money.Decimal
		standardErr := json.Unmarshal(text, &standard)
		decoder := jx.DecodeBytes(text)
		streamedErr := streamed.Decode(decoder)
		if streamedErr == nil {
			// encoding/json checks the whole text, a decoder only the next value.
			if decoder.Next() != jx.Invalid || !json.Valid(text) {
				return
			}
		}
		if errors.Is(streamedErr, money.ErrBeyondInput) && standard.Abs().GreaterThan(money.FromInt(money.MaxInput)) {
			return
		}
		if (standardErr == nil) != (streamedErr == nil) || standard != streamed {
			t.Errorf("%q: %s, error %v, but %s, error %v", text, standard, standardErr, streamed, streamedErr)
		}
	})
}

func TestAClientMaySendABillionAndNotMore(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"1000000000.00000001", "-1000000000.00000001", largestText, "1e11", "-1e20"} {
		kept := dec("7")
		if err := kept.Decode(jx.DecodeStr(text)); !errors.Is(err, money.ErrBeyondInput) || kept != dec("7") {
			t.Errorf("%s is taken as %s, error %v", text, kept, err)
		}
	}
}
