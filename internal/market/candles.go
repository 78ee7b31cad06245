package market

import (
	"context"
	"time"

	"bourse/internal/database"
	"bourse/internal/fault"
	"bourse/internal/money"
)

// Candles returns the newest closed candles of [from, to), at most limit of them, oldest first. A zero from or to leaves
// that side open. With a standby database the very last ones may be missing. It fails with NOT_FOUND for an unknown symbol
// and with VALIDATION_ERROR for an interval that is not recorded, for a limit below 1 and when from is after to.
func (m *Market) Candles(ctx context.Context, symbol string, interval Interval, from, to time.Time, limit int) ([]Candle, error) {
	return m.candles(ctx, m.db.Stale(), symbol, interval, from, to, limit)
}

// RecordedCandles is Candles without missing any stored one: for callers that decide by them, have just fetched them or
// were notified of the last one.
func (m *Market) RecordedCandles(ctx context.Context, symbol string, interval Interval, from, to time.Time, limit int) ([]Candle, error) {
	return m.candles(ctx, m.db, symbol, interval, from, to, limit)
}

func (m *Market) candles(
	ctx context.Context, stored database.Querier, symbol string, interval Interval, from, to time.Time, limit int,
) ([]Candle, error) {
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
	return selectCandles(ctx, stored, symbol, interval, from, to, limit)
}

// endOfTime is later than any candle and can be stored.
var endOfTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// RollUp joins the candles of one symbol, oldest first, into longer ones. It uses every candle given: the caller must know
// whether the longer ones are over.
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

// largest is the largest Decimal.
var largest = money.MustParse("92233720368.54775807")

// sumOrLargest caps a volume at the largest Decimal, so that an overflow does not stop the candles.
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
