package notify

import (
	"context"
	"log/slog"
	"runtime/debug"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

const (
	// lease is how long a claimed message belongs to its claimant. It exceeds sendTimeout and recordTimeout together
	// by a minute and a half, so that it expires only when the process has died: the clocks of two processes may
	// differ by that much before one sends what the other is already sending.
	lease = 2 * time.Minute
	// sendTimeout is how long the provider may take.
	sendTimeout = 15 * time.Second
	// recordTimeout is how long the database may take while the process is shutting down.
	recordTimeout = 10 * time.Second
)

// attempt tries to send a claimed message once and records the outcome. A send that has begun is finished even if the
// context ends, within a grace period: a message sent but not recorded would be sent again.
func (q *Queue) attempt(ctx context.Context, c claim) outcome {
	started := q.now()
	err := q.send(ctx, c, started)
	ended := q.now()
	result := judge(c, err, ended)
	recorded, recordErr := q.record(ctx, c, result, ended)
	q.logAttempt(ctx, c, result, ended, ended.Sub(started), recorded, recordErr)
	return result
}

func (q *Queue) send(ctx context.Context, c claim, now time.Time) (err error) {
	if !now.Before(c.message.ExpiresAt) {
		return errExpired
	}
	message := c.message
	if err := q.open(c.sealed, &message); err != nil {
		// Not permanent: once the right keys are back the message can still go out.
		return &Failure{Reason: "the sealed content could not be opened"}
	}
	sender := q.senders.of(message.Channel)
	if sender == nil {
		return &Failure{Reason: "this process has no sender for the channel"}
	}
	ctx, cancel := worker.Finish(ctx, sendTimeout)
	defer cancel()
	defer func() { // a single bad message must not crash the process and hold up all the others
		if recovered := recover(); recovered != nil {
			// The panic value may contain the message; the stack does not.
			q.logger.ErrorContext(ctx, "a sender panicked", "kind", message.Kind, "stack", string(debug.Stack()))
			err = &Failure{Reason: "the sender panicked"}
		}
	}()
	return sender.Send(ctx, message)
}

// record writes the outcome and reports whether it still counted.
func (q *Queue) record(ctx context.Context, c claim, result outcome, now time.Time) (recorded bool, err error) {
	ctx, cancel := worker.Finish(ctx, recordTimeout)
	defer cancel()
	err = q.db.InTx(ctx, func(tx *database.Tx) error {
		var touched int64
		var err error
		switch result.result {
		case resultSent:
			touched, err = recordSent(ctx, tx, c, now)
		case resultRetry:
			touched, err = recordRetry(ctx, tx, c, result.next, result.reason)
		default:
			touched, err = recordGivenUp(ctx, tx, c, now, result.reason)
		}
		recorded = touched > 0
		return err
	})
	return recorded && err == nil, err
}

// logAttempt writes one line with everything about a try except the message's content.
func (q *Queue) logAttempt(ctx context.Context, c claim, result outcome, ended time.Time, took time.Duration,
	recorded bool, recordErr error,
) {
	level := slog.LevelInfo
	attributes := []slog.Attr{
		slog.String("messageId", c.message.ID.String()),
		slog.String("kind", c.message.Kind),
		slog.String("channel", string(c.message.Channel)),
		slog.String("recipient", mask(c.message.Channel, c.message.Recipient)),
		slog.Int64("attempt", c.attempt),
		slog.String("outcome", result.result),
		slog.Duration("duration", took),
	}
	if result.result != resultSent {
		level = slog.LevelWarn
		attributes = append(attributes, slog.String("reason", result.reason))
	}
	if result.result == resultRetry {
		attributes = append(attributes, slog.Duration("retryIn", result.next.Sub(ended)))
	}
	switch {
	case recordErr != nil:
		// The lease will expire and the message will be tried again, even if it was sent.
		level = slog.LevelError
		attributes = append(attributes, slog.Any("recordError", recordErr))
	case !recorded:
		level = slog.LevelWarn
		attributes = append(attributes, slog.Bool("leaseLost", true))
	}
	q.logger.LogAttrs(ctx, level, "message attempt", attributes...)
}
