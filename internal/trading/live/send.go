package live

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market/venue"
	"bourse/internal/trading"
)

// send sends an order that is certainly not at the exchange.
func (a *attempt) send(ctx context.Context) error {
	now := a.service.now()
	switch {
	case a.order.CancelAsked:
		return a.end(ctx, trading.OrderCancelled, "")
	case a.order.isExpired(now):
		return a.end(ctx, trading.OrderExpired, "")
	case a.order.Type == venue.Market && a.order.Side == venue.Buy && now.Sub(a.order.CreatedAt) > marketPatience:
		return a.end(ctx, trading.OrderRejected, string(fault.PriceMoved)+": the exchange could not be reached in time")
	}
	rules, err := a.exchange.Rules(ctx, a.order.Symbol)
	if err != nil {
		return a.endIfRefused(ctx, err)
	}
	ticket, err := rules.Fit(a.order.ticket())
	if err != nil {
		return a.refuse(ctx, err)
	}
	at, err := a.exchange.Time(ctx)
	if err != nil {
		return a.postpone(ctx, toSend, err)
	}
	isBegun, err := a.begin(ctx, ticket, at)
	if err != nil || !isBegun {
		return err
	}
	// From here on the order may be at the exchange, whatever happens.
	report, err := a.exchange.Place(ctx, ticket, at)
	if err == nil {
		return a.settle(ctx, report)
	}
	switch venue.KindOf(err) {
	case venue.Refused, venue.Denied, venue.NotNow:
		return a.endIfRefused(ctx, err)
	}
	return a.postpone(ctx, unknown, err)
}

// endIfRefused ends an order that the exchange refuses for good, and postpones one that is certainly not there.
func (a *attempt) endIfRefused(ctx context.Context, err error) error {
	if kind := venue.KindOf(err); kind == venue.Refused || kind == venue.Denied {
		return a.refuse(ctx, err)
	}
	return a.postpone(ctx, toSend, err)
}

// refuse ends an order that is refused as it stands. A sale that is only prevented by a trading halt waits for the end of
// the halt: an exit that comes once would not be decided on again. An exit at a target would be, and does not wait, since
// the price may be far below the target after the halt. It expires, like one without a counterpart: a rejection would delay
// the stop, which may be reached first then.
func (a *attempt) refuse(ctx context.Context, refused error) error {
	return a.record(ctx, func(ctx context.Context, tx *database.Tx, held held) error {
		isHalted := venue.CodeOf(refused) == fault.MarketClosed
		switch {
		case isHalted && held.order.ExitReason == trading.ExitTarget:
			return a.endHeld(ctx, tx, held, trading.OrderExpired, reasonOf(refused))
		case isHalted && held.order.Side == trading.Sell:
			a.putOff(held.row, toSend, refused)
			return a.keep(ctx, tx, held.row)
		}
		return a.endHeld(ctx, tx, held, trading.OrderRejected, reasonOf(refused))
	})
}

// begin records that the order is about to be sent, and with which time, or decides, in the same transaction, that it must
// not be. It returns false when the order is not to be sent now.
func (a *attempt) begin(ctx context.Context, ticket venue.Ticket, at time.Time) (isBegun bool, err error) {
	refused, err := a.mark(ctx, ticket, at)
	switch {
	case err != nil:
		return false, err
	case refused == nil:
		return true, nil
	case fault.Is(refused, fault.AccountNotActive):
		return false, a.end(ctx, trading.OrderRejected, reasonOf(refused))
	}
	return false, nil
}

// errGone means that the order is not to be sent now: it has ended, has changed or waits, or another process has claimed
// it.
var errGone = fault.New(fault.Conflict, "the order is not to be sent as it is")

// mark is begin's transaction. It returns refusals separately from failures of the database.
func (a *attempt) mark(ctx context.Context, ticket venue.Ticket, at time.Time) (refused, err error) {
	err = a.service.db.InTx(ctx, func(tx *database.Tx) error {
		refused = nil
		account, order, err := a.service.trading.LockOrder(ctx, tx, a.order.ID)
		if err != nil {
			return err
		}
		row, err := lockLiveOrder(ctx, tx, a.order.ID)
		if err != nil {
			return err
		}
		switch {
		case row.Lease != a.order.Lease || row.State != toSend:
			refused = errGone
			return nil
		case !order.IsWorking():
			refused = errGone
			return endLiveOrder(ctx, tx, row, a.service.now())
		}
		if refused, err = a.forbid(ctx, tx, account, row); refused != nil || err != nil {
			return err
		}
		if order.Closes != uuid.Nil {
			isFit, err := a.fitExit(ctx, tx, held{account, order, row})
			if err != nil || !isFit {
				refused = errGone
				return err
			}
		}
		row.State, row.SentAt = sent, at
		row.Quantity, row.LimitPrice, row.StopPrice = ticket.Quantity, ticket.Price, ticket.StopPrice
		a.state = sent
		return markSent(ctx, tx, row)
	})
	return refused, err
}

// forbid refuses with ACCOUNT_NOT_ACTIVE what the account or its owner does not currently allow. The account is locked, so
// that consent is withdrawn either before or after.
func (a *attempt) forbid(ctx context.Context, tx *database.Tx, account *trading.Account, row *liveOrder) (refused, err error) {
	if row.Side == venue.Buy {
		if err := account.MayEnter(); err != nil {
			return err, nil
		}
	}
	connection, err := a.service.connections.TradingConnection(ctx, tx, row.AccountID)
	switch {
	case fault.Is(err, fault.AccountNotActive), err == nil && connection != row.ConnectionID:
		return errNotAllowed, nil
	}
	return nil, err
}

// fitExit reports whether an exit can be sent as it is. It is reduced by what other orders have sold of its position, and
// waits while others may still sell the same: their cancellation was requested when it was placed.
func (a *attempt) fitExit(ctx context.Context, tx *database.Tx, held held) (isFit bool, err error) {
	behind, err := unsentBehind(ctx, tx, held.row)
	if err != nil {
		return false, err
	}
	room, err := a.service.trading.RoomFor(ctx, tx, held.order, behind)
	if err != nil {
		return false, err
	}
	now := a.service.now()
	switch {
	case room.Left.IsZero():
		if err := a.service.trading.EndOrder(ctx, tx, held.order, trading.OrderCancelled, "another order has sold the position"); err != nil {
			return false, err
		}
		a.state = done
		return false, endLiveOrder(ctx, tx, held.row, now)
	case held.order.Quantity.GreaterThan(room.Left):
		if err := a.service.trading.Reduce(ctx, tx, held.order, room.Left); err != nil {
			return false, err
		}
		held.row.Quantity, held.row.NextAt = room.Left, now
		return false, a.keep(ctx, tx, held.row)
	case room.MustWait:
		held.row.Error, held.row.NextAt = "it waits until orders that sell the same are taken back", now.Add(shortestLook)
		return false, a.keep(ctx, tx, held.row)
	}
	return true, nil
}
