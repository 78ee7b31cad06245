package ml

import (
	"time"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/ml/features"
)

// Horizon is how far ahead is predicted, in the instrument's trading time.
type Horizon string

// The horizons there are: one and four hourly candles, one daily candle.
const (
	OneHour   Horizon = "1h"
	FourHours Horizon = "4h"
	OneDay    Horizon = "1d"
)

const (
	// hoursWanted is a year of hours: what a model is trained on when the feed has it.
	hoursWanted = 8760
	// daysWanted is what a model of days is trained on: about eight years of an exchange.
	daysWanted = 2000
)

// check fails with VALIDATION_ERROR on the field horizon.
func (h Horizon) check() error {
	switch h {
	case OneHour, FourHours, OneDay:
		return nil
	}
	return fault.Invalid("horizon", "must be one of 1h, 4h and 1d")
}

// interval is the length of the candles that the horizon is counted in.
func (h Horizon) interval() market.Interval {
	if h == OneDay {
		return market.Day
	}
	return market.Hour
}

// bars is how many of them it has.
func (h Horizon) bars() int {
	if h == FourHours {
		return 4
	}
	return 1
}

// features are what a model of the horizon looks at.
func (h Horizon) features() features.Set {
	if h == OneDay {
		return features.Daily()
	}
	return features.Hourly()
}

// candlesWanted is how many candles a training takes at most.
func (h Horizon) candlesWanted() int {
	if h == OneDay {
		return daysWanted
	}
	return hoursWanted
}

// candleWord is what its candles are called in a sentence.
func (h Horizon) candleWord() string {
	if h == OneDay {
		return "daily candles"
	}
	return "hourly candles"
}

func (h Horizon) series(symbol string) market.Series {
	return market.Series{Symbol: symbol, Interval: h.interval()}
}

// due is when a prediction after the candle that opened at the given moment turns out: when the candle one horizon
// later has closed. It is not found for a market that never opens again.
func (h Horizon) due(session market.Session, candleAt time.Time) (due time.Time, found bool) {
	at := candleAt
	for range h.bars() {
		if at, found = nextCandle(session, h.interval(), at); !found {
			return time.Time{}, false
		}
	}
	return at.Add(h.interval().Duration()), true
}

// settledBy is when the candle opened by whose close a prediction is settled.
func (h Horizon) settledBy(due time.Time) time.Time { return due.Add(-h.interval().Duration()) }
