package live

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/market/venue"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// settle books the fills of an order, and ends it if the exchange has ended it.
func (a *attempt) settle(ctx context.Context, report venue.Report) error {
	var (
		fills    []venue.Fill
		booked   []trading.VenueFill
		executed = a.order.Executed
	)
	if report.Executed.IsPositive() && (report.Executed != executed || report.Status != venue.Working) {
		var err error
		if fills, err = a.exchange.Fills(ctx, a.order.Symbol, report.OrderID); err == nil {
			booked, err = a.inDollars(ctx, fills)
		}
		if err != nil {
			return a.postponeKnown(ctx, report.OrderID, err)
		}
		executed = sumOf(fills)
	}
	return a.record(ctx, func(ctx context.Context, tx *database.Tx, held held) error {
		if err := a.book(ctx, tx, held, booked); err != nil {
			return err
		}
		row, now := held.row, a.service.now()
		if row.State != working || row.Executed != executed {
			row.ChangedAt = now
		}
		row.ExchangeOrderID, row.Executed, row.Error, row.Attempts = report.OrderID, executed, "", 0
		if report.Status != venue.Working && !executed.LessThan(report.Executed) {
			return a.finish(ctx, tx, held, report.Status)
		}
		row.State, row.NextAt = working, now.Add(row.lookAfter(now))
		if !held.order.IsWorking() { // ended here, but not there yet
			row.CancelAsked = true
		}
		return a.keep(ctx, tx, row)
	})
}

// book books the fills that are not booked yet.
func (a *attempt) book(ctx context.Context, tx *database.Tx, held held, fills []trading.VenueFill) error {
	known, err := bookedFills(ctx, tx, held.order.ID)
	if err != nil {
		return err
	}
	for _, fill := range fills {
		if known[fill.ID] {
			continue
		}
		if err := a.service.trading.RecordFill(ctx, tx, held.account, held.order, fill); err != nil {
			return err
		}
	}
	return nil
}

// restFill names the fill for the rest of a sale that is below the exchange's lot.
const restFill = "rest"

// finish ends an order as the exchange has ended it. The rest of a filled sale that is less than a lot there leaves the
// books with it at the same price: it stays in the owner's balance at the exchange.
func (a *attempt) finish(ctx context.Context, tx *database.Tx, held held, status venue.Status) error {
	rest := held.order.Quantity.Sub(held.order.FilledQuantity)
	if status == venue.Filled && held.order.Side == trading.Sell && rest.IsPositive() && held.order.IsWorking() {
		fill := trading.VenueFill{ID: restFill, Quantity: rest, Price: held.order.AveragePrice, At: a.service.now()}
		if err := a.service.trading.RecordFill(ctx, tx, held.account, held.order, fill); err != nil {
			return err
		}
	}
	ended, reason := a.endOf(held.row, status)
	if err := a.service.trading.EndOrder(ctx, tx, held.order, ended, reason); err != nil {
		return err
	}
	a.state = done
	if err := endLiveOrder(ctx, tx, held.row, a.service.now()); err != nil || ended != trading.OrderExpired {
		return err
	}
	return a.carryOn(ctx, tx, held)
}

// carryOn has the rest of an exit that found no counterpart sold after a pause, if nothing else would decide on it again.
// It does nothing if the cancellation was requested, the owner no longer allows selling, or the symbol is no longer listed:
// nothing may prevent a fill from being booked.
func (a *attempt) carryOn(ctx context.Context, tx *database.Tx, held held) error {
	if held.row.CancelAsked || a.service.Takes(held.order.Symbol) != nil {
		return nil
	}
	if refused, err := a.forbid(ctx, tx, held.account, held.row); refused != nil || err != nil {
		return err
	}
	next, err := a.service.trading.CarryOn(ctx, tx, held.account, held.order)
	if err != nil || next == nil {
		return err
	}
	return putOffSending(ctx, tx, next.ID, a.service.now().Add(trading.ExitPause))
}

// endOf is how, and why, an order has ended that its exchange has ended.
func (a *attempt) endOf(row *liveOrder, status venue.Status) (trading.OrderStatus, string) {
	switch {
	case status == venue.Filled:
		return trading.OrderFilled, ""
	case status == venue.Rejected:
		return trading.OrderRejected, "the exchange has rejected the order"
	case status == venue.Expired:
		return trading.OrderExpired, "the exchange found no counterpart for the rest"
	case row.CancelAsked:
		return trading.OrderCancelled, ""
	case row.isExpired(a.service.now()):
		return trading.OrderExpired, ""
	}
	return trading.OrderCancelled, "cancelled at the exchange"
}

func sumOf(fills []venue.Fill) (sum money.Decimal) {
	for _, fill := range fills {
		sum = sum.Add(fill.Quantity)
	}
	return sum
}

// inDollars are the fills as they are booked: with fees in the currency of all accounts, to which the exchange's coin
// counts as equal in value. A commission taken out of the purchased asset is a fee, and the rest is the purchased quantity.
func (a *attempt) inDollars(ctx context.Context, fills []venue.Fill) ([]trading.VenueFill, error) {
	rules, err := a.exchange.Rules(ctx, a.order.Symbol)
	if err != nil {
		return nil, err
	}
	prices := map[time.Time]money.Decimal{}
	booked := make([]trading.VenueFill, len(fills))
	for i, fill := range fills {
		booked[i] = trading.VenueFill{ID: fill.ID, Quantity: fill.Quantity, Price: fill.Price, At: fill.At}
		switch fill.CommissionAsset {
		case rules.QuoteAsset:
			booked[i].Fee = fill.Commission
		case rules.BaseAsset:
			booked[i].Fee = fill.Commission.Mul(fill.Price)
			if a.order.Side == venue.Buy {
				booked[i].Quantity = fill.Quantity.Sub(fill.Commission)
			}
		default:
			minute := fill.At.Truncate(time.Minute)
			if _, isKnown := prices[minute]; !isKnown {
				if prices[minute], err = a.priceOf(ctx, fill.CommissionAsset, rules.QuoteAsset, fill.At); err != nil {
					return nil, err
				}
			}
			booked[i].Fee = fill.Commission.Mul(prices[minute])
		}
	}
	return booked, nil
}

// priceOf is the value of a commission's asset. One that is not traded for dollars counts as worthless, since its value is
// unknown.
func (a *attempt) priceOf(ctx context.Context, asset, quote string, at time.Time) (money.Decimal, error) {
	price, err := a.exchange.PriceAt(ctx, asset, quote, at)
	if venue.KindOf(err) == venue.Refused {
		a.service.logger.WarnContext(ctx, "a commission has no price", "orderId", a.order.ID, "asset", asset)
		return money.Zero, nil
	}
	return price, err
}
