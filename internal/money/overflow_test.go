package money_test

import (
	"errors"
	"strings"
	"testing"

	"bourse/internal/money"
)

// caught runs a calculation like a domain formula.
func caught(calculate func() money.Decimal) (result money.Decimal, err error) {
	defer money.Catch(&err)
	return calculate(), nil
}

func TestDivisionByZeroIsAnError(t *testing.T) {
	t.Parallel()
	for _, number := range []money.Decimal{money.Zero, dec("1"), smallest} {
		if _, err := number.Div(money.Zero); !errors.Is(err, money.ErrDivisionByZero) {
			t.Errorf("%s ÷ 0: %v", number, err)
		}
	}
}

func TestAResultThatIsTooLargePanicsAndIsNeverWrong(t *testing.T) {
	t.Parallel()
	unit := money.FromUnits(1)
	for name, calculate := range map[string]func(){
		"largest + unit":         func() { largest.Add(unit) },
		"smallest - unit":        func() { smallest.Sub(unit) },
		"smallest + smallest":    func() { smallest.Add(smallest) },
		"largest - smallest":     func() { largest.Sub(smallest) },
		"largest × 1.00000001":   func() { largest.Mul(dec("1.00000001")) },
		"largest × largest":      func() { largest.Mul(largest) },
		"303701 squared":         func() { dec("303701").Mul(dec("303701")) },
		"one unit over":          func() { dec("46116860184.27387904").Mul(dec("2")) },
		"largest to 0 places":    func() { largest.Round(0) },
		"smallest in steps of 1": func() { smallest.FloorTo(dec("1")) },
	} {
		wantOverflow(t, name, calculate)
	}
	if _, err := largest.Div(dec("0.99999999")); !errors.Is(err, money.ErrTooLarge) {
		t.Errorf("largest ÷ 0.99999999: %v", err)
	}
}

func TestTheLimitsThemselvesCanBeCalculatedWith(t *testing.T) {
	t.Parallel()
	one := dec("1")
	if largest.Neg() != smallest || smallest.Neg() != largest || smallest.Abs() != largest {
		t.Error("the limits are not the negatives of each other")
	}
	if largest.Mul(one) != largest || smallest.Mul(one) != smallest || largest.Add(smallest) != money.Zero {
		t.Error("a limit changed in a calculation that does not change it")
	}
	if got, err := smallest.Div(one); err != nil || got != smallest {
		t.Errorf("smallest ÷ 1 is %s, error %v", got, err)
	}
	if largest.FloorTo(one) != dec("92233720368") || smallest.Round(8) != smallest {
		t.Error("a limit rounds wrongly")
	}
}

func TestCatchTurnsAnOverflowIntoAnErrorForTheClient(t *testing.T) {
	t.Parallel()
	_, err := caught(func() money.Decimal { return dec("90000000000").Mul(dec("64000")).Add(dec("1")) })
	if input := new(money.InputError); !errors.As(err, &input) || input != money.ErrTooLarge {
		t.Errorf("the error is %v, want one that is ErrTooLarge", err)
	}
	if err == nil || !strings.Contains(err.Error(), "multiplication is too large: 90000000000 and 64000") {
		t.Errorf("the error is %v, want one that shows the operands", err)
	}
	if got, err := caught(func() money.Decimal { return dec("2").Add(dec("1")) }); err != nil || got != dec("3") {
		t.Errorf("without an overflow: %s, error %v", got, err)
	}
}

func TestCatchKeepsTheErrorThatTheFunctionReturns(t *testing.T) {
	t.Parallel()
	own := errors.New("own")
	err := func() (err error) {
		defer money.Catch(&err)
		return own
	}()
	if err != own {
		t.Errorf("the error is %v", err)
	}
}

func TestCatchLetsOtherPanicsGoOn(t *testing.T) {
	t.Parallel()
	defer func() {
		if cause := recover(); cause != "something else" {
			t.Errorf("recovered %v", cause)
		}
	}()
	_, err := caught(func() money.Decimal { panic("something else") })
	t.Errorf("the panic was swallowed, error %v", err)
}

func TestMistakesInTheProgramPanic(t *testing.T) {
	t.Parallel()
	for name, mistake := range map[string]func(){
		"step 0":    func() { dec("1").FloorTo(money.Zero) },
		"step -1":   func() { dec("1").FloorTo(dec("-1")) },
		"places -1": func() { dec("1").Round(-1) },
		"places 9":  func() { dec("1").Round(9) },
		"constant":  func() { money.MustParse("1.123456789") },
	} {
		func() {
			defer func() {
				if text, _ := recover().(string); !strings.HasPrefix(text, "money: ") {
					t.Errorf("%s: recovered %q", name, text)
				}
			}()
			mistake()
		}()
	}
}
