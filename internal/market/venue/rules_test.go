package venue_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"bourse/internal/fault"
	"bourse/internal/market/venue"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func number(text string) money.Decimal {
	if text == "" {
		return money.Zero
	}
	return money.MustParse(text)
}

func rules() venue.Rules {
	return venue.Rules{
		Symbol: "BTCUSDT", BaseAsset: "BTC", QuoteAsset: "USDT", IsTrading: true, Types: []venue.Type{venue.Market, venue.Limit, venue.Stop},
		TickSize: number("0.1"), LowestPrice: number("10"), HighestPrice: number("1000"), LotStep: number("0.01"), LeastQuantity: number("0.02"),
		MostQuantity: number("50"), LeastNotional: number("5"), MostNotional: number("9000"),
	}
}

func TestOrdersAreBroughtIntoTheFormOfTheExchange(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		side                    venue.Side
		of                      venue.Type
		quantity, price         string
		wantQuantity, wantPrice string
		code                    fault.Code
		field                   string
	}{
		{side: venue.Buy, of: venue.Market, quantity: "0.999", wantQuantity: "0.99"},
		{side: venue.Buy, of: venue.Limit, quantity: "1", price: "100.19", wantQuantity: "1", wantPrice: "100.1"},
		{side: venue.Sell, of: venue.Limit, quantity: "1", price: "100.11", wantQuantity: "1", wantPrice: "100.2"},
		{side: venue.Buy, of: venue.Stop, quantity: "1", price: "100.11", wantQuantity: "1", wantPrice: "100.2"},
		{side: venue.Sell, of: venue.Stop, quantity: "1", price: "100.19", wantQuantity: "1", wantPrice: "100.1"},
		{side: venue.Sell, of: venue.Stop, quantity: "1", price: "100.1", wantQuantity: "1", wantPrice: "100.1"},
		{side: venue.Buy, of: venue.Market, quantity: "0.019", code: fault.QuantityTooSmall},
		{side: venue.Buy, of: venue.Market, quantity: "0.001", code: fault.QuantityTooSmall},
		{side: venue.Buy, of: venue.Market, quantity: "50.01", code: fault.ValidationError, field: "quantity"},
		{side: venue.Buy, of: venue.Limit, quantity: "0.04", price: "100", code: fault.QuantityTooSmall},
		{side: venue.Buy, of: venue.Limit, quantity: "10", price: "900.1", code: fault.ValidationError, field: "quantity"},
		{side: venue.Buy, of: venue.Limit, quantity: "1", price: "9.99", code: fault.ValidationError, field: "limitPrice"},
		{side: venue.Buy, of: venue.Stop, quantity: "1", price: "1000.01", code: fault.ValidationError, field: "stopPrice"},
	} {
		ticket := venue.Ticket{Symbol: "BTCUSDT", Side: c.side, Type: c.of, Quantity: number(c.quantity)}
		if c.of == venue.Limit {
			ticket.Price = number(c.price)
		} else {
			ticket.StopPrice = number(c.price)
		}
		fitted, err := rules().Fit(ticket)
		if c.code != "" {
			if c.field != "" {
				testkit.WantFault(t, err, c.code, c.field)
			} else {
				testkit.WantFault(t, err, c.code)
			}
			continue
		}
		if price := money.Max(fitted.Price, fitted.StopPrice); err != nil || fitted.Quantity != number(c.wantQuantity) || price != number(c.wantPrice) {
			t.Errorf("%s %s of %s at %s becomes %s at %s (%v), want %s at %s",
				c.side, c.of, c.quantity, c.price, fitted.Quantity, price, err, c.wantQuantity, c.wantPrice)
		}
	}
}

func TestWhatTheExchangeDoesNotTradeIsRefused(t *testing.T) {
	t.Parallel()
	halted, without := rules(), rules()
	halted.IsTrading = false
	without.Types = []venue.Type{venue.Limit}
	ticket := venue.Ticket{Side: venue.Buy, Type: venue.Market, Quantity: number("1")}
	_, err := halted.Fit(ticket)
	testkit.WantFault(t, err, fault.MarketClosed)
	_, err = without.Fit(ticket)
	testkit.WantFault(t, err, fault.ValidationError, "type")
}

func TestRulesThatSayNothingRefuseNothing(t *testing.T) {
	t.Parallel()
	open := venue.Rules{IsTrading: true, Types: []venue.Type{venue.Limit}}
	ticket := venue.Ticket{Side: venue.Buy, Type: venue.Limit, Quantity: number("0.00000001"), Price: number("0.00000003")}
	if fitted, err := open.Fit(ticket); err != nil || fitted != ticket {
		t.Errorf("%+v becomes %+v (%v)", ticket, fitted, err)
	}
	_, err := open.Fit(venue.Ticket{Side: venue.Buy, Type: venue.Limit, Quantity: number("90000000000"), Price: number("90000000000")})
	testkit.WantFault(t, err, fault.ValidationError, "quantity")
}

func TestAFailureThatNobodyKnowsMayHaveBeenASuccess(t *testing.T) {
	t.Parallel()
	problem := fmt.Errorf("sent: %w", &venue.Problem{Kind: venue.NotNow, Wait: time.Minute, Code: fault.Conflict})
	if venue.KindOf(problem) != venue.NotNow || venue.WaitOf(problem) != time.Minute || venue.CodeOf(problem) != fault.Conflict {
		t.Error("a problem is not known in another error")
	}
	if other := errors.New("broken"); venue.KindOf(other) != venue.Unknown || venue.WaitOf(other) != 0 || venue.CodeOf(other) != "" {
		t.Error("what is no problem is not unknown")
	}
}
