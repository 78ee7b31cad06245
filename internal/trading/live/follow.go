package live

import (
	"context"

	"bourse/internal/market/venue"
	"bourse/internal/trading"
)

// reconcile finds out what became of an order that may be at the exchange. Only when the exchange does not know it, and
// the request that may be on its way would not be taken any more, it certainly is not there.
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

// follow looks at an order that works at the exchange, and takes it back when it is to be.
func (a *attempt) follow(ctx context.Context) error {
	if a.order.CancelAsked || a.order.isExpired(a.service.now()) {
		report, err := a.exchange.Cancel(ctx, a.order.reference())
		if err == nil {
			return a.settle(ctx, report)
		}
		if venue.KindOf(err) != venue.Missing {
			return a.postpone(ctx, working, err)
		}
		// It is not open there: what it was filled with, or who else has cancelled it, the exchange knows.
	}
	report, err := a.exchange.Find(ctx, a.order.reference())
	if err != nil {
		return a.postpone(ctx, working, err)
	}
	return a.settle(ctx, report)
}
