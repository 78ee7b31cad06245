package market

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"bourse/internal/database"
	"bourse/internal/worker"
)

// settling is how long a feed's history may take to include a completed minute.
const settling = 10 * time.Second

// catchUp fills what is missing of the instruments' history. A symbol that the feed cannot deliver now is left behind, to
// be tried again; the others are not held up. It fails when the database does.
func (r *recorder) catchUp(ctx context.Context, instruments []Instrument) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.load(ctx); err != nil {
		return err
	}
	for _, instrument := range instruments {
		worker.Progress(ctx)
		if err := r.fill(ctx, instrument); err != nil {
			return err
		}
	}
	return nil
}

// catchUpBehind is catchUp for the instruments that were left behind.
func (r *recorder) catchUpBehind(ctx context.Context) error {
	return r.catchUp(ctx, r.instrumentsBehind())
}

func (r *recorder) instrumentsBehind() []Instrument {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.DeleteFunc(r.market.activeInstruments(), func(i Instrument) bool { return !r.behind[i.Symbol] })
}

// firstMinute is where the minutes that the recorder fills begin for an instrument. It is the start of a day, so that every
// longer candle after it is complete.
func (r *recorder) firstMinute(instrument Instrument) time.Time {
	first := Day.Start(r.market.now().Add(-r.market.options.MinuteHistory))
	if wanted := r.lookBacks.count(Series{instrument.Symbol, Minute}); wanted > 0 {
		first = earlier(first, instrument.Session.lookBack(Minute, wanted, r.market.now()))
	}
	return later(first, Day.Start(r.market.now().Add(-r.market.options.Kept.Minutes)))
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// fill brings one instrument's history up to date: days, older minutes, then the minutes up to now.
func (r *recorder) fill(ctx context.Context, instrument Instrument) error {
	steps := [...]func(context.Context, Instrument) error{r.fillDays, r.fillBackward, r.fillForward}
	for _, step := range steps {
		if err := step(ctx, instrument); err != nil {
			return r.leaveBehind(ctx, instrument, err)
		}
	}
	delete(r.behind, instrument.Symbol)
	return nil
}

// historyError is a failure of the feed, which concerns one symbol and is temporary.
type historyError struct{ err error }

func (e *historyError) Error() string { return "feed history: " + e.err.Error() }

func (e *historyError) Unwrap() error { return e.err }

// leaveBehind notes the failure of the feed for a symbol. It returns any other failure.
func (r *recorder) leaveBehind(ctx context.Context, instrument Instrument, err error) error {
	var feeds *historyError
	if !errors.As(err, &feeds) || ctx.Err() != nil {
		return err
	}
	r.behind[instrument.Symbol] = true
	r.market.logger.Warn("candles cannot be filled",
		"feed", r.market.options.Feed.Name(), "symbol", instrument.Symbol, "error", err, "retryIn", retryInterval)
	return nil
}

func (r *recorder) history(ctx context.Context, instrument Instrument, interval Interval, from, to time.Time) ([]Candle, error) {
	if !from.Before(to) {
		return nil, nil
	}
	resume := worker.Waiting(ctx) // a feed may ask for a pause of any length
	candles, err := r.market.options.Feed.History(ctx, instrument, interval, from, to)
	resume()
	if err != nil {
		return nil, &historyError{err}
	}
	return r.market.listings.Load().onTick(candles), nil
}

// fillDays stores the days before the minutes.
func (r *recorder) fillDays(ctx context.Context, instrument Instrument) error {
	return r.fillLonger(ctx, instrument, Day, Day.Start(r.market.now().Add(-r.market.options.DailyHistory)))
}

// fillLonger stores the longer candles between a moment and the first minute: those after that are rolled up from minutes.
// If some are missing it requests all from the first to the last of them.
func (r *recorder) fillLonger(ctx context.Context, instrument Instrument, interval Interval, from time.Time) error {
	stored, err := storedOpenings(ctx, r.market.db, instrument.Symbol, interval, from)
	if err != nil {
		return fmt.Errorf("fill candles: %w", err)
	}
	isStored := make(map[time.Time]bool, len(stored))
	for _, opened := range stored {
		isStored[opened] = true
	}
	var first, end time.Time
	for opens, minutes := from, r.firstMinute(instrument); opens.Before(minutes); opens = opens.Add(interval.Duration()) {
		closes := opens.Add(interval.Duration())
		if isStored[opens] || !instrument.Session.openBetween(opens, closes) {
			continue
		}
		if first.IsZero() {
			first = opens
		}
		end = closes
	}
	candles, err := r.history(ctx, instrument, interval, first, end)
	if err != nil {
		return err
	}
	return r.storeLonger(ctx, candles)
}

func (r *recorder) storeLonger(ctx context.Context, candles []Candle) error {
	if len(candles) == 0 {
		return nil
	}
	err := r.market.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := insertCandles(ctx, tx, candles)
		return err
	})
	if err != nil {
		return fmt.Errorf("store candles: %w", err)
	}
	return nil
}

// fillBackward stores minutes before the oldest stored one, newest day first, so that an interruption leaves no gap.
func (r *recorder) fillBackward(ctx context.Context, instrument Instrument) error {
	if _, ok := r.newest[instrument.Symbol]; !ok {
		return nil
	}
	oldest, err := oldestMinute(ctx, r.market.db, instrument.Symbol)
	if err != nil {
		return fmt.Errorf("fill candles: %w", err)
	}
	first := r.firstMinute(instrument)
	for first.Before(oldest) {
		day := Day.Start(oldest.Add(-time.Microsecond))
		minutes, err := r.history(ctx, instrument, Minute, day, oldest)
		if err != nil {
			return err
		}
		one := series{symbol: instrument.Symbol, minutes: minutes, after: oldest, isPast: true}
		if _, err := r.store(ctx, []series{one}); err != nil {
			return err
		}
		oldest = day
	}
	return nil
}

// fillForward stores the minutes after the newest stored one, a day at a time. The most recent is left to the feed itself:
// if its history does not include it yet, the minute would seem not to exist.
func (r *recorder) fillForward(ctx context.Context, instrument Instrument) error {
	from, end := r.firstMinute(instrument), Minute.Start(r.market.now().Add(-settling))
	newest, ok := r.newest[instrument.Symbol]
	isApart := !ok || newest.Add(time.Minute).Before(from)
	if !isApart {
		from = newest.Add(time.Minute)
	}
	for from.Before(end) {
		to := Day.Start(from).Add(24 * time.Hour)
		if end.Before(to) {
			to = end
		}
		minutes, err := r.history(ctx, instrument, Minute, from, to)
		if err != nil {
			return err
		}
		if len(minutes) > 0 {
			one := series{symbol: instrument.Symbol, minutes: minutes, isApart: isApart}
			if _, err := r.store(ctx, []series{one}); err != nil {
				return err
			}
			isApart = false
		}
		from = to
	}
	return nil
}

// missedMinutes asks the feed for what it failed to deliver in [from, to). An interruption that goes back beyond the first
// minute is filled as after a start. If all of it lies before the first minute, nothing is missing: such minutes come from
// a replay, and only from there.
func (r *recorder) missedMinutes(ctx context.Context, instrument Instrument, from, to time.Time) ([]Candle, error) {
	if first := r.firstMinute(instrument); from.Before(first) {
		if !first.Before(to) {
			return nil, nil
		}
		return nil, r.fill(ctx, instrument)
	}
	missed, err := r.history(ctx, instrument, Minute, from, to)
	if err != nil {
		return nil, r.leaveBehind(ctx, instrument, err)
	}
	return missed, nil
}

// withoutGaps inserts what the feed failed to deliver before and between the minutes of a series. If it is unavailable, the
// symbol is left behind and the series is returned empty: its minutes will be filled with the others.
func (r *recorder) withoutGaps(ctx context.Context, one series) (series, error) {
	instrument, err := r.market.Instrument(one.symbol)
	if err != nil || r.behind[one.symbol] {
		return series{symbol: one.symbol}, err
	}
	whole := series{symbol: one.symbol}
	before := r.newest[one.symbol]
	for _, minute := range one.minutes {
		next := before.Add(time.Minute)
		if !before.IsZero() && instrument.Session.openBetween(next, minute.OpenedAt) {
			missed, err := r.missedMinutes(ctx, instrument, next, minute.OpenedAt)
			if err != nil || r.behind[one.symbol] {
				return series{symbol: one.symbol}, err
			}
			whole.minutes = append(whole.minutes, missed...)
		}
		whole.minutes = append(whole.minutes, minute)
		before = minute.OpenedAt
	}
	return whole, nil
}
