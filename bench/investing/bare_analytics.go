package investing

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"time"

	"bourse/bench/kit"
	"bourse/internal/stats"
)

// bareAnalytics is the answer in JSON.
type bareAnalytics struct {
	TotalReturn         float64           `json:"totalReturn"`
	AnnualReturn        float64           `json:"annualReturn"`
	Volatility          float64           `json:"volatility"`
	SharpeRatio         float64           `json:"sharpeRatio"`
	SortinoRatio        float64           `json:"sortinoRatio"`
	CalmarRatio         float64           `json:"calmarRatio"`
	WinRate             float64           `json:"winRate"`
	ProfitFactor        float64           `json:"profitFactor"`
	Expectancy          float64           `json:"expectancy"`
	ClosedTrades        int               `json:"closedTrades"`
	BestTrade           float64           `json:"bestTrade"`
	WorstTrade          float64           `json:"worstTrade"`
	Fees                float64           `json:"fees"`
	RealizedPnL         float64           `json:"realizedPnl"`
	NetDeposits         float64           `json:"netDeposits"`
	MoneyWeightedReturn float64           `json:"moneyWeightedReturn"`
	Drawdown            bareDrawdown      `json:"drawdown"`
	EquityCurve         []bareEquityPoint `json:"equityCurve"`
	MonthlyReturns      []bareMonth       `json:"monthlyReturns"`
	BySymbol            []bareBreakdown   `json:"bySymbol"`
	ByExitReason        []bareBreakdown   `json:"byExitReason"`
	Observations        int               `json:"observations"`
}

type bareDrawdown struct {
	Max        float64 `json:"max"`
	Current    float64 `json:"current"`
	PeakDate   string  `json:"peakDate"`
	TroughDate string  `json:"troughDate"`
}

type bareEquityPoint struct {
	Date   string  `json:"date"`
	Value  float64 `json:"value"`
	Return float64 `json:"return"`
}

type bareMonth struct {
	Month  string  `json:"month"`
	Return float64 `json:"return"`
}

type bareBreakdown struct {
	Key         string  `json:"key"`
	Trades      int     `json:"trades"`
	RealizedPnL float64 `json:"realizedPnl"`
	WinRate     float64 `json:"winRate"`
	wins        int
	won         int64
}

// readBareAnalytics reads the rows of the one investment account, which is known to exist, and computes the figures
// with the product's functions: they are a library to both.
func readBareAnalytics(ctx context.Context, pool *sql.DB, settings bareSettings) (any, error) {
	rows, err := pool.QueryContext(ctx, `
		SELECT id FROM investment_accounts WHERE user_id = $1 AND tenant_id = $2 ORDER BY created_at DESC, id DESC`, settings.UserID, settings.TenantID)
	accounts, err := kit.Collect(rows, err, func(rows *sql.Rows, id *string) error { return rows.Scan(id) })
	if err != nil {
		return nil, err
	}
	figures, err := readBareFigures(ctx, pool, settings)
	if err != nil {
		return nil, err
	}
	figures = slices.DeleteFunc(figures, func(account bareFigures) bool { return account.account != accounts[0] })
	curve, err := readBareCurve(ctx, pool, settings, figures)
	if err != nil {
		return nil, err
	}
	answer := bareAnalytics{NetDeposits: kit.Number(figures[0].deposits)}
	answer.addDays(curve)
	return kit.Answer{Success: true, Data: &answer}, answer.addTrades(ctx, pool, accounts[0])
}

func (a *bareAnalytics) addDays(curve []bareDay) {
	days := make([]stats.Day, len(curve))
	var flows []stats.Flow
	for i, day := range curve {
		days[i] = stats.Day{Value: kit.Number(day.value), In: kit.Number(day.in), Out: kit.Number(day.out)}
		if day.in != day.out {
			flows = append(flows, stats.Flow{Date: time.UnixMicro(day.start), Amount: days[i].Out - days[i].In})
		}
	}
	last := len(days) - 1
	flows = append(flows, stats.Flow{Date: time.UnixMicro(curve[last].start), Amount: days[last].Value})
	rate, _ := stats.XIRR(flows) // 0 if there is none
	a.MoneyWeightedReturn = math.Round(rate*1e8) / 1e8
	weighted := stats.TimeWeighted(days)
	dated := make([]stats.DatedReturn, len(days))
	a.EquityCurve = make([]bareEquityPoint, len(days))
	for i, day := range curve {
		dated[i] = stats.DatedReturn{Date: time.UnixMicro(day.start), Return: weighted.Daily[i]}
		a.EquityCurve[i] = bareEquityPoint{bareDate(day.start), days[i].Value, weighted.Cumulative[i]}
	}
	summary := stats.Summarize(weighted.Daily, 365, 0)
	a.TotalReturn, a.AnnualReturn, a.Volatility = summary.TotalReturn, summary.AnnualReturn, summary.AnnualVolatility
	a.SharpeRatio, a.SortinoRatio, a.CalmarRatio = summary.Sharpe, summary.Sortino, summary.Calmar
	a.Observations = summary.Observations
	for _, month := range stats.Monthly(dated) {
		a.MonthlyReturns = append(a.MonthlyReturns, bareMonth{fmt.Sprintf("%04d-%02d", month.Year, month.Month), month.Return})
	}
	fall := stats.DrawdownOfReturns(weighted.Daily).Relative
	a.Drawdown = bareDrawdown{Max: fall.Relative, PeakDate: bareDate(curve[max(fall.Peak, 0)].start), TroughDate: bareDate(curve[fall.Trough].start)}
	growth, peak := 1.0, 1.0
	for _, cumulative := range weighted.Cumulative {
		growth = 1 + cumulative
		peak = max(peak, growth)
	}
	a.Drawdown.Current = 1 - growth/peak
}

// addTrades sums the closed trades, see trading.Service.TradeTotals.
func (a *bareAnalytics) addTrades(ctx context.Context, pool *sql.DB, account string) error {
	rows, err := pool.QueryContext(ctx, `
		SELECT symbol, exit_reason, COUNT(*),
			SUM(CASE WHEN realized_pnl > 0 THEN 1 ELSE 0 END), SUM(CASE WHEN realized_pnl < 0 THEN 1 ELSE 0 END),
			SUM(CASE WHEN realized_pnl > 0 THEN realized_pnl ELSE 0 END), SUM(CASE WHEN realized_pnl < 0 THEN -realized_pnl ELSE 0 END),
			SUM(fees), MAX(realized_pnl), MIN(realized_pnl)
		FROM trades
		WHERE account_id IN ($1) AND closed_at >= $2
		GROUP BY symbol, exit_reason ORDER BY symbol, exit_reason`, account, int64(0))
	var wins int
	var gained, lost, paid, best, worst int64
	_, err = kit.Collect(rows, err, func(rows *sql.Rows, _ *struct{}) error {
		var symbol, reason string
		var count, won, losses int
		var gains, lostHere, fees, most, least int64
		err := rows.Scan(&symbol, &reason, &count, &won, &losses, &gains, &lostHere, &fees, &most, &least)
		a.ClosedTrades, wins, gained, lost, paid = a.ClosedTrades+count, wins+won, gained+gains, lost+lostHere, paid+fees
		best, worst = max(best, most), min(worst, least)
		a.BySymbol = addBare(a.BySymbol, symbol, count, won, gains-lostHere)
		a.ByExitReason = addBare(a.ByExitReason, reason, count, won, gains-lostHere)
		return err
	})
	slices.SortFunc(a.ByExitReason, func(x, y bareBreakdown) int { return cmp.Compare(x.Key, y.Key) })
	a.BestTrade, a.WorstTrade, a.Fees, a.RealizedPnL = kit.Number(best), kit.Number(worst), kit.Number(paid), kit.Number(gained-lost)
	a.WinRate = float64(wins) / float64(a.ClosedTrades)
	a.ProfitFactor, a.Expectancy = kit.Number(gained)/kit.Number(lost), a.RealizedPnL/float64(a.ClosedTrades)
	return err
}

// addBare adds trades to the group of a key.
func addBare(groups []bareBreakdown, key string, trades, wins int, won int64) []bareBreakdown {
	at := slices.IndexFunc(groups, func(g bareBreakdown) bool { return g.Key == key })
	if at < 0 {
		at, groups = len(groups), append(groups, bareBreakdown{Key: key})
	}
	g := &groups[at]
	g.Trades, g.wins, g.won = g.Trades+trades, g.wins+wins, g.won+won
	g.RealizedPnL, g.WinRate = kit.Number(g.won), float64(g.wins)/float64(g.Trades)
	return groups
}
