package trading_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

func TestAFillIsOnTheTickAgainstTheTrader(t *testing.T) {
	t.Parallel()
	terms := trading.New(trading.Options{Settings: trading.DefaultSettings()}).Terms()
	// Cardano at 0.45 with a tick of 0.0001: a spread of 2 basis points and slippage of 5 are less than three ticks.
	instrument := market.Instrument{Symbol: "ADAUSD", TickSize: money.MustParse("0.0001"), SpreadBP: money.FromInt(2)}
	quote, err := instrument.QuoteAt(money.MustParse("0.45"), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if buy, sell := terms.Price(quote, trading.Buy), terms.Price(quote, trading.Sell); buy != money.MustParse("0.4504") || sell != money.MustParse("0.4496") {
		t.Errorf("bought at %s and sold at %s, want 0.4504 and 0.4496", buy, sell)
	}
	rapid.Check(t, func(t *rapid.T) {
		instrument.TickSize = money.FromUnits(rapid.SampledFrom([]int64{1, 1000, 10_000, 1_000_000, 25_000_000}).Draw(t, "tick"))
		quote, err := instrument.QuoteAt(money.FromUnits(rapid.Int64Range(100_000_000, 10_000_000_000_000).Draw(t, "price")), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		exact := quote
		exact.TickSize = money.Zero
		for side, isBuy := range map[trading.Side]bool{trading.Buy: true, trading.Sell: false} {
			price, unrounded := terms.Price(quote, side), terms.Price(exact, side)
			cost := unrounded.Sub(price)
			if isBuy {
				cost = cost.Neg()
			}
			if price.FloorTo(quote.TickSize) != price || cost.IsNegative() || !cost.LessThan(quote.TickSize) {
				t.Fatalf("%s at %s instead of %s, tick %s", side, price, unrounded, quote.TickSize)
			}
		}
	})
}
