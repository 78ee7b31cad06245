package trading_test

import (
	"testing"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/testkit"
	"bourse/internal/trading"
)

func TestAnOrderSaysWhatItsTypeNeedsAndNoMore(t *testing.T) {
	t.Parallel()
	instrument := market.Instrument{Symbol: "ADAUSD", TickSize: amount("0.5")}
	of := func(text string) *money.Decimal { value := amount(text); return &value }
	for name, c := range map[string]struct {
		order trading.NewOrder
		about string // the field; empty: it is accepted
	}{
		"a market order":              {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1")}, ""},
		"of an amount of money":       {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Notional: of("1")}, ""},
		"of neither":                  {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy}, "quantity"},
		"of both":                     {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), Notional: of("1")}, "quantity"},
		"of no money":                 {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Notional: of("0")}, "notional"},
		"with a limit":                {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), LimitPrice: of("100")}, "limitPrice"},
		"with a stop price":           {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), StopPrice: of("100")}, "stopPrice"},
		"a limit order":               {trading.NewOrder{Type: trading.LimitOrder, Side: trading.Buy, Quantity: of("1"), LimitPrice: of("100")}, ""},
		"without a limit":             {trading.NewOrder{Type: trading.LimitOrder, Side: trading.Buy, Quantity: of("1")}, "limitPrice"},
		"at 0":                        {trading.NewOrder{Type: trading.LimitOrder, Side: trading.Buy, Quantity: of("1"), LimitPrice: of("0")}, "limitPrice"},
		"beside the tick":             {trading.NewOrder{Type: trading.LimitOrder, Side: trading.Buy, Quantity: of("1"), LimitPrice: of("100.25")}, "limitPrice"},
		"a stop order":                {trading.NewOrder{Type: trading.StopOrder, Side: trading.Sell, Quantity: of("1"), StopPrice: of("100")}, ""},
		"without a stop price":        {trading.NewOrder{Type: trading.StopOrder, Side: trading.Sell, Quantity: of("1")}, "stopPrice"},
		"a stop loss below 0":         {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), StopLoss: of("-1")}, "stopLoss"},
		"no stop loss":                {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), StopLoss: of("0")}, ""},
		"a stop loss beside the tick": {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), StopLoss: of("1.1")}, "stopLoss"},
		"a target beside the tick":    {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), TargetPrice: of("1.1")}, "targetPrice"},
		"trailing":                    {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), TrailingPercent: of("0.1")}, ""},
		"trailing far":                {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), TrailingPercent: of("50")}, ""},
		"not trailing":                {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), TrailingPercent: of("0")}, ""},
		"trailing too near":           {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), TrailingPercent: of("0.09")}, "trailingPercent"},
		"trailing too far":            {trading.NewOrder{Type: trading.MarketOrder, Side: trading.Buy, Quantity: of("1"), TrailingPercent: of("50.1")}, "trailingPercent"},
		"a buyer's levels":            {trading.NewOrder{Type: trading.LimitOrder, Side: trading.Buy, Quantity: of("1"), LimitPrice: of("100"), StopLoss: of("99"), TargetPrice: of("101")}, ""},
		"a buyer's stop above":        {trading.NewOrder{Type: trading.LimitOrder, Side: trading.Buy, Quantity: of("1"), LimitPrice: of("100"), StopLoss: of("101")}, "stopLoss"},
		"a buyer's target below":      {trading.NewOrder{Type: trading.LimitOrder, Side: trading.Buy, Quantity: of("1"), LimitPrice: of("100"), TargetPrice: of("99")}, "targetPrice"},
		"a seller's levels":           {trading.NewOrder{Type: trading.StopOrder, Side: trading.Sell, Quantity: of("1"), StopPrice: of("100"), StopLoss: of("101"), TargetPrice: of("99")}, ""},
		"a seller's stop below":       {trading.NewOrder{Type: trading.StopOrder, Side: trading.Sell, Quantity: of("1"), StopPrice: of("100"), StopLoss: of("99")}, "stopLoss"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := c.order.Check(instrument)
			if c.about == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			testkit.WantFault(t, err, fault.ValidationError, c.about)
		})
	}
	anyPrice := trading.NewOrder{Type: trading.LimitOrder, Side: trading.Buy, Quantity: of("1"), LimitPrice: of("100.25")}
	if err := anyPrice.Check(market.Instrument{}); err != nil {
		t.Errorf("an instrument without a tick: %v", err)
	}
}

func TestAnOrderIsFilledAtTheAverageOfItsFills(t *testing.T) {
	t.Parallel()
	order := trading.Order{Status: trading.OrderWorking}
	if !order.IsWorking() {
		t.Error("it does not work")
	}
	for i, want := range []string{"100", "103"} {
		if err := order.Fill(money.FromInt(int64(1+2*i)), money.FromInt(int64(100+4*i)), amount("0.5"), noon); err != nil || order.AveragePrice != amount(want) {
			t.Errorf("the average is %s, want %s: %v", order.AveragePrice, want, err)
		}
	}
	if order.FilledQuantity != money.FromInt(4) || order.Fee != money.FromInt(1) || order.UpdatedAt != noon {
		t.Errorf("%+v", order)
	}
	order.Status = trading.OrderFilled
	if order.IsWorking() {
		t.Error("it works on")
	}
}
