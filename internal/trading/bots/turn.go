package bots

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

// botTrader is a bot trading on its account.
type botTrader struct {
	*engine.Trader
	bot *Bot
}

// candleOf identifies the last candle of a snapshot.
func candleOf(seen engine.Snapshot) candleKey {
	return keyOf(seen.Instrument.Symbol, seen.Bars[len(seen.Bars)-1].OpenedAt)
}

// takeTurn lets a bot decide on candles that have just closed, and publishes what it did on its own account. It returns the
// symbols on which it wants to act but has no price yet. It does nothing for a candle that was already decided on, by any
// replica, and nothing for a bot that is no longer running. While the bot or its account is locked elsewhere, it fails with
// an error that database.IsLocked recognizes.
func (s *Service) takeTurn(ctx context.Context, bot, account uuid.UUID, snapshots []engine.Snapshot) (waiting map[string]bool, err error) {
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		waiting = map[string]bool{}
		held, err := trading.LockFreeAccount(ctx, tx, account)
		if err != nil {
			return err
		}
		present, err := lockBot(ctx, tx, bot)
		if err != nil || !present.runs() {
			return err
		}
		candles := make([]candleKey, len(snapshots))
		for i, snapshot := range snapshots {
			candles[i] = candleOf(snapshot)
		}
		decided, err := decidedCandles(ctx, tx, present, candles)
		if err != nil {
			return err
		}
		positions, err := trading.OpenPositionsOf(ctx, tx, account)
		if err != nil {
			return err
		}
		held.HasOpen(len(positions))
		trader := &botTrader{bot: present, Trader: &engine.Trader{
			Book: s.trading.NewBook(s.now()), Settings: present.settings(), Account: held, Positions: positions,
		}}
		var signals []*trading.Signal
		for _, snapshot := range snapshots {
			if decided[candleOf(snapshot)] {
				continue
			}
			signal, err := s.act(trader, snapshot)
			switch {
			case market.NoPriceNow(err):
				waiting[snapshot.Instrument.Symbol] = true
			case engine.IsInability(err):
				s.logger.InfoContext(ctx, "a bot passes a chance up", "bot", present.Name, "symbol", snapshot.Instrument.Symbol, "reason", err)
			case err != nil:
				return err
			case signal != nil:
				signals = append(signals, signal)
			}
		}
		return s.publishTurn(ctx, tx, trader, signals)
	})
	return waiting, err
}

// act decides on one symbol and executes the decision. The signal is nil if there is nothing to do.
func (s *Service) act(trader *botTrader, seen engine.Snapshot) (*trading.Signal, error) {
	decides, err := newEngine(trader.bot)
	if err != nil {
		return nil, err
	}
	signal := decides.Decide(seen, engine.HoldingOf(trader.Positions, seen.Instrument.Symbol))
	if signal == nil {
		return nil, nil
	}
	quote, err := s.market.Quote(signal.Symbol)
	if err != nil {
		return nil, err
	}
	engine.Stamp(signal, trader.Book.Now(), trader.bot.Timeframe)
	worth := trader.Account.Balance().Add(s.trading.Unrealized(trader.Positions))
	return signal, trader.CarryOut(signal, seen.Instrument, quote, worth)
}

// publishTurn writes what a bot did and publishes it. A turn without a failure resets the count of failures in a row.
func (s *Service) publishTurn(ctx context.Context, tx *database.Tx, trader *botTrader, signals []*trading.Signal) error {
	if trader.bot.Failures > 0 {
		if err := setFailures(ctx, tx, trader.bot.ID, 0); err != nil {
			return err
		}
	}
	if len(signals) == 0 {
		return nil
	}
	if err := s.trading.PublishSignals(ctx, tx, signals...); err != nil {
		return err
	}
	if _, err := trading.ClaimExecutions(ctx, tx, claimsOf(trader.Account, signals), s.now()); err != nil {
		return err
	}
	return s.trading.Write(ctx, tx, trader.Book)
}

// claimsOf are the executions of a bot's own signals.
func claimsOf(account *trading.Account, signals []*trading.Signal) []trading.ExecutionClaim {
	claims := make([]trading.ExecutionClaim, len(signals))
	for i, signal := range signals {
		claims[i] = trading.ExecutionClaim{Owner: account.Owner(), Signal: signal.ID, Account: account.ID}
	}
	return claims
}

// countFailure counts a failure of a bot, which may put it in error.
func (s *Service) countFailure(ctx context.Context, id uuid.UUID, cause error) error {
	reason := fmt.Sprintf("it failed %d times in a row", failuresToError)
	var refusal *fault.Error // details of any other error are internal
	if errors.As(cause, &refusal) {
		reason += ": " + refusal.Message
	}
	return s.changeRunning(ctx, id, func(bot *Bot) (failed bool, comesBackTo BotStatus) { return bot.fail(reason), "" })
}

// failStale moves a bot to error for lack of prices. It resumes when they return.
func (s *Service) failStale(ctx context.Context, id uuid.UUID, symbol string) error {
	return s.changeRunning(ctx, id, func(bot *Bot) (failed bool, comesBackTo BotStatus) {
		before := bot.Status
		bot.Status, bot.StatusReason = BotError, "prices are stale: no candle of "+symbol+" has closed for too long"
		return true, before
	})
}

// changeRunning changes a bot that is still running, and stores the state to which it returns by itself, if it does. A
// change of state is published. While the bot is locked elsewhere, it fails with an error that database.IsLocked
// recognizes.
func (s *Service) changeRunning(ctx context.Context, id uuid.UUID, change func(bot *Bot) (failed bool, comesBackTo BotStatus)) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.LimitLockWait(ctx, trading.BriefWait); err != nil {
			return err
		}
		bot, err := lockBot(ctx, tx, id)
		if err != nil || !bot.runs() {
			return err
		}
		before := bot.Status
		failed, comesBackTo := change(bot)
		if !failed {
			return setFailures(ctx, tx, bot.ID, bot.Failures)
		}
		if comesBackTo == BotPaused { // a pause that ends by itself ends together with this halt
			if from, err := haltedFrom(ctx, tx, bot.ID); err != nil {
				return err
			} else if from != "" {
				comesBackTo = from
			}
		}
		bot.UpdatedAt = s.now()
		if err := updateBot(ctx, tx, bot); err != nil {
			return err
		}
		if err := setHaltedFrom(ctx, tx, bot.ID, comesBackTo); err != nil {
			return err
		}
		tx.Notify(botsTopic, bot.ID.String())
		return s.afterStatusChange(ctx, tx, bot, before)
	})
}
