package trading

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
)

// RecordFollower gives an account the past of one that has followed a bot since it was opened: every position
// that the bot has closed meanwhile, in proportion, at the bot's prices and with its stops and targets, with the
// costs of the account and the worth at the end of each day. It does nothing when the account has traded or is
// closed. It fails with NOT_FOUND.
func (s *Service) RecordFollower(ctx context.Context, accountID, botID uuid.UUID) (err error) {
	defer money.Catch(&err)
	bot, err := readBot(ctx, s.db, botID)
	if err != nil {
		return err
	}
	var since time.Time
	if err := s.db.QueryRow(ctx, `SELECT created_at FROM trading_accounts WHERE id = $1`, accountID).Scan(database.Time(&since)); err != nil {
		return err
	}
	rows, err := s.db.Query(ctx, `SELECT `+tradeColumns+` FROM trades WHERE account_id = $1 AND opened_at >= $2 ORDER BY opened_at, id`,
		bot.AccountID, database.Micros(since))
	trades, err := database.Collect(rows, err, scanTrade)
	if err != nil {
		return err
	}
	led, err := allPositionsOf(ctx, s.db, bot.AccountID)
	if err != nil {
		return err
	}
	closes, err := s.dailyCloses(ctx, bot.Symbols, since)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		account, err := lockAccount(ctx, tx, accountID)
		if err != nil || account.Status == AccountClosed {
			return err
		}
		var traded int
		if err := tx.QueryRow(ctx, `SELECT COUNT(*) FROM positions WHERE account_id = $1`, accountID).Scan(&traded); err != nil || traded > 0 {
			return err
		}
		f := &follower{service: s, bot: bot, account: account, capital: account.Cash, book: s.newBook(since), closes: closes, led: led}
		if err := f.play(trades, since); err != nil {
			return err
		}
		return f.write(ctx, tx)
	})
}

// follower is an account on its way through the past.
type follower struct {
	service *Service
	bot     *Bot
	account *Account
	capital money.Decimal
	book    *book
	closes  map[string]map[int64]money.Decimal // by symbol and day
	led     map[uuid.UUID]*Position            // the bot's own
	taken   []*Signal                          // those that led to a position
	open    []*Position
	worth   []worth
}

// worth is what the account had at the end of a day.
type worth struct {
	day   time.Time
	value money.Decimal
}

// moment is one thing that happens: a fill that opens, or the one that closes it.
type moment struct {
	at    time.Time
	trade *Trade
	opens bool
}

// play goes through the fills and the ends of days in the order of time.
func (f *follower) play(trades []Trade, since time.Time) error {
	moments := make([]moment, 0, 2*len(trades))
	for i := range trades {
		moments = append(moments, moment{trades[i].OpenedAt, &trades[i], true}, moment{trades[i].ClosedAt, &trades[i], false})
	}
	slices.SortStableFunc(moments, func(a, b moment) int { return a.at.Compare(b.at) })
	positions := make(map[uuid.UUID]*Position, len(trades))
	today, next := utcDay(f.service.now().UTC()), 0
	for day := utcDay(since.UTC()); day.Before(today); day = day.AddDate(0, 0, 1) {
		for ; next < len(moments) && moments[next].at.Before(day.AddDate(0, 0, 1)); next++ {
			if err := f.step(positions, moments[next]); err != nil {
				return err
			}
		}
		f.worth = append(f.worth, worth{day, f.valueAt(day)})
	}
	for ; next < len(moments); next++ {
		if err := f.step(positions, moments[next]); err != nil {
			return err
		}
	}
	return nil
}

// step fills one moment. A position that is too small, or that the cash does not cover, is passed over.
func (f *follower) step(positions map[uuid.UUID]*Position, m moment) error {
	f.book.now = m.at
	if !m.opens {
		position := positions[m.trade.ID]
		if position == nil {
			return nil
		}
		f.open = slices.DeleteFunc(f.open, func(p *Position) bool { return p == position })
		_, err := f.book.close(f.account, position, m.trade.ExitPrice, position.Quantity, m.trade.ExitReason)
		return err
	}
	instrument, err := f.service.market.Instrument(m.trade.Symbol)
	if err != nil {
		return err
	}
	proportion, err := proportionOf(m.trade.Quantity, f.bot.Capital)
	if err != nil {
		return err
	}
	scale, err := riskScale(f.account.Risk, f.bot.RiskLevel)
	if err != nil {
		return err
	}
	quantity, err := f.service.terms.copied(proportion, scale, f.capital, m.trade.EntryPrice)
	if err != nil {
		return err
	}
	if quantity = quantity.FloorTo(instrument.LotStep); !quantity.IsPositive() {
		return nil
	}
	led := f.led[m.trade.PositionID]
	if led == nil {
		return fmt.Errorf("the trade %s is of no position", m.trade.ID)
	}
	position, err := f.book.open(f.account, order{
		signalID: m.trade.SignalID, botID: f.bot.ID, symbol: m.trade.Symbol, side: m.trade.Side, quantity: quantity,
		stop: led.StopLoss, target: led.TargetPrice,
	}, m.trade.EntryPrice)
	if err != nil {
		return nil // what the account could not have done, it has not done
	}
	positions[m.trade.ID], f.open = position, append(f.open, position)
	f.taken = append(f.taken, &Signal{ID: m.trade.SignalID, CreatedAt: m.at})
	return nil
}

// valueAt is what the account had at the close of a day.
func (f *follower) valueAt(day time.Time) money.Decimal {
	value := f.account.balance()
	for _, position := range f.open {
		if price, known := f.closes[position.Symbol][database.Micros(day)]; known {
			value = value.Add(position.UnrealizedPnL(price))
		}
	}
	return value
}

// write stores the past. Nobody is told of it.
func (f *follower) write(ctx context.Context, tx *database.Tx) error {
	if err := insertPositions(ctx, tx, f.book.opened); err != nil {
		return err
	}
	if err := insertTrades(ctx, tx, f.book.trades); err != nil {
		return err
	}
	if err := insertPastExecutions(ctx, tx, f.account, f.taken); err != nil {
		return err
	}
	if len(f.book.transactions) > 0 {
		if _, err := f.service.ledger.Post(ctx, tx, f.book.transactions...); err != nil {
			return err
		}
	}
	return database.InsertRows(ctx, tx, `INSERT INTO equity_snapshots (account_id, day, value)`, 3, f.worth, func(w worth) []any {
		return []any{f.account.ID, database.Micros(w.day), w.value}
	})
}

// dailyCloses reads the last prices of days, each carried over days without trading.
func (s *Service) dailyCloses(ctx context.Context, symbols []string, since time.Time) (map[string]map[int64]money.Decimal, error) {
	closes := make(map[string]map[int64]money.Decimal, len(symbols))
	for _, symbol := range symbols {
		candles, err := s.market.Candles(ctx, symbol, market.Day, utcDay(since.UTC()), time.Time{}, 1<<20)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(candles, func(a, b market.Candle) int { return cmp.Compare(a.OpenedAt.UnixMicro(), b.OpenedAt.UnixMicro()) })
		byDay := make(map[int64]money.Decimal)
		var last money.Decimal
		next := 0
		for day := utcDay(since.UTC()); !day.After(s.now()); day = day.AddDate(0, 0, 1) {
			for ; next < len(candles) && candles[next].OpenedAt.Before(day.AddDate(0, 0, 1)); next++ {
				last = candles[next].Close
			}
			if last.IsPositive() {
				byDay[database.Micros(day)] = last
			}
		}
		closes[symbol] = byDay
	}
	return closes, nil
}
