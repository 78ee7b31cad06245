// Package stream tells open connections what happens while they listen: quotes that change, a user's positions, and
// signals that the user sees.
//
// One hub a process feeds all streams (hub.go): what has changed is read once for all of them, and not at all when
// nobody listens. It is told of changes by notifications, and looks by itself for what a process committed and died
// before it could tell (look.go). A reader that is too slow, or that may have missed something, is ended and has to
// read the lists again: no stream leaves a gap in silence.
package stream

import (
	"log/slog"
	"time"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/worker"
)

// Options are what the service needs.
type Options struct {
	Database *database.DB
	Market   *market.Market
	Now      func() time.Time
	Logger   *slog.Logger
}

// Service opens streams and feeds them. It is safe for concurrent use.
type Service struct {
	db      *database.DB
	market  *market.Market
	now     func() time.Time
	logger  *slog.Logger
	streams streams
}

// New makes the service.
func New(options Options) *Service {
	return &Service{db: options.Database, market: options.Market, now: options.Now, logger: options.Logger}
}

// Workers are the jobs that every process needs for itself.
func (s *Service) Workers() []worker.Worker { return []worker.Worker{s.streamHub()} }
