package bots

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
	"bourse/internal/trading/strategy"
)

// RecordHistory gives a bot a track record: what it would have done on the stored candles of [from, to), with
// the same engine, the same costs and the same rules for stops as the live bot. Everything is written with the
// time at which it would have happened; nobody is told and nothing is copied. The last positions stay open
// when the strategy still holds them. It returns the number of trades, which is 0, and nothing is written,
// when the bot has traded already. A bot that stands on forecasts has none: its model has learned from these
// candles, so what it says of them is no record. It fails with NOT_FOUND.
func (s *Service) RecordHistory(ctx context.Context, botID uuid.UUID, from, to time.Time) (trades int, err error) {
	defer money.Catch(&err)
	bot, err := readBot(ctx, s.db, botID)
	if err != nil {
		return 0, err
	}
	if traded, err := hasTraded(ctx, s.db, bot); err != nil || traded {
		return 0, err
	}
	if engine, err := newEngine(bot); err != nil || engine.isForecasted() {
		return 0, err
	}
	record, err := s.rehearse(ctx, bot, from, to)
	if err != nil || len(record.signals) == 0 {
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
		// Since the rehearsal began another process may have done the same.
		if traded, err := hasTraded(ctx, tx, bot); err != nil || traded || account.Cash != bot.Capital {
			return err
		}
		trades = len(record.trader.book.Trades())
		return s.writeRecord(ctx, tx, record)
	})
	if err != nil || trades == 0 {
		return trades, err
	}
	return trades, s.countDaysOf(ctx, bot.AccountID, trading.UTCDay(s.now().UTC()).AddDate(0, 0, -1), trading.LockAccount)
}

// writeRecord writes a rehearsal. Its positions are inserted as they are at its end.
func (s *Service) writeRecord(ctx context.Context, tx *database.Tx, r *rehearsal) error {
	b := r.trader.book
	// A signal that has expired is not copied any more, and by then all have.
	afterwards := r.signals[len(r.signals)-1].ExpiresAt
	if err := trading.InsertSignals(ctx, tx, r.signals, afterwards); err != nil {
		return err
	}
	if err := s.trading.WritePast(ctx, tx, b, r.trader.account, r.signals); err != nil {
		return err
	}
	if err := s.refreshPerformance(ctx, tx, b.Trades()); err != nil {
		return err
	}
	trading.NotifyPositions(tx, r.trader.positions, nil)
	tx.Notify(botsTopic, r.trader.bot.ID.String())
	return nil
}

// ExitRule tells whether a tick closes a position, at which price and why, when bid and ask lie so far from the mark.
type ExitRule func(position *trading.Position, tick market.Tick, halfSpread money.Decimal) (price money.Decimal, reason trading.ExitReason, isReached bool)

// rehearsal is a bot that plays its part on candles of the past.
type rehearsal struct {
	engine  engine
	exit    ExitRule
	trader  *botTrader
	past    []*past
	signals []*trading.Signal
}

// past is what one instrument did.
type past struct {
	instrument market.Instrument
	candles    []market.Candle
	bars       []strategy.Bar  // of the same candles
	next       int             // the candle that comes next
	wanted     *trading.Signal // decided on at the last close, to be carried out at the next open
	mark       money.Decimal   // the last known price
}

// rehearse reads the past and plays it. The candles before it warm the strategy up.
func (s *Service) rehearse(ctx context.Context, bot *Bot, from, to time.Time) (*rehearsal, error) {
	played := *bot
	played.Status = BotActive
	engine, err := newEngine(&played)
	if err != nil {
		return nil, err
	}
	r := &rehearsal{engine: engine, exit: s.exit, trader: &botTrader{
		book: s.trading.NewBook(from), bot: &played,
		account: &trading.Account{ID: bot.AccountID, Kind: trading.BotAccount, Status: trading.AccountActive, Cash: bot.Capital},
	}}
	for _, symbol := range slices.Sorted(slices.Values(bot.Symbols)) {
		series := &past{}
		if series.instrument, err = s.market.Instrument(symbol); err != nil {
			return nil, err
		}
		before, err := s.market.Candles(ctx, symbol, bot.Timeframe, time.Time{}, from, engine.strategy.Warmup())
		if err != nil {
			return nil, err
		}
		within, err := s.market.Candles(ctx, symbol, bot.Timeframe, from, to, 1<<30)
		if err != nil {
			return nil, err
		}
		series.candles, series.next = slices.Concat(before, within), len(before)
		series.bars = barsOf(series.candles)
		r.past = append(r.past, series)
	}
	return r, r.play()
}

// play goes through the candles in the order of time.
func (r *rehearsal) play() error {
	for {
		var moment time.Time
		for _, series := range r.past {
			if series.next < len(series.candles) && (moment.IsZero() || series.candles[series.next].OpenedAt.Before(moment)) {
				moment = series.candles[series.next].OpenedAt
			}
		}
		if moment.IsZero() {
			return nil
		}
		var now []*past
		for _, series := range r.past {
			if series.next < len(series.candles) && series.candles[series.next].OpenedAt.Equal(moment) {
				now = append(now, series)
			}
		}
		if err := r.step(now); err != nil {
			return err
		}
	}
}

// step plays the candles that opened at one moment: what was decided before is done at their opens, then
// stops and targets are met within them, and at their closes the bot decides anew.
func (r *rehearsal) step(now []*past) error {
	inOrder := func(when func(market.Session, market.Candle) time.Time) []*past {
		return slices.SortedStableFunc(slices.Values(now), func(a, b *past) int {
			at := when(a.instrument.Session, a.candle()).Compare(when(b.instrument.Session, b.candle()))
			if at != 0 {
				return at
			}
			return strings.Compare(a.instrument.Symbol, b.instrument.Symbol)
		})
	}
	for _, series := range inOrder(tradedFrom) {
		series.mark = series.candle().Open
		if err := r.fill(series); err != nil {
			return err
		}
	}
	for _, series := range inOrder(tradedUntil) {
		if err := r.watch(series); err != nil {
			return err
		}
		series.mark = series.candle().Close
	}
	r.trader.positions = slices.DeleteFunc(r.trader.positions, func(p *trading.Position) bool { return p.Status != trading.Open })
	for _, series := range now {
		series.next++
		from := max(0, series.next-r.engine.strategy.Warmup())
		series.wanted = r.engine.decide(series.seen(from), holdingOf(r.trader.positions, series.instrument.Symbol))
	}
	return nil
}

// seen is the market after the last candle that was played, from one of the earlier on.
func (p *past) seen(from int) snapshot {
	return snapshot{instrument: p.instrument, bars: p.bars[from:p.next]}
}

func (p *past) candle() market.Candle { return p.candles[p.next] }

// fill carries out at the open what was decided at the close before it.
func (r *rehearsal) fill(series *past) error {
	signal, candle := series.wanted, series.candle()
	if signal == nil {
		return nil
	}
	at := tradedFrom(series.instrument.Session, candle)
	if !isNewest(series.instrument.Session, candle.Interval, signal.CandleAt, at) {
		return nil // the candles between are missing
	}
	quote, err := quoteAt(series.instrument, candle.Open)
	if err != nil {
		return err
	}
	r.trader.book.MoveTo(at)
	stamp(signal, at, candle.Interval)
	err = r.trader.carryOut(signal, series.instrument, quote, r.worth())
	if isInability(err) {
		return nil
	}
	if err == nil {
		r.signals = append(r.signals, signal)
	}
	return err
}

// watch closes what reaches its stop or target within a candle.
func (r *rehearsal) watch(series *past) error {
	candle := series.candle()
	for _, position := range r.trader.positions {
		if position.Symbol != candle.Symbol || position.Status != trading.Open {
			continue
		}
		quote, err := quoteAt(series.instrument, candle.Close)
		if err != nil {
			return err
		}
		tick := market.Tick{Symbol: candle.Symbol, Open: candle.Open, High: candle.High, Low: candle.Low, Close: candle.Close}
		price, reason, hit := r.exit(position, tick, quote.Ask.Sub(quote.Mark))
		if !hit {
			continue
		}
		price = trading.OnTick(position.Side.Opposite(), price, series.instrument.TickSize)
		r.trader.book.MoveTo(tradedUntil(series.instrument.Session, candle))
		if _, err := r.trader.book.Close(r.trader.account, position, price, position.Quantity, reason); err != nil {
			return err
		}
	}
	return nil
}

// worth is what the account is worth at the last known prices.
func (r *rehearsal) worth() money.Decimal {
	worth := r.trader.account.Balance()
	for _, position := range r.trader.positions {
		for _, series := range r.past {
			if series.instrument.Symbol == position.Symbol {
				worth = worth.Add(position.UnrealizedPnL(series.mark))
			}
		}
	}
	return worth
}

// quoteAt is the quote that an instrument's spread makes of a price.
func quoteAt(instrument market.Instrument, price money.Decimal) (market.Quote, error) {
	return instrument.QuoteAt(price, time.Time{})
}
