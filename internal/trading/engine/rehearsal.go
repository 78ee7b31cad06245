package engine

import (
	"context"
	"slices"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
	"bourse/internal/trading"
)

// ExitRule reports whether a tick closes a position, at which price and why. The quote is the one at the tick's close.
type ExitRule func(position *trading.Position, tick market.Tick, quote market.Quote) (price money.Decimal, reason trading.ExitReason, isReached bool)

// Part is what a bot plays: [From, To) of the stored candles, on an account.
type Part struct {
	Settings Settings
	Account  *trading.Account
	From, To time.Time
	Candles  Candles
	NewBook  func(now time.Time) *trading.Book
	Exit     ExitRule // the risk monitor's
	// DayOver, if set, is called with the value of the account at the end of each UTC day.
	DayOver func(end time.Time, worth money.Decimal)
}

// Rehearsal runs a bot on past candles as it would have run live: when a candle of its timeframe has closed it decides, at
// the next open it acts, and in between the positions' levels are checked against every minute, or against the whole candle
// where its minutes are not stored. Nothing is written.
type Rehearsal struct {
	part      Part
	engine    Engine
	trader    *Trader
	past      []*past // in the order of the bot's symbols, in which it acts
	opened    []*past // opened at the current moment
	signals   []*trading.Signal
	firstOpen time.Time
	begins    time.Time // start of what is played next
	dayEnd    int64     // of the current day, in microseconds
}

// NewRehearsal reads the strategy's warm-up. It fails with VALIDATION_ERROR as New does, with NOT_FOUND for an unknown
// symbol, and as the candles do.
func NewRehearsal(ctx context.Context, part Part) (*Rehearsal, error) {
	decides, err := New(part.Settings)
	if err != nil {
		return nil, err
	}
	part.Account.HasOpen(0)
	r := &Rehearsal{
		part: part, engine: decides, begins: part.From.UTC(), dayEnd: endOfDay(part.From),
		trader: &Trader{Book: part.NewBook(part.From), Settings: part.Settings, Account: part.Account},
	}
	for _, symbol := range part.Settings.Symbols {
		series := &past{warmup: decides.Warmup()}
		if series.instrument, err = part.Candles.Instrument(symbol); err != nil {
			return nil, err
		}
		if err := series.warmUp(ctx, part.Candles, part.Settings.Timeframe, r.begins); err != nil {
			return nil, err
		}
		series.wanted = decides.Decide(series.seen(), HoldingOf(nil, symbol)) // like a bot that starts at this moment
		r.past = append(r.past, series)
	}
	return r, nil
}

func endOfDay(at time.Time) int64 { return market.Day.Start(at).Add(24 * time.Hour).UnixMicro() }

// partDays is how many days are read at once: few enough that the minutes of twenty instruments fit into memory.
const partDays = 7

// IsOver reports whether everything has been played.
func (r *Rehearsal) IsOver() bool { return !r.begins.Before(r.part.To) }

// PlayedUntil is the time up to which the rehearsal has been played.
func (r *Rehearsal) PlayedUntil() time.Time { return r.begins }

// Play plays the next days. It fails as the candles do, and with the context's error when that ends.
func (r *Rehearsal) Play(ctx context.Context) (err error) {
	defer money.Catch(&err)
	end := market.Day.Start(r.begins).AddDate(0, 0, partDays)
	if r.part.To.Before(end) {
		end = r.part.To
	}
	for _, series := range r.past {
		if err := series.load(ctx, r.part.Candles, r.part.Settings.Timeframe, r.begins, end); err != nil {
			return err
		}
	}
	const looks = 1024 // steps between two checks of the context
	for steps := 1; ; steps++ {
		if steps%looks == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		at := never
		for _, series := range r.past {
			at = min(at, series.at())
		}
		if at == never {
			break
		}
		r.endDays(at)
		if err := r.step(at); err != nil {
			return err
		}
	}
	r.endDays(end.UnixMicro())
	r.begins = end
	return ctx.Err()
}

// endDays reports the days that have ended by a moment.
func (r *Rehearsal) endDays(at int64) {
	for ; r.dayEnd <= at; r.dayEnd += trading.MicrosPerDay {
		if r.part.DayOver != nil {
			r.part.DayOver(time.UnixMicro(r.dayEnd).UTC(), r.Worth())
		}
	}
}

// step plays one moment. Closing bars are checked against stops and targets; at the close of a candle the bot decides; at
// the open of the next bar it executes its decision, and its positions are checked against the new price.
func (r *Rehearsal) step(at int64) error {
	if err := r.closeBars(at); err != nil {
		return err
	}
	for _, series := range r.past {
		if series.closeAt == at {
			series.wanted = r.engine.Decide(series.closesCandle(), HoldingOf(r.trader.Positions, series.instrument.Symbol))
		}
	}
	return r.openBars(at)
}

// closeBars closes bars in which positions may have reached a level.
func (r *Rehearsal) closeBars(at int64) error {
	err := r.watch(at, func(series *past) (market.Tick, bool) {
		if series.pathAt != at || !series.isOpen {
			return market.Tick{}, false
		}
		bar := series.bar()
		return market.Tick{Symbol: bar.Symbol, Open: bar.Open, High: bar.High, Low: bar.Low, Close: bar.Close}, true
	})
	for _, series := range r.past {
		if series.pathAt == at && series.isOpen {
			series.closes()
		}
	}
	return err
}

// openBars opens bars, at whose prices the bot trades. All prices of the moment are known before the first trade at one of
// them.
func (r *Rehearsal) openBars(at int64) error {
	r.opened = r.opened[:0]
	for _, series := range r.past {
		if series.pathAt == at && !series.isOpen {
			series.opens()
			r.opened = append(r.opened, series)
		}
	}
	for _, series := range r.opened {
		if series.wanted == nil {
			continue
		}
		if err := r.fill(series, at); err != nil {
			return err
		}
	}
	return r.watch(at, func(series *past) (market.Tick, bool) {
		return market.Tick{Symbol: series.instrument.Symbol, Close: series.mark}, slices.Contains(r.opened, series)
	})
}

// fill executes at the open what was decided at the previous close.
func (r *Rehearsal) fill(series *past, micros int64) error {
	signal, at, instrument := series.wanted, time.UnixMicro(micros).UTC(), series.instrument
	series.wanted = nil
	if !IsNewest(instrument.Session, r.part.Settings.Timeframe, signal.CandleAt, at) {
		return nil // the candles between are missing
	}
	quote, err := instrument.QuoteAt(series.mark, at)
	if err != nil {
		return err
	}
	r.trader.Book.MoveTo(at)
	Stamp(signal, at, r.part.Settings.Timeframe)
	err = r.trader.CarryOut(signal, instrument, quote, r.Worth())
	if IsInability(err) {
		return nil
	}
	if err != nil {
		return err
	}
	r.signals = append(r.signals, signal)
	if r.firstOpen.IsZero() {
		r.firstOpen = at
	}
	return nil
}

// watch closes positions that reached their stop or target in the prices up to a moment, in the order of opening.
func (r *Rehearsal) watch(micros int64, seen func(series *past) (tick market.Tick, isNew bool)) error {
	for _, position := range r.trader.Positions {
		series := r.seriesOf(position.Symbol)
		tick, isNew := seen(series)
		if !isNew || position.Status != trading.Open {
			continue
		}
		tick.At = time.UnixMicro(micros).UTC()
		quote, err := series.instrument.QuoteAt(tick.Close, tick.At)
		if err != nil {
			return err
		}
		price, reason, isReached := r.part.Exit(position, tick, quote)
		if !isReached {
			continue
		}
		r.trader.Book.MoveTo(tick.At)
		if _, err := r.trader.Book.Close(r.trader.Account, position, price, position.Quantity, reason); err != nil {
			return err
		}
	}
	r.trader.Positions = slices.DeleteFunc(r.trader.Positions, func(p *trading.Position) bool { return p.Status != trading.Open })
	return nil
}

func (r *Rehearsal) seriesOf(symbol string) *past {
	for _, series := range r.past {
		if series.instrument.Symbol == symbol {
			return series
		}
	}
	return nil // only played symbols are opened
}
