package investment_test

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"bourse/internal/database"
	"bourse/internal/database/databasetest"
	"bourse/internal/fault"
	"bourse/internal/investment"
	"bourse/internal/investment/broker"
	"bourse/internal/money"
	"bourse/internal/testkit"
)

func TestANewUserHasAnalyticsOfZerosAndEmptyLists(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h := newHouse(t, db, manualKYC)
		got, err := h.Analytics(t.Context(), h.owner, uuid.Nil)
		must(t, err)
		want := &investment.Analytics{
			BySymbol: []investment.Breakdown{}, ByExitReason: []investment.Breakdown{},
			EquityCurve: []investment.EquityPoint{}, MonthlyReturns: []investment.MonthlyReturn{},
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v", got)
		}
		_, err = h.Analytics(t.Context(), h.owner, uuid.New())
		testkit.WantFault(t, err, fault.NotFound, "")
	})
}

func TestTheAnalyticsOfAnAccountWithAPast(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		// 30 April to 17 May: up to the peak on 1 May, down to the trough on 3 May, then half of it recovered.
		moves := growth(18, 1)
		moves[1].factor, moves[2].factor, moves[3].factor, moves[9].factor, moves[10].factor = 1.25, 0.9, 0.8, 1.1, 1.2/1.1
		h, id := invested(t, db, moves)
		h.desk.locked(func() { h.desk.totals = totals() })
		got, err := h.Analytics(t.Context(), h.owner, id)
		must(t, err)
		wantNear(t, "total return", got.TotalReturn, 1.25*0.9*0.8*1.2-1)
		wantNear(t, "annual return of too few days", got.AnnualReturn, 0.08)
		wantEqual(t, "observations", got.Observations, 18)
		wantNear(t, "drawdown", got.Drawdown.Max, 1-0.9*0.8)
		wantNear(t, "drawdown of now", got.Drawdown.Current, 1-0.9*0.8*1.2)
		wantEqual(t, "peak", got.Drawdown.PeakDate.Format("2006-01-02"), "2030-05-01")
		wantEqual(t, "trough", got.Drawdown.TroughDate.Format("2006-01-02"), "2030-05-03")
		wantNear(t, "Calmar ratio", got.CalmarRatio, got.AnnualReturn/(1-0.9*0.8))
		if got.Volatility <= 0 || got.SharpeRatio <= 0 || got.SortinoRatio <= got.SharpeRatio {
			t.Errorf("volatility %v, Sharpe %v, Sortino %v", got.Volatility, got.SharpeRatio, got.SortinoRatio)
		}
		// Everything was paid in on the first day, 17 days ago, so the owner's money earned what the account did.
		// That is too short for a yearly rate.
		if rate := 0.08; math.Abs(got.MoneyWeightedReturn-rate) > 1e-6 {
			t.Errorf("the money-weighted return is %v, want %v", got.MoneyWeightedReturn, rate)
		}
		wantEqual(t, "net deposits", got.NetDeposits, money.FromInt(5000))
		h.wantCurve(got)
		h.wantTrades(got)
	})
}

func totals() []investment.TradeGroup {
	usd := money.FromInt
	return []investment.TradeGroup{
		{Symbol: "BTCUSD", ExitReason: "signal", Trades: 2, Wins: 2, Won: usd(400), Realized: usd(400), Best: usd(300), Worst: usd(100)},
		{Symbol: "BTCUSD", ExitReason: "stop_loss", Trades: 1, Lost: usd(300), Realized: usd(-300), Fees: money.MustParse("12.34"), Best: usd(-300), Worst: usd(-300)},
		{Symbol: "ETHUSD", ExitReason: "manual", Realized: usd(40)}, // part of a position that is still open
		{Symbol: "ETHUSD", ExitReason: "signal", Trades: 1, Wins: 1, Won: usd(500), Realized: usd(460), Best: usd(500), Worst: usd(500)},
	}
}

func (h *house) wantCurve(got *investment.Analytics) {
	h.t.Helper()
	wantEqual(h.t, "points", len(got.EquityCurve), 18)
	last := got.EquityCurve[17]
	wantEqual(h.t, "last day", last.Date, today)
	wantEqual(h.t, "last value", last.Value, money.FromInt(10_800))
	wantNear(h.t, "last return", last.Return, got.TotalReturn)
	wantEqual(h.t, "months", len(got.MonthlyReturns), 2)
	wantEqual(h.t, "first month", got.MonthlyReturns[0], investment.MonthlyReturn{Month: "2030-04", Return: 0})
	wantEqual(h.t, "second month", got.MonthlyReturns[1].Month, "2030-05")
	wantNear(h.t, "second month's return", got.MonthlyReturns[1].Return, 0.08)
}

func (h *house) wantTrades(got *investment.Analytics) {
	h.t.Helper()
	wantEqual(h.t, "trades", got.ClosedTrades, 4)
	wantNear(h.t, "win rate", got.WinRate, 0.75)
	wantNear(h.t, "profit factor", got.ProfitFactor, 3)
	wantNear(h.t, "expectancy", got.Expectancy, 150)
	wantEqual(h.t, "best", got.BestTrade, money.FromInt(500))
	wantEqual(h.t, "worst", got.WorstTrade, money.FromInt(-300))
	wantEqual(h.t, "fees", got.Fees, money.MustParse("12.34"))
	wantEqual(h.t, "realized", got.RealizedPnL, money.FromInt(600))
	wantEqual(h.t, "by symbol", got.BySymbol, []investment.Breakdown{
		{Key: "BTCUSD", Trades: 3, RealizedPnL: money.FromInt(100), WinRate: 2.0 / 3},
		{Key: "ETHUSD", Trades: 1, RealizedPnL: money.FromInt(500), WinRate: 1},
	})
	wantEqual(h.t, "by exit reason", got.ByExitReason, []investment.Breakdown{
		{Key: "manual", RealizedPnL: money.FromInt(40)},
		{Key: "signal", Trades: 3, RealizedPnL: money.FromInt(860), WinRate: 1},
		{Key: "stop_loss", Trades: 1, RealizedPnL: money.FromInt(-300)},
	})
}

func TestAnalyticsOfAllAccountsAddThemUp(t *testing.T) {
	t.Parallel()
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		h, first := invested(t, db, growth(10, 1.01))
		second := h.open().ID
		h.desk.locked(func() { h.desk.curves[second] = curve(growth(10, 1)) })
		all, err := h.Analytics(t.Context(), h.owner, uuid.Nil)
		must(t, err)
		one, err := h.Analytics(t.Context(), h.owner, first)
		must(t, err)
		wantNear(t, "total return of one", one.TotalReturn, math.Pow(1.01, 10)-1)
		wantNear(t, "total return of both", all.TotalReturn, (math.Pow(1.01, 10)+1)/2-1)
		wantEqual(t, "net deposits of one", one.NetDeposits, money.FromInt(5000))
		wantEqual(t, "net deposits of both", all.NetDeposits, money.FromInt(10_000))
		if !one.Drawdown.PeakDate.IsZero() || one.Drawdown.Max != 0 || one.Drawdown.Current != 0 {
			t.Errorf("an account that never fell has the drawdown %+v", one.Drawdown)
		}
	})
}

func TestAFallFromTheVeryStartPeaksOnTheFirstDay(t *testing.T) {
	t.Parallel()
	h, id := invested(t, databasetest.Open(t, database.SQLite), growth(3, 0.9))
	got, err := h.Analytics(t.Context(), h.owner, id)
	must(t, err)
	wantEqual(t, "peak", got.Drawdown.PeakDate, today.AddDate(0, 0, -2))
	wantEqual(t, "trough", got.Drawdown.TroughDate, today)
	wantNear(t, "drawdown", got.Drawdown.Max, 1-0.9*0.9*0.9)
	wantNear(t, "drawdown of now", got.Drawdown.Current, 1-0.9*0.9*0.9)
}

// What the owner's money earned does not change with time during which there is none.
func TestTheMoneyWeightedReturnEndsWithTheMoney(t *testing.T) {
	t.Parallel()
	h, id := invested(t, databasetest.Open(t, database.SQLite), nil)
	flat := func(days int) []move { // without money
		return slices.Repeat([]move{{factor: 1}}, days)
	}
	in, out := move{in: 1000, factor: 1}, move{out: 1100, factor: 1.1}
	for name, c := range map[string]struct {
		moves []move
		want  float64
	}{
		"opened and closed on one day, at a loss":   {[]move{{in: 1000, out: 990, factor: .99}}, 0},
		"opened and closed on one day, at a profit": {[]move{{in: 1000, out: 1010, factor: 1.01}}, 0},
		"a tenth in ten days":                       {slices.Concat([]move{in}, flat(9), []move{out}), .1},
		"one day, but for less than a cent":         {[]move{{in: 1000, out: 989.997, factor: .99}}, 0},
		"a tenth, but for less than a cent":         {slices.Concat([]move{in}, flat(9), []move{{out: 1099.996, factor: 1.1}}), .099996},
		"a tenth in thirty days":                    {slices.Concat([]move{in}, flat(29), []move{out}), math.Pow(1.1, 365.0/30) - 1},
		"a loss that was taken out":                 {slices.Concat([]move{in}, flat(9), []move{{out: 400, factor: .4}}), -.6},
		"all of it lost":                            {[]move{in, {factor: 0}}, -1},
		"what was left after the first day lost":    {slices.Concat([]move{{in: 1000, out: 500, factor: 1}}, flat(9), []move{{factor: 0}}), -1},
		"half taken out, the rest lost":             {slices.Concat([]move{in}, flat(9), []move{{out: 500, factor: 1}}, flat(9), []move{{factor: 0}}), math.Pow(.5, 2) - 1},
		"a day of before at no profit":              {slices.Concat([]move{{in: 500, out: 500, factor: 1}}, flat(50), []move{in}, flat(9), []move{out}), .1},
	} {
		for _, later := range []int{0, 1, 9, 20, 400} {
			h.desk.locked(func() { h.desk.curves[id] = curve(slices.Concat(c.moves, flat(later))) })
			got, err := h.Analytics(t.Context(), h.owner, id)
			must(t, err)
			if math.Abs(got.MoneyWeightedReturn-c.want) > 1e-7*max(1, c.want) {
				t.Errorf("%s, %d days later: it is %v, want %v", name, later, got.MoneyWeightedReturn, c.want)
			}
		}
	}
}

// Nor do the daily figures: money too small to be paid out is not money that earns nothing.
func TestWhatIsMeasuredDayByDayEndsWithTheMoney(t *testing.T) {
	t.Parallel()
	h, id := invested(t, databasetest.Open(t, database.SQLite), nil)
	moves := slices.Concat([]move{{in: 1000, factor: 1}}, slices.Repeat([]move{{factor: 1.01}, {factor: .995}}, 20), []move{{factor: 1.02}})
	value := curve(moves)[len(moves)-1].Value.Float64()
	for name, dust := range map[string]float64{"nothing is left": 0, "less than a cent is left": .006, "less than a cent is owed": -.006} {
		moves[len(moves)-1].out = value - dust
		measured := func(later int) (figures [8]float64) {
			h.desk.locked(func() { h.desk.curves[id] = curve(slices.Concat(moves, slices.Repeat([]move{{factor: 1}}, later))) })
			a, err := h.Analytics(t.Context(), h.owner, id)
			must(t, err)
			p, err := h.Performance(t.Context(), h.owner, investment.All, id)
			must(t, err)
			return [...]float64{
				float64(a.Observations), a.SharpeRatio, a.AnnualReturn, a.Volatility, a.SortinoRatio, a.CalmarRatio, float64(p.Observations), p.SharpeRatio,
			}
		}
		atOnce := measured(0)
		wantEqual(t, name+": observations", atOnce[0], float64(len(moves)))
		wantEqual(t, name+": figures 300 days later", measured(300), atOnce)
	}
}

// The remainder of an emptied account is neither lost with the rest nor won with what is paid in later.
func TestWhatIsLeftOfAnEmptiedAccountEarnsNothingWhenItIsFilledAgain(t *testing.T) {
	t.Parallel()
	lost := 1 - .11018268/1000
	moves := []move{{in: 1000, out: 999.88, factor: lost}, {factor: 1}, {in: 10, factor: 1}, {factor: 1}}
	h, id := invested(t, databasetest.Open(t, database.SQLite), moves)
	got, err := h.Analytics(t.Context(), h.owner, id)
	must(t, err)
	wantNear(t, "total return", got.TotalReturn, lost-1)
}

// An account that is lost on its first day counts as lost from the next day on; on the day itself no time has passed.
func TestAllThatIsLostOnTheFirstDayIsLost(t *testing.T) {
	t.Parallel()
	h, id := invested(t, databasetest.Open(t, database.SQLite), []move{{in: 1000, factor: 0}, {factor: 1}})
	got, err := h.Analytics(t.Context(), h.owner, id)
	must(t, err)
	wantNear(t, "money-weighted return", got.MoneyWeightedReturn, -1)
}

// An account that was opened and closed on one day takes nothing from what another earns.
func TestTheMoneyWeightedReturnOfSeveralAccountsIsThatOfTheirMoney(t *testing.T) {
	t.Parallel()
	h, first := invested(t, databasetest.Open(t, database.SQLite), slices.Concat([]move{{in: 1000, out: 990, factor: .99}}, slices.Repeat([]move{{factor: 1}}, 365)))
	second := h.open().ID
	moves := growth(366, 1)
	moves[365].factor = 1.1
	h.desk.locked(func() { h.desk.curves[second] = curve(moves) })
	for account, want := range map[uuid.UUID]float64{first: 0, second: .1, uuid.Nil: 11000.0/10010 - 1} {
		got, err := h.Analytics(t.Context(), h.owner, account)
		must(t, err)
		if math.Abs(got.MoneyWeightedReturn-want) > 1e-7 {
			t.Errorf("the money-weighted return is %v, want %v", got.MoneyWeightedReturn, want)
		}
	}
}

func TestEveryEventIsInTheCatalogue(t *testing.T) {
	t.Parallel()
	h := newHouse(t, databasetest.Open(t, database.SQLite), autoKYC)
	_, err := h.SubmitKYC(t.Context(), h.owner, h.open().ID, details())
	must(t, err)
	trading := h.trading("key-0001")
	h.clock.Advance(time.Hour)
	h.broker.reads(broker.Holdings{}, mayWithdraw)
	h.sync()
	wantEqual(t, "status", h.connection(trading.ID).Status, investment.ConnectionInsufficientPermissions)
	described := map[string]bool{}
	for _, event := range investment.Events() {
		described[event.Type] = true
	}
	wantEqual(t, "described", len(described), 6)
	for _, published := range slices.Compact(slices.Sorted(slices.Values(h.events.Types()))) {
		if !described[published] {
			t.Errorf("%s is not described", published)
		}
		delete(described, published)
	}
	wantEqual(t, "described but not published", len(described), 0)
}
