package copying

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

// What tests of subscriptions and the copier use of the internals.
var CopyStopReached = copyStopReached

func (s *Service) SignalCopier() worker.Worker { return s.signalCopier() }

// CopyInterrupted copies the oldest signal like a copier that has read it before something happens: interrupt is called
// before each of its batches.
func (s *Service) CopyInterrupted(ctx context.Context, interrupt func() error) error {
	signal, err := nextToCopy(ctx, s.db, uuid.Nil)
	if err != nil {
		return err
	}
	if _, err := (&copier{service: s}).copyToAll(ctx, signal, interrupt); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error { return markCopied(ctx, tx, signal, s.now()) })
}
