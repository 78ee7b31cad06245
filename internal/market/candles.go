package market

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// Candles returns the newest closed candles of [from, to), at most limit of them, oldest first. A zero from
// or to leaves that side open. It fails with NOT_FOUND for an unknown symbol and with VALIDATION_ERROR for
// an interval that is not recorded, for a limit below 1 and when from is after to.
func (m *Market) Candles(ctx context.Context, symbol string, interval Interval, from, to time.Time, limit int) ([]Candle, error) {
	if _, err := m.listing(symbol); err != nil {
		return nil, err
	}
	if _, err := ParseInterval(interval.String()); err != nil {
		return nil, err
	}
	if limit < 1 {
		return nil, fault.Invalid("limit", "must be at least 1")
	}
	if to.IsZero() {
		to = endOfTime
	}
	if from.After(to) {
		return nil, fault.Invalid("from", "must not be after to")
	}
	return selectCandles(ctx, m.db, symbol, interval, from, to, limit)
}

// endOfTime is later than any candle and can be stored.
var endOfTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// RollUp joins the candles of one symbol, oldest first, to longer ones. Every candle it is given counts:
// whether the longer ones are over is for the caller to know.
func RollUp(candles []Candle, interval Interval) []Candle {
	var longer []Candle
	for _, candle := range candles {
		start := interval.Start(candle.OpenedAt)
		last := len(longer) - 1
		if last < 0 || !longer[last].OpenedAt.Equal(start) {
			candle.Interval, candle.OpenedAt = interval, start
			longer = append(longer, candle)
			continue
		}
		joined := &longer[last]
		joined.High = money.Max(joined.High, candle.High)
		joined.Low = money.Min(joined.Low, candle.Low)
		joined.Close = candle.Close
		joined.Volume = sumOrLargest(joined.Volume, candle.Volume)
	}
	return longer
}

// largest is the largest Decimal there is.
var largest = money.MustParse("92233720368.54775807")

// sumOrLargest keeps a volume beyond what a Decimal holds from stopping the candles.
func sumOrLargest(a, b money.Decimal) money.Decimal {
	sum, err := a.TryAdd(b)
	if err != nil {
		return largest
	}
	return sum
}

// Series is the candles of one symbol and interval.
type Series struct {
	Symbol   string
	Interval Interval
}

// NewestCandles tells when the newest stored candle of each series opened, in one query. A series without
// candles is left out.
func (m *Market) NewestCandles(ctx context.Context, wanted []Series) (map[Series]time.Time, error) {
	newest := make(map[Series]time.Time, len(wanted))
	err := database.InBatches(wanted, func(batch []Series) error {
		arguments := make([]any, 0, len(batch)*2)
		for _, s := range batch {
			arguments = append(arguments, s.Symbol, int64(s.Interval.Duration()/time.Second))
		}
		rows, err := m.db.Query(ctx, `
			SELECT v.column1, v.column2, (SELECT MAX(c.opened_at) FROM candles c WHERE c.symbol = v.column1 AND c.seconds = v.column2)
			FROM (VALUES `+database.TypedPlaceholders(len(batch), "TEXT", "BIGINT")+`) v`, arguments...)
		_, err = database.Collect(rows, err, func(row database.Row) (none struct{}, err error) {
			var s Series
			var seconds int64
			var opened time.Time
			if err = row.Scan(&s.Symbol, &seconds, database.Time(&opened)); err == nil && !opened.IsZero() {
				s.Interval = Interval(time.Duration(seconds) * time.Second)
				newest[s] = opened
			}
			return none, err
		})
		return err
	})
	return newest, err
}
