package money_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"bourse/internal/money"
)

func TestNumbersThatAreTaken(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "0.00": "0", "-0.0e5": "0", "0e999": "0", "0e-999": "0",
		"1": "1", "-1": "-1", "1.50": "1.5", "100": "100", "1000000": "1000000", "0.1": "0.1",
		"0.00000001": "0.00000001", "-0.00000001": "-0.00000001", "12.000000010": "12.00000001",
		"1.10000000000000000000": "1.1", "1e3": "1000", "1E3": "1000", "1e+3": "1000", "1.5e-7": "0.00000015",
		"150e-2": "1.5", "10000000000e-18": "0.00000001", "9.2e10": "92000000000",
		"1." + strings.Repeat("0", 98): "1", "0.00000001" + strings.Repeat("0", 90): "0.00000001",
		largestText: largestText, smallestText: smallestText, "9223372036854775807e-8": largestText,
	} {
		got, err := money.Parse(text)
		if err != nil || got.String() != want {
			t.Errorf("%s is read as %s, error %v, want %s", text, got, err, want)
		}
	}
}

func TestNumbersThatAreRefusedSayWhy(t *testing.T) {
	t.Parallel()
	for reason, texts := range map[*money.InputError][]string{
		money.ErrNotANumber: {
			"", " ", "-", "+1", ".5", "5.", "-.5", ".-5", "1.-5", "01", "1e", "1e+", "e5", "1 ", " 1", "1\n", "1,5", "1_000",
			"0x10", "NaN", "Infinity", "-Infinity", "inf", "null", "true", `"1"`, "[1]", "{}", "1 2", "--1", "\u0661", "1\x00",
		},
		money.ErrTooManyPlaces: {"0.000000001", "1.123456789", "-1.000000005", "1e-9", "123456789012e-20", "1e-99", "1e-999"},
		money.ErrTooLarge: {
			"92233720368.54775808", "-92233720368.54775808", "92233720369", "1e11", "-1e11", "1e99", "1e999",
			"99999999999.000000001", strings.Repeat("9", 100),
		},
		money.ErrTooLong: {strings.Repeat("9", 101), "0." + strings.Repeat("0", 100), "1e999999999", "1e-999999999", "1e99999999999", "1e-99999999999"},
	} {
		for _, text := range texts {
			got, err := money.Parse(text)
			if !errors.Is(err, reason) || got != money.Zero {
				t.Errorf("%q is read as %s, error %v, want %q", text, got, err, reason)
			}
		}
	}
}

func TestTheReasonsCanBeReadByAClient(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1.123456789": "at most 8 decimal places", "1e11": "too large", "abc": "must be a number", strings.Repeat("1", 200): "too many digits",
	} {
		_, err := money.Parse(text)
		if input := new(money.InputError); !errors.As(err, &input) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestEveryNumberIsReadBackFromItsText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		d := operand().Draw(t, "d")
		text := d.String()
		if back, err := money.Parse(text); err != nil || back != d {
			t.Errorf("%d units are written %s and read as %s, error %v", d.Units(), text, back, err)
		}
		if strings.ContainsAny(text, "eE+ ") || strings.Contains(text, ".") && strings.HasSuffix(text, "0") || strings.HasSuffix(text, ".") {
			t.Errorf("%s is not the shortest plain notation", text)
		}
	})
}

// FuzzParse compares Parse with fractions: what it accepts is exactly the number as written, and what it refuses as too
// large or too precise is so.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"0", "-1.5", "1e-9", "1.10e2", largestText, smallestText, "92233720368.54775808", ".-5", "1e", "0e99", "1.000000000"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := money.Parse(text)
		switch {
		case errors.Is(err, money.ErrNotANumber), errors.Is(err, money.ErrTooLong):
			return
		case len(text) > 100:
			t.Fatalf("a text of %d characters was read", len(text))
		case err != nil && !errors.Is(err, money.ErrTooLarge) && !errors.Is(err, money.ErrTooManyPlaces):
			t.Fatalf("an error of another kind: %v", err)
		}
		if _, exponent, found := strings.Cut(strings.ToLower(text), "e"); found && len(strings.TrimLeft(exponent, "+-0")) > 3 {
			return // too large for big.Rat to write out; the table test covers such exponents
		}
		exact, valid := new(big.Rat).SetString(text)
		if !valid {
			t.Fatalf("%q was read, which is not a number", text)
		}
		units := new(big.Rat).Mul(exact, big.NewRat(100_000_000, 1))
		fits := new(big.Rat).Abs(exact).Cmp(rat(largest)) <= 0
		switch {
		case err == nil && rat(got).Cmp(exact) != 0:
			t.Errorf("%s was read as %s", text, got)
		case errors.Is(err, money.ErrTooLarge) && fits, errors.Is(err, money.ErrTooManyPlaces) && units.IsInt():
			t.Errorf("%s was refused: %v", text, err)
		}
	})
}
