package stats

import "slices"

// Trades is what the results of closed trades add up to. A result is the net profit or loss of one trade.
type Trades struct {
	Count, Wins, Losses int     // a trade that broke even is neither a win nor a loss
	GrossProfit         float64 // sum of the wins
	GrossLoss           float64 // sum of the losses, positive
	NetProfit           float64
	WinRate             float64
	ProfitFactor        float64
	Expectancy          float64
	ExpectancyRatio     float64
	AverageWin          float64
	AverageLoss         float64 // positive
	Best, Worst         float64
}

// SummarizeTrades measures the results of closed trades. Everything is 0 without trades.
func SummarizeTrades(results []float64) Trades {
	results = observed(results)
	trades := Trades{Count: len(results), Expectancy: defined(mean(results))}
	for _, result := range results {
		switch {
		case result > 0:
			trades.Wins++
			trades.GrossProfit += result
		case result < 0:
			trades.Losses++
			trades.GrossLoss -= result
		}
	}
	trades.GrossProfit, trades.GrossLoss = defined(trades.GrossProfit), defined(trades.GrossLoss)
	trades.NetProfit = defined(trades.GrossProfit - trades.GrossLoss)
	trades.Best, trades.Worst = Extremes(results)
	if trades.Count > 0 {
		trades.WinRate = float64(trades.Wins) / float64(trades.Count)
	}
	if trades.Wins > 0 {
		trades.AverageWin = trades.GrossProfit / float64(trades.Wins)
	}
	if trades.GrossLoss > 0 {
		trades.AverageLoss = trades.GrossLoss / float64(trades.Losses)
		trades.ProfitFactor = defined(trades.GrossProfit / trades.GrossLoss)
		trades.ExpectancyRatio = defined((1+trades.AverageWin/trades.AverageLoss)*trades.WinRate - 1)
	}
	return trades
}

// WinRate returns the share of trades that were closed with a net profit.
func WinRate(results []float64) float64 { return SummarizeTrades(results).WinRate }

// ProfitFactor returns the sum of the wins ÷ the sum of the losses, 0 without a loss.
func ProfitFactor(results []float64) float64 { return SummarizeTrades(results).ProfitFactor }

// Expectancy returns the mean result of a trade.
func Expectancy(results []float64) float64 { return SummarizeTrades(results).Expectancy }

// ExpectancyRatio returns what a trade earns for each unit that it puts at risk, with the average loss as
// that unit: (1 + average win ÷ average loss) × win rate − 1. It is 0 without a loss.
func ExpectancyRatio(results []float64) float64 { return SummarizeTrades(results).ExpectancyRatio }

// Extremes returns the largest and the smallest value, 0 and 0 of nothing.
func Extremes(values []float64) (best, worst float64) {
	values = observed(values)
	if len(values) == 0 {
		return 0, 0
	}
	return slices.Max(values), slices.Min(values)
}
