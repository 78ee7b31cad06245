package market

import (
	"sync"
	"time"
	_ "time/tzdata" // New York's clock must not depend on what the machine has installed.

	"bourse/internal/fault"
)

// Session says when an instrument trades.
type Session string

// The sessions there are.
const (
	// Always never closes.
	Always Session = "always"
	// Weekdays is the week of foreign exchange: Sunday 22:00 UTC to Friday 22:00 UTC.
	Weekdays Session = "weekdays"
	// USEquity is 09:30 to 16:00 in New York, Monday to Friday but for the exchange's holidays; on its half
	// days it ends at 13:00.
	USEquity Session = "us_equity"
)

// The week of foreign exchange turns at this hour, UTC.
const weekdaysTurn = 22

// The equity session in New York, in minutes of the day.
const (
	equityOpens       = 9*60 + 30
	equityCloses      = 16 * 60
	equityClosesEarly = 13 * 60
)

var newYork = sync.OnceValue(func() *time.Location {
	location, err := time.LoadLocation("America/New_York")
	if err != nil {
		panic(err) // The zone is compiled in.
	}
	return location
})

// Open tells whether the instrument trades at the given moment. The opening moment belongs to the session,
// the closing one does not. An unknown session is never open.
func (s Session) Open(at time.Time) bool {
	if s == Always {
		return true
	}
	opens, closes := s.Hours(at)
	return !at.Before(opens) && at.Before(closes)
}

// Hours is when the instrument trades on the UTC day of the given moment. No session spans the end of a UTC
// day with a break on that day, so one stretch says it all; it is empty when opens equals closes.
func (s Session) Hours(at time.Time) (opens, closes time.Time) {
	opens, closes = s.UsualHours(at)
	if s == USEquity && opens.Before(closes) {
		year, month, day := opens.Date()
		switch days := exchangeYearOf(year); {
		case days.isHoliday[opens.YearDay()]:
			start := Day.Start(at)
			return start, start
		case days.isHalf[opens.YearDay()]:
			closes = time.Date(year, month, day, 0, equityClosesEarly, 0, 0, newYork()).UTC()
		}
	}
	return opens, closes
}

// UsualHours is what Hours would be if there were no holidays and no half days.
func (s Session) UsualHours(at time.Time) (opens, closes time.Time) {
	start := Day.Start(at)
	end := start.Add(24 * time.Hour)
	weekday := start.Weekday()
	switch s {
	case Always:
		return start, end
	case Weekdays:
		switch weekday {
		case time.Saturday:
			return start, start
		case time.Sunday:
			return start.Add(weekdaysTurn * time.Hour), end
		case time.Friday:
			return start, start.Add(weekdaysTurn * time.Hour)
		}
		return start, end
	case USEquity:
		// New York's session lies within one UTC day all year round, on the same date.
		if weekday == time.Saturday || weekday == time.Sunday {
			return start, start
		}
		year, month, day := start.Date()
		return time.Date(year, month, day, 0, equityOpens, 0, 0, newYork()).UTC(),
			time.Date(year, month, day, 0, equityCloses, 0, 0, newYork()).UTC()
	}
	return start, start
}

// longestBreak is more than any market stays shut. One that does not open within it is taken never to.
const longestBreak = 14 * 24 * time.Hour

// NextOpening is the first moment from the given one on at which the instrument trades: the moment itself
// while it does. It is not found for a session that never opens.
func (s Session) NextOpening(from time.Time) (at time.Time, found bool) {
	from = from.UTC()
	for day := Day.Start(from); day.Before(from.Add(longestBreak)); day = day.Add(24 * time.Hour) {
		opens, closes := s.Hours(day)
		if !opens.Before(closes) || !from.Before(closes) {
			continue
		}
		if opens.After(from) {
			return opens, true
		}
		return from, true
	}
	return time.Time{}, false
}

// closedFault tells the caller that the instrument does not trade now, and when it does again.
func (i *Instrument) closedFault(now time.Time) error {
	opens, found := i.Session.NextOpening(now)
	if !found {
		return fault.New(fault.MarketClosed, "the market of %s is closed", i.Symbol)
	}
	return fault.New(fault.MarketClosed, "the market of %s is closed; it opens %s UTC", i.Symbol, opens.Format("Monday 2006-01-02 15:04"))
}

// openBetween tells whether the instrument trades at any moment with from <= moment < to.
func (s Session) openBetween(from, to time.Time) bool {
	for day := Day.Start(from); day.Before(to); day = day.Add(24 * time.Hour) {
		opens, closes := s.Hours(day)
		if from.After(opens) {
			opens = from
		}
		if to.Before(closes) {
			closes = to
		}
		if opens.Before(closes) {
			return true
		}
	}
	return false
}
