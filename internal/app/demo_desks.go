package app

import (
	"bourse/internal/trading"
	"bourse/internal/trading/alerts"
)

// What lies on the desks of the demo's people when they look at the first screen: orders that wait, prices that they watch and
// of which they want to be told.

// demoOrder is an order that waits so many percent above the price, or below it. One that is guarded has a stop at half that
// distance on the losing side of its price, and a target at twice it.
type demoOrder struct {
	symbol    string
	side      trading.Side
	kind      trading.OrderType
	percent   string
	amount    int64
	isGuarded bool
	trailing  string // percent; empty is none
}

// demoAlert is an alert so many percent above the price or below it, or of a move by so many.
type demoAlert struct {
	symbol  string
	kind    alerts.AlertKind
	percent string
	note    string
}

// demoDesk is what one of the demo's people has on the desk.
type demoDesk struct {
	email     string
	watchlist []string
	orders    []demoOrder
	alerts    []demoAlert
	mails     []alerts.Kind // of which they want a mail beside what is usual
	quiet     []alerts.Kind // of which they want none
	connects  bool          // has an account at the demo's exchange
}

// demoDesks are farther from the market than a coin moves in a day, so that whoever looks finds the orders working. The
// trader's first alert is so near that it fires within a minute: the fair coin is never calm.
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
