package backtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
	"bourse/internal/worker"
)

// writtenAtOnce is how many trades are written in one transaction: few enough that nobody waits long for it.
const writtenAtOnce = 500

// run runs a backtest from the beginning and writes its results. It fails with a fault for an error in the data, with
// worker.ErrLeaseLost, and when the database does.
func (s *Service) run(ctx context.Context, b *Backtest) error {
	if err := s.beginAnew(ctx, b); err != nil {
		return err
	}
	for _, symbol := range b.Settings.Symbols {
		if err := s.fetch(ctx, b, symbol); err != nil {
			return err
		}
	}
	account := &trading.Account{ID: b.ID, TenantID: b.TenantID, Kind: trading.BotAccount, Status: trading.AccountActive, Cash: b.Capital}
	outcome := newOutcome(b)
	rehearsal, err := engine.NewRehearsal(ctx, engine.Part{
		Settings: b.Settings, Account: account, From: b.From, To: b.To, Candles: s.market, NewBook: s.trading.NewBook, Exit: s.exit,
		DayOver: outcome.dayOver,
	})
	if err != nil {
		return err
	}
	outcome.rehearsal = rehearsal
	for !rehearsal.IsOver() {
		if err := rehearsal.Play(ctx); err != nil {
			return err
		}
		worker.Progress(ctx)
		trades := rehearsal.TakeTrades()
		outcome.add(trades)
		if err := s.writePart(ctx, b, rehearsal.PlayedUntil(), trades); err != nil {
			return err
		}
	}
	if missing := rehearsal.Missing(); len(missing) > 0 {
		return fault.New(fault.InsufficientHistory, "no candles of %s are stored between %s and %s",
			strings.Join(missing, ", "), b.From.Format(time.RFC3339), b.To.Format(time.RFC3339))
	}
	return s.endDone(ctx, b, outcome)
}

// beginAnew deletes what a previous holder of the backtest has written.
func (s *Service) beginAnew(ctx context.Context, b *Backtest) error {
	for removed := int64(writtenAtOnce); removed == writtenAtOnce; {
		err := s.db.InTx(ctx, func(tx *database.Tx) error {
			held, err := lockHeld(ctx, tx, b.ID, b.fence)
			if err != nil {
				return err
			}
			if removed, err = deleteTradesOf(ctx, tx, b.ID, writtenAtOnce); err != nil {
				return err
			}
			held.Progress, held.Trades = 0, 0
			return backtestTable.Update(ctx, tx, held, "progress", "trades")
		})
		if err != nil {
			return err
		}
	}
	b.Progress, b.Trades = 0, 0
	return nil
}

// mostHours is how far back hourly candles are fetched: the default of how long they are kept.
const mostHours = 730 * 24 * time.Hour

// fetch asks the feed for missing hours or days of the span. Minutes would be too many: the backtest uses those that are
// stored. What the feed does not have stays missing. It fails when the context ends.
func (s *Service) fetch(ctx context.Context, b *Backtest, symbol string) error {
	instrument, err := s.market.Instrument(symbol)
	if err != nil {
		return err
	}
	timeframe := b.Settings.Timeframe
	if !instrument.IsActive || timeframe != market.Hour && timeframe != market.Day {
		return nil
	}
	from := b.From
	if oldest := s.now().Add(-mostHours); timeframe == market.Hour && from.Before(oldest) {
		from = oldest
	}
	decides, err := engine.New(b.Settings)
	if err != nil {
		return err
	}
	count := candlesSince(instrument.Session, timeframe, from, s.now()) + decides.Warmup()
	if err := s.market.FillHistory(ctx, market.Series{Symbol: symbol, Interval: timeframe}, count); err != nil && ctx.Err() == nil {
		s.logger.WarnContext(ctx, "candles of a backtest could not be fetched", "backtest", b.ID, "symbol", symbol, "error", err)
	}
	return ctx.Err()
}

// candlesSince is how many candles a market has from a day until now.
func candlesSince(session market.Session, interval market.Interval, from, now time.Time) (count int) {
	for day := market.Day.Start(from); day.Before(now); day = day.AddDate(0, 0, 1) {
		if opens, closes := session.Hours(day); opens.Before(closes) {
			traded := closes.Sub(interval.Start(opens))
			count += int((traded + interval.Duration() - 1) / interval.Duration())
		}
	}
	return count
}

// progressAt is the progress, in percent, of a backtest that has been played until a moment. The rest is for writing the
// results.
func (b *Backtest) progressAt(until time.Time) int {
	return int(99 * until.Sub(b.From).Seconds() / b.To.Sub(b.From).Seconds())
}

// writePart writes the trades of a part, and the progress.
func (s *Service) writePart(ctx context.Context, b *Backtest, until time.Time, trades []trading.Trade) error {
	numbered := make([]*Trade, len(trades))
	for i, trade := range trades {
		numbered[i] = &Trade{BacktestID: b.ID, Number: b.Trades + i + 1, Trade: trade}
	}
	progress := b.progressAt(until)
	if len(trades) == 0 && progress == b.Progress {
		return nil
	}
	b.Progress = progress
	batches := slices.Collect(slices.Chunk(numbered, writtenAtOnce))
	if len(batches) == 0 {
		batches = append(batches, nil)
	}
	for _, batch := range batches {
		b.Trades += len(batch)
		err := s.ifHeld(ctx, b, func(tx *database.Tx, held *Backtest) error {
			if err := tradeTable.Insert(ctx, tx, batch...); err != nil {
				return err
			}
			held.Progress, held.Trades = b.Progress, b.Trades
			return backtestTable.Update(ctx, tx, held, "progress", "trades")
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// endDone writes the results of a backtest. It fails with worker.ErrLeaseLost when another process has it by now or it was
// cancelled.
func (s *Service) endDone(ctx context.Context, b *Backtest, outcome *outcome) error {
	points, err := json.Marshal(outcome.equity())
	if err != nil {
		return fmt.Errorf("write down the equity of a backtest: %w", err)
	}
	return s.ifHeld(ctx, b, func(tx *database.Tx, held *Backtest) error {
		held.Status, held.Progress, held.FinishedAt, held.Figures = Done, 100, s.now(), outcome.figures()
		held.Candles, held.MinuteCandles = outcome.rehearsal.Candles()
		if err := backtestTable.Update(ctx, tx, held); err != nil {
			return err
		}
		return saveEquity(ctx, tx, held.ID, string(points))
	})
}

// endFailed ends a backtest that cannot succeed, unless another process has it by now, which will find the same.
func (s *Service) endFailed(ctx context.Context, b *Backtest, reason *fault.Error) error {
	return unlessLost(s.ifHeld(ctx, b, func(tx *database.Tx, held *Backtest) error {
		held.fail(reason, s.now())
		return backtestTable.Update(ctx, tx, held, "status", "failure_code", "failure", "finished_at")
	}))
}

// giveBack returns the backtest to the queue after a pause.
func (s *Service) giveBack(ctx context.Context, b *Backtest, pause time.Duration, attempts int) error {
	return unlessLost(s.ifHeld(ctx, b, func(tx *database.Tx, held *Backtest) error {
		held.leaseUntil, held.attempts = s.now().Add(pause), attempts
		return backtestTable.Update(ctx, tx, held, "lease_until", "attempts")
	}))
}

func unlessLost(err error) error {
	if errors.Is(err, worker.ErrLeaseLost) {
		return nil
	}
	return err
}

// ifHeld changes a backtest under the fence of its lease. It fails with worker.ErrLeaseLost.
func (s *Service) ifHeld(ctx context.Context, b *Backtest, change func(tx *database.Tx, held *Backtest) error) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		held, err := lockHeld(ctx, tx, b.ID, b.fence)
		if err != nil {
			return err
		}
		return change(tx, held)
	})
}

// renew extends the lease of a backtest. It fails with worker.ErrLeaseLost.
func (s *Service) renew(ctx context.Context, id uuid.UUID, fence int64) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error { return extendLease(ctx, tx, id, fence, s.now().Add(leaseTime)) })
}
