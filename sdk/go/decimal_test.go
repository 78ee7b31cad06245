package bourse_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	bourse "bourse/sdk/go"
)

func TestADecimalIsReadExactly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "0.000": "0", "00012.3400": "12.34", "-5": "-5", "0.00000001": "0.00000001", "1e3": "1000", "1.5E-3": "0.0015",
		"12e-1": "1.2", "123456789012345678.12345678": "123456789012345678.12345678", "-0.10": "-0.1", "1E+2": "100", "0e64": "0",
	} {
		got, err := bourse.ParseDecimal(text)
		if err != nil || got.String() != want {
			t.Errorf("%s is %s, %v; want %s", text, got, err, want)
		}
		if got != bourse.MustDecimal(want) {
			t.Errorf("%s and %s are equal, and == does not say so", text, want)
		}
	}
	for _, text := range []string{"", "-", ".", "1.", ".5", "+1", "1,5", "--1", "1e", "1e1.5", "1e65", "1e-65", "NaN", "Infinity", "0x1", "1 ", "٣", strings.Repeat("9", 65)} {
		if got, err := bourse.ParseDecimal(text); err == nil {
			t.Errorf("%q is read as %s", text, got)
		}
	}
}

func TestDecimalsCompareAsNumbers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	digits := func() string {
		text := fmt.Sprintf("%d.%0*d", random.IntN(1000), 1+random.IntN(4), random.IntN(10))
		return []string{"", "-"}[random.IntN(2)] + text
	}
	for range 20_000 {
		a, b := digits(), digits()
		exactA, _ := new(big.Rat).SetString(a)
		exactB, _ := new(big.Rat).SetString(b)
		if got, want := bourse.MustDecimal(a).Compare(bourse.MustDecimal(b)), exactA.Cmp(exactB); got != want {
			t.Fatalf("%s compared with %s is %d, want %d", a, b, got, want)
		}
		if got, want := bourse.MustDecimal(a).Sign(), exactA.Sign(); got != want {
			t.Fatalf("the sign of %s is %d, want %d", a, got, want)
		}
	}
	if got := bourse.DecimalOf(-42); got.String() != "-42" || got.Float64() != -42 {
		t.Errorf("it is %s", got)
	}
}

func TestADecimalIsANumberInJSON(t *testing.T) {
	t.Parallel()
	var read struct {
		Amount bourse.Decimal  `json:"amount"`
		Absent *bourse.Decimal `json:"absent,omitempty"`
		Zero   *bourse.Decimal `json:"zero,omitempty"`
	}
	const text = `{"amount":0.1000000000000000055511151231257827,"zero":0}`
	must(t, json.Unmarshal([]byte(text), &read))
	written, err := json.Marshal(read)
	must(t, err)
	if string(written) != text {
		t.Errorf("%s became %s", text, written)
	}
	for _, wrong := range []string{`{"amount":"1"}`, `{"amount":null}`, `{"amount":true}`, `{"amount":[]}`} {
		if err := json.Unmarshal([]byte(wrong), &read); err == nil {
			t.Errorf("%s was read", wrong)
		}
	}
}

func TestADateIsADay(t *testing.T) {
	t.Parallel()
	if got := bourse.DateOf(time.Date(2026, 1, 2, 23, 0, 0, 0, time.UTC)); got != "2026-01-02" {
		t.Errorf("it is %s", got)
	}
}
