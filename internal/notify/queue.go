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

// topic is what wakes the worker up when a message was committed.
const topic = "messages"

// Senders name who carries the messages of each channel.
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

// Queue takes messages in and, as a worker, sends them. Any number of queues, in any number of
// processes, may share one database. It is safe for concurrent use.
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

// Option changes how a queue works.
type Option func(q *Queue)

// KeepFor makes a queue keep finished messages for as long, instead of a month.
func KeepFor(retention time.Duration) Option { return func(q *Queue) { q.retention = retention } }

// NewQueue makes a queue that seals with the ring and sends with the senders. A channel without a sender
// takes no messages in.
func NewQueue(db *database.DB, ring *secret.Keyring, now func() time.Time, logger *slog.Logger, senders Senders, options ...Option) *Queue {
	q := &Queue{db: db, ring: ring, now: now, logger: logger, senders: senders, retention: defaultRetention}
	for _, apply := range options {
		apply(q)
	}
	return q
}

// Enqueue puts messages into the queue as part of the caller's transaction and wakes the worker when
// that commits. It fails when a field of a message is missing, when its channel has no sender, and when
// the content cannot be sealed or stored.
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

// Attribute notes that messages to a recipient were a user's, who is about to have another address: this one may be somebody
// else's next. It fails when the database does.
func (q *Queue) Attribute(ctx context.Context, tx *database.Tx, tenant, user uuid.UUID, recipient string) error {
	if err := attribute(ctx, tx, tenant, user, recipient); err != nil {
		return fmt.Errorf("note whose messages are: %w", err)
	}
	return nil
}
