package trading

import (
	"context"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/worker"
)

// What tests of subscriptions and the copier use from the inside.
var (
	CopyStopReached = copyStopReached
	SignalIDAt      = newID
)

func (s *Service) SignalCopier() worker.Worker { return s.signalCopier() }

// CopySignals copies everything that can be copied now.
func (s *Service) CopySignals(ctx context.Context) error {
	_, err := (&copier{service: s}).pass(ctx)
	return err
}

func (s *Service) StopSubscription(ctx context.Context, id uuid.UUID) error {
	return s.stopSubscription(ctx, id)
}

func (s *Service) PublishSignal(ctx context.Context, signal *Signal) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error { return s.publishSignals(ctx, tx, signal) })
}

func (s *Service) Flatten(ctx context.Context, account uuid.UUID, reason ExitReason) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		held, err := lockAccount(ctx, tx, account)
		if err != nil {
			return err
		}
		positions, err := openPositionsOf(ctx, tx, account)
		if err != nil {
			return err
		}
		_, err = s.sell(ctx, tx, held, positions, reason)
		return err
	})
}
