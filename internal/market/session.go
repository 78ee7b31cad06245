package market

import (
	"sync"
	"time"
	_ "time/tzdata" // New York's clock must not depend on what the machine has installed.

	"bourse/internal/fault"
)

// Session is the trading hours of an instrument.
type Session string

// The sessions.
const (
	// Always never closes.
	Always Session = "always"
	// Weekdays is the week of foreign exchange: Sunday 22:00 UTC to Friday 22:00 UTC, in trading days from 22:00 to 22:00
	// that have the date on which they end. Christmas Day and New Year's Day are not trading days.
	Weekdays Session = "weekdays"
	// USEquity is 09:30 to 16:00 in New York, Monday to Friday except the exchange's holidays; half days end at 13:00.
	USEquity Session = "us_equity"
)

// The trading days of foreign exchange end at this hour, UTC.
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

// Open reports whether the instrument trades at the given moment. The opening moment belongs to the session, the closing
// one does not. An unknown session is never open.
func (s Session) Open(at time.Time) bool {
	if s == Always {
		return true
	}
	opens, closes := s.Hours(at)
	return !at.Before(opens) && at.Before(closes)
}

// Hours is when the instrument trades on the UTC day of the given moment. No session spans the end of a UTC day with a
// break on that day, so one range is enough; it is empty when opens equals closes.
func (s Session) Hours(at time.Time) (opens, closes time.Time) {
	if s == Weekdays {
		return weekdaysHours(at, isCurrencyHoliday)
	}
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

// UsualHours is what Hours would be without holidays and half days.
func (s Session) UsualHours(at time.Time) (opens, closes time.Time) {
	start := Day.Start(at)
	end := start.Add(24 * time.Hour)
	weekday := start.Weekday()
	switch s {
	case Always:
		return start, end
	case Weekdays:
		return weekdaysHours(at, func(time.Time) bool { return false })
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

// weekdaysHours is the part of a UTC day in two trading days of foreign exchange: the one of its date until that ends, and
// then the next one.
func weekdaysHours(at time.Time, isHoliday func(day time.Time) bool) (opens, closes time.Time) {
	trades := func(day time.Time) bool {
		return day.Weekday() != time.Saturday && day.Weekday() != time.Sunday && !isHoliday(day)
	}
	start := Day.Start(at)
	turn, end := start.Add(weekdaysTurn*time.Hour), start.Add(24*time.Hour)
	switch before, after := trades(start), trades(end); {
	case before && after:
		return start, end
	case before:
		return start, turn
	case after:
		return turn, end
	}
	return start, start
}

// longestBreak is longer than any market stays closed. A market that does not open within it is taken never to.
const longestBreak = 14 * 24 * time.Hour

// NextOpening is the first moment, from the given one on, at which the instrument trades: the given one if it trades then.
// It is not found for a session that never opens.
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

// NextClosing is when an instrument that trades at the given moment next stops. It is not found while it does not trade, or
// for a session that never closes.
func (s Session) NextClosing(from time.Time) (at time.Time, found bool) {
	from = from.UTC()
	if s == Always || !s.Open(from) {
		return time.Time{}, false
	}
	for day := Day.Start(from); day.Before(from.Add(longestBreak)); day = day.Add(24 * time.Hour) {
		_, closes := s.Hours(day)
		if goesOn, _ := s.Hours(closes); closes.Before(day.Add(24*time.Hour)) || !goesOn.Equal(closes) {
			return closes, true
		}
	}
	return time.Time{}, false
}

// closedFault says that the instrument does not trade now, and when it will.
func (i *Instrument) closedFault(now time.Time) error {
	opens, found := i.Session.NextOpening(now)
	if !found {
		return fault.New(fault.MarketClosed, "the market of %s is closed", i.Symbol)
	}
	return fault.New(fault.MarketClosed, "the market of %s is closed; it opens %s UTC", i.Symbol, opens.Format("Monday 2006-01-02 15:04"))
}

// openBetween reports whether the instrument trades at any moment with from <= moment < to.
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
