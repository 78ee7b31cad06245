package investment

import (
	"context"
	"log/slog"
	"runtime/debug"
	"time"

	"bourse/internal/database"
	"bourse/internal/investment/broker"
	"bourse/internal/webhook"
	"bourse/internal/worker"
)

const (
	// checkTimeout is how long a provider may take for all its answers together.
	checkTimeout = 3 * time.Minute
	// recordTimeout is how long the database may take while the process is shutting down.
	recordTimeout = 10 * time.Second
)

// check asks a provider about a claimed connection once and records the result. No transaction is open meanwhile. If
// the context ends before the provider has answered, the claim is given back.
func (s *Service) check(ctx context.Context, c claim) {
	started := s.now()
	credentials, outcome := s.ask(ctx, c)
	isInterrupted := ctx.Err() != nil && outcome.Status == broker.Unreachable
	recorded, err := s.record(ctx, c, outcome, isInterrupted)
	if err == nil && !recorded && credentials != nil {
		s.releaseErased(ctx, c.connection, credentials)
	}
	s.logAsked(ctx, c, outcome, askedEnd{"connection check", s.now().Sub(started), isInterrupted, recorded, err})
}

// ask decrypts the credentials and calls the provider.
func (s *Service) ask(ctx context.Context, c claim) (credentials broker.Credentials, outcome broker.Outcome) {
	credentials, err := s.openCredentials(c.connection.ID, c.sealed)
	if err != nil {
		// Not final: the check can still be made once the right keys are back.
		return nil, broker.Outcome{Status: broker.Unreachable, Message: "The check could not be carried out."}
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	defer func() { // one provider must not take down the process and all other checks
		if recovered := recover(); recovered != nil {
			// The panic's value may contain credentials; its stack does not.
			s.logger.ErrorContext(ctx, "a broker panicked", "provider", c.connection.Provider, "stack", string(debug.Stack()))
			outcome = broker.Outcome{Status: broker.Unreachable, Message: "The check could not be carried out."}
		}
	}()
	return credentials, s.broker.Verify(ctx, c.connection.Provider, credentials)
}

// record stores the outcome, even after the context has ended, and reports whether the claim was still valid.
func (s *Service) record(ctx context.Context, c claim, outcome broker.Outcome, isInterrupted bool) (recorded bool, err error) {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	now := s.now()
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		switch {
		case isInterrupted:
			recorded, err = recordInterruption(ctx, tx, c, now)
			tx.Notify(connectionsTopic, c.connection.ID.String())
			return err
		case outcome.Status == broker.Unreachable:
			next := now.Add(RetryAfter(c.attempt, outcome.RetryAfter))
			recorded, err = recordSilence(ctx, tx, c, outcome.Message, next, now)
			return err
		}
		// A status has the same name in both packages.
		recorded, err = recordAnswer(ctx, tx, c, ConnectionStatus(outcome.Status), outcome, now)
		if err != nil || !recorded || outcome.Status != broker.Connected {
			return err
		}
		tx.Notify(holdingsTopic, c.connection.ID.String())
		return s.publish(ctx, tx, c.connection.TenantID, accountConnected, connectedEvent{newConnectionEvent(c.connection.after(outcome, now)), webhook.At(now)})
	})
	return recorded && err == nil, err
}

// askedEnd is how a call to a provider ended on our side.
type askedEnd struct {
	what          string
	took          time.Duration
	isInterrupted bool
	isRecorded    bool
	err           error
}

// logAsked writes one line with everything about a call to a provider, except the credentials.
func (s *Service) logAsked(ctx context.Context, c claim, outcome broker.Outcome, end askedEnd) {
	level := slog.LevelInfo
	attributes := []slog.Attr{
		slog.String("connectionId", c.connection.ID.String()),
		slog.String("provider", string(c.connection.Provider)),
		slog.Int64("attempt", c.attempt),
		slog.String("outcome", string(outcome.Status)),
		slog.Duration("duration", end.took),
	}
	if outcome.Message != "" {
		attributes = append(attributes, slog.String("reason", outcome.Message))
	}
	switch {
	case end.err != nil:
		// The lease will run out and the connection will be asked about again.
		level = slog.LevelError
		attributes = append(attributes, slog.Any("recordError", end.err))
	case end.isInterrupted:
		attributes = append(attributes, slog.Bool("interrupted", true))
	case !end.isRecorded:
		attributes = append(attributes, slog.Bool("claimLost", true))
	}
	s.logger.LogAttrs(ctx, level, end.what, attributes...)
}
