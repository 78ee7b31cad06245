package risk_test

import (
	"strings"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/risk"
	"bourse/internal/trading/tradingtest"
)

func TestATickFillsAnOrderWhereItReachesIt(t *testing.T) {
	t.Parallel()
	// The half spread is 1: a buyer pays one above the prices of the bar, a seller gets one below.
	type prices = [4]string // open, high, low, close
	cases := map[string]struct {
		side   trading.Side
		kind   trading.OrderType
		level  string
		bar    prices
		filled string // empty when it is not reached
	}{
		"a limit to buy above the low":             {trading.Buy, trading.LimitOrder, "95", prices{"100", "105", "94.01", "100"}, ""},
		"a limit to buy at the low":                {trading.Buy, trading.LimitOrder, "95", prices{"100", "105", "94", "100"}, "95"},
		"a limit to buy that is jumped over":       {trading.Buy, trading.LimitOrder, "95", prices{"90", "105", "89", "100"}, "91"},
		"a limit to sell below the high":           {trading.Sell, trading.LimitOrder, "105", prices{"100", "105.99", "94", "100"}, ""},
		"a limit to sell at the high":              {trading.Sell, trading.LimitOrder, "105", prices{"100", "106", "94", "100"}, "105"},
		"a limit to sell that is jumped over":      {trading.Sell, trading.LimitOrder, "105", prices{"110", "111", "94", "100"}, "109"},
		"a stop to buy below the high":             {trading.Buy, trading.StopOrder, "105", prices{"100", "103.99", "94", "100"}, ""},
		"a stop to buy at the high":                {trading.Buy, trading.StopOrder, "105", prices{"100", "104", "94", "100"}, "105"},
		"a stop to buy that is jumped over":        {trading.Buy, trading.StopOrder, "105", prices{"110", "111", "94", "100"}, "111"},
		"a stop to sell above the low":             {trading.Sell, trading.StopOrder, "95", prices{"100", "105", "96.01", "100"}, ""},
		"a stop to sell at the low":                {trading.Sell, trading.StopOrder, "95", prices{"100", "105", "96", "100"}, "95"},
		"a stop to sell that is jumped over":       {trading.Sell, trading.StopOrder, "95", prices{"90", "105", "89", "100"}, "89"},
		"a limit to buy where the bar opens on it": {trading.Buy, trading.LimitOrder, "95", prices{"94", "105", "89", "100"}, "95"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			order := &trading.Order{Side: c.side, Type: c.kind}
			if c.kind == trading.StopOrder {
				order.StopPrice = money.MustParse(c.level)
			} else {
				order.LimitPrice = money.MustParse(c.level)
			}
			price, reached := risk.FillOf(order, market.Tick{
				Open: money.MustParse(c.bar[0]), High: money.MustParse(c.bar[1]), Low: money.MustParse(c.bar[2]), Close: money.MustParse(c.bar[3]),
			}, money.FromInt(1))
			if reached != (c.filled != "") {
				t.Fatalf("reached: %v, want %v", reached, c.filled != "")
			}
			if reached {
				tradingtest.WantNumber(t, "the price", price, c.filled)
			}
		})
	}
}

// The fee is 10 basis points, the slippage 5; prices are rounded to hundredths.
func TestOrdersFillOverPathsOfTicks(t *testing.T) {
	t.Parallel()
	sol := func(side trading.Side, kind trading.OrderType, price string) trading.NewOrder {
		return tradingtest.Wanted("SOLUSD", side, kind, "10", price)
	}
	forDay := func(wanted trading.NewOrder) trading.NewOrder {
		wanted.TimeInForce = trading.GoodForDay
		return wanted
	}
	ofNotional := func(wanted trading.NewOrder, notional string) trading.NewOrder {
		wanted.Quantity, wanted.Notional = nil, tradingtest.Quantity(notional)
		return wanted
	}
	const buy, sell, atMarket, limit, stop = trading.Buy, trading.Sell, trading.MarketOrder, trading.LimitOrder, trading.StopOrder
	cases := map[string]struct {
		order                trading.NewOrder
		capital              string // 100 000 when empty
		path                 []string
		status               trading.OrderStatus
		price, quantity, fee string
		reason               string
	}{
		"bought at the market":                     {order: sol(buy, atMarket, ""), status: trading.OrderFilled, price: "100.05", quantity: "10", fee: "1.0005"},
		"sold at the market":                       {order: sol(sell, atMarket, ""), status: trading.OrderFilled, price: "99.95", quantity: "10", fee: "0.9995"},
		"a limit that is not reached":              {order: sol(buy, limit, "95"), path: []string{"96", "95.01"}, status: trading.OrderWorking},
		"a limit that is touched":                  {order: sol(buy, limit, "95"), path: []string{"100/101/95/97"}, status: trading.OrderFilled, price: "95", quantity: "10", fee: "0.95"},
		"a limit that is jumped over":              {order: sol(buy, limit, "95"), path: []string{"96", "90"}, status: trading.OrderFilled, price: "90", quantity: "10", fee: "0.9"},
		"a limit that the market has reached":      {order: sol(buy, limit, "105"), status: trading.OrderFilled, price: "100", quantity: "10", fee: "1"},
		"a short limit that is touched":            {order: sol(sell, limit, "105"), path: []string{"104.99", "100/105/99/100"}, status: trading.OrderFilled, price: "105", quantity: "10", fee: "1.05"},
		"a short limit that is jumped over":        {order: sol(sell, limit, "105"), path: []string{"110"}, status: trading.OrderFilled, price: "110", quantity: "10", fee: "1.1"},
		"a short limit that the market has passed": {order: sol(sell, limit, "95"), status: trading.OrderFilled, price: "100", quantity: "10", fee: "1"},
		"a stop that is not reached":               {order: sol(buy, stop, "105"), path: []string{"104.99", "90"}, status: trading.OrderWorking},
		"a stop that is touched":                   {order: sol(buy, stop, "105"), path: []string{"100/105/99/100"}, status: trading.OrderFilled, price: "105.06", quantity: "10", fee: "1.0506"},
		"a stop that is jumped over":               {order: sol(buy, stop, "105"), path: []string{"110"}, status: trading.OrderFilled, price: "110.06", quantity: "10", fee: "1.1006"},
		"a short stop that is touched":             {order: sol(sell, stop, "95"), path: []string{"100/101/95/97"}, status: trading.OrderFilled, price: "94.95", quantity: "10", fee: "0.9495"},
		"a short stop that is jumped over":         {order: sol(sell, stop, "95"), path: []string{"90"}, status: trading.OrderFilled, price: "89.95", quantity: "10", fee: "0.8995"},
		"a notional at the market":                 {order: ofNotional(sol(buy, atMarket, ""), "1000"), status: trading.OrderFilled, price: "100.05", quantity: "9.995", fee: "0.99999975"},
		"a notional at a limit":                    {order: ofNotional(sol(buy, limit, "95"), "1000"), path: []string{"90"}, status: trading.OrderFilled, price: "90", quantity: "10.526", fee: "0.94734"},
		"an order that works over nights":          {order: sol(buy, limit, "95"), path: []string{"72h", "94"}, status: trading.OrderFilled, price: "94", quantity: "10", fee: "0.94"},
		"a day that ends":                          {order: forDay(sol(buy, limit, "95")), path: []string{"8h59m59s", "96", "94"}, status: trading.OrderExpired, reason: "its day is over"},
		"the last tick of a day":                   {order: forDay(sol(buy, limit, "95")), path: []string{"8h59m58s", "94", "90"}, status: trading.OrderFilled, price: "94", quantity: "10", fee: "0.94"},
		"a session that ends": {
			order: forDay(tradingtest.Wanted("AAPL", sell, stop, "10", "95")), path: []string{"96", "6h", "94"}, status: trading.OrderExpired, reason: "its day is over",
		},
		"a market that is closed": {
			order: tradingtest.Wanted("AAPL", buy, limit, "10", "95"), path: []string{"6h", "90"}, status: trading.OrderWorking,
		},
		"a market that opens beyond the order": {
			order: tradingtest.Wanted("AAPL", buy, limit, "10", "95"), path: []string{"6h", "90", "18h", "92"}, status: trading.OrderFilled, price: "92", quantity: "10", fee: "0.92",
		},
		"money for a part": {
			order: tradingtest.Wanted("SOLUSD", buy, stop, "9", "105"), capital: "1000", path: []string{"130"},
			status: trading.OrderFilled, price: "130.07", quantity: "7.68", fee: "0.9989376", reason: "INSUFFICIENT_FUNDS",
		},
		"money for a part of a short": {
			order: tradingtest.Wanted("SOLUSD", sell, limit, "9", "105"), capital: "1000", path: []string{"130"},
			status: trading.OrderFilled, price: "130", quantity: "7.684", fee: "0.99892", reason: "INSUFFICIENT_FUNDS",
		},
		"money for no lot": {
			order: tradingtest.Wanted("EURUSD", buy, stop, "1", "1.1"), capital: "1.2", path: []string{"1.5"},
			status: trading.OrderRejected, reason: "INSUFFICIENT_FUNDS",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			databasetest.Each(t, func(t *testing.T, db *database.DB) {
				terms := trading.DefaultSettings()
				if c.capital != "" {
					terms.PaperCapital = money.MustParse(c.capital)
				}
				d := tradingtest.NewOrderDesk(t, db, terms)
				placed := d.Place(c.order)
				d.See(placed.Symbol, c.path...)
				got := d.Order(placed.ID)
				if got.Status != c.status || !strings.HasPrefix(got.Reason, c.reason) || c.reason == "" && got.Reason != "" {
					t.Fatalf("the order is %s (%q), want %s (%q)", got.Status, got.Reason, c.status, c.reason)
				}
				if err := d.Monitor.Failure(); err != nil {
					t.Error(err)
				}
				wantFill(d, got, c.price, c.quantity, c.fee)
			})
		})
	}
}

// wantFill fails the test unless an order, its position, its events and the account agree on what was filled.
func wantFill(d *tradingtest.OrderDesk, got *trading.Order, price, quantity, fee string) {
	d.T.Helper()
	sum := d.Summary()
	events := map[string]int{"trading.order.placed": 1}
	if got.Status != trading.OrderWorking {
		events["trading.order."+string(got.Status)] = 1
	}
	if got.Status == trading.OrderFilled {
		tradingtest.WantNumber(d.T, "the price", got.AveragePrice, price)
		tradingtest.WantNumber(d.T, "the quantity", got.FilledQuantity, quantity)
		tradingtest.WantNumber(d.T, "the fee", got.Fee, fee)
		position := d.Position(got.PositionID)
		if position.EntryPrice != got.AveragePrice || position.Quantity != got.FilledQuantity || position.EntryFee != got.Fee ||
			position.Side != got.Side || sum.Margin != position.Margin {
			d.T.Errorf("the position is %+v with a margin of %s, want what the order says", position, sum.Margin)
		}
		events["trading.position.opened"] = 1
	} else if sum.Positions != 0 {
		d.T.Errorf("%d positions are open, want none", sum.Positions)
	}
	if got.Status == trading.OrderWorking == got.Held.IsZero() || sum.Reserved != got.Held {
		d.T.Errorf("an order that is %s holds %s, and %s is reserved", got.Status, got.Held, sum.Reserved)
	}
	for _, name := range []string{"placed", "filled", "cancelled", "expired", "rejected"} {
		if n := d.Events.Count("trading.order." + name); n != events["trading.order."+name] {
			d.T.Errorf("%d events that an order was %s, want %d", n, name, events["trading.order."+name])
		}
	}
	d.WantBalanced()
}

// The second of two orders reached by one tick finds no free place. It does not wait for one, or it would be tried at every
// tick.
func TestAnOrderThatFindsNoPlaceIsRejected(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		d := tradingtest.NewOrderDesk(t, db, trading.DefaultSettings())
		first := d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "1", "95"))
		second := d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.LimitOrder, "2", "95"))
		held := d.Place(tradingtest.Wanted("SOLUSD", trading.Buy, trading.MarketOrder, "1", ""))
		d.FillUp(d.Position(held.PositionID), 998)
		d.See("SOLUSD", "94")
		filled, rejected := d.Order(first.ID), d.Order(second.ID)
		if filled.Status != trading.OrderFilled {
			filled, rejected = rejected, filled
		}
		if filled.Status != trading.OrderFilled || rejected.Status != trading.OrderRejected || !strings.HasPrefix(rejected.Reason, "CONFLICT: 1000 positions") {
			t.Errorf("one order is %s, the other %s (%q)", filled.Status, rejected.Status, rejected.Reason)
		}
		tradingtest.WantNumber(t, "what is reserved", d.Summary().Reserved, "0")
		d.WantOpen(1000)
		if err := d.Monitor.Failure(); err != nil {
			t.Error(err)
		}
		d.WantBalanced()
	})
}
