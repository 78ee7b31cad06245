package app

import (
	"context"
	"errors"
	"fmt"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/market"
	"bourse/internal/money"
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
// trader's first alert is so near that it fires within a minute.
var demoDesks = []demoDesk{
	{
		email: "trader@demo.test", watchlist: []string{"BTCUSD", "ETHUSD", "SOLUSD", "NVDA", "EURUSD", "SPY"},
		orders: []demoOrder{
			{symbol: "BTCUSD", side: trading.Buy, kind: trading.LimitOrder, percent: "-8", amount: 4000, isGuarded: true},
			{symbol: "ETHUSD", side: trading.Buy, kind: trading.StopOrder, percent: "9", amount: 2500, trailing: "5"},
			{symbol: "SOLUSD", side: trading.Sell, kind: trading.LimitOrder, percent: "12", amount: 1500},
		},
		alerts: []demoAlert{
			{"BTCUSD", alerts.PercentMove, "0.05", "Bitcoin is moving"},
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

// layDesks lays the demo's desks once: whoever has had orders or alerts keeps what they made of them.
func (p *platform) layDesks(ctx context.Context) error {
	for _, desk := range demoDesks {
		owner, err := p.demoCaller(ctx, desk.email)
		if err != nil {
			return err
		}
		if err := p.layDesk(ctx, owner, desk); err != nil {
			return fmt.Errorf("the desk of %s: %w", desk.email, err)
		}
	}
	return nil
}

func (p *platform) layDesk(ctx context.Context, owner identity.Caller, desk demoDesk) error {
	placed, err := p.trading.Orders(ctx, owner, trading.OrderFilter{}, database.Cursor{Limit: 1})
	if err != nil {
		return err
	}
	if len(placed) == 0 {
		for _, order := range desk.orders {
			if err := p.placeDemoOrder(ctx, owner, order); err != nil {
				return err
			}
		}
	}
	set, err := p.alerts.Alerts(ctx, owner, alerts.AlertFilter{}, database.Cursor{Limit: 1})
	if err != nil || len(set) > 0 { // also those that have fired or were cancelled
		return err
	}
	if desk.connects {
		if err := p.connectTrader(ctx, owner); err != nil {
			return err
		}
	}
	if _, err := p.alerts.SetWatchlist(ctx, owner, desk.watchlist); err != nil {
		return err
	}
	if _, err := p.alerts.Choose(ctx, owner, desk.channels()); err != nil {
		return err
	}
	for _, alert := range desk.alerts {
		if err := p.setDemoAlert(ctx, owner, alert); err != nil {
			return err
		}
	}
	return nil
}

// channels are what the desk's owner changes of the usual ones.
func (d demoDesk) channels() map[alerts.Kind]alerts.ChannelsChange {
	yes, no := true, false
	changes := map[alerts.Kind]alerts.ChannelsChange{}
	for _, kind := range d.mails {
		changes[kind] = alerts.ChannelsChange{Mail: &yes}
	}
	for _, kind := range d.quiet {
		changes[kind] = alerts.ChannelsChange{Mail: &no}
	}
	return changes
}

// placeDemoOrder places an order on the paper account. What is refused is left.
func (p *platform) placeDemoOrder(ctx context.Context, owner identity.Caller, order demoOrder) error {
	instrument, err := p.market.Instrument(order.symbol)
	if err != nil {
		return err
	}
	quote, isKnown := p.market.LastQuote(order.symbol)
	if !isKnown {
		return nil
	}
	distance, amount := money.MustParse(order.percent), dollars(order.amount)
	price := away(quote.Mark, distance, instrument)
	wanted := trading.NewOrder{
		Symbol: order.symbol, Side: order.side, Type: order.kind, Notional: &amount, TimeInForce: trading.GoodTillCancelled,
	}
	switch order.kind {
	case trading.LimitOrder:
		wanted.LimitPrice = &price
	case trading.StopOrder:
		wanted.StopPrice = &price
	}
	if order.isGuarded {
		risk := distance.Abs().Mul(money.MustParse("0.5"))
		if order.side == trading.Sell {
			risk = risk.Neg()
		}
		stop, target := away(price, risk.Neg(), instrument), away(price, risk.Mul(dollars(4)), instrument)
		wanted.StopLoss, wanted.TargetPrice = &stop, &target
	}
	if order.trailing != "" {
		trailing := money.MustParse(order.trailing)
		wanted.TrailingPercent = &trailing
	}
	_, err = p.trading.PlaceOrder(ctx, owner, wanted)
	return unlessRefused(err)
}

// setDemoAlert sets an alert. What is refused is left.
func (p *platform) setDemoAlert(ctx context.Context, owner identity.Caller, alert demoAlert) error {
	wanted := alerts.NewAlert{Symbol: alert.symbol, Kind: alert.kind, Note: alert.note}
	percent := money.MustParse(alert.percent)
	if alert.kind == alerts.PercentMove {
		wanted.Percent = &percent
	} else {
		instrument, err := p.market.Instrument(alert.symbol)
		if err != nil {
			return err
		}
		quote, isKnown := p.market.LastQuote(alert.symbol)
		if !isKnown {
			return nil
		}
		price := away(quote.Mark, percent, instrument)
		wanted.Price = &price
	}
	_, err := p.alerts.CreateAlert(ctx, owner, wanted)
	return unlessRefused(err)
}

// away is the price so many percent above another one, or below it, on the tick.
func away(price, percent money.Decimal, instrument market.Instrument) money.Decimal {
	return price.Add(price.Mul(percent.Mul(money.MustParse("0.01")))).FloorTo(instrument.TickSize)
}

// unlessRefused is the failure, unless it is a refusal: the demo does without what the market of the moment does not allow.
func unlessRefused(err error) error {
	if _, isRefused := errors.AsType[*fault.Error](err); isRefused {
		return nil
	}
	return err
}
