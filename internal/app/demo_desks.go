package app

import (
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
)

// The desks of the demo's users when they see the first screen: waiting orders, watched prices and alerts.

// demoOrder is an order that waits a given percentage above or below the price. A guarded one has a stop at half that
// distance on the losing side of its price, and a target at twice it.
type demoOrder struct {
	symbol    string
	side      trading.Side
	kind      trading.OrderType
	percent   string
	amount    int64
	isGuarded bool
	trailing  string // percent; empty means none
}

// demoAlert is an alert a given percentage above or below the price, or at a move of that size.
type demoAlert struct {
	symbol  string
	kind    alerts.AlertKind
	percent string
	note    string
}

// demoDesk is the desk of one of the demo's users.
type demoDesk struct {
	email     string
	watchlist []string
	orders    []demoOrder
	alerts    []demoAlert
	mails     []alerts.Kind // mailed in addition to the defaults
	quiet     []alerts.Kind // not mailed
	connects  bool          // has an account at the demo's exchange
}

// demoDesks are farther from the market than a coin moves in a day, so that the orders are still working when
// somebody looks. The trader's first alert is so near that it fires within a minute: the fair coin is never calm.
var demoDesks = []demoDesk{
	{
		email: "trader@demo.test", watchlist: []string{"BTCUSD", "ETHUSD", "SOLUSD", "FAIRUSD", "NVDA", "EURUSD", "SPY"},
		orders: []demoOrder{
			{symbol: "BTCUSD", side: trading.Buy, kind: trading.LimitOrder, percent: "-8", amount: 4000, isGuarded: true},
			{symbol: "ETHUSD", side: trading.Buy, kind: trading.StopOrder, percent: "9", amount: 2500, trailing: "5"},
			{symbol: "SOLUSD", side: trading.Sell, kind: trading.LimitOrder, percent: "12", amount: 1500},
		},
		alerts: []demoAlert{
			{"FAIRUSD", alerts.PercentMove, "0.05", "the fair coin is moving"},
			{"ETHUSD", alerts.Below, "-6", "cheap enough to add to the holding"},
		},
		mails:    []alerts.Kind{alerts.OrderFilled, alerts.PositionStopped},
		connects: true,
	},
	{
		email: "analyst@demo.test", watchlist: []string{"BTCUSD", "ETHUSD", "SOLUSD", "XRPUSD", "ADAUSD", "FAIRUSD"},
		orders: []demoOrder{
			{symbol: "ETHUSD", side: trading.Buy, kind: trading.LimitOrder, percent: "-9", amount: 5000, isGuarded: true},
			{symbol: "ADAUSD", side: trading.Sell, kind: trading.StopOrder, percent: "-11", amount: 2000},
		},
		alerts: []demoAlert{{"SOLUSD", alerts.Above, "7", "the breakout of the weekly note"}, {"XRPUSD", alerts.PercentMove, "8", "worth a note"}},
		mails:  []alerts.Kind{alerts.PositionStopped},
	},
	{
		email: "admin@demo.test", watchlist: []string{"BTCUSD", "SPY", "EURUSD", "GBPUSD"},
		orders: []demoOrder{
			{symbol: "BTCUSD", side: trading.Buy, kind: trading.LimitOrder, percent: "-10", amount: 3000, isGuarded: true},
			{symbol: "BTCUSD", side: trading.Buy, kind: trading.StopOrder, percent: "9", amount: 3000, trailing: "4"},
		},
		alerts: []demoAlert{{"BTCUSD", alerts.Below, "-5", "customers will call"}},
		quiet:  []alerts.Kind{alerts.AlertFired},
	},
	{
		email: "super@demo.test", watchlist: []string{"BTCUSD", "ETHUSD", "AAPL", "MSFT", "NVDA", "SPY"},
		orders: []demoOrder{
			{symbol: "SOLUSD", side: trading.Buy, kind: trading.LimitOrder, percent: "-12", amount: 2000, isGuarded: true},
			{symbol: "XRPUSD", side: trading.Buy, kind: trading.StopOrder, percent: "12", amount: 2000},
			{symbol: "ETHUSD", side: trading.Sell, kind: trading.LimitOrder, percent: "10", amount: 2500},
		},
		alerts: []demoAlert{{"ETHUSD", alerts.Above, "6", ""}, {"BTCUSD", alerts.PercentMove, "5", "a large move"}},
		mails:  []alerts.Kind{alerts.CopyStopped},
	},
	{
		email: "trader@northwind.test", watchlist: []string{"BTCUSD", "ETHUSD", "AAPL", "EURUSD"},
		orders: []demoOrder{
			{symbol: "BTCUSD", side: trading.Buy, kind: trading.LimitOrder, percent: "-8", amount: 5000, isGuarded: true},
			{symbol: "SOLUSD", side: trading.Buy, kind: trading.StopOrder, percent: "11", amount: 2000},
		},
		alerts: []demoAlert{{"BTCUSD", alerts.Above, "5", "time to look again"}},
		mails:  []alerts.Kind{alerts.OrderFilled},
	},
	{
		email: "admin@northwind.test", watchlist: []string{"BTCUSD", "ETHUSD", "EURUSD"},
		orders: []demoOrder{
			{symbol: "ETHUSD", side: trading.Buy, kind: trading.LimitOrder, percent: "-9", amount: 2500, isGuarded: true},
			{symbol: "ETHUSD", side: trading.Buy, kind: trading.StopOrder, percent: "10", amount: 2500},
		},
		alerts: []demoAlert{{"ETHUSD", alerts.PercentMove, "6", "a busy day ahead"}},
		quiet:  []alerts.Kind{alerts.AlertFired},
	},
}
