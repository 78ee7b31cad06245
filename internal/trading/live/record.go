package live

import (
	"context"

	"bourse/internal/database"
	"bourse/internal/market/venue"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// held is a locked order with everything that changes with it, locked too.
type held struct {
	account *trading.Account
	order   *trading.Order
	row     *liveOrder
}

// record changes an order and its books in one transaction, even when the context has ended. It does nothing if another
// process has claimed the order meanwhile.
func (a *attempt) record(ctx context.Context, work func(ctx context.Context, tx *database.Tx, held held) error) error {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	return a.service.db.InTx(ctx, func(tx *database.Tx) error {
		account, order, err := a.service.trading.LockOrder(ctx, tx, a.order.ID)
		if err != nil {
			return err
		}
		row, err := lockLiveOrder(ctx, tx, a.order.ID)
		if err != nil || row.Lease != a.order.Lease {
			return err
		}
		return work(ctx, tx, held{account, order, row})
	})
}

// end ends, on both sides, an order that is not, or will never be known to be, at the exchange.
func (a *attempt) end(ctx context.Context, status trading.OrderStatus, reason string) error {
	return a.record(ctx, func(ctx context.Context, tx *database.Tx, held held) error {
		return a.endHeld(ctx, tx, held, status, reason)
	})
}

// endHeld is end for a locked order.
func (a *attempt) endHeld(ctx context.Context, tx *database.Tx, held held, status trading.OrderStatus, reason string) error {
	if err := a.service.trading.EndOrder(ctx, tx, held.order, status, reason); err != nil {
		return err
	}
	held.row.Error = reason
	a.state, a.problem = done, reason
	return endLiveOrder(ctx, tx, held.row, a.service.now())
}

// update changes only an order's row, even when the context has ended. It does nothing if another process has claimed the
// order meanwhile.
func (a *attempt) update(ctx context.Context, change func(row *liveOrder)) error {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	return a.service.db.InTx(ctx, func(tx *database.Tx) error {
		row, err := lockLiveOrder(ctx, tx, a.order.ID)
		if err != nil || row.Lease != a.order.Lease {
			return err
		}
		change(row)
		return a.keep(ctx, tx, row)
	})
}

// keep writes the row of an order that continues. If its cancellation was requested meanwhile, it is due at once.
func (a *attempt) keep(ctx context.Context, tx *database.Tx, row *liveOrder) error {
	if row.CancelAsked && !a.order.CancelAsked {
		row.NextAt = a.service.now()
	}
	a.state, a.problem = row.State, row.Error
	return updateLiveOrder(ctx, tx, row)
}

// postpone schedules the next attempt, in a state, after a failure.
func (a *attempt) postpone(ctx context.Context, in state, cause error) error {
	return a.update(ctx, func(row *liveOrder) { a.putOff(row, in, cause) })
}

// postponeKnown is postpone for an order that was found at the exchange, but whose fills could not be read.
func (a *attempt) postponeKnown(ctx context.Context, exchangeOrderID string, cause error) error {
	return a.update(ctx, func(row *liveOrder) {
		row.ExchangeOrderID = exchangeOrderID
		a.putOff(row, working, cause)
	})
}

func (a *attempt) putOff(row *liveOrder, in state, cause error) {
	now := a.service.now()
	if row.State != in {
		row.ChangedAt = now
	}
	row.Attempts++
	row.State, row.Error = in, reasonOf(cause)
	row.NextAt = now.Add(pauseAfter(row.Attempts, venue.WaitOf(cause)))
}
