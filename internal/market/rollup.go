package market

import (
	"context"
	"fmt"
	"slices"
	"time"

	"bourse/internal/database"
)

// longerIntervals are rolled up from minutes.
var longerIntervals = [...]Interval{FiveMinutes, Hour, Day}

// series is a run of one symbol's minutes, in the order in which they closed.
type series struct {
	symbol  string
	minutes []Candle
	// after is the opening time of an already stored minute that follows the last one; zero if there is none.
	after time.Time
	// isApart means that there is a gap between what is stored and these minutes.
	isApart bool
	// isPast means that the minutes lie before the stored ones: they do not move the end of what is recorded.
	isPast bool
}

// bySymbol sorts candles into series, in the order in which the symbols first occur.
func bySymbol(candles []Candle) []series {
	var all []series
	place := map[string]int{}
	for _, c := range candles {
		c.Interval, c.OpenedAt = Minute, Minute.Start(c.OpenedAt)
		i, ok := place[c.Symbol]
		if !ok {
			i = len(all)
			place[c.Symbol] = i
			all = append(all, series{symbol: c.Symbol})
		}
		all[i].minutes = append(all[i].minutes, c)
	}
	return all
}

// bucket is one longer candle.
type bucket struct {
	symbol string
	start  time.Time
}

// store writes the minutes and the longer candles that they end, in one transaction, and returns what was new.
func (r *recorder) store(ctx context.Context, all []series) ([]Candle, error) {
	var minutes []Candle
	for _, one := range all {
		minutes = append(minutes, one.minutes...)
	}
	if len(minutes) == 0 {
		return nil, nil
	}
	var written []Candle
	err := r.market.db.InTx(ctx, func(tx *database.Tx) error {
		var err error
		if written, err = insertCandles(ctx, tx, unique(minutes)); err != nil {
			return err
		}
		for _, interval := range longerIntervals {
			longer, err := rollUpStored(ctx, tx, interval, r.over(all, interval))
			if err != nil {
				return err
			}
			inserted, err := insertCandles(ctx, tx, longer)
			if err != nil {
				return err
			}
			written = append(written, inserted...)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store candles: %w", err)
	}
	for _, one := range all {
		if count := len(one.minutes); count > 0 && !one.isPast {
			r.newest[one.symbol] = one.minutes[count-1].OpenedAt
		}
	}
	return written, nil
}

// unique keeps the first candle of every minute: one statement cannot affect a row twice.
func unique(minutes []Candle) []Candle {
	seen := make(map[bucket]bool, len(minutes))
	return slices.DeleteFunc(slices.Clone(minutes), func(c Candle) bool {
		key := bucket{c.Symbol, c.OpenedAt}
		defer func() { seen[key] = true }()
		return seen[key]
	})
}

// over finds the longer candles that the minutes end: those in which the instrument will not trade any more, and those
// followed by a minute of a later one. The clock is irrelevant, because a replay's minutes are long past when they arrive,
// and the last of them may be in the middle of an hour.
func (r *recorder) over(all []series, interval Interval) map[bucket]bool {
	ended := map[bucket]bool{}
	known := r.market.listings.Load().bySymbol
	for _, one := range all {
		session := known[one.symbol].Session
		var before time.Time
		if !one.isApart && !one.isPast {
			before = r.newest[one.symbol]
		}
		for _, c := range one.minutes {
			start := interval.Start(c.OpenedAt)
			if !before.IsZero() && interval.Start(before).Before(start) {
				ended[bucket{one.symbol, interval.Start(before)}] = true
			}
			if !session.openBetween(c.OpenedAt.Add(time.Minute), start.Add(interval.Duration())) {
				ended[bucket{one.symbol, start}] = true
			}
			before = c.OpenedAt
		}
		if !one.after.IsZero() && interval.Start(before).Before(interval.Start(one.after)) {
			ended[bucket{one.symbol, interval.Start(before)}] = true
		}
	}
	return ended
}

// rollUpStored makes the longer candles from the stored minutes.
func rollUpStored(ctx context.Context, tx *database.Tx, interval Interval, wanted map[bucket]bool) ([]Candle, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	var symbols []string
	var first, last time.Time
	for one := range wanted {
		symbols = append(symbols, one.symbol)
		if first.IsZero() || one.start.Before(first) {
			first = one.start
		}
		if one.start.After(last) {
			last = one.start
		}
	}
	slices.Sort(symbols)
	minutes, err := selectMinutes(ctx, tx, slices.Compact(symbols), first, last.Add(interval.Duration()))
	if err != nil {
		return nil, err
	}
	var longer []Candle
	for _, one := range bySymbol(minutes) {
		longer = append(longer, RollUp(one.minutes, interval)...)
	}
	return slices.DeleteFunc(longer, func(c Candle) bool { return !wanted[bucket{c.Symbol, c.OpenedAt}] }), nil
}
