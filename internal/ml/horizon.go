package ml

import (
	"time"

	"bourse/internal/fault"
	"bourse/internal/market"
	"bourse/internal/ml/features"
)

// Horizon is how far ahead a prediction looks, in the instrument's trading time.
type Horizon string

// The horizons: one and four hourly candles, one daily candle.
const (
	OneHour   Horizon = "1h"
	FourHours Horizon = "4h"
	OneDay    Horizon = "1d"
)

const (
	// hoursWanted is a year of hours: what a model is trained on if the feed has it.
	hoursWanted = 8760
	// daysWanted is what a daily model is trained on: about eight years at an exchange.
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

// interval is the length of the candles in which the horizon is counted.
func (h Horizon) interval() market.Interval {
	if h == OneDay {
		return market.Day
	}
	return market.Hour
}

// bars is the horizon in candles of its interval.
func (h Horizon) bars() int {
	if h == FourHours {
		return 4
	}
	return 1
}

// features are the features that a model of the horizon uses.
func (h Horizon) features() features.Set {
	if h == OneDay {
		return features.Daily()
	}
	return features.Hourly()
}

// candlesWanted is the maximum number of candles for a training.
func (h Horizon) candlesWanted() int {
	if h == OneDay {
		return daysWanted
	}
	return hoursWanted
}

// candleWord is the word for its candles in a sentence.
func (h Horizon) candleWord() string {
	if h == OneDay {
		return "daily candles"
	}
	return "hourly candles"
}

func (h Horizon) series(symbol string) market.Series {
	return market.Series{Symbol: symbol, Interval: h.interval()}
}

// due is when the outcome of a prediction after the candle that opened at candleAt is known: when the candle one
// horizon later has closed. Found is false for a market that never opens again.
func (h Horizon) due(session market.Session, candleAt time.Time) (due time.Time, found bool) {
	at := candleAt
	for range h.bars() {
		if at, found = nextCandle(session, h.interval(), at); !found {
			return time.Time{}, false
		}
	}
	return at.Add(h.interval().Duration()), true
}

// settledBy is the opening time of the candle by whose close a prediction is settled.
func (h Horizon) settledBy(due time.Time) time.Time { return due.Add(-h.interval().Duration()) }
