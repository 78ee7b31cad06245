// Package alerts tells users what they have asked to be told: that a price has reached where they want to look again,
// and what happened to their orders, positions and subscriptions while they were away.
//
// A user keeps a list of symbols (watchlist.go) and sets alerts (alerts.go). A monitor (monitor.go) holds those that
// work in memory, as the risk monitor holds positions: a tick costs two comparisons for a symbol until a level is
// reached, and whether an alert fires is decided under the lock of its row, once, in however many processes.
//
// A notice (notice.go) is written in the transaction of what happened, with what its user has chosen for its kind: an
// entry in the journal that streams read, a webhook, a mail. Mails are made by a worker of its own (mailer.go), to those who have
// shown that they read them and at most one a minute for a user and a kind: what comes meanwhile is gathered in the next.
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

// Changes is the journal from which streams read what has changed for a user.
type Changes interface {
	RecordChanges(ctx context.Context, tx *database.Tx, changes ...trading.Change) error
}

// Recipient is where a user reads mail, and of which tenant they are, in whose name it comes.
type Recipient struct {
	Email      string
	IsVerified bool // the user has shown that the address is theirs
	TenantID   uuid.UUID
}

// People knows where users read mail. Those who are to get none are left out.
type People interface {
	Recipients(ctx context.Context, from database.Querier, users []uuid.UUID) (map[uuid.UUID]Recipient, error)
}

// Messages takes mails, in the transaction that makes them true.
type Messages interface {
	Enqueue(ctx context.Context, tx *database.Tx, messages ...notify.Message) error
}

// Options are what the service needs.
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

// Service is the use cases of this package. It is safe for concurrent use.
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

// New makes the service. Whoever wires it joins TellSettled to trading and TellCopyStopped to copying.
func New(options Options) *Service {
	return &Service{
		db: options.Database, market: options.Market, events: options.Events, changes: options.Changes, people: options.People,
		brands: options.Brands, messages: options.Messages, now: options.Now, logger: options.Logger,
	}
}

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker {
	return []worker.Worker{monitorWorker{s}, mailer{s}, cleaner{s}}
}
