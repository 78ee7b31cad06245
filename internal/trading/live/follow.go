package live

import (
	"context"

	"bourse/internal/market/venue"
	"bourse/internal/trading"
)

// reconcile finds out what happened to an order that may be at the exchange. It is certainly not there only if the exchange
// does not know it and would no longer accept a request still on its way.
func (a *attempt) reconcile(ctx context.Context) error {
	report, err := a.exchange.Find(ctx, a.order.reference())
	if err == nil {
		return a.settle(ctx, report)
	}
	if venue.KindOf(err) != venue.Missing {
		return a.postpone(ctx, unknown, err)
	}
	now, timeErr := a.exchange.FreshTime(ctx)
	if timeErr != nil {
		return a.postpone(ctx, unknown, timeErr)
	}
	if left := a.order.SentAt.Add(venue.Window + arrival).Sub(now); left > 0 {
		return a.postpone(ctx, unknown, err)
	}
	if a.order.CancelAsked {
		return a.end(ctx, trading.OrderCancelled, "")
	}
	return a.update(ctx, func(row *liveOrder) {
		row.State, row.Error, row.Attempts, row.NextAt = toSend, "", 0, a.service.now()
	})
}

// follow checks an order that is working at the exchange, and cancels it if requested.
func (a *attempt) follow(ctx context.Context) error {
	if a.order.CancelAsked || a.order.isExpired(a.service.now()) {
		report, err := a.exchange.Cancel(ctx, a.order.reference())
		if err == nil {
			return a.settle(ctx, report)
		}
		if venue.KindOf(err) != venue.Missing {
			return a.postpone(ctx, working, err)
		}
		// It is not open there: the exchange knows whether it was filled or cancelled by somebody else.
	}
	report, err := a.exchange.Find(ctx, a.order.reference())
	if err != nil {
		return a.postpone(ctx, working, err)
	}
	return a.settle(ctx, report)
}
