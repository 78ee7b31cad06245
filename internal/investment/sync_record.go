package investment

import (
	"context"
	"time"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/investment/broker"
	"bourse/internal/money"
	"bourse/internal/worker"
)

// recordReading stores the result of reading an account, even after the context has ended, and reports whether it was
// still valid: not when the connection was erased meanwhile, or claimed by another process after the lease.
func (s *Service) recordReading(ctx context.Context, c claim, result reading, isInterrupted bool) (recorded bool, err error) {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		connection, err := lockSynced(ctx, tx, c)
		if recorded = connection != nil; err != nil || !recorded {
			return err
		}
		now := s.now()
		switch status := result.outcome.Status; {
		case isInterrupted:
			tx.Notify(holdingsTopic, connection.ID.String())
			return giveBackSync(ctx, tx, c, now)
		case status == broker.Connected:
			return s.keep(ctx, tx, connection, result, now)
		case status == broker.Unreachable:
			next := now.Add(RetryAfter(c.attempt, result.outcome.RetryAfter))
			return delaySync(ctx, tx, connection, syncDelay{result.outcome.Message, next, c.refusals})
		case status == broker.InvalidCredentials && c.refusals+1 < mostRefusals:
			return delaySync(ctx, tx, connection, syncDelay{result.outcome.Message, nextSync(now), c.refusals + 1})
		}
		return s.lose(ctx, tx, connection, result.outcome, now)
	})
	return recorded && err == nil, err
}

// keep stores what an account holds and what its credentials allow now. A key that may no longer trade ends trading.
func (s *Service) keep(ctx context.Context, tx *database.Tx, connection *Connection, result reading, now time.Time) error {
	changed := connection.after(result.outcome, now)
	changed.SyncedAt, changed.SyncMessage = result.held.syncedAt, result.note
	before, err := readHeld(ctx, tx, connection.TenantID, connection.ID)
	if err != nil {
		return err
	}
	day, err := result.day(before)
	if err != nil {
		return err
	}
	if changed.Trading && !changed.may(broker.SpotTrading) {
		if err := s.stopTrading(ctx, tx, changed, tradingEnd{audit.Actor{}, TradingSuspended, "the key may no longer trade"}); err != nil {
			return err
		}
	}
	if err := saveSynced(ctx, tx, changed, nextSync(now)); err != nil {
		return err
	}
	if err := saveHeld(ctx, tx, result.held); err != nil {
		return err
	}
	return addDay(ctx, tx, day)
}

// day is what the account is worth, and what came to it or left it since the previous reading. It fails when that is
// too large to be counted.
func (r reading) day(before *held) (day *heldDay, err error) {
	defer money.Catch(&err)
	paid, err := r.held.flow(before, r.payments)
	if err != nil {
		return nil, err
	}
	return &heldDay{
		connection: r.held.id, day: utcDay(r.held.syncedAt), value: value(r.held.balances),
		in: money.Max(paid, money.Zero), out: money.Max(paid.Neg(), money.Zero),
	}, nil
}

// lose ends a connection whose credentials no longer read, or could do worse: they are deleted, trading ends, and
// what the account held no longer counts.
func (s *Service) lose(ctx context.Context, tx *database.Tx, connection *Connection, outcome broker.Outcome, now time.Time) error {
	changed := connection.after(outcome, now)
	changed.SyncMessage = outcome.Message
	if err := s.stopTrading(ctx, tx, changed, tradingEnd{audit.Actor{}, TradingClosed, "the connection was lost"}); err != nil {
		return err
	}
	if err := saveLost(ctx, tx, changed); err != nil {
		return err
	}
	if err := s.endHoldings(ctx, tx, changed, now); err != nil {
		return err
	}
	return s.publish(ctx, tx, changed.TenantID, connectionStatusChanged, connectionStatusEvent{newConnectionEvent(changed), connection.Status})
}

// endHoldings deletes what an account held: its value has left the portfolio.
func (s *Service) endHoldings(ctx context.Context, tx *database.Tx, connection *Connection, now time.Time) error {
	last, err := readHeld(ctx, tx, connection.TenantID, connection.ID)
	if err != nil || last == nil {
		return err
	}
	left, err := s.worthNow(last)
	if err != nil {
		return err
	}
	if err := addDay(ctx, tx, &heldDay{connection: connection.ID, day: utcDay(now), in: money.Max(left.Neg(), money.Zero), out: money.Max(left, money.Zero)}); err != nil {
		return err
	}
	return deleteHeld(ctx, tx, connection.ID)
}

// worthNow is what an account is worth at current prices. It fails when that is too large to be counted.
func (s *Service) worthNow(last *held) (worth money.Decimal, err error) {
	defer money.Catch(&err)
	return value(s.priceList().marked(last.balances)), nil
}
