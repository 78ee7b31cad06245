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

// layDesks sets up the demo's desks once: users who have had orders or alerts keep what they made of them.
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
	if err != nil || len(set) > 0 { // including those that have fired or were cancelled
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

// channels are the owner's changes to the default channels.
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

// placeDemoOrder places an order on the paper account. A refused order is skipped.
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

// setDemoAlert sets an alert. A refused alert is skipped.
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

// away is the price a given percentage above another one, or below it, rounded to the tick.
func away(price, percent money.Decimal, instrument market.Instrument) money.Decimal {
	return price.Add(price.Mul(percent.Mul(money.MustParse("0.01")))).FloorTo(instrument.TickSize)
}

// unlessRefused is the error, unless it is a refusal: the demo does without what the current market does not allow.
func unlessRefused(err error) error {
	if _, isRefused := errors.AsType[*fault.Error](err); isRefused {
		return nil
	}
	return err
}
