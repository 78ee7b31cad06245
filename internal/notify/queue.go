package notify

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/secret"
)

// topic wakes the worker when a message was committed.
const topic = "messages"

// Senders are the senders of each channel.
type Senders struct {
	Mail Sender
	SMS  Sender
}

func (s Senders) of(channel Channel) Sender {
	if channel == Mail {
		return s.Mail
	}
	return s.SMS
}

// Queue accepts messages and, as a worker, sends them. Any number of queues, in any number of processes, may share one
// database. It is safe for concurrent use.
type Queue struct {
	db      *database.DB
	ring    *secret.Keyring
	now     func() time.Time
	logger  *slog.Logger
	senders Senders

	retention time.Duration

	cleaning  sync.Mutex
	cleanedAt time.Time
}

// Option configures a queue.
type Option func(q *Queue)

// KeepFor sets the retention of finished messages, which is a month by default.
func KeepFor(retention time.Duration) Option { return func(q *Queue) { q.retention = retention } }

// NewQueue returns a queue that seals with the ring and sends with the senders. A channel without a sender accepts no
// messages.
func NewQueue(db *database.DB, ring *secret.Keyring, now func() time.Time, logger *slog.Logger, senders Senders, options ...Option) *Queue {
	q := &Queue{db: db, ring: ring, now: now, logger: logger, senders: senders, retention: defaultRetention}
	for _, apply := range options {
		apply(q)
	}
	return q
}

// Enqueue adds messages to the queue within the caller's transaction and wakes the worker when that commits. It fails
// when a field of a message is missing, when its channel has no sender, and when the content cannot be sealed or
// stored.
func (q *Queue) Enqueue(ctx context.Context, tx *database.Tx, messages ...Message) error {
	now := q.now()
	queued := make([]queuedMessage, len(messages))
	for i, message := range messages {
		if err := message.validate(); err != nil {
			return fmt.Errorf("enqueue a message: %w", err)
		}
		if q.senders.of(message.Channel) == nil {
			return fmt.Errorf("enqueue a message: no sender for the channel %q", message.Channel)
		}
		message.ID = database.NewID()
		sealed, err := q.seal(message)
		if err != nil {
			return fmt.Errorf("seal a message: %w", err)
		}
		queued[i] = queuedMessage{message, sealed}
		tx.Notify(topic, message.ID.String())
	}
	if err := insertMessages(ctx, tx, queued, now); err != nil {
		return fmt.Errorf("store a message: %w", err)
	}
	return nil
}

// Attribute records that messages to a recipient belonged to a user, before that user changes to another address: this
// one may be somebody else's next. It fails when the database does.
func (q *Queue) Attribute(ctx context.Context, tx *database.Tx, tenant, user uuid.UUID, recipient string) error {
	if err := attribute(ctx, tx, tenant, user, recipient); err != nil {
		return fmt.Errorf("note whose messages are: %w", err)
	}
	return nil
}
