package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/worker"
)

// What tests of subscriptions and the copier use from the inside.
var (
	CopyStopReached = copyStopReached
)

func (s *Service) SignalCopier() worker.Worker { return s.signalCopier() }

func (s *Service) StopSubscription(ctx context.Context, id uuid.UUID) error {
	return s.stopSubscription(ctx, id)
}
