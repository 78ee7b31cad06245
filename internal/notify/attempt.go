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
	// lease is how long a claimed message stays with who claimed it. It is longer than sendTimeout and recordTimeout
	// together by a minute and a half, so that it runs out only when the process has died: by so much may the clocks of
	// two processes differ before one sends what the other is sending.
	lease = 2 * time.Minute
	// sendTimeout is how long the other side may take.
	sendTimeout = 15 * time.Second
	// recordTimeout is how long the database may take while the process is shutting down.
	recordTimeout = 10 * time.Second
)

// attempt tries to send a claimed message once and records what came of it. What was begun is finished
// even when the context ends meanwhile, within a grace time: a message sent and not recorded would be sent again.
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
		// Not permanent: with the right keys in place again the message can still go out.
		return &Failure{Reason: "the sealed content could not be opened"}
	}
	sender := q.senders.of(message.Channel)
	if sender == nil {
		return &Failure{Reason: "this process has no sender for the channel"}
	}
	ctx, cancel := worker.Finish(ctx, sendTimeout)
	defer cancel()
	defer func() { // one broken message must not take the process, and all other messages, down
		if recovered := recover(); recovered != nil {
			// What was thrown may hold the message; where it was thrown does not.
			q.logger.ErrorContext(ctx, "a sender panicked", "kind", message.Kind, "stack", string(debug.Stack()))
			err = &Failure{Reason: "the sender panicked"}
		}
	}()
	return sender.Send(ctx, message)
}

// record writes the outcome down and reports whether it still counted.
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

// logAttempt writes the one line that tells all about a try, except what was in the message.
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
		// The lease will run out and the message will be tried again, even if it was sent.
		level = slog.LevelError
		attributes = append(attributes, slog.Any("recordError", recordErr))
	case !recorded:
		level = slog.LevelWarn
		attributes = append(attributes, slog.Bool("leaseLost", true))
	}
	q.logger.LogAttrs(ctx, level, "message attempt", attributes...)
}
