package engine

import (
	"math"

	"bourse/internal/money"
	"bourse/internal/stats"
	"bourse/internal/trading"
)

// calendarDays is how many daily returns a year has: an account has a value on every day, including those on which its
// markets are closed.
const calendarDays = 365

// Performance is the performance of a bot's own account, computed from its trades. Ratios are fractions; what is undefined
// is 0.
type Performance struct {
	TotalReturn  money.Decimal // realized profit divided by the capital
	WinRate      money.Decimal
	SharpeRatio  money.Decimal
	MaxDrawdown  money.Decimal
	ProfitFactor money.Decimal
	Expectancy   money.Decimal
	ClosedTrades int
	Observations int // days behind the Sharpe ratio
}

// Results are running sums of a bot's account: of closed positions, and of completed days. Adding a closing or a day costs
// the same, however many came before.
type Results struct {
	Closed, Won   int           // positions
	Gains, Losses money.Decimal // of the won positions and of the others, both positive

	Day     int64 // the last counted day; NoDay before the first position
	Value   money.Decimal
	Peak    money.Decimal
	Fall    float64
	Returns int
	Moves   int
	Mean    float64
	Squares float64 // the sum of the squared deviations from the mean
}

// NoDay is the day of a bot that has never had a position.
const NoDay = math.MinInt64

// NewResults are the results of a bot that has done nothing.
func NewResults(capital money.Decimal) Results {
	return Results{Day: NoDay, Value: capital, Peak: capital}
}

// AddClosing counts a closed position. It panics with a *money.OverflowError when the sums are too large.
func (r *Results) AddClosing(result money.Decimal) {
	r.Closed++
	if result.IsPositive() {
		r.Won++
		r.Gains = r.Gains.Add(result)
	} else {
		r.Losses = r.Losses.Sub(result)
	}
}

// Begin makes the day of the first position the first day with a return.
func (r *Results) Begin(openedAt int64) {
	if r.Day == NoDay {
		r.Day = openedAt - openedAt%trading.MicrosPerDay - trading.MicrosPerDay
	}
}

// AddDay counts the next day, with the account's value at its end.
func (r *Results) AddDay(value money.Decimal) {
	r.Day += trading.MicrosPerDay
	if r.Value.IsPositive() {
		r.addReturn(float64(value.Sub(r.Value).Units()) / float64(r.Value.Units()))
	}
	r.Value, r.Peak = value, money.Max(r.Peak, value)
	if r.Peak.IsPositive() {
		r.Fall = max(r.Fall, float64(r.Peak.Sub(value).Units())/float64(r.Peak.Units()))
	}
}

// addReturn updates mean and spread by Welford's method, which loses no digits over the years.
func (r *Results) addReturn(daily float64) {
	r.Returns++
	if daily != 0 {
		r.Moves++
	}
	distance := daily - r.Mean
	r.Mean += distance / float64(r.Returns)
	r.Squares += distance * (daily - r.Mean)
}

// addDaysUntil counts the days before another one, on which the account's value did not change.
func (r *Results) addDaysUntil(day int64) {
	for r.Day != NoDay && r.Day < day-trading.MicrosPerDay {
		r.AddDay(r.Value)
	}
}

// Performance is the bot's performance with a given value of its account today, which counts as the last day.
func (r *Results) Performance(value, capital money.Decimal, today int64) Performance {
	last := *r // a copy, since today is not over
	last.addDaysUntil(today)
	if last.Day != NoDay && last.Day < today {
		last.AddDay(value)
	}
	count := money.FromInt(int64(r.Closed))
	return Performance{
		TotalReturn: Ratio(value.Sub(capital), capital), WinRate: Ratio(money.FromInt(int64(r.Won)), count),
		ProfitFactor: Ratio(r.Gains, r.Losses), Expectancy: Ratio(r.Gains.Sub(r.Losses), count),
		SharpeRatio: rounded(last.sharpe()), MaxDrawdown: rounded(last.Fall), ClosedTrades: r.Closed, Observations: last.Returns,
	}
}

// sharpe is stats.Sharpe of the daily returns.
func (r *Results) sharpe() float64 {
	return stats.SharpeOf(stats.Moments{Count: r.Returns, Moves: r.Moves, Mean: r.Mean, Squares: r.Squares}, calendarDays)
}

// Ratio is 0 if it is undefined.
func Ratio(part, whole money.Decimal) money.Decimal {
	quotient, err := part.Div(whole)
	if err != nil {
		return money.Zero
	}
	return quotient
}

// rounded is 0 if the number cannot be represented.
func rounded(number float64) money.Decimal {
	decimal, err := money.FromFloat(number)
	if err != nil {
		return money.Zero
	}
	return decimal
}
