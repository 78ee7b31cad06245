package investment_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

var today = time.Date(2030, 5, 17, 0, 0, 0, 0, time.UTC)

// move is what happens on a day: money comes in at its start, the market moves, money goes out at its end.
type move struct{ in, out, factor float64 }

func decimal(value float64) money.Decimal {
	d, err := money.FromFloat(value)
	if err != nil {
		panic(err)
	}
	return d
}

// curve is the daily value that results from the moves, the last of which is today's.
func curve(moves []move) []investment.EquityDay {
	days := make([]investment.EquityDay, len(moves))
	value := 0.0
	for i, m := range moves {
		value = (value+m.in)*m.factor - m.out
		days[i] = investment.EquityDay{
			Day: today.AddDate(0, 0, i+1-len(moves)), Value: decimal(value), In: decimal(m.in), Out: decimal(m.out),
		}
	}
	return days
}

func wantNear(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// invested returns a house with one active account that has a past.
func invested(t *testing.T, db *database.DB, moves []move) (*house, uuid.UUID) {
	h := newHouse(t, db, manualKYC)
	id := h.open().ID
	h.desk.locked(func() { h.desk.curves[id] = curve(moves) })
	return h, id
}

func TestANewUserHasAPerformanceOfZeros(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		for _, period := range []investment.Period{"week", "month", "quarter", "year", "all"} {
			got, err := h.Performance(t.Context(), h.owner, period, uuid.Nil)
			must(t, err)
			wantEqual(t, "performance", got, investment.Performance{Period: period})
		}
		_, err := h.Performance(t.Context(), h.owner, "decade", uuid.Nil)
		testkit.WantFault(t, err, fault.ValidationError, "period")
		_, err = h.Performance(t.Context(), h.owner, investment.Month, uuid.New())
		testkit.WantFault(t, err, fault.NotFound, "")
	})
}

func TestThePerformanceChainsDailyReturnsWithFlowsTakenOut(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h, id := invested(t, db, []move{
			{in: 1000, factor: 1}, {factor: 1.10}, {in: 5000, factor: 0.95}, {out: 2000, factor: 1.02}, {factor: 1.03}, {factor: 0.99},
		})
		h.desk.locked(func() { h.desk.totals = []investment.TradeGroup{{Trades: 8, Wins: 5}} })
		got, err := h.Performance(t.Context(), h.owner, investment.Month, id)
		must(t, err)
		wantNear(t, "total return", got.TotalReturn, 1.10*0.95*1.02*1.03*0.99-1)
		wantNear(t, "win rate", got.WinRate, 0.625)
		wantEqual(t, "trades", got.ClosedTrades, 8)
		wantEqual(t, "observations", got.Observations, 6)
		mean, squares := 0.015, 0.0
		for _, daily := range []float64{0, .1, -.05, .02, .03, -.01} {
			squares += (daily - mean) * (daily - mean)
		}
		deviation := math.Sqrt(squares / 5)
		wantNear(t, "Sharpe ratio", got.SharpeRatio, mean/deviation*math.Sqrt(365))
		_, err = h.Performance(t.Context(), h.stranger, investment.Month, id)
		testkit.WantFault(t, err, fault.NotFound, "")
	})
}

func TestAPeriodCountsItsDaysAndStandsOnTheDayBefore(t *testing.T) {
	t.Parallel()
	h, _ := invested(t, databasetest.Open(t, database.SQLite), growth(400, 1.001))
	for period, days := range map[investment.Period]int{"week": 7, "month": 30, "quarter": 90, "year": 365} {
		got, err := h.Performance(t.Context(), h.owner, period, uuid.Nil)
		must(t, err)
		wantEqual(t, "observations", got.Observations, days)
		wantNear(t, "total return", got.TotalReturn, math.Pow(1.001, float64(days))-1)
		wantEqual(t, "trades since", h.desk.since, today.AddDate(0, 0, 1-days))
	}
	got, err := h.Performance(t.Context(), h.owner, investment.All, uuid.Nil)
	must(t, err)
	wantEqual(t, "observations", got.Observations, 400)
	wantEqual(t, "trades since", h.desk.since, time.Time{})
}

// growth returns days with the same return after a first payment of 10 000.
func growth(days int, factor float64) []move {
	moves := make([]move, days)
	for i := range moves {
		moves[i].factor = factor
	}
	moves[0].in = 10_000
	return moves
}

func TestADayWithoutMoneyIsSkipped(t *testing.T) {
	t.Parallel()
	h, id := invested(t, databasetest.Open(t, database.SQLite), []move{
		{in: 1000, out: 1100, factor: 1.1}, {factor: 1}, {factor: 1}, {in: 50, factor: 1.2},
	})
	got, err := h.Performance(t.Context(), h.owner, investment.All, id)
	must(t, err)
	wantNear(t, "total return", got.TotalReturn, 1.1*1.2-1)
	wantEqual(t, "observations", got.Observations, 2)
}

func TestAPaymentOfAnySizeOnAnyDayDoesNotChangeTheReturn(t *testing.T) {
	t.Parallel()
	h, id := invested(t, databasetest.Open(t, database.SQLite), nil)
	rapid.Check(t, func(r *rapid.T) {
		moves := growth(rapid.IntRange(2, 60).Draw(r, "days"), 1)
		worst, value := math.Inf(1), 0.0
		for i := range moves {
			moves[i].factor = rapid.Float64Range(0.9, 1.1).Draw(r, "factor")
		}
		total := h.totalReturn(t, id, moves)
		day := rapid.IntRange(0, len(moves)-1).Draw(r, "day")
		if rapid.Bool().Draw(r, "is a deposit") {
			moves[day].in += rapid.Float64Range(0.01, 10_000_000).Draw(r, "deposit")
		} else {
			for i, m := range moves[:day+1] {
				if value = (value + m.in) * m.factor; i == day {
					worst = value
				}
			}
			moves[day].out = worst * rapid.Float64Range(0, 0.9).Draw(r, "withdrawn")
		}
		if got := h.totalReturn(t, id, moves); math.Abs(got-total) > 1e-8 {
			r.Fatalf("the return became %v, was %v", got, total)
		}
	})
}

func (h *house) totalReturn(t *testing.T, id uuid.UUID, moves []move) float64 {
	t.Helper()
	h.desk.locked(func() { h.desk.curves[id] = curve(moves) })
	got, err := h.Performance(t.Context(), h.owner, investment.All, id)
	must(t, err)
	return got.TotalReturn
}
