package trading_test

import (
	"testing"

	"bourse/internal/testkit"
	"bourse/test/e2e/kit"
)

// calm waits until the price has been repeated, which the feed does once a second. What is written then is a separate
// bar for all observers: prices that come faster than they are read count as one bar.
func calm(t *testing.T, v *kit.Venue, symbol string) {
	t.Helper()
	repeated := func() any {
		return v.Analyst.Get(t, "/trading/quotes?symbols="+symbol).Ok(t, 200).List(t, kit.ShapeOfQuote, nil)[0]["time"]
	}
	before := repeated()
	testkit.Within(t, kit.Patience, "the price is repeated", func() bool { return repeated() != before })
}
