package portfolio_test

import (
	"slices"
	"testing"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/money"
	"bourse/internal/portfolio"
	"bourse/internal/testkit"
)

// risingCurve is a curve of this many days up to today, each worth one more than the day before.
func risingCurve(days int) []portfolio.EquityDay {
	curve := make([]portfolio.EquityDay, days)
	for i := range curve {
		curve[i] = portfolio.EquityDay{Day: today.AddDate(0, 0, i+1-days), Value: money.FromInt(int64(1000 + i))}
	}
	return curve
}

func TestPaymentsAreNoProfit(t *testing.T) {
	t.Parallel()
	curve := []portfolio.EquityDay{
		{Day: today.AddDate(0, 0, -4), Value: usd("1000"), In: usd("1000")},
		{Day: today.AddDate(0, 0, -3), Value: usd("1550.5"), In: usd("500")},
		{Day: today.AddDate(0, 0, -2), Value: usd("1250.5"), Out: usd("300")},
		{Day: today.AddDate(0, 0, -1), Value: usd("1250.5"), In: usd("70"), Out: usd("70")},
		{Day: today, Value: usd("1100")},
	}
	points, err := portfolio.Series(curve, 0)
	must(t, err)
	for i, want := range []string{"0", "50.5", "50.5", "50.5", "-100"} {
		equal(t, "the profit", points[i].PnL, usd(want))
		equal(t, "the value", points[i].Value, curve[i].Value)
		equal(t, "the day", points[i].Date, curve[i].Day)
	}
	// A payment on the first day of a shorter series is part of its first value.
	points, err = portfolio.Series(curve, 4)
	must(t, err)
	for i, want := range []string{"0", "0", "0", "-150.5"} {
		equal(t, "the profit since the second day", points[i].PnL, usd(want))
	}
}

func TestAPeriodIsSoManyDaysToToday(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("1000", "500")
		whole := r.primary(caller)
		r.desk.curve = risingCurve(400)
		for period, days := range map[portfolio.Period]int{
			portfolio.Week: 7, portfolio.Month: 30, portfolio.ThreeMonths: 90, portfolio.Year: 365, portfolio.AllTime: 400,
		} {
			points, err := r.Performance(t.Context(), caller, whole.ID, period)
			must(t, err)
			equal(t, string(period), len(points), days)
			equal(t, "the last day", points[days-1].Date, today)
			equal(t, "the first profit", points[0].PnL, money.Zero)
			equal(t, "the last profit", points[days-1].PnL, money.FromInt(int64(days-1)))
		}
		if !slices.Equal(r.desk.asked, whole.AccountIDs) {
			t.Errorf("the curve was that of %v", r.desk.asked)
		}
		_, err := r.Performance(t.Context(), caller, whole.ID, "decade")
		testkit.WantFault(t, err, fault.ValidationError, "period")
	})
}

func TestANewUserHasOnePoint(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		r := newRig(t, db)
		caller := r.user("0")
		points, err := r.Performance(t.Context(), caller, r.primary(caller).ID, portfolio.AllTime)
		must(t, err)
		equal(t, "points", len(points), 1)
		equal(t, "the day", points[0].Date, today)
		equal(t, "the profit", points[0].PnL, money.Zero)
	})
}
