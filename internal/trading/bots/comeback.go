package bots

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/trading"
)

// resumeFed resumes bots that were halted for lack of prices, once the prices of all their symbols are back. A bot that
// failed by itself, or that an administrator stopped, stays as it is. It fails when the bots or the candles cannot be read.
func (r *botRunner) resumeFed(ctx context.Context) error {
	halted, err := haltedBots(ctx, r.service.db)
	if err != nil || len(halted) == 0 {
		return err
	}
	newest, err := r.service.market.NewestCandles(ctx, minuteSeries(halted))
	if err != nil {
		return fmt.Errorf("look for candles: %w", err)
	}
	for _, bot := range halted {
		if !r.service.isFed(bot, newest) {
			continue
		}
		if err := r.service.resume(ctx, bot.ID, BotError, "prices have come back"); database.IsLocked(err) {
			r.isLocked = true
		} else if err != nil && ctx.Err() == nil {
			r.service.logger.ErrorContext(ctx, "a bot could not be resumed", "bot", bot.Name, "error", err)
		}
	}
	return nil
}

// minuteSeries are the minute candles of the bots' symbols: longer candles are made of them, so once these arrive the
// others will.
func minuteSeries(bots []*Bot) []market.Series {
	seen := map[string]bool{}
	var wanted []market.Series
	for _, bot := range bots {
		for _, symbol := range bot.Symbols {
			if !seen[symbol] {
				seen[symbol] = true
				wanted = append(wanted, market.Series{Symbol: symbol, Interval: market.Minute})
			}
		}
	}
	return wanted
}

// isFed reports whether every market of a halted bot is open and has closed minutes again since the halt, the last of them
// just now.
func (s *Service) isFed(bot *Bot, newest map[market.Series]time.Time) bool {
	now := s.now()
	for _, symbol := range bot.Symbols {
		instrument, err := s.market.Instrument(symbol)
		if err != nil || !instrument.Session.Open(now) {
			return false
		}
		opened, found := newest[market.Series{Symbol: symbol, Interval: market.Minute}]
		closed := opened.Add(time.Minute)
		if !found || !closed.After(bot.UpdatedAt) || isStale(instrument.Session, market.Minute, closed, now) {
			return false
		}
	}
	return true
}

// resume moves a halted bot back to the state from which it was halted. It does nothing when somebody else has changed the
// bot's state meanwhile.
func (s *Service) resume(ctx context.Context, id uuid.UUID, halted BotStatus, reason string) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, trading.BriefWait); err != nil {
			return err
		}
		bot, err := lockBot(ctx, tx, id)
		if err != nil || bot.Status != halted {
			return err
		}
		from, err := haltedFrom(ctx, tx, id)
		if err != nil || from == "" {
			return err
		}
		bot.Status, bot.StatusReason, bot.Failures, bot.UpdatedAt = from, reason, 0, s.now()
		if err := updateBot(ctx, tx, bot); err != nil {
			return err
		}
		if err := setHaltedFrom(ctx, tx, id, ""); err != nil {
			return err
		}
		tx.Notify(botsTopic, id.String())
		return s.afterStatusChange(ctx, tx, bot, halted)
	})
}
