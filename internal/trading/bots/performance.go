package bots

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// botAccount is a bot with its account and the results of what it has done there.
type botAccount struct {
	*Bot
	balance money.Decimal
	results *botResults
	open    []*trading.Position
}

// worth is the value of a bot's account at the current marks.
func (s *Service) worth(b *botAccount) money.Decimal {
	value := b.balance
	for _, position := range b.open {
		value = value.Add(position.UnrealizedPnL(s.trading.Mark(position)))
	}
	return value
}

// worthAt is the value of the account at the end of a day. A track record may go back to days before the bot was created
// and its capital booked: it is rehearsed with the capital there from its first day.
func (b *botAccount) worthAt(end trading.DayEnd) money.Decimal {
	if database.Micros(b.CreatedAt) >= end.Day+trading.MicrosPerDay {
		return end.Value.Add(b.Capital)
	}
	return end.Value
}

// CountClosings counts what bots have closed. It is a listener for written books, runs in their transactions, and fails
// when the database does.
func (s *Service) CountClosings(ctx context.Context, tx *database.Tx, settled trading.Settled) error {
	return s.refreshPerformance(ctx, tx, settled.Trades)
}

// refreshPerformance counts the closings of the bots among the traders and writes the bots' performance. The accounts are
// locked. It costs nothing when there are no bots, and the same few statements for one as for many, whatever they closed
// before.
func (s *Service) refreshPerformance(ctx context.Context, tx *database.Tx, trades []trading.Trade) error {
	closed := map[uuid.UUID][]trading.Trade{}
	var accounts []uuid.UUID
	for _, trade := range trades {
		if trade.UserID != uuid.Nil {
			continue
		}
		if closed[trade.AccountID] == nil {
			accounts = append(accounts, trade.AccountID)
		}
		closed[trade.AccountID] = append(closed[trade.AccountID], trade)
	}
	return database.InBatches(accounts, func(batch []uuid.UUID) error {
		bots, err := lockBotAccounts(ctx, tx, batch)
		if err != nil {
			return err
		}
		for _, bot := range bots {
			for _, trade := range closed[bot.AccountID] {
				bot.results.Begin(earliest(trade.OpenedAt, bot.open))
				if trade.PositionPnL != nil {
					bot.results.AddClosing(*trade.PositionPnL)
				}
			}
		}
		return s.writePerformance(ctx, tx, bots)
	})
}

// earliest is the earliest opening time, as stored, of a trade or one of the open positions.
func earliest(opened time.Time, open []*trading.Position) int64 {
	first := database.Micros(opened)
	for _, position := range open {
		first = min(first, database.Micros(position.OpenedAt))
	}
	return first
}

// writePerformance stores the results of bots and the performance that follows from them at the current marks.
func (s *Service) writePerformance(ctx context.Context, tx *database.Tx, bots []*botAccount) error {
	if len(bots) == 0 {
		return nil
	}
	today := database.Micros(trading.UTCDay(s.now().UTC()))
	for _, bot := range bots {
		if len(bot.open) > 0 {
			bot.results.Begin(earliest(bot.open[0].OpenedAt, bot.open))
		}
		bot.Performance = bot.results.Performance(s.worth(bot), bot.Capital, today)
	}
	if err := saveBotResults(ctx, tx, bots); err != nil {
		return err
	}
	return updatePerformance(ctx, tx, bots)
}

// CountDays counts the days up to a last one for every bot, each in its own transaction, and reports whether some were
// skipped because they are locked. It is a listener of the equity recorder. It fails when the database does.
func (s *Service) CountDays(ctx context.Context, last time.Time) (isLeft bool, err error) {
	accounts, err := uncountedBots(ctx, s.db, last)
	if err != nil {
		return false, err
	}
	for _, account := range accounts {
		switch err := s.countDaysOf(ctx, account, last, trading.LockFreeAccount); {
		case database.IsLocked(err):
			isLeft = true
		case err != nil && !s.goesOnAfter(ctx, account, err):
			return isLeft, err
		}
	}
	return isLeft, nil
}

// goesOnAfter reports, and logs, whether the error of one bot's account is no reason to skip the others. An unavailable
// database, or the end of the work, is one.
func (s *Service) goesOnAfter(ctx context.Context, account uuid.UUID, err error) bool {
	if ctx.Err() != nil || database.IsOutage(err) {
		return false
	}
	s.logger.WarnContext(ctx, "the figures of a bot could not be brought up to date", "account", account, "error", err)
	return true
}

// holding is lockAccount, which waits for the lock, or lockFreeAccount, which does not.
type holding func(ctx context.Context, tx *database.Tx, id uuid.UUID) (*trading.Account, error)

// countDaysOf reconstructs the days of a bot that are not counted yet. It skips days that another replica has counted
// meanwhile. hold decides whether it waits for the account's lock.
func (s *Service) countDaysOf(ctx context.Context, account uuid.UUID, last time.Time, hold holding) (err error) {
	defer money.Catch(&err)
	day, err := countedDay(ctx, s.db, account)
	if err != nil || day.IsZero() {
		return err
	}
	ends, err := s.trading.DayEnds(ctx, []uuid.UUID{account}, day.AddDate(0, 0, 1), last)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if _, err := hold(ctx, tx, account); err != nil {
			return err
		}
		bots, err := lockBotAccounts(ctx, tx, []uuid.UUID{account})
		if err != nil {
			return err
		}
		for _, bot := range bots {
			var counted []trading.DayEnd
			for _, end := range ends {
				if bot.results.Day+trading.MicrosPerDay == end.Day {
					end.Value = bot.worthAt(end)
					bot.results.AddDay(end.Value)
					counted = append(counted, end)
				}
			}
			if err := trading.StoreDays(ctx, tx, counted); err != nil {
				return err
			}
		}
		return s.writePerformance(ctx, tx, bots)
	})
}
