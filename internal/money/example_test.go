package money_test

import (
	"errors"
	"fmt"

	"bourse/internal/money"
)

// A price times a quantity, without any loss: 0.1 and 0.2 are exact.
func Example() {
	price, quantity := money.MustParse("30250.55"), money.MustParse("0.125")
	fmt.Println(price.Mul(quantity))
	fmt.Println(money.MustParse("0.1").Add(money.MustParse("0.2")))
	// Output:
	// 3781.31875
	// 0.3
}

// A number with more than eight decimals is refused, never rounded.
func ExampleParse() {
	amount, err := money.Parse("12.50")
	fmt.Println(amount, err)
	_, err = money.Parse("0.123456789")
	var refused *money.InputError
	fmt.Println(errors.As(err, &refused))
	// Output:
	// 12.5 <nil>
	// true
}

// Half is rounded to the even neighbour, so that many roundings do not drift.
func ExampleDecimal_Round() {
	fmt.Println(money.MustParse("0.125").Round(2), money.MustParse("0.135").Round(2))
	// Output: 0.12 0.14
}

// An order is filled in whole steps of the instrument.
func ExampleDecimal_FloorTo() {
	fmt.Println(money.MustParse("0.0379").FloorTo(money.MustParse("0.005")))
	// Output: 0.035
}
