package binance

import (
	"errors"
	"fmt"
	"time"

	"bourse/internal/market"
	"bourse/internal/money"
)

// errMalformed is for an answer or message that does not match the documentation.
var errMalformed = errors.New("malformed")

func malformed(format string, arguments ...any) error {
	return fmt.Errorf("%w: %s", errMalformed, fmt.Sprintf(format, arguments...))
}

// kline is the exchange's word for a candle, and one that may still be open.
type kline struct {
	openedAt time.Time
	// closesAt is the last millisecond of the interval.
	closesAt time.Time
	closed   bool

	open, high, low, close money.Decimal
	volume                 money.Decimal
}

// candle is the closed kline as a candle of ours.
func (k kline) candle(symbol string, interval market.Interval) market.Candle {
	return market.Candle{
		Symbol: symbol, Interval: interval, OpenedAt: k.openedAt,
		Open: k.open, High: k.high, Low: k.low, Close: k.close, Volume: k.volume,
	}
}

// check refuses numbers that no market produces, because users of candles trust them.
func (k kline) check() error {
	switch {
	case !k.low.IsPositive():
		return malformed("a price of %s", k.low)
	case k.low.GreaterThan(money.Min(k.open, k.close)) || k.high.LessThan(money.Max(k.open, k.close)):
		return malformed("open %s and close %s outside of low %s and high %s", k.open, k.close, k.low, k.high)
	case k.volume.IsNegative():
		return malformed("a volume of %s", k.volume)
	}
	return nil
}

// quote is the best bid and ask of a symbol.
type quote struct {
	update   int64 // of the order book: a later one has a larger number
	bid, ask money.Decimal
	mark     money.Decimal // halfway between the two
}

var two = money.FromInt(2)

// complete computes the mark. It fails for an empty side of the book, which the exchange sends as 0, and for a bid above
// the ask.
func (q *quote) complete() error {
	if !q.bid.IsPositive() || !q.ask.IsPositive() || q.bid.GreaterThan(q.ask) {
		return malformed("bid %s and ask %s", q.bid, q.ask)
	}
	sum, err := q.bid.TryAdd(q.ask)
	if err != nil {
		return malformed("bid %s and ask %s: %s", q.bid, q.ask, err)
	}
	if q.mark, err = sum.Div(two); err != nil {
		return malformed("bid %s and ask %s: %s", q.bid, q.ask, err)
	}
	return nil
}
