// Package stream tells open connections what happens while they listen: quotes that change, what the user's accounts are
// worth, the user's positions and orders, and signals that the user sees.
//
// What must not be missed is read from the journal (trading/journal.go), in its order. Every stream knows how much it was
// told: the number of the user's last change and of the last signal, which together are the id of an event. A reader
// that was cut off names the last id it saw and is told everything behind it, in any process.
//
// One hub a process feeds all streams (hub.go): what has changed is read once for all of them, and not at all when
// nobody listens. It is told of changes by notifications, and looks by itself for what a process committed and died
// before it could tell. A reader that is too slow is ended, and can go on from its last id; one that asks for what the
// journal does not hold any more is told so and has to read the lists again: no stream leaves a gap in silence.
//
// How many streams a user has is counted across processes (places.go). A browser, whose EventSource can send no header,
// opens a stream with a ticket (tickets.go).
package stream

import (
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// Options are what the service needs.
type Options struct {
	Trading  *trading.Service
	Database *database.DB
	Market   *market.Market
	Now      func() time.Time
	Logger   *slog.Logger
}

// Service opens streams and feeds them. It is safe for concurrent use.
type Service struct {
	trading *trading.Service
	db      *database.DB
	market  *market.Market
	now     func() time.Time
	logger  *slog.Logger
	streams streams
	places  places
	wake    worker.Wake // the hub
}

// New makes the service.
func New(options Options) *Service {
	s := &Service{
		trading: options.Trading, db: options.Database, market: options.Market, now: options.Now, logger: options.Logger,
		wake: worker.NewWake(),
	}
	s.streams.init()
	s.places.process = database.NewID()
	return s
}

// Workers are the jobs that every process needs for itself.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.streamHub(), s.quoteTeller()} }

// SharedWorkers are the jobs of which one process in the installation is enough, and more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{cleaner{s}} }
