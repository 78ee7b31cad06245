package copying

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
	"bourse/internal/trading"
)

// Leader is a bot as its followers need to know it.
type Leader struct {
	BotID     uuid.UUID
	AccountID uuid.UUID // the bot's own
	Symbols   []string
	RiskLevel trading.RiskLevel
	Capital   money.Decimal
}

// RecordFollower gives an account the history of one that has followed a bot since it was opened: every position that the
// bot has opened since then, in proportion, at the bot's prices and with its stops and targets, with the account's own
// costs and the value at the end of each day. What the bot has not closed stays open. It does nothing when the account has
// traded or is closed. It fails with NOT_FOUND.
func (s *Service) RecordFollower(ctx context.Context, accountID uuid.UUID, bot Leader) (err error) {
	defer money.Catch(&err)
	since, err := openedAt(ctx, s.db, accountID)
	if err != nil {
		return err
	}
	trades, err := tradesSince(ctx, s.db, bot.AccountID, since)
	if err != nil {
		return err
	}
	led, err := allPositionsOf(ctx, s.db, bot.AccountID)
	if err != nil {
		return err
	}
	trades = append(trades, openSince(led, since)...)
	closes, err := s.dailyCloses(ctx, bot.Symbols, since)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		account, err := trading.LockAccount(ctx, tx, accountID)
		if err != nil || account.Status == trading.AccountClosed {
			return err
		}
		if traded, err := hasPositions(ctx, tx, accountID); err != nil || traded {
			return err
		}
		account.HasOpen(0)
		f := &follower{service: s, bot: bot, account: account, capital: account.Cash, book: s.trading.NewBook(since), closes: closes, led: led}
		if err := f.play(trades, since); err != nil {
			return err
		}
		return f.write(ctx, tx)
	})
}

// openSince returns positions that were opened since a moment and are still open, as trades without an end.
func openSince(led map[uuid.UUID]*trading.Position, since time.Time) (trades []trading.Trade) {
	for _, position := range led {
		if position.Status == trading.Open && !position.OpenedAt.Before(since) {
			trades = append(trades, trading.Trade{
				ID: position.ID, PositionID: position.ID, SignalID: position.SignalID, Symbol: position.Symbol, Side: position.Side,
				Quantity: position.OpenedQuantity, EntryPrice: position.EntryPrice, OpenedAt: position.OpenedAt,
			})
		}
	}
	slices.SortFunc(trades, func(a, b trading.Trade) int { return database.CompareIDs(a.ID, b.ID) })
	return trades
}

// follower is an account being replayed through the past.
type follower struct {
	service *Service
	bot     Leader
	account *trading.Account
	capital money.Decimal
	book    *trading.Book
	closes  map[string]map[int64]money.Decimal // by symbol and day
	led     map[uuid.UUID]*trading.Position    // the bot's own
	taken   []*trading.Signal                  // those that led to a position
	open    []*trading.Position
	worth   []trading.DayEnd
}

// moment is one event: a fill that opens a position, or the one that closes it.
type moment struct {
	at    time.Time
	trade *trading.Trade
	opens bool
}

// play replays the fills and the ends of days in the order of time.
func (f *follower) play(trades []trading.Trade, since time.Time) error {
	moments := make([]moment, 0, 2*len(trades))
	for i := range trades {
		moments = append(moments, moment{trades[i].OpenedAt, &trades[i], true})
		if !trades[i].ClosedAt.IsZero() {
			moments = append(moments, moment{trades[i].ClosedAt, &trades[i], false})
		}
	}
	slices.SortStableFunc(moments, func(a, b moment) int { return a.at.Compare(b.at) })
	positions := make(map[uuid.UUID]*trading.Position, len(trades))
	today, next := trading.UTCDay(f.service.now().UTC()), 0
	for day := trading.UTCDay(since.UTC()); day.Before(today); day = day.AddDate(0, 0, 1) {
		for ; next < len(moments) && moments[next].at.Before(day.AddDate(0, 0, 1)); next++ {
			if err := f.step(positions, moments[next]); err != nil {
				return err
			}
		}
		f.worth = append(f.worth, trading.DayEnd{Account: f.account.ID, Day: database.Micros(day), Value: f.valueAt(day)})
	}
	for ; next < len(moments); next++ {
		if err := f.step(positions, moments[next]); err != nil {
			return err
		}
	}
	return nil
}

// step replays one fill. A position that is too small, or not covered by the cash, is skipped.
func (f *follower) step(positions map[uuid.UUID]*trading.Position, m moment) error {
	f.book.MoveTo(m.at)
	if !m.opens {
		position := positions[m.trade.ID]
		if position == nil {
			return nil
		}
		f.open = slices.DeleteFunc(f.open, func(p *trading.Position) bool { return p == position })
		_, err := f.book.Close(f.account, position, m.trade.ExitPrice, position.Quantity, m.trade.ExitReason)
		return err
	}
	instrument, err := f.service.market.Instrument(m.trade.Symbol)
	if err != nil {
		return err
	}
	proportion, err := trading.ProportionOf(m.trade.Quantity, f.bot.Capital)
	if err != nil {
		return err
	}
	scale, err := trading.RiskScale(f.account.Risk, f.bot.RiskLevel)
	if err != nil {
		return err
	}
	quantity, err := f.service.terms.Copied(proportion, scale, f.capital, m.trade.EntryPrice)
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
	position, err := f.book.Open(f.account, trading.Entry{
		SignalID: m.trade.SignalID, BotID: f.bot.BotID, Symbol: m.trade.Symbol, Side: m.trade.Side, Quantity: quantity,
		Stop: led.StopLoss, Target: led.TargetPrice,
	}, m.trade.EntryPrice)
	if err != nil {
		return nil // the account could not have done this, so it did not
	}
	positions[m.trade.ID], f.open = position, append(f.open, position)
	f.taken = append(f.taken, &trading.Signal{ID: m.trade.SignalID, CreatedAt: m.at})
	return nil
}

// valueAt is the value of the account at the close of a day.
func (f *follower) valueAt(day time.Time) money.Decimal {
	value := f.account.Balance()
	for _, position := range f.open {
		if price, known := f.closes[position.Symbol][database.Micros(day)]; known {
			value = value.Add(position.UnrealizedPnL(price))
		}
	}
	return value
}

// write stores the history. Nobody is notified.
func (f *follower) write(ctx context.Context, tx *database.Tx) error {
	if err := f.service.trading.WritePast(ctx, tx, f.book, f.account, f.taken); err != nil {
		return err
	}
	trading.NotifyPositions(tx, f.open)
	return trading.DayTable.Insert(ctx, tx, database.Pointers(f.worth)...)
}

// dailyCloses reads the closing prices of days, each carried forward over days without trading.
func (s *Service) dailyCloses(ctx context.Context, symbols []string, since time.Time) (map[string]map[int64]money.Decimal, error) {
	closes := make(map[string]map[int64]money.Decimal, len(symbols))
	for _, symbol := range symbols {
		candles, err := s.market.Candles(ctx, symbol, market.Day, trading.UTCDay(since.UTC()), time.Time{}, 1<<20)
		if err != nil {
			return nil, err
		}
		slices.SortFunc(candles, func(a, b market.Candle) int { return cmp.Compare(a.OpenedAt.UnixMicro(), b.OpenedAt.UnixMicro()) })
		byDay := make(map[int64]money.Decimal)
		var last money.Decimal
		next := 0
		for day := trading.UTCDay(since.UTC()); !day.After(s.now()); day = day.AddDate(0, 0, 1) {
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
