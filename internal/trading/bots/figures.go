package bots

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/worker"
)

// figuresInterval is the maximum age of the figures of a bot with open positions.
const figuresInterval = time.Minute

// turnsToRecount is after how many of the worker's turns followers are counted anew: following and leaving update the count
// themselves, so this is for subscriptions ended by a copy-stop.
const turnsToRecount = 5

// botFigures is the worker that values bots with open positions at the current marks. Every replica may run it.
type botFigures struct{ service *Service }

// Name is the worker's name.
func (f *botFigures) Name() string { return "bot-figures" }

// Run values the bots every minute until the context ends. It fails when the database does.
func (f *botFigures) Run(ctx context.Context) error {
	ticker := time.NewTicker(figuresInterval)
	defer ticker.Stop()
	for turn := 1; ; turn++ {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		step := f.service.markBots
		if turn%turnsToRecount == 0 {
			step = f.service.refreshFigures
		}
		if err := worker.Turn(ctx, step); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("mark the bots: %w", err)
		}
	}
}

// refreshFigures updates the bots' figures in the catalogue.
func (s *Service) refreshFigures(ctx context.Context) error {
	if err := s.markBots(ctx); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error { return recountFollowers(ctx, tx) })
}

// markBots writes the figures of every bot with open positions, one at a time: a bot that is trading, or that cannot be
// valued, holds up no others. It gets its turn again next time.
func (s *Service) markBots(ctx context.Context) error {
	accounts, err := holdingBots(ctx, s.db)
	if err != nil {
		return err
	}
	for _, account := range accounts {
		if err := s.markBot(ctx, account); err != nil && !database.IsLocked(err) && !s.goesOnAfter(ctx, account, err) {
			return err
		}
	}
	return nil
}

func (s *Service) markBot(ctx context.Context, account uuid.UUID) (err error) {
	defer money.Catch(&err)
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if _, err := trading.LockFreeAccount(ctx, tx, account); err != nil {
			return err
		}
		bots, err := lockBotAccounts(ctx, tx, []uuid.UUID{account})
		if err != nil {
			return err
		}
		return s.writePerformance(ctx, tx, bots)
	})
}
