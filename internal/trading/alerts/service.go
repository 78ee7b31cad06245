// Package alerts notifies users of what they have asked for: that a price has reached a level at which they want to look
// again, and what happened to their orders, positions and subscriptions while they were away.
//
// A user keeps a list of symbols (watchlist.go) and sets alerts (alerts.go). A monitor (monitor.go) keeps the working ones
// in memory, as the risk monitor keeps positions: a tick costs two comparisons for a symbol until a level is reached, and
// whether an alert fires is decided under the lock of its row, once, in however many processes.
//
// A notice (notice.go) is written in the transaction of the event, with the channels that its user has chosen for its kind:
// an entry in the journal that streams read, a webhook, an email. A separate worker creates the emails (mailer.go), only
// for verified addresses and at most one a minute for a user and a kind: later notices are collected in the next one.
package alerts

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"bourse/internal/brand"
	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/notify"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// Changes is the journal from which streams read a user's changes.
type Changes interface {
	RecordChanges(ctx context.Context, tx *database.Tx, changes ...trading.Change) error
}

// Recipient is a user's email address, and the tenant in whose name emails come.
type Recipient struct {
	Email      string
	IsVerified bool // the user has proved ownership of the address
	TenantID   uuid.UUID
}

// People supplies users' email addresses. Users who are to get no emails are left out.
type People interface {
	Recipients(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]Recipient, error)
}

// Messages accepts emails, in the transaction that makes them true.
type Messages interface {
	Enqueue(ctx context.Context, tx *database.Tx, messages ...notify.Message) error
}

// Options are the dependencies of the service.
type Options struct {
	Database *database.DB
	Market   *market.Market
	Events   trading.Publisher
	Changes  Changes
	People   People
	Brands   *brand.Service
	Messages Messages
	Now      func() time.Time
	Logger   *slog.Logger
}

// Service implements the use cases of this package. It is safe for concurrent use.
type Service struct {
	db       *database.DB
	market   *market.Market
	events   trading.Publisher
	changes  Changes
	people   People
	brands   *brand.Service
	messages Messages
	now      func() time.Time
	logger   *slog.Logger
}

// New makes the service. The caller must connect TellSettled to trading and TellCopyStopped to copying.
func New(options Options) *Service {
	return &Service{
		db: options.Database, market: options.Market, events: options.Events, changes: options.Changes, people: options.People,
		brands: options.Brands, messages: options.Messages, now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are the workers of which the installation needs only one instance; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{monitorWorker{s}, mailer{s}, cleaner{s}}
}
