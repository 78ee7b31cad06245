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
	"bourse/internal/trading/strategy"
)

// snapshot is the market of one symbol after a candle has closed.
type snapshot struct {
	instrument market.Instrument
	bars       []strategy.Bar
	forecast   *strategy.Forecast // what the bot's model says; nil when nobody was asked
}

func (s snapshot) candle() candleKey {
	return keyOf(s.instrument.Symbol, s.bars[len(s.bars)-1].OpenedAt)
}

// takeTurn lets a bot decide on candles that have just closed, and publishes what it did on its own account.
// It returns the symbols on which it wants to act and has no price yet. It does nothing for a candle that it
// has published a signal for, whichever replica did so, and nothing for a bot that runs no more. It fails with what
// database.IsLocked knows while somebody else holds the bot or its account.
func (s *Service) takeTurn(ctx context.Context, bot, account uuid.UUID, snapshots []snapshot) (waiting map[string]bool, err error) {
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
			candles[i] = snapshot.candle()
		}
		decided, err := decidedCandles(ctx, tx, bot, candles)
		if err != nil {
			return err
		}
		positions, err := trading.OpenPositionsOf(ctx, tx, account)
		if err != nil {
			return err
		}
		trader := &botTrader{book: s.trading.NewBook(s.now()), bot: present, account: held, positions: positions}
		var signals []*trading.Signal
		for _, snapshot := range snapshots {
			if decided[snapshot.candle()] {
				continue
			}
			signal, err := s.act(trader, snapshot)
			switch {
			case market.NoPriceNow(err):
				waiting[snapshot.instrument.Symbol] = true
			case isInability(err):
				s.logger.InfoContext(ctx, "a bot passes a chance up", "bot", present.Name, "symbol", snapshot.instrument.Symbol, "reason", err)
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

// act decides on one symbol and carries the decision out. Without one the signal is nil.
func (s *Service) act(trader *botTrader, market snapshot) (*trading.Signal, error) {
	engine, err := newEngine(trader.bot)
	if err != nil {
		return nil, err
	}
	signal := engine.decide(market, holdingOf(trader.positions, market.instrument.Symbol))
	if signal == nil {
		return nil, nil
	}
	quote, err := s.market.Quote(signal.Symbol)
	if err != nil {
		return nil, err
	}
	stamp(signal, trader.book.Now(), trader.bot.Timeframe)
	worth := trader.account.Balance().Add(s.trading.Unrealized(trader.positions))
	return signal, trader.carryOut(signal, market.instrument, quote, worth)
}

// isInability reports whether a bot cannot do what it wants for reasons that are no failure.
func isInability(err error) bool {
	for _, code := range []fault.Code{fault.InsufficientFunds, fault.QuantityTooSmall, fault.PriceMoved, fault.AccountNotActive} {
		if fault.Is(err, code) {
			return true
		}
	}
	return false
}

// publishTurn writes what a bot did and tells everybody. A turn without a failure ends a row of them.
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
	if _, err := trading.ClaimExecutions(ctx, tx, claimsOf(trader.account, signals), s.now()); err != nil {
		return err
	}
	return s.trading.Write(ctx, tx, trader.book)
}

// countFailure counts a bot's failure, which may be one too many.
func (s *Service) countFailure(ctx context.Context, id uuid.UUID, cause error) error {
	reason := fmt.Sprintf("it failed %d times in a row", failuresToError)
	var refusal *fault.Error // anything else is ours to know
	if errors.As(cause, &refusal) {
		reason += ": " + refusal.Message
	}
	return s.changeRunning(ctx, id, func(bot *Bot) (failed bool, comesBackTo BotStatus) { return bot.fail(reason), "" })
}

// failStale brings a bot to error because it has no prices. It comes back when they do.
func (s *Service) failStale(ctx context.Context, id uuid.UUID, symbol string) error {
	return s.changeRunning(ctx, id, func(bot *Bot) (failed bool, comesBackTo BotStatus) {
		before := bot.Status
		bot.Status, bot.StatusReason = BotError, "prices are stale: no candle of "+symbol+" has closed for too long"
		return true, before
	})
}

// changeRunning changes a bot that still runs, and remembers the state to which it comes back by itself, if it
// does. A change of state is told. It fails with what database.IsLocked knows while somebody else holds the bot.
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
		if comesBackTo == BotPaused { // a pause that would have ended by itself is over with what came on top of it
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
