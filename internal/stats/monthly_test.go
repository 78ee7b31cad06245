package stats_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"bourse/internal/stats"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// dated assigns the returns to consecutive days from 30 January 2000, as empyrical's tests do.
func dated(returns []float64) []stats.DatedReturn {
	days := make([]stats.DatedReturn, len(returns))
	for i, daily := range returns {
		days[i] = stats.DatedReturn{Date: time.Date(2000, 1, 30+i, 23, 0, 0, 0, time.UTC), Return: daily}
	}
	return days
}

func TestMonthlyReturnsAreEmpyricals(t *testing.T) {
	t.Parallel()
	days := dated(benchmark)
	want := []stats.MonthReturn{
		{Year: 2000, Month: time.January, Return: .01, Observations: 2},
		{Year: 2000, Month: time.February, Return: 0.03030099999999991, Observations: 7},
	}
	near := cmpopts.EquateApprox(0, 1e-12)
	if diff := cmp.Diff(want, stats.Monthly(days), near); diff != "" {
		t.Error(diff)
	}
	slices.Reverse(days)
	if diff := cmp.Diff(want, stats.Monthly(days), near); diff != "" {
		t.Errorf("in another order: %s", diff)
	}
}

func TestAMonthIsOneOfTheUTCCalendar(t *testing.T) {
	t.Parallel()
	east := time.FixedZone("east", 9*3600)
	got := stats.Monthly([]stats.DatedReturn{
		{Date: time.Date(2026, 2, 1, 3, 0, 0, 0, east), Return: .1}, // still January in UTC
		{Date: time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC), Return: math.NaN()},
		{Date: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), Return: -.1},
	})
	want := []stats.MonthReturn{
		{Year: 2026, Month: time.January, Return: .1, Observations: 1},
		{Year: 2027, Month: time.January, Return: -.1, Observations: 1},
	}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Error(diff)
	}
	if got := stats.Monthly(nil); len(got) != 0 {
		t.Errorf("nothing has %d months", len(got))
	}
}
