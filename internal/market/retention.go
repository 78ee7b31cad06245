package market

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"bourse/internal/database"
)

// Retention is how long candles are kept: the shorter ones are many, and the longer ones are made from them. Days are kept
// for ever.
type Retention struct {
	Minutes, FiveMinutes, Hours time.Duration
}

// DefaultRetention is the default for each interval.
var DefaultRetention = Retention{Minutes: 60 * 24 * time.Hour, FiveMinutes: 180 * 24 * time.Hour, Hours: 730 * 24 * time.Hour}

func (r Retention) orDefault() Retention {
	return Retention{
		Minutes: cmp.Or(r.Minutes, DefaultRetention.Minutes), FiveMinutes: cmp.Or(r.FiveMinutes, DefaultRetention.FiveMinutes),
		Hours: cmp.Or(r.Hours, DefaultRetention.Hours),
	}
}

// cleanupBatch is how many candles are deleted in one transaction.
const cleanupBatch = 2000

// cleanup deletes candles past their retention. Age is counted from the newest minute of the symbol, because a replay's
// candles are as old as its file. The look-back of strategies stays.
func (r *recorder) cleanup(ctx context.Context) error {
	newest, err := candlesAtEdge(ctx, r.market.db, Minute, "MAX")
	if err != nil {
		return fmt.Errorf("clean up candles: %w", err)
	}
	kept := r.market.options.Kept
	for _, c := range newest {
		for _, of := range [...]struct {
			interval Interval
			kept     time.Duration
		}{{Minute, kept.Minutes}, {FiveMinutes, kept.FiveMinutes}, {Hour, kept.Hours}} {
			series := Series{c.Symbol, of.interval}
			if err := r.cleanupSeries(ctx, series, r.keptFrom(series, c.OpenedAt, of.kept)); err != nil {
				return fmt.Errorf("clean up candles: %w", err)
			}
		}
	}
	return nil
}

// keptFrom is the start of the part of a series that is kept.
func (r *recorder) keptFrom(of Series, newest time.Time, kept time.Duration) time.Time {
	from := Day.Start(newest.Add(-kept))
	wanted := r.lookBacks.count(of)
	listed := r.market.listings.Load().bySymbol[of.Symbol]
	if wanted == 0 || listed == nil || of.Interval == Minute { // minutes are never filled further back than they are kept
		return from
	}
	return earlier(from, listed.Session.lookBack(of.Interval, wanted, newest))
}

// cleanupSeries deletes a part of a series in small transactions, so that nobody waits long for one.
func (r *recorder) cleanupSeries(ctx context.Context, of Series, before time.Time) error {
	_, err := r.market.db.CleanUp(ctx, cleanupBatch, func(tx *database.Tx) (int64, error) {
		return deleteCandles(ctx, tx, of, before, cleanupBatch)
	})
	return err
}
