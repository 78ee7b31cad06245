package bots

import (
	"context"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/engine"
)

// RecordHistory gives a bot a track record: what it would have done on the stored candles of [from, to), with the same
// engine, the same costs and the same rules for stops as a live bot. Everything is written with the time at which it would
// have happened; nobody is notified and nothing is copied. Positions that the strategy still holds at the end stay open. It
// returns the number of trades, which is 0, with nothing written, if the bot has already traded. A bot that uses forecasts
// gets none: its model was trained on these candles, so its forecasts for them prove nothing. It fails with NOT_FOUND.
func (s *Service) RecordHistory(ctx context.Context, botID uuid.UUID, from, to time.Time) (trades int, err error) {
	defer money.Catch(&err)
	bot, err := readBot(ctx, s.db, botID)
	if err != nil {
		return 0, err
	}
	if traded, err := hasTraded(ctx, s.db, bot); err != nil || traded {
		return 0, err
	}
	if decides, err := newEngine(bot); err != nil || decides.IsForecasted() {
		return 0, err
	}
	record, err := s.rehearse(ctx, bot, from, to)
	if err != nil || len(record.Signals()) == 0 {
		return 0, err
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		trades = 0
		account, err := trading.LockAccount(ctx, tx, bot.AccountID)
		if err != nil {
			return err
		}
		if _, err := lockBot(ctx, tx, bot.ID); err != nil {
			return err
		}
		// Another process may have done the same since the rehearsal began.
		if traded, err := hasTraded(ctx, tx, bot); err != nil || traded || account.Cash != bot.Capital {
			return err
		}
		trades = len(record.Book().Trades())
		return s.writeRecord(ctx, tx, bot, account, record)
	})
	if err != nil || trades == 0 {
		return trades, err
	}
	return trades, s.countDaysOf(ctx, bot.AccountID, trading.UTCDay(s.now().UTC()).AddDate(0, 0, -1), trading.LockAccount)
}

// writeRecord writes a rehearsal as the history of a locked account. Its positions are inserted in their final state.
func (s *Service) writeRecord(ctx context.Context, tx *database.Tx, bot *Bot, account *trading.Account, record *engine.Rehearsal) error {
	signals := record.Signals()
	// An expired signal is no longer copied, and by then all have expired.
	afterwards := signals[len(signals)-1].ExpiresAt
	if err := trading.InsertSignals(ctx, tx, signals, afterwards); err != nil {
		return err
	}
	if err := s.trading.WritePast(ctx, tx, record.Book(), account, signals); err != nil {
		return err
	}
	if err := s.refreshPerformance(ctx, tx, record.Book().Trades()); err != nil {
		return err
	}
	trading.NotifyPositions(tx, record.Positions())
	tx.Notify(botsTopic, bot.ID.String())
	return nil
}

// rehearse runs a live bot on the past.
func (s *Service) rehearse(ctx context.Context, bot *Bot, from, to time.Time) (*engine.Rehearsal, error) {
	settings := bot.settings()
	settings.IsPaused = false
	record, err := engine.NewRehearsal(ctx, engine.Part{
		Settings: settings, From: from, To: to, Candles: s.market, NewBook: s.trading.NewBook, Exit: s.exit,
		Account: &trading.Account{ID: bot.AccountID, Kind: trading.BotAccount, Status: trading.AccountActive, Cash: bot.Capital},
	})
	for err == nil && !record.IsOver() {
		err = record.Play(ctx)
	}
	return record, err
}
