package webhook

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/webhook/wire"
)

// SenderFunc is a receiver that is played by the test.
type SenderFunc func(ctx context.Context, call wire.Call) wire.Result

// Do makes SenderFunc a sender.
func (f SenderFunc) Do(ctx context.Context, call wire.Call) wire.Result { return f(ctx, call) }

// NewWithSender is New with another way to make calls.
func NewWithSender(options Options, sender SenderFunc) *Service { return newService(options, sender) }

// MaxQueued is how many deliveries a lane may keep in memory.
const MaxQueued = maxQueuedFast

// NotAlone makes the service one of several that share a SQLite file, which only tests do.
func (s *Service) NotAlone() { s.dispatcher.alone = false }

// Abandon makes the process as good as dead: nothing more is sent, recorded, renewed or given back, and what
// is on the wire is cut off. To the database it looks as if the process had been killed.
func (s *Service) Abandon(ctx context.Context) error {
	d := s.dispatcher
	err := d.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE webhook_lanes SET holder = 'dead', fence = fence + 1 WHERE holder = $1`, d.holder)
		return err
	})
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for _, l := range d.lanes {
		l.lose()
	}
	return err
}

// Queued is how many deliveries to the endpoint this process has in memory and not on the wire.
func (s *Service) Queued(endpoint uuid.UUID) int {
	s.dispatcher.mutex.Lock()
	l := s.dispatcher.lanes[endpoint]
	s.dispatcher.mutex.Unlock()
	if l == nil {
		return 0
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.queue.len()
}

// Holds reports whether this process sends to the endpoint.
func (s *Service) Holds(endpoint uuid.UUID) bool { return s.dispatcher.holds(endpoint) }

// LoseLane stops the lane of an endpoint as when its lease could not be renewed in time.
func (s *Service) LoseLane(endpoint uuid.UUID) {
	s.dispatcher.mutex.Lock()
	l := s.dispatcher.lanes[endpoint]
	s.dispatcher.mutex.Unlock()
	if l != nil {
		l.lose()
		<-l.ended
	}
}

// PublishWaiting is how many calls wait for the publisher.
func (s *Service) PublishWaiting() int { return len(s.publisher.requests) }

// OfferLate hands over a delivery after the lane of its endpoint has gone.
func (s *Service) OfferLate(endpoint uuid.UUID) {
	s.dispatcher.offer([]delivery{{endpointID: endpoint}})
}

// Unrecorded is how many sends of the endpoint's lane are not dealt with yet; none without a lane.
func (s *Service) Unrecorded(endpoint uuid.UUID) int {
	s.dispatcher.mutex.Lock()
	l := s.dispatcher.lanes[endpoint]
	s.dispatcher.mutex.Unlock()
	if l == nil {
		return 0
	}
	return l.unaccounted()
}

// Spent is what the process has on the wire and in memory.
func (s *Service) Spent() (places int, bytes int64) {
	b := s.dispatcher.budget
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.usedPlaces, b.usedBytes
}

// CleanStep does one batch of the endpoint cleaner's work and reports whether there was some.
func (s *Service) CleanStep(ctx context.Context) (bool, error) {
	return (&endpointCleaner{s}).step(ctx)
}

// JobBatch is how many deliveries a transaction of the endpoint cleaner changes at most.
const JobBatch = jobBatch
