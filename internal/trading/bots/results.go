package bots

import (
	"math"

	"github.com/google/uuid"

	"bourse/internal/money"
	"bourse/internal/stats"
	"bourse/internal/trading"
)

// calendarDays is how many returns a year has: an account is worth something on every day, on which its markets
// are closed as well.
const calendarDays = 365

// botResults are running sums over what a bot did on its account: of positions that were closed, and of days
// that are over. A closing and a day each cost the same, however many there were before.
type botResults struct {
	accountID uuid.UUID

	closed, won   int           // positions
	gains, losses money.Decimal // of those that won and of the others, both positive

	day     int64 // the last day that is counted; noDay before the first position
	value   money.Decimal
	peak    money.Decimal
	fall    float64
	returns int
	moves   int
	mean    float64
	squares float64 // the sum of the squared distances from the mean
}

// noDay is the day of a bot that has never had a position.
const noDay = math.MinInt64

// newBotResults are those of a bot that has done nothing.
func newBotResults(account uuid.UUID, capital money.Decimal) *botResults {
	return &botResults{accountID: account, day: noDay, value: capital, peak: capital}
}

// addClosing counts a position that was closed. It panics with a *money.OverflowError when the sums are too
// large.
func (r *botResults) addClosing(result money.Decimal) {
	r.closed++
	if result.IsPositive() {
		r.won++
		r.gains = r.gains.Add(result)
	} else {
		r.losses = r.losses.Sub(result)
	}
}

// begin makes the day of a first position the first day with a return.
func (r *botResults) begin(openedAt int64) {
	if r.day == noDay {
		r.day = openedAt - openedAt%trading.MicrosPerDay - trading.MicrosPerDay
	}
}

// addDay counts the next day, at whose end the account was worth a value.
func (r *botResults) addDay(value money.Decimal) {
	r.day += trading.MicrosPerDay
	if r.value.IsPositive() {
		r.addReturn(float64(value.Sub(r.value).Units()) / float64(r.value.Units()))
	}
	r.value, r.peak = value, money.Max(r.peak, value)
	if r.peak.IsPositive() {
		r.fall = max(r.fall, float64(r.peak.Sub(value).Units())/float64(r.peak.Units()))
	}
}

// addReturn moves mean and spread as Welford does, which loses no digits over the years.
func (r *botResults) addReturn(daily float64) {
	r.returns++
	if daily != 0 {
		r.moves++
	}
	distance := daily - r.mean
	r.mean += distance / float64(r.returns)
	r.squares += distance * (daily - r.mean)
}

// addDaysUntil counts the days before another one, on which the account was worth what it was.
func (r *botResults) addDaysUntil(day int64) {
	for r.day != noDay && r.day < day-trading.MicrosPerDay {
		r.addDay(r.value)
	}
}

// performance is how the bot has done when its account is worth a value today, which counts as the last day.
func (r *botResults) performance(value, capital money.Decimal, today int64) Performance {
	last := *r // today is not over
	last.addDaysUntil(today)
	if last.day != noDay && last.day < today {
		last.addDay(value)
	}
	count := money.FromInt(int64(r.closed))
	return Performance{
		TotalReturn: ratio(value.Sub(capital), capital), WinRate: ratio(money.FromInt(int64(r.won)), count),
		ProfitFactor: ratio(r.gains, r.losses), Expectancy: ratio(r.gains.Sub(r.losses), count),
		SharpeRatio: rounded(last.sharpe()), MaxDrawdown: rounded(last.fall), ClosedTrades: r.closed, Observations: last.returns,
	}
}

// sharpe is stats.Sharpe of the days' returns.
func (r *botResults) sharpe() float64 {
	return stats.SharpeOf(stats.Moments{Count: r.returns, Moves: r.moves, Mean: r.mean, Squares: r.squares}, calendarDays)
}

// ratio is 0 where it is undefined.
func ratio(part, whole money.Decimal) money.Decimal {
	quotient, err := part.Div(whole)
	if err != nil {
		return money.Zero
	}
	return quotient
}

// rounded is 0 where a number cannot be held.
func rounded(number float64) money.Decimal {
	decimal, err := money.FromFloat(number)
	if err != nil {
		return money.Zero
	}
	return decimal
}
