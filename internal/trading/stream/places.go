package stream

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/worker"
)

const (
	// mostStreams is how many streams one user may have open, in all processes together.
	mostStreams = 5
	// leaseTime is how long a process keeps its places after it last renewed its lease.
	leaseTime = 15 * time.Second
	// renewInterval is how often it renews it.
	renewInterval = 4 * time.Second
	// leaveLimit is how long a stopping process may take to free its places.
	leaveLimit = 2 * time.Second
)

// place is one of the streams that a user may have open.
type place struct {
	user   uuid.UUID
	number int64
}

// places are those taken by this process. The place of a closed stream is given back within a second, unless the same user
// opens another stream here first: reloading a page costs no transaction.
type places struct {
	process uuid.UUID

	mu         sync.Mutex
	freed      []place
	doubtful   []place   // those that may or may not have been taken
	leaseUntil time.Time // of the process, as far as known to be written
}

func (p *places) free(freed place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.freed = append(p.freed, freed)
}

// doubt has a place given back that may have been taken, because the answer to the commit was lost.
func (p *places) doubt(perhaps place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.doubtful = append(p.doubtful, perhaps)
}

func (p *places) anyFreed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.freed)+len(p.doubtful) > 0
}

// takeFreed takes a place that was left but not given back yet, while the lease of the process lasts.
func (p *places) takeFreed(user uuid.UUID, now time.Time) (number int64, found bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.freed, func(freed place) bool { return freed.user == user })
	if i < 0 || !now.Before(p.leaseUntil) {
		return 0, false
	}
	number = p.freed[i].number
	p.freed = slices.Delete(p.freed, i, i+1)
	return number, true
}

// isDue reports whether the lease of the process has to be renewed before it takes another place.
func (p *places) isDue(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !now.Before(p.leaseUntil.Add(-leaseTime / 2))
}

func (p *places) leased(until time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.leaseUntil = until
}

var errNoPlace = fault.New(fault.RateLimited, "you have %d streams open already: close one", mostStreams).After(quoteInterval)

// takePlace takes one of a user's places. It fails with RATE_LIMITED when there is none.
func (s *Service) takePlace(ctx context.Context, user uuid.UUID) (number int64, err error) {
	now := s.now()
	if len(s.streams.of(user)) >= mostStreams { // so that repeated attempts cost no transaction
		return 0, errNoPlace
	}
	if number, found := s.places.takeFreed(user, now); found {
		return number, nil
	}
	isDue, until := s.places.isDue(now), now.Add(leaseTime)
	err = s.db.InTx(ctx, func(tx *database.Tx) (err error) {
		if isDue {
			if err := writeLease(ctx, tx, s.places.process, until); err != nil {
				return err
			}
		}
		if err := lockPlaces(ctx, tx, user); err != nil {
			return err
		}
		if number, err = insertPlace(ctx, tx, user, s.places.process, now); err != nil {
			return err
		}
		if taken := (place{user, number}); number != 0 {
			tx.AfterRollback(func() { s.places.doubt(taken) })
			return nil
		}
		return errNoPlace
	})
	if err == nil && isDue {
		s.places.leased(until)
	}
	return number, err
}

// renewLease renews the lease of this process.
func (s *Service) renewLease(ctx context.Context) error {
	until := s.now().Add(leaseTime)
	err := s.db.InTx(ctx, func(tx *database.Tx) error { return writeLease(ctx, tx, s.places.process, until) })
	if err != nil {
		return fmt.Errorf("renew the lease of streams: %w", err)
	}
	s.places.leased(until)
	return nil
}

// freePlaces gives back the places of closed streams.
func (s *Service) freePlaces(ctx context.Context) error {
	s.places.mu.Lock()
	freed := slices.Concat(s.places.freed, s.places.doubtful)
	s.places.freed, s.places.doubtful = nil, nil
	s.places.mu.Unlock()
	if len(freed) == 0 {
		return nil
	}
	err := s.db.InTx(ctx, func(tx *database.Tx) error { return deletePlaces(ctx, tx, s.places.process, freed) })
	if err != nil {
		s.places.mu.Lock()
		s.places.doubtful = append(freed, s.places.doubtful...)
		s.places.mu.Unlock()
		return fmt.Errorf("free the places of streams: %w", err)
	}
	return nil
}

// enter frees the places of processes that are known to be dead: on SQLite there can be no other process.
func (s *Service) enter(ctx context.Context) error {
	if s.db.Engine() != database.SQLite {
		return nil
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error { return deleteOtherProcesses(ctx, tx, s.places.process) })
}

// leave frees the places of this process, which is stopping.
func (s *Service) leave(ctx context.Context) {
	ctx, cancel := worker.Finish(ctx, leaveLimit)
	defer cancel()
	s.places.mu.Lock()
	hasLease := !s.places.leaseUntil.IsZero()
	s.places.leaseUntil, s.places.freed, s.places.doubtful = time.Time{}, nil, nil
	s.places.mu.Unlock()
	if !hasLease {
		return
	}
	if err := s.db.InTx(ctx, func(tx *database.Tx) error { return deleteProcess(ctx, tx, s.places.process) }); err != nil {
		s.logger.Warn("streams: their places stay taken until the lease ends", "error", err)
	}
}
