package filter_test

import (
	"errors"
	"fmt"

	"bourse/internal/webhook/filter"
)

// An endpoint that wants large trades of one instrument.
func Example() {
	wanted, err := filter.Parse([]byte(`{"data.symbol": "BTCUSD", "data.amount": {"$gte": 100}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, body := range []string{
		`{"type":"trading.position.opened","data":{"symbol":"BTCUSD","amount":250}}`,
		`{"type":"trading.position.opened","data":{"symbol":"BTCUSD","amount":99.5}}`,
		`{"type":"trading.position.opened","data":{"symbol":"ETHUSD","amount":250}}`,
	} {
		fmt.Println(wanted.Match(filter.LazyEvent([]byte(body))))
	}
	// Output:
	// true
	// false
	// false
}

// Errors are found when a filter is saved; matching cannot fail.
func ExampleParse() {
	_, err := filter.Parse([]byte(`{"data.amount": {"$above": 100}}`))
	var wrong *filter.SyntaxError
	fmt.Println(errors.As(err, &wrong))
	// Output: true
}
