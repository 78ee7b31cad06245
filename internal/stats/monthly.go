package stats

import (
	"slices"
	"time"
)

// DatedReturn is the return of one day.
type DatedReturn struct {
	Date   time.Time // any time on the UTC day
	Return float64
}

// MonthReturn is the chained return of one calendar month.
type MonthReturn struct {
	Year         int
	Month        time.Month
	Return       float64
	Observations int // days of the month with a return
}

// Monthly chains daily returns by UTC calendar month, oldest month first. The days may be in any order. A month without
// an observation has no entry.
func Monthly(days []DatedReturn) []MonthReturn {
	days = slices.DeleteFunc(slices.Clone(days), func(day DatedReturn) bool { return isUndefined(day.Return) })
	slices.SortStableFunc(days, func(a, b DatedReturn) int { return a.Date.Compare(b.Date) })
	var months []MonthReturn
	growth := 1.0
	for _, day := range days {
		date := day.Date.UTC()
		last := len(months) - 1
		if last < 0 || months[last].Year != date.Year() || months[last].Month != date.Month() {
			months = append(months, MonthReturn{Year: date.Year(), Month: date.Month()})
			growth = 1
			last++
		}
		growth = grow(growth, 1+day.Return)
		months[last].Return = growth - 1
		months[last].Observations++
	}
	return months
}
