package market

import (
	"time"

	"bourse/internal/fault"
	"bourse/internal/money"
)

// Kind is the class of an instrument.
type Kind string

// The kinds of instruments.
const (
	Crypto Kind = "crypto"
	FX     Kind = "fx"
	Equity Kind = "equity"
)

// Instrument is something that can be traded.
type Instrument struct {
	Symbol      string
	Name        string
	Kind        Kind
	BaseAsset   string
	QuoteAsset  string
	VenueSymbol string // the exchange's name for it; empty if none lists it
	Session     Session
	TickSize    money.Decimal // prices are multiples of it
	LotStep     money.Decimal // quantities are multiples of it
	SpreadBP    money.Decimal // from bid to ask, in basis points of the mark
	// ReferencePrice is where the simulation's prices begin and return to (except the fair coin's), and AnnualVolatility
	// how far they stray, as a fraction.
	ReferencePrice   money.Decimal
	AnnualVolatility money.Decimal
	IsActive         bool
}

// Interval is the length of a candle.
type Interval time.Duration

// The intervals.
const (
	Minute      = Interval(time.Minute)
	FiveMinutes = Interval(5 * time.Minute)
	Hour        = Interval(time.Hour)
	Day         = Interval(24 * time.Hour)
)

// ParseInterval parses 1m, 5m, 1h or 1d. It fails with VALIDATION_ERROR on the field interval.
func ParseInterval(text string) (Interval, error) {
	for _, interval := range [...]Interval{Minute, FiveMinutes, Hour, Day} {
		if text == interval.String() {
			return interval, nil
		}
	}
	return 0, fault.Invalid("interval", "must be one of 1m, 5m, 1h and 1d")
}

// String is the format that ParseInterval parses.
func (i Interval) String() string {
	switch i {
	case Minute:
		return "1m"
	case FiveMinutes:
		return "5m"
	case Hour:
		return "1h"
	case Day:
		return "1d"
	}
	return time.Duration(i).String()
}

// Duration is how long a candle of the interval lasts.
func (i Interval) Duration() time.Duration { return time.Duration(i) }

// Start is the opening time of the candle that contains the given moment. Intervals are aligned to the UTC day.
func (i Interval) Start(at time.Time) time.Time {
	return at.UTC().Truncate(time.Duration(i))
}

// Candle is the movement of a price in one interval.
type Candle struct {
	Symbol   string
	Interval Interval
	OpenedAt time.Time
	Open     money.Decimal
	High     money.Decimal
	Low      money.Decimal
	Close    money.Decimal
	Volume   money.Decimal
}

// Tick is the movement of a price since the last tick: a plain tick has Open = High = Low = Close; a bar of the replay feed
// has its own.
type Tick struct {
	Symbol string
	At     time.Time
	// From is the moment from which its prices apply. The zero time means that all of them are of the moment at which it
	// arrives.
	From  time.Time
	Open  money.Decimal
	High  money.Decimal
	Low   money.Decimal
	Close money.Decimal
	// Bid and Ask are those at Close. Zero means that the feed has none: they are derived from the instrument's spread.
	Bid money.Decimal
	Ask money.Decimal
}

// Since is the moment from which the prices apply of a tick that arrives now: never after now, which may be by a clock that
// was set back.
func (t *Tick) Since(now time.Time) time.Time {
	if t.From.IsZero() || onWall(t.From, now) < 0 {
		return now
	}
	return t.From
}

// Quote is the price of an instrument at one moment. Bid, ask and mark are multiples of the tick size.
type Quote struct {
	Symbol   string
	Bid      money.Decimal
	Ask      money.Decimal
	Mark     money.Decimal
	At       time.Time
	TickSize money.Decimal
}

// Update tells a subscriber which prices have just moved. The ticks are shared: a subscriber must not change them.
type Update struct {
	Ticks []Tick
}
