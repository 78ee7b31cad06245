package market

import (
	"sync"
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/aa"
	"github.com/rickar/cal/v2/us"
)

// exchangeNewYear is New Year's Day at the exchange: a Sunday is observed on Monday, but a Saturday is not observed on
// Friday, because that is the last day of the exchange's year.
var exchangeNewYear = us.NewYear.Clone(&cal.Holiday{Observed: []cal.AltDay{{Day: time.Sunday, Offset: 1}}})

// exchangeJuneteenth has been an exchange holiday since 2022, a year later than elsewhere.
var exchangeJuneteenth = us.Juneteenth.Clone(&cal.Holiday{StartYear: 2022})

// exchangeHolidays are the days on which American exchanges do not open. Days of mourning and storms cannot be known in
// advance: on those, quotes go stale instead.
var exchangeHolidays = []*cal.Holiday{
	exchangeNewYear, us.MlkDay, us.PresidentsDay, aa.GoodFriday, us.MemorialDay, exchangeJuneteenth,
	us.IndependenceDay, us.LaborDay, us.ThanksgivingDay, us.ChristmasDay,
}

// exchangeHalfDays are the days on which they close early, unless they are holidays.
var exchangeHalfDays = []*cal.Holiday{
	{Name: "the day before Independence Day", Month: time.July, Day: 3, Func: cal.CalcDayOfMonth},
	us.DayAfterThanksgivingDay,
	{Name: "Christmas Eve", Month: time.December, Day: 24, Func: cal.CalcDayOfMonth},
}

// exchangeYear has the holidays and half days of a year, by day of the year.
type exchangeYear struct {
	isHoliday, isHalf [367]bool
}

var exchangeYears sync.Map // of *exchangeYear by year, cached because every quote needs the session

func exchangeYearOf(year int) *exchangeYear {
	if known, ok := exchangeYears.Load(year); ok {
		return known.(*exchangeYear)
	}
	made := &exchangeYear{}
	for _, holiday := range exchangeHolidays {
		mark(&made.isHoliday, holiday, year)
	}
	for _, half := range exchangeHalfDays {
		mark(&made.isHalf, half, year)
	}
	exchangeYears.Store(year, made)
	return made
}

// mark marks the day on which a holiday is observed in a year, if it is.
func mark(days *[367]bool, holiday *cal.Holiday, year int) {
	if _, kept := holiday.Calc(year); !kept.IsZero() && kept.Year() == year {
		days[kept.YearDay()] = true
	}
}

// isCurrencyHoliday reports whether foreign exchange observes a trading day as a holiday: Christmas Day and New Year's Day,
// on which every centre is closed. They are not moved when they fall on a weekend. Brokers publish it like this, for
// example FXOpen for the winter of 2024 (fxopen.com/en/news, "Trading Hours Schedule for the 2024-2025 Winter Holiday
// Period"): all markets but coins are closed on both days of a clock that turns at 22:00 UTC.
func isCurrencyHoliday(day time.Time) bool {
	month, date := day.Month(), day.Day()
	return month == time.December && date == 25 || month == time.January && date == 1
}
