package investment

import (
	"context"
	"log/slog"
	"strconv"

	"github.com/google/uuid"

	"bourse/internal/audit"
	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/identity"
	"bourse/internal/investment/broker"
)

// SetTrading allows or forbids orders to a connected account of the caller. Allowing requires a recent log-in
// (REAUTHENTICATION_REQUIRED). It fails with NOT_FOUND as Connection does, with VALIDATION_ERROR (trading) for a
// provider that takes no orders, and with INVALID_TRANSITION while it is not connected or the key may not trade.
func (s *Service) SetTrading(ctx context.Context, caller identity.Caller, id uuid.UUID, isAllowed bool) (*Connection, error) {
	if isAllowed {
		if err := caller.RequireRecentLogin(s.now()); err != nil {
			return nil, err
		}
	}
	var connection *Connection
	err := s.db.InLastTx(ctx, func(tx *database.Tx) (err error) {
		if isAllowed { // a concurrent suspension marks only the accounts that exist
			if err := s.holdPerson(ctx, tx, caller); err != nil {
				return err
			}
		}
		if connection, _, err = lockConnection(ctx, tx, caller.TenantID, caller.UserID, id); err != nil {
			return err
		}
		switch {
		case connection.Trading == isAllowed:
			return nil
		case isAllowed:
			return s.startTrading(ctx, tx, connection, caller.Actor())
		}
		if err := s.stopTrading(ctx, tx, connection, tradingEnd{caller.Actor(), TradingSuspended, "the owner no longer allows it"}); err != nil {
			return err
		}
		return saveTrading(ctx, tx, connection, s.now())
	})
	return connection, err
}

// mayTrade fails unless orders could go to the account.
func (c *Connection) mayTrade() error {
	switch {
	case c.Provider != broker.Binance:
		return fault.Invalid("trading", "must be false: orders go to binance only")
	case c.Status != ConnectionConnected:
		return fault.New(fault.InvalidTransition, "the connection is %s: orders go to connected accounts only", c.Status)
	case !c.may(broker.SpotTrading):
		return fault.New(fault.InvalidTransition, "the API key may not trade: switch on spot trading at Binance, and try again in a few minutes")
	}
	return nil
}

// startTrading allows orders to a connection that the transaction has locked. The first time, its trading account is
// opened.
func (s *Service) startTrading(ctx context.Context, tx *database.Tx, connection *Connection, actor audit.Actor) error {
	if err := connection.mayTrade(); err != nil {
		return err
	}
	connection.Trading = true
	if connection.AccountID == uuid.Nil {
		connection.AccountID = connection.ID
		if err := s.accounts.OpenConnectedAccount(ctx, tx, connection.TenantID, connection.UserID, connection.ID); err != nil {
			return err
		}
	}
	if _, err := s.accounts.SetAccountStatus(ctx, tx, connection.AccountID, TradingActive); err != nil {
		return err
	}
	if err := saveTrading(ctx, tx, connection, s.now()); err != nil {
		return err
	}
	return s.tellTrading(ctx, tx, connection, actor, "the owner allowed it")
}

// tradingEnd is who stops orders to a connection, what becomes of its trading account, and why.
type tradingEnd struct {
	by     audit.Actor // nobody if the platform itself
	status TradingStatus
	reason string
}

// stopTrading stops orders to a connection that the transaction has locked and the caller saves. Its trading account
// takes no more orders; what was bought there stays, because it is not ours to sell. An account that ends no longer
// follows anybody.
func (s *Service) stopTrading(ctx context.Context, tx *database.Tx, connection *Connection, end tradingEnd) error {
	wasAllowed := connection.Trading
	connection.Trading = false
	if connection.AccountID != uuid.Nil {
		if _, err := s.accounts.SetAccountStatus(ctx, tx, connection.AccountID, end.status); err != nil {
			return err
		}
		if end.status == TradingClosed {
			if err := s.accounts.LeaveBots(ctx, tx, connection.AccountID); err != nil {
				return err
			}
		}
	}
	if !wasAllowed {
		return nil
	}
	return s.tellTrading(ctx, tx, connection, end.by, end.reason)
}

// tellTrading audits and publishes that orders to a connection are now allowed, or no longer.
func (s *Service) tellTrading(ctx context.Context, tx *database.Tx, connection *Connection, actor audit.Actor, reason string) error {
	err := audit.Record(ctx, tx, audit.Entry{
		TenantID: connection.TenantID, Actor: actor, UserID: connection.UserID, Action: connectionTradingChanged,
		Subject: audit.Subject{Kind: "investment_connection", ID: connection.ID.String()},
		Before:  audit.Fields{"trading": strconv.FormatBool(!connection.Trading)}, After: audit.Fields{"trading": strconv.FormatBool(connection.Trading)},
		Details: audit.Fields{"reason": reason}, CreatedAt: s.now(),
	})
	if err != nil {
		return err
	}
	tx.AfterCommit(func() {
		s.logger.LogAttrs(ctx, slog.LevelInfo, "connection trading changed", slog.String("connectionId", connection.ID.String()),
			slog.Bool("trading", connection.Trading), slog.String("reason", reason))
	})
	return s.publish(ctx, tx, connection.TenantID, connectionTradingChanged, connectionTradingEvent{newConnectionEvent(connection), reason})
}
