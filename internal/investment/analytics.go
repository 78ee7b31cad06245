package investment

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"bourse/internal/identity"
	"bourse/internal/money"
	"bourse/internal/stats"
)

// Analytics measures how accounts have done since they were opened. Returns and rates are fractions; what is
// undefined is 0.
type Analytics struct {
	TotalReturn  float64
	AnnualReturn float64 // the total return if less than thirty days
	Volatility   float64
	SharpeRatio  float64
	SortinoRatio float64
	CalmarRatio  float64

	WinRate      float64
	ProfitFactor float64
	Expectancy   float64 // mean result of a trade
	ClosedTrades int     // positions that were fully closed
	BestTrade    money.Decimal
	WorstTrade   money.Decimal
	Fees         money.Decimal // of all closing fills
	RealizedPnL  money.Decimal // of all closing fills
	BySymbol     []Breakdown
	ByExitReason []Breakdown

	NetDeposits         money.Decimal
	MoneyWeightedReturn float64
	Drawdown            Drawdown
	EquityCurve         []EquityPoint
	MonthlyReturns      []MonthlyReturn
	Observations        int
}

// Drawdown is how far the accounts fell from a peak, without deposits and withdrawals.
type Drawdown struct {
	Max        float64
	Current    float64
	PeakDate   time.Time // zero without a fall
	TroughDate time.Time
}

// EquityPoint is one day of the equity curve.
type EquityPoint struct {
	Date   time.Time
	Value  money.Decimal
	Return float64 // since the beginning
}

// MonthlyReturn is the return of one calendar month.
type MonthlyReturn struct {
	Month  string // YYYY-MM
	Return float64
}

// Breakdown covers the trades that share a property.
type Breakdown struct {
	Key         string
	Trades      int
	RealizedPnL money.Decimal
	WinRate     float64
}

// Analytics measures the caller's accounts together, or one when account is not nil. It fails with NOT_FOUND for
// another user's account.
func (s *Service) Analytics(ctx context.Context, caller identity.Caller, account uuid.UUID) (result *Analytics, err error) {
	defer money.Catch(&err)
	result = &Analytics{
		BySymbol: []Breakdown{}, ByExitReason: []Breakdown{}, EquityCurve: []EquityPoint{}, MonthlyReturns: []MonthlyReturn{},
	}
	accounts, err := s.selected(ctx, caller, account)
	if err != nil || len(accounts) == 0 {
		return result, err
	}
	days, err := s.accounts.EquityCurve(ctx, caller.TenantID, caller.UserID, accounts)
	if err != nil {
		return nil, err
	}
	groups, err := s.accounts.TradeTotals(ctx, accounts, time.Time{})
	if err != nil {
		return nil, err
	}
	all, err := s.accounts.Figures(ctx, caller.TenantID, caller.UserID)
	if err != nil {
		return nil, err
	}
	for _, figures := range all {
		isCounted := !figures.IsClosed || account != uuid.Nil
		if isCounted && slices.Contains(accounts, figures.AccountID) {
			result.NetDeposits = result.NetDeposits.Add(figures.NetDeposits)
		}
	}
	result.addDays(newTrackRecord(days))
	result.addTrades(addUp(groups))
	return result, nil
}

// addDays fills in what follows from the daily values.
func (a *Analytics) addDays(record trackRecord) {
	observed := record.observed(time.Time{})
	summary := stats.Summarize(returnsOf(observed), calendarDays, 0)
	a.TotalReturn, a.AnnualReturn, a.Volatility = summary.TotalReturn, summary.AnnualReturn, summary.AnnualVolatility
	a.SharpeRatio, a.SortinoRatio, a.CalmarRatio = summary.Sharpe, summary.Sortino, summary.Calmar
	a.Observations = summary.Observations
	a.Drawdown = drawdownOf(observed)
	a.MoneyWeightedReturn = moneyWeighted(record.days)
	for i, day := range record.days {
		a.EquityCurve = append(a.EquityCurve, EquityPoint{day.Day, day.Value, record.returns.Cumulative[i]})
	}
	for _, month := range stats.Monthly(observed) {
		a.MonthlyReturns = append(a.MonthlyReturns, MonthlyReturn{fmt.Sprintf("%04d-%02d", month.Year, month.Month), month.Return})
	}
}

// addTrades fills in what follows from the closed trades.
func (a *Analytics) addTrades(totals tradeTotals) {
	a.ClosedTrades, a.WinRate = totals.Trades, totals.winRate()
	a.BestTrade, a.WorstTrade, a.Fees, a.RealizedPnL = totals.Best, totals.Worst, totals.Fees, totals.Realized
	if totals.Lost.IsPositive() {
		a.ProfitFactor = totals.Won.Float64() / totals.Lost.Float64()
	}
	if totals.Trades > 0 {
		a.Expectancy = totals.Won.Sub(totals.Lost).Float64() / float64(totals.Trades)
	}
	a.BySymbol, a.ByExitReason = totals.bySymbol, totals.byExitReason
}

// drawdownOf finds the largest relative fall, and how far below the highest point the end is.
func drawdownOf(observed []stats.DatedReturn) Drawdown {
	returns := returnsOf(observed)
	fall := stats.DrawdownOfReturns(returns).Relative
	result := Drawdown{Max: fall.Relative}
	if fall.Relative > 0 {
		// A fall from the very start has its peak before the first day, so that day stands for it.
		result.PeakDate, result.TroughDate = observed[max(fall.Peak, 0)].Date, observed[fall.Trough].Date
	}
	growth, peak := 1.0, 1.0
	for _, cumulative := range stats.Cumulative(returns) {
		growth = 1 + cumulative
		peak = max(peak, growth)
	}
	result.Current = 1 - growth/peak
	return result
}

// moneyWeighted is the yearly rate that the owner's own money earned, or the rate over the whole time when that is
// less than thirty days; 0 if there is none.
func moneyWeighted(days []EquityDay) float64 {
	days = atWork(days)
	var flows []stats.Flow
	for _, day := range days {
		if amount := day.Out.Float64() - day.In.Float64(); amount != 0 {
			flows = append(flows, stats.Flow{Date: day.Day, Amount: amount})
		}
	}
	if len(flows) == 0 {
		return 0
	}
	last := days[len(days)-1]
	flows = append(flows, stats.Flow{Date: last.Day, Amount: withoutDust(last.Value).Float64()})
	rate, err := stats.MoneyWeighted(flows)
	if err != nil { // all flows in one direction, or all on one day
		return 0
	}
	return math.Round(rate*1e8)/1e8 + 0 // without the noise of the search, and without a negative zero
}

// atWork omits the days at the end on which all money was gone: the invested time ended before them, and watching longer
// must not lower the return of money that came back to its owner. If none ever did, the days stay, as they show the loss.
func atWork(days []EquityDay) []EquityDay {
	if !slices.ContainsFunc(days, func(day EquityDay) bool { return day.Out.IsPositive() }) {
		return days
	}
	isGone := func(day EquityDay) bool { return isNothing(day.Value) && day.In.IsZero() && day.Out.IsZero() }
	for len(days) > 1 && isGone(days[len(days)-1]) && isNothing(days[len(days)-2].Value) {
		days = days[:len(days)-1]
	}
	return days
}

// isNothing reports whether a value is less than a cent: that cannot be paid out, so taking everything leaves it
// behind.
func isNothing(value money.Decimal) bool { return value.Abs().LessThan(cent) }

// withoutDust is a value, or zero if it is nothing.
func withoutDust(value money.Decimal) money.Decimal {
	if isNothing(value) {
		return money.Zero
	}
	return value
}

var cent = money.MustParse("0.01")
