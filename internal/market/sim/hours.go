package sim

import (
	"math"
	"time"

	"bourse/internal/market"
)

// How much prices move in the hours of a day, UTC, relative to each other. Coins never rest and move most when America and
// Europe are awake; currencies are quiet during Asia's day and move when London and New York overlap.
var (
	cryptoHours = evened([hoursPerDay]float64{
		1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.75, 0.8, 0.9, 0.95, 0.95, 1,
		1.1, 1.3, 1.4, 1.35, 1.25, 1.15, 1.1, 1.05, 1.05, 1, 0.95, 1,
	})
	fxHours = evened([hoursPerDay]float64{
		0.65, 0.7, 0.7, 0.65, 0.6, 0.65, 0.8, 1.1, 1.25, 1.2, 1.05, 1,
		1.3, 1.6, 1.7, 1.5, 1.2, 0.9, 0.75, 0.7, 0.65, 0.55, 0.5, 0.55,
	})
)

// equityHours are the hours from the exchange's opening: wild at the opening, quiet at lunch, busy before the close. The
// rest belongs to the night, most of it right after the close and before the opening.
var equityHours = [...]float64{2.5, 2, 1.6, 1.35, 1.35, 1.6, 2.1, 0.7}

const (
	equityNight, equityMorning = 0.22, 0.5
	// shut is the weight of an hour in which a currency does not trade, and weekend that of an hour of Saturday or Sunday
	// for a coin.
	shut, weekend = 0.15, 0.8
)

// evened scales the hours of a day so that their total variance is that of a day of equal hours.
func evened(hours [hoursPerDay]float64) [hoursPerDay]float64 {
	sum := 0.0
	for _, weight := range hours {
		sum += float64(weight * weight)
	}
	scale := math.Sqrt(hoursPerDay / sum)
	for i := range hours {
		hours[i] *= scale
	}
	return hours
}

// weights are the weights of a day's hours for the moves of an instrument. On a weekend day without a session they are 0:
// the price stays where it is. A holiday has those of any other day: the market opens after it with a gap, and adding a
// holiday to the calendar changes no prices of other days.
func weights(instrument *market.Instrument, date time.Time) (hours [hoursPerDay]float64) {
	opens, closes := instrument.Session.UsualHours(date)
	if !opens.Before(closes) {
		return hours
	}
	switch instrument.Kind {
	case market.FX:
		hours = fxHours
		for i := range hours {
			if at := date.Add(time.Duration(i) * time.Hour); at.Before(opens) || !at.Before(closes) {
				hours[i] = shut
			}
		}
	case market.Equity:
		for i := range hours {
			hours[i] = equityNight
		}
		first := opens.Hour()
		hours[first-1] = equityMorning
		copy(hours[first:], equityHours[:])
	default:
		hours = cryptoHours
		if day := date.Weekday(); day == time.Saturday || day == time.Sunday {
			for i := range hours {
				hours[i] *= weekend
			}
		}
	}
	return hours
}
