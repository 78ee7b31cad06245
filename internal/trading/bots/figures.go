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

// figuresInterval is how old the figures of a bot with open positions may be.
const figuresInterval = time.Minute

// turnsToRecount is how many of the worker's turns pass until followers are counted anew: whoever follows or leaves counts
// by itself, and this is for what copy-stops have ended.
const turnsToRecount = 5

// botFigures is the worker that brings the figures of bots with open positions to the marks of now. Every
// replica may run it.
type botFigures struct{ service *Service }

// Name is the worker's name.
func (f *botFigures) Name() string { return "bot-figures" }

// Run marks the bots every minute until the context ends. It fails when the database does.
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

// refreshFigures brings what the catalogue tells of bots up to date.
func (s *Service) refreshFigures(ctx context.Context) error {
	if err := s.markBots(ctx); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error { return recountFollowers(ctx, tx) })
}

// markBots writes the figures of every bot that has something open, one at a time: a bot that is trading, or that
// cannot be valued, holds up nobody else. Its turn comes again the next time.
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
