package live

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"bourse/internal/fault"
	"bourse/internal/market/venue"
	"bourse/internal/trading"
)

const (
	// attemptTimeout is how long an exchange may take for all requests of an attempt.
	attemptTimeout = 45 * time.Second
	// recordTimeout is how long the database may take while the process is shutting down.
	recordTimeout = 10 * time.Second
)

// attempt is one attempt to advance a claimed order. No transaction is open during a request to an exchange.
type attempt struct {
	service  *Service
	exchange Exchange
	order    *liveOrder // as claimed
	// state and problem are the order's current state, for the log.
	state   state
	problem string
}

// carry makes one attempt at a claimed order and logs one line about it. If the process ends or panics in the middle,
// another process claims the order when the lease has expired.
func (s *Service) carry(ctx context.Context, order *liveOrder) {
	started := s.now()
	a := &attempt{service: s, order: order, state: order.State}
	defer func() {
		if recover() != nil {
			// The panic value may contain credentials; the stack does not.
			s.logger.ErrorContext(ctx, "an attempt at a live order panicked", "orderId", order.ID, "stack", string(debug.Stack()))
		}
	}()
	err := a.proceed(ctx)
	if err != nil { // the database failed, or the process is stopping: the next attempt continues from what was written
		err = errors.Join(err, a.update(ctx, func(row *liveOrder) { row.NextAt = s.now().Add(firstPause) }))
	}
	a.log(ctx, s.now().Sub(started), err)
}

func (a *attempt) log(ctx context.Context, took time.Duration, err error) {
	level := slog.LevelInfo
	attributes := []slog.Attr{
		slog.String("orderId", a.order.ID.String()), slog.String("connectionId", a.order.ConnectionID.String()),
		slog.String("before", string(a.order.State)), slog.String("state", string(a.state)), slog.Duration("duration", took),
	}
	if a.problem != "" {
		attributes = append(attributes, slog.String("reason", a.problem))
	}
	if err != nil {
		level = slog.LevelError
		attributes = append(attributes, slog.Any("recordError", err))
	}
	a.service.logger.LogAttrs(ctx, level, "live order", attributes...)
}

// proceed advances an order from its current state. It fails when the database does.
func (a *attempt) proceed(ctx context.Context) error {
	if a.order.ConnectionID == uuid.Nil {
		return a.end(ctx, trading.OrderRejected, reasonOf(errNotAllowed))
	}
	exchange, err := a.service.connections.Exchange(ctx, a.order.ConnectionID)
	switch {
	case fault.Is(err, fault.NotFound):
		return a.abandon(ctx)
	case err != nil:
		return a.postpone(ctx, a.order.State, err)
	}
	a.exchange = exchange
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	switch a.order.State {
	case toSend:
		return a.send(ctx)
	case sent, unknown:
		return a.reconcile(ctx)
	}
	return a.follow(ctx)
}

var errNotAllowed = fault.New(fault.AccountNotActive, "the owner of the account does not let it trade")

// abandon ends an order whose credentials are gone: its outcome can no longer be learned here.
func (a *attempt) abandon(ctx context.Context) error {
	if a.order.State == toSend {
		return a.end(ctx, trading.OrderCancelled, "the connection was removed before the order was sent")
	}
	a.service.logger.WarnContext(ctx, "the connection of a live order is gone", "orderId", a.order.ID, "connectionId", a.order.ConnectionID)
	return a.end(ctx, trading.OrderCancelled, "the connection is gone: only the exchange knows what became of the order")
}

// reasonOf is an error as an order's reason: its code, and a message.
func reasonOf(err error) string {
	words := err.Error()
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		words = refused.Message
	}
	if code := venue.CodeOf(err); code != "" {
		return string(code) + ": " + words
	}
	return words
}
