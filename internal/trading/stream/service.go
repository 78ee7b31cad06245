// Package stream sends open connections what happens while they listen: quotes that change, the value of the user's
// accounts, the user's positions and orders, and signals that the user can see.
//
// What must not be missed is read from the journal (trading/journal.go), in its order. Every stream knows its position: the
// number of the user's last change and of the last signal, which together are the id of an event. A reader that was cut off
// names the last id it saw and gets everything after it, in any process.
//
// One hub per process feeds all streams (hub.go): changes are read once for all of them, and not at all when there are
// none. It is woken by notifications, and also looks by itself for what a process committed but died before announcing. The
// stream of a reader that is too slow is ended, and can be resumed from its last id; a reader that asks for what the
// journal no longer holds is told so and has to read the lists again: no stream has a silent gap.
//
// The number of a user's streams is counted across processes (places.go). A browser, whose EventSource can send no header,
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

// Options are the dependencies of the service.
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
	wake    worker.Wake // wakes the hub
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

// Workers are the workers that every process needs for itself.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.streamHub(), s.quoteTeller()} }

// SharedWorkers are the workers of which the installation needs only one instance; more do no harm.
func (s *Service) SharedWorkers() []worker.Worker { return []worker.Worker{cleaner{s}} }
